// Creates a send URL and then shows it. Its token is never shown again.
import type { Mode } from '@godwit/contract/messages/statuses';
import {
  createSendUrlRequest,
  type NewSendUrl,
  namesNumber,
  SEND_URL_FORMATS,
  SEND_URL_LIMITS,
  type SendUrlFormat,
  usualRate,
} from '@godwit/contract/sendUrls';
import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createSendUrl, sendUrlsQuery } from '../../api/projects.ts';
import { DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { ShownOnce } from './Credentials.tsx';
import { SendUrlFacts, SendUrlNext } from './SendUrlFacts.tsx';

type Props = Opening & { projectId: string; sender: string };

const WARNINGS = {
  GENERIC: 'sendUrls.urlOnce',
  ALERTMANAGER: 'sendUrls.tokenOnce',
  GRAFANA: 'sendUrls.tokenOnce',
  SUPABASE: 'sendUrls.hookOnce',
} as const satisfies Record<SendUrlFormat, string>;

export function SendUrlDialog({ projectId, sender, opened, onClose }: Props) {
  const t = useText();
  return (
    <ShownOnce<NewSendUrl>
      opened={opened}
      onClose={onClose}
      title={t('sendUrls.create')}
      warning={({ format }) => t(WARNINGS[format])}
      next={(url) => <SendUrlNext url={url} />}
      facts={(url) => <SendUrlFacts url={url} />}
      form={(onCreated) => (
        <SendUrlForm projectId={projectId} sender={sender} onCreated={onCreated} onClose={onClose} />
      )}
    />
  );
}

const HINT_BELOW = { inputWrapperOrder: ['label', 'input', 'error', 'description'] as const };

const ALERT = '{status}: {name} ({alerts})\n{summary}';
/** A first text for each format, and the hint about its fields. */
const TEXTS = {
  GENERIC: { body: '{message}', hint: 'sendUrls.bodyHint' },
  ALERTMANAGER: { body: ALERT, hint: 'sendUrls.alertHint' },
  GRAFANA: { body: ALERT, hint: 'sendUrls.alertHint' },
  SUPABASE: { body: 'Your code is {code}', hint: 'sendUrls.codeHint' },
} as const satisfies Record<SendUrlFormat, object>;

type FormProps = Omit<Props, 'opened'> & { onCreated: (url: NewSendUrl) => void };

function SendUrlForm({ projectId, sender, onCreated, onClose }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const { form, ...sending } = useSchemaForm({
    schema: createSendUrlRequest,
    initialValues: {
      ...{ name: '', mode: (sender === 'SANDBOX' ? 'TEST' : 'LIVE') as Mode, sender },
      ...{ format: 'GENERIC' as SendUrlFormat, signed: false },
      per_minute: usualRate('GENERIC') as number | string,
      ...{ recipients: '', recipient_field: '', body: TEXTS.GENERIC.body as string },
    },
    call: async (values) => {
      onCreated(await createSendUrl(projectId, { ...values, per_minute: String(values.per_minute) }));
      await queries.invalidateQueries({ queryKey: sendUrlsQuery(projectId).queryKey });
    },
    once: true,
    inPlace: true,
  });
  const { format } = form.values;
  const field = (name: keyof typeof form.values) => ({
    ...HINT_BELOW,
    inputWrapperOrder: [...HINT_BELOW.inputWrapperOrder],
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  /** Empties the fields that the format has not, as a wrong value there would hold up the form. */
  function choose(next: SendUrlFormat): void {
    const { recipients, body, per_minute } = form.values;
    form.setValues({
      ...{ format: next, signed: false, recipient_field: '' },
      recipients: namesNumber(next) ? '' : recipients,
      per_minute: per_minute === usualRate(format) ? usualRate(next) : per_minute,
      body: body === TEXTS[format].body ? TEXTS[next].body : body,
    });
  }
  return (
    <DialogForm
      {...sending}
      action={t('sendUrls.create')}
      busyLabel={t('action.creating')}
      onCancel={onClose}
    >
      <TextInput
        label={t('field.name')}
        description={t('sendUrls.nameHint')}
        data-autofocus
        {...field('name')}
      />
      <Select
        label={t('sendUrls.format')}
        data={SEND_URL_FORMATS.map((value) => ({ value, label: t(`sendUrls.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('format')}
        onChange={(next) => choose(next as SendUrlFormat)}
      />
      <Select
        label={t('field.mode')}
        data={[
          { value: 'LIVE', label: t('mode.live') },
          { value: 'TEST', label: t('mode.test') },
        ]}
        {...form.getInputProps('mode')}
      />
      <TextInput label={t('sendUrls.sender')} {...field('sender')} />
      {namesNumber(format) ? null : (
        <TextInput
          label={t('sendUrls.recipients')}
          description={t('sendUrls.recipientsHint')}
          {...field('recipients')}
        />
      )}
      {format === 'GENERIC' ? (
        <TextInput
          label={t('sendUrls.field')}
          description={t('sendUrls.fieldHint')}
          {...field('recipient_field')}
        />
      ) : null}
      <Textarea
        label={t('sendUrls.body')}
        description={t(TEXTS[format].hint)}
        autosize
        minRows={2}
        {...field('body')}
      />
      <NumberInput
        label={t('sendUrls.rate')}
        description={t('sendUrls.rateHint')}
        min={1}
        max={SEND_URL_LIMITS.perMinute}
        allowDecimal={false}
        {...field('per_minute')}
      />
      {format === 'GRAFANA' ? (
        <Checkbox
          label={t('sendUrls.signed')}
          description={t('sendUrls.signedHint')}
          {...form.getInputProps('signed', { type: 'checkbox' })}
        />
      ) : null}
    </DialogForm>
  );
}
