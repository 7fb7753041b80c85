// 'Delete Contact' and 'Delete Contacts': the last question before they are gone.
import type { Contact } from '@godwit/contract/contacts';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deleteContact, deleteContacts, readContactsAgain } from '../../api/contacts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './Dialogs.module.css';
import { nameOf } from './names.ts';
import type { ContactSelection } from './useSelection.ts';

type Dialog = { opened: boolean; onClose: () => void; onExited: () => void };

export function DeleteContact({ contact, ...dialog }: Dialog & { contact: Contact }) {
  const t = useText();
  const readable = useReadableNumber();
  return (
    <Confirm
      {...dialog}
      title={t('delete.oneTitle')}
      words={t('delete.one', { name: nameOf(contact, readable), number: readable(contact.number) })}
      call={async () => {
        await deleteContact(contact.id);
        return t('delete.oneDone');
      }}
    />
  );
}

export function DeleteContacts({ selection, ...dialog }: Dialog & { selection: ContactSelection }) {
  const t = useText();
  // What was asked stays in the question while it fades out, when nobody is chosen any more.
  const asked = useRef(selection.count);
  if (dialog.opened) asked.current = selection.count || asked.current;
  return (
    <Confirm
      {...dialog}
      title={t('delete.manyTitle')}
      words={t('delete.many', { count: asked.current })}
      call={async () => {
        const { deleted } = await deleteContacts(selection.request);
        selection.clear();
        return t('delete.manyDone', { count: deleted });
      }}
    />
  );
}

type ConfirmProps = Dialog & {
  title: string;
  words: string;
  /** Deletes, and gives what to say of it. */
  call: () => Promise<string>;
};

function Confirm({ opened, onClose, onExited, title, words, call }: ConfirmProps) {
  const t = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      const done = await call();
      await readContactsAgain(queries);
      toastSuccess(done);
      onClose();
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p className={classes.words}>{words}</p>
      <p className={classes.quiet}>{t('delete.log')}</p>
      <DialogActions onCancel={onClose}>
        <SubmitButton color="red" busy={busy} busyLabel={t('delete.deleting')} onClick={() => void confirm()}>
          {t('delete.delete')}
        </SubmitButton>
      </DialogActions>
    </Modal>
  );
}
