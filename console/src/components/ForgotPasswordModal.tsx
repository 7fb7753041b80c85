// 'Forgot your password', over the login page or over the re-login dialog.
import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useText } from '../text/useText.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import classes from './ReloginDialog.module.css';

type Props = { opened: boolean; onClose: () => void; email: string };

export function ForgotPasswordModal({ opened, onClose, email }: Props) {
  const t = useText();
  // The kit notes where the focus was when it opens, not when it is put on the page already open.
  const mounted = useMounted();
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={t('forgot.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      stackId="forgot-password"
    >
      <p className={classes.text}>{t('forgot.text')}</p>
      <ForgotPasswordForm submitLabel={t('forgot.request')} email={email} onSent={onClose} />
    </Modal>
  );
}
