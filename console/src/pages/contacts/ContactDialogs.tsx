// The dialogs of Contacts: which one is open. Those with heavy parts load when they are first opened.
import type { Contact } from '@godwit/contract/contacts';
import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import {
  deleteContact,
  deleteContacts,
  groupContacts,
  groupsQuery,
  readContactsAgain,
} from '../../api/contacts.ts';
import { Confirm } from '../../components/Confirm.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import type { ImportJob } from '../../components/Import.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { nameOf } from './contact.ts';
import { focusContent } from './keyboard.ts';
import type { ContactSelection } from './selection.ts';

const NewContactModal = lazy(async () => ({
  default: (await import('./NewContactModal.tsx')).NewContactModal,
}));
const ManageGroupsModal = lazy(async () => ({
  default: (await import('./ManageGroupsModal.tsx')).ManageGroupsModal,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('../../components/ImportDialog.tsx')).ImportDialog,
}));

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
      {last.name === 'upload' ? <ImportDialog {...shared} job={job} /> : null}
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

// 'Delete Contact' and 'Delete Contacts': the last question before they are gone.
function DeleteContact({ contact, ...opening }: Opening & { contact: Contact }) {
  const t = useText();
  const readable = useReadableNumber();
  return (
    <ConfirmDelete
      {...opening}
      title={t('delete.oneTitle')}
      text={t('delete.one', { name: nameOf(contact, readable), number: readable(contact.number) })}
      remove={async () => {
        await deleteContact(contact.id);
        return t('delete.oneDone');
      }}
    />
  );
}

function DeleteContacts({ selection, ...opening }: Opening & { selection: ContactSelection }) {
  const t = useText();
  // What was asked stays in the question while it fades out, when none is chosen any more.
  const asked = useRef(selection.count);
  if (opening.opened) asked.current = selection.count || asked.current;
  return (
    <ConfirmDelete
      {...opening}
      title={t('delete.manyTitle')}
      text={t('delete.many', { count: asked.current })}
      remove={async () => {
        const { deleted } = await deleteContacts(selection.request);
        selection.clear();
        return t('delete.manyDone', { count: deleted });
      }}
    />
  );
}

type DeleteDialogsProps = Opening & {
  title: string;
  text: string;
  /** Deletes, and gives what to say of it. */
  remove: () => Promise<string>;
};

function ConfirmDelete({ text, remove, ...rest }: DeleteDialogsProps) {
  const t = useText();
  const queries = useQueryClient();
  return (
    <Confirm
      {...rest}
      text={[text, t('delete.log')]}
      action={t('delete.delete')}
      busyLabel={t('delete.deleting')}
      call={async () => {
        const done = await remove();
        await readContactsAgain(queries);
        toastSuccess(done);
      }}
    />
  );
}

// Puts the chosen contacts into a group, or takes them out of one.
type What = { action: 'add' | 'remove'; selection: ContactSelection };

function GroupDialog({ action, selection, ...opening }: Opening & What) {
  const t = useText();
  return (
    <Dialog {...opening} title={t(action === 'add' ? 'selection.addTo' : 'selection.removeFrom')} overhangs>
      <GroupForm action={action} selection={selection} onClose={opening.onClose} />
    </Dialog>
  );
}

function GroupForm({ action, selection, onClose }: What & Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { group_id: '' },
    validate: { group_id: (value) => (value ? null : t('inGroup.required')) },
  });
  const sending = useSubmit({
    form,
    call: async ({ group_id }) => {
      const { changed } = await groupContacts({ contacts: selection.request, group_id, action });
      await readContactsAgain(queries);
      const group = groups.find(({ id }) => id === group_id)?.name ?? '';
      toastSuccess(t(action === 'add' ? 'inGroup.added' : 'inGroup.removed', { count: changed, group }));
      onClose();
    },
    once: true,
  });
  const words = action === 'add' ? 'inGroup.add' : 'inGroup.remove';
  return (
    <DialogForm
      {...sending}
      action={t(action === 'add' ? 'action.add' : 'action.remove')}
      busyLabel={t('action.saving')}
      onCancel={onClose}
    >
      <Select
        label={t('field.group')}
        data-autofocus
        openOnFocus={false}
        description={t(words, { count: selection.count })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={t('inGroup.required')}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        nothingFoundMessage={t(groups.length === 0 ? 'inGroup.noGroups' : 'group.noneFound')}
        maxDropdownHeight={200}
        key={form.key('group_id')}
        {...form.getInputProps('group_id')}
      />
    </DialogForm>
  );
}
