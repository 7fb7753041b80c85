// The form of a contact that is edited where it stands: details, then groups.
import { type Contact, updateContactRequest } from '@godwit/contract/contacts';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { readContactsAgain, saveContact } from '../../api/contacts.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { phonePlansQuery, useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { atNumber } from './conflict.ts';
import { readNumber } from './readNumber.ts';

/** @param onDone once both calls have succeeded and the list shows what they changed */
export function useContactForm(contact: Contact, onDone: () => void) {
  const t = useText();
  const queries = useQueryClient();
  const country = useTeam().region.id;
  const readable = useReadableNumber();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      number: readable(contact.number),
      first_name: contact.first_name,
      last_name: contact.last_name,
      groups: contact.groups.map(({ id }) => id),
    },
    validate: schemaResolver(updateContactRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ groups, ...details }) => {
      const { parsePhoneNumberFromString } = await queries.ensureQueryData(phonePlansQuery);
      const number = readNumber(details.number, country, parsePhoneNumberFromString);
      if (number === null) {
        form.setFieldError('number', t('contacts.badNumber'));
        return;
      }
      // Whatever came of it, the list then shows what is true.
      await saveContact(contact, { ...details, number }, groups).finally(() => readContactsAgain(queries));
      toastSuccess(t('contacts.saved'));
      onDone();
    },
    onError: (error) => atNumber(form, error),
  });
  return { form, submit, busy };
}

export type ContactForm = ReturnType<typeof useContactForm>;
