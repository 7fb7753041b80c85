// Calling a URL of one's own with a test callback, and what came of it.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import { Box, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { testCallback } from '../../api/projects.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { isTaken } from '../../components/message/CallbackAnswer.tsx';
import { useText } from '../../text/useText.ts';
import { SettingNote } from '../../ui/SettingRow.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

export function TestCallback({ projectId }: { projectId: string }) {
  const t = useText();
  const [tested, setTested] = useState<CallbackTest | null>(null);
  const form = useForm({
    initialValues: { url: '' },
    validate: { url: (url) => (url.trim() === '' ? t('settings.testUrlMissing') : null) },
  });
  const { submit, busy, failure } = useSubmit({
    form,
    call: async ({ url }) => setTested(await testCallback(projectId, url.trim())),
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
      <div role="status">{tested ? <Outcome tested={tested} /> : null}</div>
    </form>
  );
}

function Outcome({ tested }: { tested: CallbackTest }) {
  const t = useText();
  const { answer, error, duration_ms: duration } = tested;
  return (
    <SettingNote>
      <Text span inherit fw={500} c={isTaken(tested) ? 'var(--success)' : 'var(--danger)'}>
        {answer === null ? error : t('settings.testAnswered', { answer, duration })}
      </Text>{' '}
      {isTaken(tested) ? t('settings.testTaken') : t('settings.testNotTaken')}
    </SettingNote>
  );
}
