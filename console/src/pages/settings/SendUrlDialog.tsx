// Creates a send URL and then shows it. Its token is never shown again.
import type { Mode } from '@godwit/contract/messages/statuses';
import { createSendUrlRequest, type NewSendUrl } from '@godwit/contract/sendUrls';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createSendUrl, sendUrlsQuery } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';
import { ShownOnce } from './Credentials.tsx';

type Props = Opening & { projectId: string; sender: string };

export function SendUrlDialog({ projectId, sender, opened, onClose }: Props) {
  const t = useText();
  return (
    <ShownOnce<NewSendUrl>
      opened={opened}
      onClose={onClose}
      title={t('sendUrls.create')}
      warning={t('sendUrls.urlOnce')}
      facts={({ url }) => (
        <Fact name={t('sendUrls.url')} whole>
          <CopyId id={url} label={t('sendUrls.copy')} />
        </Fact>
      )}
      form={(onCreated) => (
        <SendUrlForm projectId={projectId} sender={sender} onCreated={onCreated} onClose={onClose} />
      )}
    />
  );
}

const HINT_BELOW = { inputWrapperOrder: ['label', 'input', 'error', 'description'] as const };

type FormProps = Omit<Props, 'opened'> & { onCreated: (url: NewSendUrl) => void };

function SendUrlForm({ projectId, sender, onCreated, onClose }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const { form, ...sending } = useSchemaForm({
    schema: createSendUrlRequest,
    initialValues: {
      ...{ name: '', mode: (sender === 'SANDBOX' ? 'TEST' : 'LIVE') as Mode, sender },
      ...{ recipients: '', recipient_field: '', body: '{message}' },
    },
    call: async (values) => {
      onCreated(await createSendUrl(projectId, values));
      await queries.invalidateQueries({ queryKey: sendUrlsQuery(projectId).queryKey });
    },
    once: true,
    inPlace: true,
  });
  const field = (name: 'name' | 'sender' | 'recipients' | 'recipient_field' | 'body') => ({
    ...HINT_BELOW,
    inputWrapperOrder: [...HINT_BELOW.inputWrapperOrder],
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
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
        label={t('field.mode')}
        data={[
          { value: 'LIVE', label: t('mode.live') },
          { value: 'TEST', label: t('mode.test') },
        ]}
        {...form.getInputProps('mode')}
      />
      <TextInput label={t('sendUrls.sender')} {...field('sender')} />
      <TextInput
        label={t('sendUrls.recipients')}
        description={t('sendUrls.recipientsHint')}
        {...field('recipients')}
      />
      <TextInput
        label={t('sendUrls.field')}
        description={t('sendUrls.fieldHint')}
        {...field('recipient_field')}
      />
      <Textarea
        label={t('sendUrls.body')}
        description={t('sendUrls.bodyHint')}
        autosize
        minRows={2}
        {...field('body')}
      />
    </DialogForm>
  );
}
