// The fields of a contact that is edited where it stands, one by one, since a table has them in cells of their own.
import type { Contact, Group } from '@godwit/contract/contacts';
import { ActionIcon, Loader, MultiSelect, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import classes from './ContactFields.module.css';
import type { ContactForm } from './useContactForm.ts';

const LABELS = {
  number: 'contacts.number',
  first_name: 'contacts.firstName',
  last_name: 'contacts.lastName',
} as const satisfies Record<string, TextId>;

type FieldProps = {
  form: ContactForm['form'];
  /** Id of the form element, which may be in another cell. */
  formId: string;
  /** Whether the label is seen, or the table's head says it. */
  labelled?: boolean;
};

export function TextField({
  name,
  form,
  formId,
  labelled = false,
}: FieldProps & { name: keyof typeof LABELS }) {
  const words = useText()(LABELS[name]);
  return (
    <TextInput
      {...(labelled ? { label: words } : { 'aria-label': words })}
      {...(name === 'number' ? { type: 'tel', maxLength: 64, 'data-first': true } : { maxLength: 100 })}
      form={formId}
      autoComplete="off"
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}

export function GroupsField({
  contact,
  groups,
  form,
  labelled = false,
}: Omit<FieldProps, 'formId'> & { contact: Contact; groups: Group[] }) {
  const t = useText();
  const words = t('contacts.groups');
  // Those it is in have names even before the list of all groups is there.
  const known = new Map([...contact.groups, ...groups].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      {...(labelled ? { label: words } : { 'aria-label': words })}
      data={[...known].map(([value, label]) => ({ value, label }))}
      placeholder={t('contacts.chooseGroups')}
      searchable
      nothingFoundMessage={t('contacts.noGroupFound')}
      maxDropdownHeight={220}
      classNames={{ input: classes.groups ?? '', pill: classes.pill ?? '' }}
      // The table clips what hangs out of it; within the page's content, where screen readers look for it.
      comboboxProps={{ portalProps: { target: '#content' } }}
      key={form.key('groups')}
      {...form.getInputProps('groups')}
    />
  );
}

/** The tick and the cross, and the form they belong to. */
export function SaveButtons({
  name,
  formId,
  edit,
  onCancel,
}: {
  name: string;
  formId: string;
  edit: ContactForm;
  onCancel: () => void;
}) {
  const t = useText();
  const save = t('contacts.saveRow', { name });
  const cancel = t('contacts.cancelRow', { name });
  return (
    <form id={formId} className={classes.buttons} onSubmit={edit.submit} noValidate>
      <Tooltip label={save}>
        <ActionIcon type="submit" color="tide" aria-label={save} aria-disabled={edit.busy || undefined}>
          {edit.busy ? <Loader size={18} color="currentColor" /> : <IconCheck size={20} stroke={2} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={cancel}>
        <ActionIcon aria-label={cancel} onClick={onCancel}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </form>
  );
}

/** Gives the first field the focus when the fields appear. */
export function focusFirst(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[data-first]')?.focus();
}
