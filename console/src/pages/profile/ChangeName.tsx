// 'Change Name'.
import { updateProfileRequest } from '@godwit/contract/accounts';
import { Modal, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { updateProfile } from '../../api/profile.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = { opened: boolean; onClose: () => void };

export function ChangeName({ opened, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('profile.changeName')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <NameForm onClose={onClose} />
    </Modal>
  );
}

function NameForm({ onClose }: Pick<Props, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { first_name, last_name } = useProfile();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { first_name, last_name },
    validate: schemaResolver(updateProfileRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      queries.setQueryData(profileQuery.queryKey, await updateProfile(values));
      toastSuccess(t('profile.nameSaved'));
      onClose();
    },
    once: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <TextInput
          label={t('profile.firstName')}
          data-autofocus
          autoComplete="given-name"
          key={form.key('first_name')}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={t('profile.lastName')}
          autoComplete="family-name"
          key={form.key('last_name')}
          {...form.getInputProps('last_name')}
        />
      </Stack>
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
