// Proposes that a name is registered: the reference of the register, the last day, and the proof.
import { proposeRegistrationRequest } from '@godwit/contract/staff/registrations';
import { Checkbox, type CheckboxGroupProps, Stack, Textarea, TextInput } from '@mantine/core';
import { isConflict } from '../../api/errors.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { proposeRegistration } from '../api/registrations.ts';
import type { Parts } from './parts.ts';

export function ProposeDialog({ opened, onClose, ...parts }: Opening & Parts) {
  const t = useText();
  const { sender_id: sender } = parts.registration;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staff.registrations.proposeTitle', { sender })}>
      <ProposeForm {...parts} onClose={onClose} />
    </Dialog>
  );
}

function ProposeForm({ registration, show, refresh, onClose }: Parts & { onClose: () => void }) {
  const t = useText();
  const { id, links_telcos: named, telcos: current } = registration;
  // Links may be left out for a while.
  const telcos = [...new Set([...named, ...current])];
  const { form, ...sending } = useSchemaForm({
    schema: proposeRegistrationRequest,
    initialValues: { reference: '', expires_on: '', telcos: current, reason: '' },
    call: async ({ reference, expires_on, telcos, reason }) => {
      show(
        await proposeRegistration(id, {
          ...{ reference: reference.trim(), expires_on: expires_on.trim() },
          ...{ telcos, reason: reason.trim() },
        }),
      );
      toastSuccess(t('staff.registrations.proposedDone'));
      onClose();
    },
    onError: (error) => {
      if (!isConflict(error)) return false;
      toastError(error);
      refresh();
      onClose();
      return true;
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t('staff.registrations.proposeText')}
      action={t('staff.registrations.propose')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.registrations.reference')}
        data-autofocus
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('reference')}
      />
      <TextInput
        label={t('staff.registrations.lastDay')}
        description={t('staff.registrations.lastDayHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        maxLength={10}
        {...form.getInputProps('expires_on')}
      />
      <TelcosField known={telcos} {...form.getInputProps('telcos')} />
      <Textarea
        label={t('field.reason')}
        description={t('staff.registrations.proofHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}

/** The telcos that may show the name, if links name theirs. */
function TelcosField({
  known,
  ...input
}: { known: readonly string[] } & Omit<CheckboxGroupProps, 'children'>) {
  const t = useText();
  if (known.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('staff.registrations.telcos')}
      description={t('staff.registrations.telcosHint')}
      {...input}
    >
      <Stack gap={12} my={8}>
        {known.map((telco) => (
          <Checkbox key={telco} value={telco} label={telco} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
