// Asks which links would carry a message, and why.
import { ROUTE_CLASSES, type RouteClass } from '@godwit/contract/contentClass';
import type { NetworkChoice } from '@godwit/contract/staff/network';
import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { chooseLinks } from '../api/network.ts';

type Asked = { to: string; sender: string; class: RouteClass };
const EMPTY: Asked = { to: '', sender: '', class: 'transactional' };

export function Choice() {
  const t = useText();
  const [choice, setChoice] = useState<NetworkChoice | null>(null);
  const form = useForm({ initialValues: EMPTY });
  const { submit, busy } = useSubmit({ form, call: async (asked) => setChoice(await chooseLinks(asked)) });
  return (
    <Section title={t('staff.network.choice')}>
      <Card>
        <form onSubmit={submit} noValidate>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={16}>
            <TextInput label={t('staff.network.number')} inputMode="tel" {...form.getInputProps('to')} />
            <TextInput label={t('staff.network.sender')} maxLength={32} {...form.getInputProps('sender')} />
            <Select
              label={t('staff.network.class')}
              data={ROUTE_CLASSES.map((value) => ({
                value,
                label: t(`staff.network.${value}`),
              }))}
              allowDeselect={false}
              {...form.getInputProps('class')}
            />
          </SimpleGrid>
          <SubmitButton mt={16} variant="outline" busy={busy} busyLabel={t('staff.action.busy')}>
            {t('staff.network.choose')}
          </SubmitButton>
        </form>
        {choice ? (
          <Text mt={16} role="status" style={{ overflowWrap: 'anywhere' }}>
            {inWords(choice, t)}
          </Text>
        ) : null}
      </Card>
    </Section>
  );
}

function inWords({ rule, prefix, links: found }: NetworkChoice, t: Translate): string {
  const links = found.map((one) => t('staff.network.choiceLink', one)).join(', ');
  if (rule !== null) return t('staff.network.byRule', { links, rule });
  if (prefix === null) return t('staff.network.byNothing');
  return prefix === '' ? t('staff.network.byAll', { links }) : t('staff.network.byPrefix', { links, prefix });
}
