// What a contact is called.
import type { Contact } from '@godwit/contract/contacts';

type Named = Pick<Contact, 'first_name' | 'last_name' | 'number'>;

/** Both names, or the number of somebody without any. */
export const nameOf = (contact: Named, readable: (number: string) => string): string =>
  `${contact.first_name} ${contact.last_name}`.trim() || readable(contact.number);
