// Helpers for the forms and rows of contacts: the display name, and parsing of the number.
import type { Contact } from '@godwit/contract/contacts';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { phonePlansQuery, toE164 } from '../../phone.ts';
import { useText } from '../../text/useText.ts';

type Named = Pick<Contact, 'first_name' | 'last_name' | 'number'>;

/** Returns the first and last name of a contact, or its number if it has neither. */
export const nameOf = (contact: Named, readable: (number: string) => string): string =>
  `${contact.first_name} ${contact.last_name}`.trim() || readable(contact.number);

/** Submits a form whose number is in the format of `country`; `save` gets the international number. */
export function useNumberSubmit<Values extends { number: string }>(
  form: UseFormReturnType<Values>,
  country: string,
  save: (values: Values) => Promise<void>,
) {
  const t = useText();
  const queries = useQueryClient();
  return useSubmit({
    form,
    call: async (values) => {
      const { parsePhoneNumberFromString } = await queries.ensureQueryData(phonePlansQuery);
      const number = toE164(values.number, country, parsePhoneNumberFromString);
      if (number === null) form.setFieldError('number', t('contacts.badNumber'));
      else await save({ ...values, number });
    },
  });
}
