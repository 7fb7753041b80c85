// Asks before a number is taken off the list.
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeOptOut } from '../../api/optOuts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useOnce } from '../../components/useOnce.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** `number` null: closed. */
export function RemoveModal({ number, onClose }: { number: string | null; onClose: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const { busy, run } = useOnce();
  // What was last asked about stays while the dialog fades out.
  const [shown, setShown] = useState('');
  if (number !== null && number !== shown) setShown(number);
  const words = { number: readable(shown) };

  async function remove(): Promise<void> {
    await removeOptOut(shown).then(() => toastSuccess(t('optOuts.removed', words)), toastError);
    onClose();
    await queries.invalidateQueries({ queryKey: ['opt-outs'] });
  }
  return (
    <Modal
      opened={number !== null}
      onClose={() => busy || onClose()}
      title={t('optOuts.removeTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>{t('optOuts.removeText', words)}</p>
      <DialogActions onCancel={() => busy || onClose()}>
        <SubmitButton
          color="red"
          busy={busy}
          busyLabel={t('optOuts.removing')}
          onClick={() => void run(remove)}
        >
          {t('optOuts.doRemove')}
        </SubmitButton>
      </DialogActions>
    </Modal>
  );
}
