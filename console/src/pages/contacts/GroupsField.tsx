// The groups of a contact that is being edited.
import type { Contact, ContactFields, ContactGroup } from '@godwit/contract/contacts';
import { MultiSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../text/useText.ts';

export type GroupsFieldProps = {
  contact: Contact;
  groups: ContactGroup[];
  form: Pick<UseFormReturnType<ContactFields & { groups: string[] }>, 'key' | 'getInputProps' | 'getValues'>;
  /** Whether to show the label. In the table, the column head replaces it. */
  labelled?: boolean;
};

export function GroupsField({ contact, groups, form, labelled = false }: GroupsFieldProps) {
  const t = useText();
  const fieldLabel = t('field.groups');
  // The contact's own groups have names even before the list of groups has loaded.
  const options = new Map([...contact.groups, ...groups].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      {...(labelled ? { label: fieldLabel } : { 'aria-label': fieldLabel })}
      data={[...options].map(([value, label]) => ({ value, label }))}
      placeholder={form.getValues().groups.length === 0 ? t('group.choose') : ''}
      searchable
      nothingFoundMessage={t('group.noneFound')}
      maxDropdownHeight={220}
      styles={{ pill: { maxWidth: 160 } }}
      // The table would clip the options. `#content` keeps them where screen readers look for them.
      comboboxProps={{ portalProps: { target: '#content' } }}
      key={form.key('groups')}
      {...form.getInputProps('groups')}
    />
  );
}
