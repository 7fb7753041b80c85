// Asks an unverified person who wants LIVE to verify first.
import { Button, Modal } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';
import { DialogActions } from './DialogActions.tsx';

export function VerifyAccountModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('verifyModal.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {t('verifyModal.text')}
      <DialogActions onCancel={onClose}>
        <Button component={Link} to={paths.verify} onClick={onClose}>
          {t('verifyModal.verify')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
