// Settings for incoming messages, at `/settings/:id/incoming`: the numbers, the callback URL, SMPP accounts,
// the replies to STOP, START and HELP, and keywords.
import { CALLBACK_FORMS, type IncomingSettings, incomingSettingsRequest } from '@godwit/contract/incoming';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { MAX_TEAM_NAME } from '@godwit/contract/team';
import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeIncoming, incomingQuery } from '../../api/incoming.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { IncomingForm } from '../../components/message/IncomingForm.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { incoming } from '../../text/incoming/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { changedLeads, leadsOf, SmppRow, SmppValues } from './IncomingSmpp.tsx';
import { Keywords } from './Keywords.tsx';
import { SaveRow } from './SaveRow.tsx';
import { useShownProject } from './shownProject.ts';

function IncomingPage() {
  const project = useShownProject();
  const { data, error, refetch } = useQuery(incomingQuery(project.id));
  if (!data) {
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingCard heights={[40, 40, 40, 120]} gap={40} />
    );
  }
  return (
    <Stack gap={24}>
      <Card padded={false}>
        <Numbers project={project} settings={data} />
        {may(project.role, 'projects') ? (
          <Form key={project.id} project={project} settings={data} />
        ) : (
          <Values settings={data} />
        )}
      </Card>
      <Keywords project={project} settings={data} />
    </Stack>
  );
}

type Props = { project: Project; settings: IncomingSettings };

function Numbers({ project, settings: { test_number: testNumber, numbers } }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <SettingRow id="test-number" label={t('incoming.testNumber')} hint={t('incoming.testNumberHint')}>
        <Group gap="8px 12px" mih={40}>
          <Group gap={4} wrap="nowrap">
            <Text ff="monospace">{testNumber}</Text>
            <CopyButton
              value={testNumber}
              label={t('incoming.copyNumber')}
              copiedLabel={t('action.copied')}
            />
          </Group>
          {may(project.role, 'send') ? (
            <Button variant="outline" onClick={() => setOpened(true)}>
              {t('incoming.reply')}
            </Button>
          ) : null}
        </Group>
        <IncomingForm projectId={project.id} opened={opened} onClose={() => setOpened(false)} />
      </SettingRow>
      <SettingRow id="numbers" label={t('incoming.numbers')} hint={t('incoming.numbersHint')}>
        <SettingValue>
          {numbers.length === 0 ? (
            <>
              {t('incoming.noNumbers')} <SupportLine />
            </>
          ) : (
            numbers.map(({ number }) => number).join(', ')
          )}
        </SettingValue>
      </SettingRow>
    </>
  );
}

/** Shows the settings to users who may not change them. */
function Values({ settings }: { settings: IncomingSettings }) {
  const t = useText();
  const { usual } = settings;
  return (
    <>
      <SettingRow label={t('incoming.callback')} hint={t('incoming.callbackHint')}>
        <SettingValue>
          {settings.callback_url ?? t('field.none')}
          {settings.callback_url && settings.callback_form ? ` · ${t('incoming.form.twilio')}` : null}
        </SettingValue>
      </SettingRow>
      <SmppValues smpp={settings.smpp} />
      <SettingRow label={t('incoming.recipientName')} hint={t('incoming.recipientNameHint')}>
        <SettingValue>{settings.recipient_name ?? settings.team_name}</SettingValue>
      </SettingRow>
      <SettingRow label={t('incoming.stopReply')}>
        <SettingValue>{settings.stop_reply ?? usual.stop}</SettingValue>
      </SettingRow>
      <SettingRow label={t('incoming.startReply')}>
        <SettingValue>{settings.start_reply ?? usual.start}</SettingValue>
      </SettingRow>
      <SettingRow label={t('incoming.helpReply')}>
        <SettingValue>{settings.help_reply ?? usual.help}</SettingValue>
      </SettingRow>
    </>
  );
}

const toValues = (settings: IncomingSettings) => ({
  callback_url: settings.callback_url ?? '',
  callback_form: settings.callback_form ?? ('' as const),
  smpp: leadsOf(settings),
  recipient_name: settings.recipient_name ?? '',
  stop_reply: settings.stop_reply ?? '',
  start_reply: settings.start_reply ?? '',
  help_reply: settings.help_reply ?? '',
});

function Form({ project, settings }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { form, submit, busy } = useSchemaForm({
    schema: incomingSettingsRequest,
    initialValues: toValues(settings),
    call: async (values) => {
      const smpp = changedLeads(settings, values.smpp);
      const changed = await changeIncoming(project.id, { ...values, smpp });
      queries.setQueryData(incomingQuery(project.id).queryKey, changed);
      form.setValues(toValues(changed));
      toastSuccess(t('incoming.saved'));
    },
  });
  function cancel(): void {
    form.setValues(toValues(settings));
    form.clearErrors();
  }
  const reply = (name: 'stop' | 'start' | 'help') => (
    <Textarea
      label={t(`incoming.${name}Reply`)}
      placeholder={settings.usual[name]}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={1_600}
      {...form.getInputProps(`${name}_reply`)}
    />
  );
  return (
    <form onSubmit={submit} noValidate className="ruled">
      <SettingRow id="incoming-callback" label={t('incoming.callback')} hint={t('incoming.callbackHint')}>
        <Stack gap={16}>
          <TextInput
            type="url"
            aria-label={t('incoming.callback')}
            placeholder="https://example.com/incoming"
            autoComplete="off"
            maxLength={2048}
            {...form.getInputProps('callback_url')}
          />
          <Select
            label={t('incoming.form')}
            allowDeselect={false}
            data={[
              { value: '', label: t('incoming.form.own') },
              ...CALLBACK_FORMS.map((form) => ({ value: form, label: t(`incoming.form.${form}`) })),
            ]}
            {...form.getInputProps('callback_form')}
          />
        </Stack>
      </SettingRow>
      <SmppRow
        project={project}
        settings={settings}
        leads={form.values.smpp}
        error={typeof form.errors.smpp === 'string' ? form.errors.smpp : null}
        onChange={(leads) => form.setFieldValue('smpp', leads)}
      />
      <SettingRow
        id="recipient-name"
        label={t('incoming.recipientName')}
        hint={t('incoming.recipientNameHint')}
      >
        <TextInput
          aria-label={t('incoming.recipientName')}
          placeholder={settings.team_name}
          autoComplete="off"
          maxLength={MAX_TEAM_NAME}
          {...form.getInputProps('recipient_name')}
        />
      </SettingRow>
      <SettingRow id="replies" label={t('incoming.replies')} hint={t('incoming.repliesHint')}>
        <Stack gap={16}>
          {reply('stop')}
          {reply('start')}
          {reply('help')}
        </Stack>
      </SettingRow>
      <SaveRow busy={busy} onCancel={cancel} />
    </form>
  );
}

export default withTexts(IncomingPage, incoming);
