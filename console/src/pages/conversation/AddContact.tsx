// Dialogs about the contact of a number outside Contacts, with the texts of Contacts.
import { useQueryClient } from '@tanstack/react-query';
import type { Opening } from '../../components/dialog/Dialog.tsx';
import { contacts } from '../../text/contacts/en.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { DeleteContactDialog, NewContactModal } from '../contacts/ContactDialogs.tsx';

function NewContactForNumber({ number, ...opening }: Opening & { number: string }) {
  const queries = useQueryClient();
  const onSaved = () => queries.invalidateQueries({ queryKey: ['conversations'] });
  return <NewContactModal {...opening} number={number} onSaved={onSaved} />;
}

export const AddContact = withTexts(NewContactForNumber, contacts);
export const RemoveContact = withTexts(DeleteContactDialog, contacts);
