// 'Invite to the Team': an address and the role it is to have.
import type { Role } from '@godwit/contract/roles';
import { inviteRequest } from '@godwit/contract/team';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { invite } from '../../api/team.ts';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { useReadTeamAgain } from './members.ts';
import { givenBy } from './RoleSelect.tsx';

export function InviteDialog({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('team.inviteTitle')}
      closeOnClickOutside={false}
      overhangs
    >
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const { role: myRole } = useProfile();
  const readAgain = useReadTeamAgain();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'SENDER' },
    validate: schemaResolver(inviteRequest, { sync: true }),
  });
  const sending = useSubmit({
    form,
    call: async (values) => {
      const { email } = await invite(values);
      toastSuccess(t('team.invited', { email }));
      onClose();
      await readAgain();
    },
    once: true,
  });
  return (
    <DialogForm
      {...sending}
      action={t('team.sendInvitation')}
      busyLabel={t('action.sending')}
      onCancel={onClose}
    >
      <TextInput
        label={t('field.email')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select
        label={t('field.role')}
        description={t(`roleHint.${form.values.role}`)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={givenBy(myRole).map((role) => ({ value: role, label: t(`role.${role}`) }))}
        {...form.getInputProps('role')}
      />
    </DialogForm>
  );
}
