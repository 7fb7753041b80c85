// The dialogs of Contacts, one of which may be open. Dialogs with heavy parts load when they first open.
import { type Contact, createContactRequest, MAX_KEPT_CONTACTS } from '@godwit/contract/contacts';
import { MultiSelect, Select, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  createContact,
  deleteContact,
  deleteContacts,
  groupContacts,
  groupsQuery,
  refreshContacts,
  undoDeletion,
} from '../../api/contacts.ts';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { PhoneField } from '../../components/form/PhoneField.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import type { ImportJob } from '../../components/import/Import.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { toastSuccess, toastUndo } from '../../components/toast/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useNumberSubmit } from './contact.ts';
import { TextField } from './EditedContact.tsx';
import type { ContactSelection } from './selection.ts';

const ImportDialog = lazyPart(() => import('../../components/import/ImportDialog.tsx'), 'ImportDialog');

export type OpenDialog =
  | { name: 'new' | 'upload' }
  | { name: 'delete'; contact: Contact | null }
  | { name: 'group'; action: 'add' | 'remove' };

type SelectionProps = { selection: ContactSelection };

type Props = SelectionProps & {
  dialog: OpenDialog | null;
  job: ImportJob;
  onClose: () => void;
};

export function ContactDialogs({ dialog, selection, job, onClose }: Props) {
  // The last dialog stays mounted with its content, so that it can fade out.
  const [last, setLast] = useState<OpenDialog | null>(null);
  if (dialog && dialog !== last) setLast(dialog);
  // Mantine restores the focus, but not after a dialog that was mounted when it opened.
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (dialog) opener.current = document.activeElement;
  }, [dialog]);
  if (!last) return null;
  const shared = { opened: dialog !== null, onClose, onExited: () => restoreFocus(opener.current) };
  return (
    <Suspense fallback={null}>
      {last.name === 'new' ? <NewContactModal {...shared} /> : null}
      {last.name === 'upload' ? <ImportDialog {...shared} job={job} /> : null}
      {last.name === 'delete' && last.contact ? (
        <DeleteContactDialog {...shared} contact={last.contact} />
      ) : null}
      {last.name === 'delete' && !last.contact ? (
        <DeleteSelectedDialog {...shared} selection={selection} />
      ) : null}
      {last.name === 'group' ? <GroupDialog {...shared} {...last} selection={selection} /> : null}
    </Suspense>
  );
}

/** Restores the focus after a dialog. Its opener may be gone, for example a deleted row. */
function restoreFocus(opener: Element | null): void {
  const active = document.activeElement;
  // The closing dialog may still contain the focused button.
  const isLost = active === null || active === document.body || active.closest('[role="dialog"]') !== null;
  if (!isLost) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else document.getElementById('content')?.focus();
}

type Deleted = { message: string; undo: string | null };
type DeletionProps = Opening & { title: string; text: [string, string]; remove: () => Promise<Deleted> };

/** Confirms a deletion, which can be undone for a while. */
function Deletion({ remove, ...question }: DeletionProps) {
  const t = useText();
  const queries = useQueryClient();
  async function restore(id: string): Promise<string> {
    const { restored } = await undoDeletion(id);
    await refreshContacts(queries);
    return t('delete.undone', { count: restored });
  }
  return (
    <Confirm
      {...question}
      action={t('delete.delete')}
      busyLabel={t('delete.deleting')}
      call={async () => {
        const { message, undo } = await remove();
        await refreshContacts(queries);
        toastUndo(message, undo === null ? null : () => restore(undo));
      }}
    />
  );
}

/** Confirms the deletion of a contact. */
export function DeleteContactDialog({ contact, ...opening }: Opening & { contact: Contact }) {
  const t = useText();
  const readable = useReadableNumber();
  const { id, number } = contact;
  return (
    <Deletion
      {...opening}
      title={t('delete.oneTitle')}
      text={[t('delete.one', { name: nameOf(contact, readable), number: readable(number) }), t('delete.log')]}
      remove={async () => ({ message: t('delete.oneDone'), undo: (await deleteContact(id)).undo })}
    />
  );
}

