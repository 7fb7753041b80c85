// The dialogs of Contacts: which one is open. Those with heavy parts load when they are first opened.
import type { Contact } from '@godwit/contract/contacts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { DeleteContact, DeleteContacts } from './DeleteDialogs.tsx';
import { focusContent } from './focusContent.ts';
import { GroupDialog } from './GroupDialog.tsx';
import type { ImportJob } from './useImport.ts';
import type { ContactSelection } from './useSelection.ts';

const NewContactModal = lazy(async () => ({
  default: (await import('./NewContactModal.tsx')).NewContactModal,
}));
const ManageGroupsModal = lazy(async () => ({
  default: (await import('./ManageGroupsModal.tsx')).ManageGroupsModal,
}));
const UploadModal = lazy(async () => ({ default: (await import('./UploadModal.tsx')).UploadModal }));

export type OpenDialog =
  | { name: 'new' | 'groups' | 'upload' | 'deleteMany' }
  | { name: 'delete'; contact: Contact }
  | { name: 'group'; action: 'add' | 'remove' };

type Props = {
  dialog: OpenDialog | null;
  selection: ContactSelection;
  job: ImportJob;
  onClose: () => void;
};

export function ContactDialogs({ dialog, selection, job, onClose }: Props) {
  // A dialog that has been opened stays, so that it can fade out; it keeps what it was last opened with.
  const [last, setLast] = useState<OpenDialog | null>(null);
  if (dialog && dialog !== last) setLast(dialog);
  // The kit gives the focus back by itself, but not from a dialog that is there only since it is open.
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (dialog) opener.current = document.activeElement;
  }, [dialog]);
  if (!last) return null;
  const shared = { opened: dialog !== null, onClose, onExited: () => focusAfter(opener.current) };
  return (
    <Suspense fallback={null}>
      {last.name === 'new' ? <NewContactModal {...shared} /> : null}
      {last.name === 'groups' ? <ManageGroupsModal {...shared} /> : null}
      {last.name === 'upload' ? <UploadModal {...shared} job={job} /> : null}
      {last.name === 'delete' ? <DeleteContact {...shared} contact={last.contact} /> : null}
      {last.name === 'deleteMany' ? <DeleteContacts {...shared} selection={selection} /> : null}
      {last.name === 'group' ? <GroupDialog {...shared} action={last.action} selection={selection} /> : null}
    </Suspense>
  );
}

/** Gives the focus back. What opened the dialog may be gone, as the row that was deleted is. */
function focusAfter(opener: Element | null): void {
  const active = document.activeElement;
  // The dialog may be still there, about to go with the button that was pressed.
  const isLost = active === null || active === document.body || active.closest('[role="dialog"]') !== null;
  if (!isLost) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else focusContent();
}
