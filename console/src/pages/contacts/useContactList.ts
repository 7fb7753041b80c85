// The page of contacts that the address asks for.
import type { ContactsPage } from '@godwit/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { contactsQuery } from '../../api/contacts.ts';
import { ApiError } from '../../api/errors.ts';
import { type ContactState, toFilter } from './contactState.ts';

const NOBODY: ContactsPage = { results: [], total_pages: 0, total: 0, more: false };
const NOT_FOUND = 404;

export type ContactList = {
  /** undefined while it loads for the first time, or where it cannot be read. */
  page: ContactsPage | undefined;
  /** The page of another address, which stays while this one's loads. */
  isOld: boolean;
  /** There are fewer pages than the one asked for. */
  isPastEnd: boolean;
  /** Why there is no page. */
  error: Error | null;
  readAgain: () => void;
};

export function useContactList(state: ContactState): ContactList {
  const filter = { ...toFilter(state), page_num: state.page - 1, page_size: state.pageSize };
  const { data, error, isPlaceholderData, refetch } = useQuery(contactsQuery(filter));
  // A group that is gone has nobody in it.
  const page = error instanceof ApiError && error.status === NOT_FOUND ? NOBODY : data;
  const pages = page?.total_pages ?? 0;
  return {
    page,
    isOld: isPlaceholderData,
    isPastEnd: pages > 0 && state.page > pages && !isPlaceholderData,
    error: page ? null : error,
    readAgain: () => void refetch(),
  };
}
