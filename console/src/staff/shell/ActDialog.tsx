// Asks before something is done, and for the reason where one is kept.
import { reasonRequest } from '@godwit/contract/staff';
import { Modal, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastError } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './ActDialog.module.css';

/** Somebody was faster: what the page shows is old. */
const STATE_CONFLICT = 1013;

export type Asking = {
  title: string;
  text: string;
  /** What the button says. */
  confirm: string;
  asksReason?: boolean;
  /** Does it; the reason is empty where none is asked for. */
  act: (reason: string) => Promise<void>;
  /** Reads again what a colleague has changed meanwhile. */
  onLost: () => void;
};

/** `asking` is what is asked; null while the dialog is closed. */
export function ActDialog({ asking, onClose }: { asking: Asking | null; onClose: () => void }) {
  const t = useText();
  // What was asked stays in sight while the dialog goes.
  const [shown, setShown] = useState(asking);
  if (asking !== null && asking !== shown) setShown(asking);
  return (
    <Modal
      opened={asking !== null}
      onClose={onClose}
      title={shown?.title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {shown ? <ActForm {...shown} onClose={onClose} /> : null}
    </Modal>
  );
}

function ActForm({ text, confirm, asksReason, act, onLost, onClose }: Asking & { onClose: () => void }) {
  const t = useText();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    ...(asksReason ? { validate: schemaResolver(reasonRequest, { sync: true }) } : {}),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ reason }) => {
      await act(reason.trim());
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== STATE_CONFLICT) return false;
      toastError(error);
      onLost();
      onClose();
      return true;
    },
    once: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.text}>{text}</p>
      {asksReason ? (
        <Textarea
          className={classes.reason ?? ''}
          label={t('staff.action.reason')}
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
      ) : null}
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('staff.action.busy')}>
          {confirm}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
