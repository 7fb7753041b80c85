// What the forms and rows of a contact share: its name, and the reading of its number.
import type { Contact } from '@godwit/contract/contacts';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { phonePlansQuery, toE164 } from '../../phone.ts';
import { useText } from '../../text/useText.ts';

type Named = Pick<Contact, 'first_name' | 'last_name' | 'number'>;

/** Both names, or the number of a contact without any. */
export const nameOf = (contact: Named, readable: (number: string) => string): string =>
  `${contact.first_name} ${contact.last_name}`.trim() || readable(contact.number);

/** Submits a form with a number, which is read as people of `country` write it; `save` gets it whole. */
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
