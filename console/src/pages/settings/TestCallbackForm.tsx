// Sends a test callback to a URL and shows the response.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import { Box, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { testCallback } from '../../api/projects.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { isAccepted } from '../../components/message/CallbackAnswer.tsx';
import { useText } from '../../text/useText.ts';
import { SettingNote } from '../../ui/SettingRow.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

export function TestCallbackForm({ projectId }: { projectId: string }) {
  const t = useText();
  const [result, setResult] = useState<CallbackTest | null>(null);
  const form = useForm({
    initialValues: { url: '' },
    validate: { url: (url) => (url.trim() === '' ? t('settings.testUrlMissing') : null) },
  });
  const { submit, busy, failure } = useSubmit({
    form,
    call: async ({ url }) => setResult(await testCallback(projectId, url.trim())),
    inPlace: true,
  });

  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap={12}>
        <Box flex="1 1 240px">
          <TextInput
            type="url"
            aria-label={t('settings.testUrl')}
            placeholder="https://example.com/status"
            maxLength={2048}
            autoComplete="off"
            {...form.getInputProps('url')}
          />
        </Box>
        <SubmitButton variant="default" busy={busy} busyLabel={t('settings.testSending')}>
          {t('settings.testSend')}
        </SubmitButton>
      </Group>
      <Failure>{failure}</Failure>
      <div role="status">
        {result ? (
          <Outcome result={result} taken={t('settings.testTaken')} notTaken={t('settings.testNotTaken')} />
        ) : null}
      </div>
    </form>
  );
}

type OutcomeProps = { result: CallbackTest; taken: string; notTaken: string };

/** The answer to a test call, and whether it is an acceptance. */
export function Outcome({ result, taken, notTaken }: OutcomeProps) {
  const t = useText();
  const { answer, error, duration_ms: duration } = result;
  return (
    <SettingNote>
      <Text span inherit fw={500} c={isAccepted(result) ? 'var(--success)' : 'var(--danger)'}>
        {answer === null ? error : t('settings.testAnswered', { answer, duration })}
      </Text>{' '}
      {isAccepted(result) ? taken : notTaken}
    </SettingNote>
  );
}
