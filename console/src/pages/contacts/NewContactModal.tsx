// 'Add New Contact'.
import { createContactRequest } from '@godwit/contract/contacts';
import { MultiSelect, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createContact, groupsQuery, readContactsAgain } from '../../api/contacts.ts';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { checkBy } from '../../components/formErrors.ts';
import { PhoneField } from '../../components/PhoneField.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { useNumberSubmit } from './contact.ts';
import { TextField } from './EditedContact.tsx';

export function NewContactModal(opening: Opening) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('contacts.addTitle')} size={520} closeOnClickOutside={false} overhangs>
      <NewContactForm onClose={opening.onClose} />
    </Dialog>
  );
}

function NewContactForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [country, setCountry] = useState<string>(useTeam().region.id);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { first_name: '', last_name: '', number: '', groups: [] as string[] },
    validate: checkBy(createContactRequest.omit({ groups: true })),
  });
  const { data: groups = [] } = useQuery(groupsQuery);
  const sending = useNumberSubmit(form, country, async ({ groups: chosen, ...contact }) => {
    await createContact(contact, chosen);
    await readContactsAgain(queries);
    toastSuccess(t('contacts.created'));
    onClose();
  });
  return (
    <DialogForm {...sending} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onClose}>
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
