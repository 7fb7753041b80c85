// 'Invite to the Team': an address and the role it is to have.
import type { Role } from '@godwit/contract/roles';
import { inviteRequest } from '@godwit/contract/team';
import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { invite } from '../../api/team.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { givenBy } from './RoleSelect.tsx';
import { useReadTeamAgain } from './useReadTeamAgain.ts';

type Props = { opened: boolean; onClose: () => void };

export function InviteDialog({ opened, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('team.inviteTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      closeOnClickOutside={false}
      // The list of roles hangs over the edge.
      styles={{ content: { overflow: 'visible' } }}
    >
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: Pick<Props, 'onClose'>) {
  const t = useText();
  const { role: myRole } = useProfile();
  const readAgain = useReadTeamAgain();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'SENDER' },
    validate: schemaResolver(inviteRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
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
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <TextInput
          label={t('team.email')}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label={t('team.role')}
          description={t(`roleHint.${form.values.role}`)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data={givenBy(myRole).map((role) => ({ value: role, label: t(`role.${role}`) }))}
          {...form.getInputProps('role')}
        />
      </Stack>
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('team.sending')}>
          {t('team.sendInvitation')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
