// The form that requests a sender id. While the user types, it shows the rules and a preview of the message.
import { CONTENT_CLASSES, type ContentClass, isPromotional } from '@godwit/contract/contentClass';
import type { UploadedFile } from '@godwit/contract/files';
import type { Project } from '@godwit/contract/projects';
import {
  formProblem,
  isName,
  MAX_SENDER,
  SENDER_CHARACTERS,
  senderIdFields,
  UNVERIFIED_SENDER,
} from '@godwit/contract/senders';
import { CONSENT_REQUIRED } from '@godwit/contract/sentences/settings';
import { Box, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requestSender, senderRequestsQuery } from '../../api/requests.ts';
import { DocumentUpload } from '../../components/form/DocumentUpload.tsx';
import { focusInvalid } from '../../components/form/errors.ts';
import { RuleList } from '../../components/form/RuleList.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { useUpload } from '../../components/form/useUpload.ts';
import { RequestButton } from '../../components/Request.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { countryName } from '../../countryName.ts';
import { paths } from '../../paths.ts';
import type { TextId } from '../../text/catalogue.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Section.tsx';
import { NO_OWNER, OwnerFields } from './OwnerFields.tsx';

type Rules = Project['country_rules'];

export function SenderForm({ projectId, rules }: { projectId: string; rules: Rules }) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [unfinished, setUnfinished] = useState<(boolean | undefined)[]>([]);
  const first = useUpload(() => setUnfinished([]));
  const second = useUpload(() => setUnfinished([]));
  const consent = useUpload(() => setUnfinished([]));
  const uploads = [first, second, consent];
  const { form, submit, busy } = useSchemaForm({
    schema: senderIdFields(rules.name),
    initialValues: {
      ...{ sender_id: '', class: 'PROMOTIONAL' as ContentClass, description: '', legal_name: '' },
      ...NO_OWNER,
    },
    call: async (values) => {
      const { upload: letter } = consent;
      const signed = values.for_client && letter.state === 'done' ? letter.file : null;
      const documents = [
        ...[first, second].flatMap(({ upload }) =>
          upload.state === 'done' ? [toDocument(upload.file)] : [],
        ),
        ...(signed ? [toDocument(signed, t('sender.consent'))] : []),
      ];
      // A server of an older version reads only the boolean.
      const asked = { ...values, is_promotional: isPromotional(values.class) };
      await requestSender(projectId, { ...asked, consent_document: signed?.id ?? null, documents });
      toastSuccess(t('sender.sent'));
      navigate(paths.settings(projectId));
      await queries.invalidateQueries({ queryKey: senderRequestsQuery(projectId).queryKey });
    },
    once: true,
  });
  const { sender_id: typed } = form.getValues();
  const consentProblem = consent.upload.state === 'empty' ? translate(CONSENT_REQUIRED) : t('document.wait');
  const brokenRule = form.errors.sender_id && typed !== '' && formProblem(rules.name, typed) !== null;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        const needed = form.getValues().for_client ? uploads : [first, second];
        const isUnfinished = needed.map(
          (control) =>
            ['sending', 'failed'].includes(control.upload.state) ||
            (control === consent && control.upload.state === 'empty'),
        );
        setUnfinished(isUnfinished);
        if (!isUnfinished.some(Boolean)) return submit(event);
        event.preventDefault();
        form.validate();
        focusInvalid(event.currentTarget);
      }}
    >
      <Columns>
        <Card>
          <Stack gap={24}>
            <Text c="dimmed" maw={640}>
              {t('sender.help')}
            </Text>
            <div>
              <TextInput
                label={t('field.senderId')}
                maxLength={40}
                autoComplete="off"
                spellCheck={false}
                data-1p-ignore
                aria-describedby="sender-rules"
                {...form.getInputProps('sender_id')}
                // The list below shows which part of the rule the name breaks.
                error={brokenRule ? true : form.errors.sender_id}
              />
              <RuleList
                id="sender-rules"
                label={t('sender.rules')}
                typed={typed}
                rules={rulesOf(rules.name).map(({ text, holds }) => ({ text: t(text, rules.name), holds }))}
              />
            </div>
            <Radio.Group
              label={t('sender.type')}
              value={form.values.class}
              onChange={(chosen) => form.setFieldValue('class', chosen as ContentClass)}
            >
              <Stack gap={16}>
                {CONTENT_CLASSES.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={t(`senderClass.${one}`)}
                    description={t(`sender.hint.${one}`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Textarea
              label={t('sender.usage')}
              minRows={4}
              autosize
              maxRows={10}
              maxLength={1000}
              {...form.getInputProps('description')}
            />
            <TextInput
              label={t('sender.legalName')}
              maxLength={200}
              autoComplete="organization"
              {...form.getInputProps('legal_name')}
            />
            <OwnerFields form={form} consent={consent} problem={unfinished[2] ? consentProblem : undefined} />
            <Stack gap={16}>
              <Text c="dimmed" maw={640}>
                {t('sender.documentsHint')}
              </Text>
              {[first, second].map((control, index) => (
                <DocumentUpload
                  // biome-ignore lint/suspicious/noArrayIndexKey: slots never change their order
                  key={index}
                  label={t('document.optional', { number: index + 1 })}
                  error={unfinished[index] ? t('document.wait') : undefined}
                  {...control}
                />
              ))}
            </Stack>
            <RequestButton busy={busy} busyLabel={t('action.requesting')}>
              {t('sender.submit')}
            </RequestButton>
          </Stack>
        </Card>
        <SenderPreview sender={typed} registers={rules.registers} />
      </Columns>
    </form>
  );
}

/** A document as the request names it. */
const toDocument = ({ id, name }: UploadedFile, kind?: string) => ({
  id,
  name: (kind ? `${kind}: ${name}` : name).slice(0, 100).toWellFormed(),
});

// The rule of sender ids, split into parts. The form checks each part while the user types.
type Rule = { text: TextId; holds: (text: string) => boolean };

const rulesOf = ({ shortest, characters }: Rules['name']): readonly Rule[] => [
  { text: 'sender.ruleLength', holds: ({ length }) => length >= shortest && length <= MAX_SENDER },
  characters === 'PLAIN'
    ? {
        text: 'sender.ruleCharacters',
        holds: (text) => SENDER_CHARACTERS.test(text) && text.trim() === text,
      }
    : { text: 'sender.rulePrintable', holds: (text) => /^[ -~]*$/.test(text) && !/^[ _]|[ _]$/.test(text) },
  { text: 'sender.ruleLetter', holds: isName },
];

/**
 * Shows how recipients see the sender id typed so far. Countries with a register show it only once it is
 * registered.
 */
function SenderPreview({ sender, registers }: { sender: string } & Pick<Rules, 'registers'>) {
  const t = useText();
  const name = sender.trim() || t('field.senderId');
  const inRegisters = registers.map(({ country, blocks }) => [
    countryName(country),
    blocks ? t('sender.blocked', { country: countryName(country) }) : UNVERIFIED_SENDER,
  ]);
  return (
    <Card>
      <CardTitle mb={16}>{t('sender.seenTitle')}</CardTitle>
      <Stack component="dl">
        {[[t('sender.elsewhere'), name], ...inRegisters].map(([country, shown]) => (
          <div key={country}>
            <Text component="dt" c="dimmed" fz={13} mb={4}>
              {country}
            </Text>
            <Box
              component="dd"
              p="12px 16px"
              bg="var(--subtle)"
              bdrs={8}
              style={{ overflowWrap: 'anywhere' }}
            >
              <Text fw={600}>{shown}</Text>
              {t('sender.seenSample')}
            </Box>
          </div>
        ))}
      </Stack>
      {registers.some(({ country }) => country === 'AU') ? (
        <Text c="dimmed" fz={13} mt={16}>
          {t('sender.australia', { name: UNVERIFIED_SENDER })}
        </Text>
      ) : null}
    </Card>
  );
}
