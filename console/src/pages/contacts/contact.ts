// A contact's name, and a number that another contact has.
import type { Contact } from '@godwit/contract/contacts';
import type { UseFormReturnType } from '@mantine/form';
import { isConflict } from '../../api/errors.ts';

/** Puts the server's sentence at the number where another contact has it; true if it did. */
export function atNumber<Values extends { number: string }>(
  form: UseFormReturnType<Values>,
  error: unknown,
): boolean {
  const isTaken = isConflict(error);
  if (isTaken) form.setFieldError('number', error.fields.number ?? error.description);
  return isTaken;
}

type Named = Pick<Contact, 'first_name' | 'last_name' | 'number'>;

/** Both names, or the number of a contact without any. */
export const nameOf = (contact: Named, readable: (number: string) => string): string =>
  `${contact.first_name} ${contact.last_name}`.trim() || readable(contact.number);