/** Confirms the deletion of all selected contacts. */
function DeleteSelectedDialog({ selection, ...opening }: Opening & SelectionProps) {
  const t = useText();
  // Keep the count while the dialog fades out, because the selection is empty by then.
  const count = useRef(selection.count);
  if (opening.opened) count.current = selection.count || count.current;
  return (
    <Deletion
      {...opening}
      title={t('delete.manyTitle')}
      text={[
        t('delete.many', { count: count.current }),
        t(count.current > MAX_KEPT_CONTACTS ? 'delete.forGood' : 'delete.log'),
      ]}
      remove={async () => {
        const { deleted, undo } = await deleteContacts(selection.request);
        selection.clear();
        return { message: t('delete.manyDone', { count: deleted }), undo };
      }}
    />
  );
}

type GroupProps = SelectionProps & { action: 'add' | 'remove' };

/** Adds the selected contacts to a group, or removes them from one. */
function GroupDialog({ action, selection, ...opening }: Opening & GroupProps) {
  const t = useText();
  return (
    <Dialog {...opening} title={t(action === 'add' ? 'selection.addTo' : 'selection.removeFrom')} overhangs>
      <GroupForm action={action} selection={selection} onClose={opening.onClose} />
    </Dialog>
  );
}

function GroupForm({ action, selection, onClose }: GroupProps & Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { group_id: '' },
    validate: { group_id: (value) => (value ? null : t('inGroup.required')) },
  });
  const submission = useSubmit({
    form,
    call: async ({ group_id }) => {
      const { changed } = await groupContacts({ contacts: selection.request, group_id, action });
      await refreshContacts(queries);
      const group = groups.find(({ id }) => id === group_id)?.name ?? '';
      toastSuccess(t(action === 'add' ? 'inGroup.added' : 'inGroup.removed', { count: changed, group }));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const hint = action === 'add' ? 'inGroup.add' : 'inGroup.remove';
  return (
    <DialogForm
      {...submission}
      action={t(action === 'add' ? 'action.add' : 'action.remove')}
      busyLabel={t('action.saving')}
      onCancel={onClose}
    >
      <Select
        label={t('field.group')}
        data-autofocus
        openOnFocus={false}
        description={t(hint, { count: selection.count })}
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

/** `number` is the initial number; `onSaved` refreshes data other than the contacts. */
type NewContactProps = { number?: string; onSaved?: () => unknown };

export function NewContactModal({ number, onSaved, ...opening }: Opening & NewContactProps) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('contacts.addTitle')} size={520} closeOnClickOutside={false} overhangs>
      <NewContactForm onClose={opening.onClose} number={number} onSaved={onSaved} />
    </Dialog>
  );
}

type FormProps = { onClose: () => void; number: string | undefined; onSaved: (() => unknown) | undefined };

function NewContactForm({ onClose, number = '', onSaved }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const [country, setCountry] = useState<string>(useTeam().region.id);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { first_name: '', last_name: '', number, groups: [] as string[] },
    validate: validateBy(createContactRequest.omit({ groups: true })),
  });
  const { data: groups = [] } = useQuery(groupsQuery);
  const submission = useNumberSubmit(form, country, async ({ groups: chosen, ...contact }) => {
    await createContact(contact, chosen);
    await refreshContacts(queries);
    await onSaved?.();
    toastSuccess(t('contacts.created'));
    onClose();
  });
  return (
    <DialogForm {...submission} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={24}>
        <TextField name="first_name" form={form} labelled data-autofocus />
        <TextField name="last_name" form={form} labelled />
      </SimpleGrid>
      <PhoneField
        label={t('contacts.number')}
        country={country}
        onCountry={setCountry}
        key={form.key('number')}
        {...form.getInputProps('number')}
      />
      {groups.length > 0 ? (
        <MultiSelect
          label={t('field.groups')}
          placeholder={t('group.choose')}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          nothingFoundMessage={t('group.noneFound')}
          maxDropdownHeight={200}
          key={form.key('groups')}
          {...form.getInputProps('groups')}
        />
      ) : null}
    </DialogForm>
  );
}
