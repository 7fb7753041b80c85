// 'Reply as the phone would': in TEST, sends a message from a phone to the project through the simulated
// carrier.
import { simulateIncomingRequest } from '@godwit/contract/incoming';
import { Textarea, TextInput } from '@mantine/core';
import { sendAsPhone } from '../../api/incoming.ts';
import { incoming } from '../../text/incoming/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Dialog, DialogForm, type Opening } from '../dialog/Dialog.tsx';
import { useSchemaForm } from '../form/useSubmit.ts';
import { toastSuccess } from '../toast/toast.ts';

type Props = Opening & {
  projectId: string;
  /** The phone that replies, in E.164. Without it, the dialog asks for a number. */
  phone?: string;
};

/** Render it only in TEST. */
export const IncomingForm = withTexts(function IncomingForm({ projectId, phone, ...opening }: Props) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('incoming.reply')}>
      <Fields
        key={`${opening.opened} ${phone}`}
        projectId={projectId}
        phone={phone ?? ''}
        onEnd={opening.onClose}
      />
    </Dialog>
  );
}, incoming);

type FieldsProps = { projectId: string; phone: string; onEnd: () => void };

function Fields({ projectId, phone, onEnd }: FieldsProps) {
  const t = useText();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: simulateIncomingRequest,
    initialValues: { from: phone, body: '' },
    inPlace: true,
    once: true,
    call: async (values) => {
      await sendAsPhone(projectId, values);
      toastSuccess(t('incoming.sent'));
      onEnd();
    },
  });
  return (
    <DialogForm
      submit={submit}
      busy={busy}
      failure={failure}
      text={t('incoming.replyText')}
      action={t('incoming.send')}
      busyLabel={t('action.sending')}
      onCancel={onEnd}
    >
      <TextInput
        type="tel"
        label={t('incoming.phone')}
        placeholder="+94771234567"
        autoComplete="off"
        maxLength={40}
        readOnly={phone !== ''}
        {...(phone === '' ? { 'data-autofocus': true } : {})}
        {...form.getInputProps('from')}
      />
      <Textarea
        label={t('incoming.message')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1_600}
        {...(phone === '' ? {} : { 'data-autofocus': true })}
        {...form.getInputProps('body')}
      />
    </DialogForm>
  );
}
