// 'Change Password': the present one is asked for, and all other sessions end.
import { changePasswordRequest } from '@godwit/contract/accounts';
import { Modal, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword, sessionsQuery } from '../../api/profile.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './dialogs.module.css';

const checkRequest = schemaResolver(changePasswordRequest, { sync: true });

type Props = { opened: boolean; onClose: () => void };

export function ChangePassword({ opened, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('profile.changePassword')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      closeOnClickOutside={false}
    >
      <p className={classes.text}>{t('profile.passwordText')}</p>
      <PasswordForm onClose={onClose} />
    </Modal>
  );
}

function PasswordForm({ onClose }: Pick<Props, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current_password: '', password: '', confirm: '' },
    validate: (values) => {
      const errors = checkRequest(values);
      if (values.confirm === '') errors.confirm = t('reset.confirmRequired');
      else if (values.confirm !== values.password) errors.confirm = t('reset.confirmDiffers');
      return errors;
    },
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ confirm: _, ...values }) => {
      await changePassword(values);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toastSuccess(t('profile.passwordSaved'));
      onClose();
    },
    once: true,
  });
  const field = (name: 'current_password' | 'password' | 'confirm') => ({
    key: form.key(name),
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...field('current_password')}
        />
        <PasswordField label={t('profile.newPassword')} autoComplete="new-password" {...field('password')} />
        <PasswordField label={t('reset.confirm')} autoComplete="new-password" {...field('confirm')} />
      </Stack>
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
