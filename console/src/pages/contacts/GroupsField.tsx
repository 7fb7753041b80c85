// The groups of a contact that is being edited.
import type { Contact, ContactFields, ContactGroup } from '@godwit/contract/contacts';
import { MultiSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../text/useText.ts';

export type GroupsFieldProps = {
  contact: Contact;
  groups: ContactGroup[];
  form: Pick<UseFormReturnType<ContactFields & { groups: string[] }>, 'key' | 'getInputProps' | 'getValues'>;
  /** Whether the label is seen, or the table's head says it. */
  labelled?: boolean;
};

export function GroupsField({ contact, groups, form, labelled = false }: GroupsFieldProps) {
  const t = useText();
  const words = t('field.groups');
  // Those it is in have names even before the list of all groups is there.
  const known = new Map([...contact.groups, ...groups].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      {...(labelled ? { label: words } : { 'aria-label': words })}
      data={[...known].map(([value, label]) => ({ value, label }))}
      placeholder={form.getValues().groups.length === 0 ? t('group.choose') : ''}
      searchable
      nothingFoundMessage={t('group.noneFound')}
      maxDropdownHeight={220}
      styles={{ pill: { maxWidth: 160 } }}
      // The table clips what hangs out of it; within the page's content, where screen readers look for it.
      comboboxProps={{ portalProps: { target: '#content' } }}
      key={form.key('groups')}
      {...form.getInputProps('groups')}
    />
  );
}
