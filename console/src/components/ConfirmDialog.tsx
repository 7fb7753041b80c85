// The question before something that cannot be taken back, or not easily.
import { Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../text/useText.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import classes from './ConfirmDialog.module.css';
import { DialogActions } from './DialogActions.tsx';
import { toastError } from './toast.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What stops working, or is lost. */
  children: ReactNode;
  /** The verb, and the verb with an ellipsis. */
  action: string;
  busyLabel: string;
  /** Does it; the dialog closes when that is done, and stays where it failed. */
  call: () => Promise<void>;
};

export function ConfirmDialog({ opened, onClose, title, children, action, busyLabel, call }: Props) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  // State changes with the next render; two presses can come before it.
  const running = useRef(false);

  async function confirm(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await call();
      onClose();
    } catch (error) {
      toastError(error);
    }
    running.current = false;
    setBusy(false);
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={classes.words}>{children}</div>
      <DialogActions onCancel={onClose}>
        <SubmitButton color="red" busy={busy} busyLabel={busyLabel} onClick={() => void confirm()}>
          {action}
        </SubmitButton>
      </DialogActions>
    </Modal>
  );
}
