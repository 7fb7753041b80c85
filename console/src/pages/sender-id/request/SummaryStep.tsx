// The answers of all steps, the cost, and the steps after the request.
import { NAME_BASES, OWNER_SCHEMES } from '@godwit/contract/owners';
import { Anchor, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RequestFacts } from '../../../components/Request.tsx';
import { countryName } from '../../../countryName.ts';
import { useText } from '../../../text/useText.ts';
import type { RequestValues } from './draft.ts';
import type { Rules } from './form.ts';
import { NextSteps } from './NextSteps.tsx';
import classes from './request.module.css';
import type { Step } from './steps.ts';

type Props = {
  values: RequestValues;
  documents: readonly { id: string; name: string }[];
  rules: Rules;
  onChange: (step: Step) => void;
};

export function SummaryStep({ values, documents, rules, onChange }: Props) {
  const t = useText();
  const { sender_id, legal_name, for_client, countries, owner_number, description, sample } = values;
  const scheme = OWNER_SCHEMES.find((one) => one === values.owner_scheme);
  const number = scheme ? `${t(`sender.scheme.${scheme}`)}: ${owner_number}` : t('sender.schemeNone');
  const basis = NAME_BASES.find((one) => one === values.name_basis);
  /** `action`: the words of the button, if it does not change an answer. */
  const row = (step: Step, what: string, value: ReactNode, action?: string) =>
    [
      what,
      <span key={what} className={classes.answer}>
        <span>{value}</span>
        <Anchor
          component="button"
          type="button"
          inherit
          mih={24}
          aria-label={action ? undefined : t('sender.changeOf', { what })}
          onClick={() => onChange(step)}
        >
          {action ?? t('sender.change')}
        </Anchor>
      </span>,
    ] as const;
  return (
    <Stack gap={24}>
      <RequestFacts
        facts={[
          row('name', t('field.senderId'), <strong>{sender_id}</strong>),
          row(
            'owner',
            t('sender.step.owner'),
            [legal_name, ...(for_client ? [t('sender.ownerClient')] : []), number].map((one) => line(one)),
          ),
          row('owner', t('sender.where'), countries.map(countryName).join(', ') || t('sender.elsewhere')),
          row('content', t('sender.type'), t(`senderClass.${values.class}`)),
          row('content', t('sender.usage'), description),
          ...(sample === '' ? [] : [row('content', t('sender.sample'), sample)]),
          ...(basis ? [row('evidence', t('sender.basis'), t(`sender.basis.${basis}`))] : []),
          documents.length === 0
            ? row('evidence', t('field.documents'), t('sender.noDocuments'), t('sender.addDocuments'))
            : row(
                'evidence',
                t('field.documents'),
                documents.map(({ id, name }) => line(name, id)),
              ),
          [t('field.cost'), t('sender.costText')],
        ]}
      />
      <NextSteps countries={countries} scheme={values.owner_scheme} rules={rules} />
    </Stack>
  );
}

const line = (text: string, key = text) => (
  <Text key={key} inherit>
    {text}
  </Text>
);
