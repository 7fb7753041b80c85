// Calls about contacts, their groups, and opt-outs.
import type {
  Contact,
  ContactFields,
  ContactsFilter,
  ContactsPage,
  DeleteContactsRequest,
  Deleted,
  Group,
  GroupContactsRequest,
  ImportReport,
} from '@godwit/contract/contacts';
import type { OptOut, OptOutImport, OptOutList } from '@godwit/contract/optOuts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type FileUpload, openFile, post, postFile, readQuery, request, type Values } from './client.ts';

/** A page of contacts; pages count from zero here as on the wire. */
export type ContactsPageFilter = ContactsFilter & { page_num: number; page_size: number };

// No event tells of contacts: coming back to the page or its tab has them read again.
const staleTime = 0;

/** A page of contacts; the page before it stays as placeholder while the next one loads. */
export const contactsQuery = (filter: ContactsPageFilter) => ({
  ...readQuery<ContactsPage>(['contacts', 'page', filter], '/contacts', filter),
  placeholderData: keepPreviousData,
  staleTime,
});

/** How many contacts match, however many. */
export const contactCountQuery = (filter: ContactsFilter) =>
  queryOptions({
    queryKey: ['contacts', 'count', filter],
    queryFn: async ({ signal }) =>
      (await request<{ total: number }>({ path: '/contacts/count', query: filter, signal })).total,
    staleTime,
  });

export const groupsQuery = { ...readQuery<Group[]>(['contacts', 'groups'], '/groups'), staleTime };

/** After any change of contacts or groups: names and sizes show in both, so both are read again. */
export const readContactsAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['contacts'] });

const contactPath = (id: string) => `/contacts/${encodeURIComponent(id)}`;
const groupPath = (id: string) => `/groups/${encodeURIComponent(id)}`;

/** Makes a contact in these groups. */
export const createContact = (fields: ContactFields, groups: readonly string[]) =>
  post<Contact>('/contacts', { ...fields, groups: groups.join() });

/** Saves a row: details and groups. */
export const saveContact = (id: string, fields: ContactFields, groups: readonly string[]): Promise<Contact> =>
  request({ method: 'PUT', path: contactPath(id), form: { ...fields, groups: groups.join() } });

/** Puts back what a deletion took, and returns how many contacts or groups. */
export const undoDeletion = (id: string) =>
  post<{ restored: number }>(`/contact_deletions/${encodeURIComponent(id)}/undo`, {});

export const deleteContact = (id: string): Promise<Deleted> =>
  request({ method: 'DELETE', path: contactPath(id) });

/** Deletes the ones of a list, or all that match. */
export const deleteContacts = (which: DeleteContactsRequest): Promise<Deleted> =>
  request({ method: 'POST', path: '/contacts/delete_multiple', json: which });

/** Puts contacts into a group or takes them out of it; `changed` are those that were not, or were, in it. */
export const groupContacts = (json: GroupContactsRequest): Promise<{ changed: number }> =>
  request({ method: 'POST', path: '/contacts/groups_multiple', json });

export const createGroup = (form: { name: string }) => post<Group>('/groups', form);

export const renameGroup = (id: string, form: { name: string }): Promise<Group> =>
  request({ method: 'PUT', path: groupPath(id), form });

export const deleteGroup = (id: string): Promise<Deleted> =>
  request({ method: 'DELETE', path: groupPath(id) });

/** Takes a file of contacts in, from the columns that the query names. What has all left goes in, also where no one waits for the answer. */
export const importContacts = (upload: FileUpload, query: Values) =>
  postFile<ImportReport>('/contacts_csv', 'csv', upload, query);

/** All contacts that match, as a file. */
export const openContacts = (query: ContactsFilter, signal: AbortSignal) =>
  openFile({ path: '/contacts/export.csv', query, signal });

/** `q` is the start of a number; pages count from zero here as on the wire. */
type OptOutFilter = { q: string | undefined; page_num: number; page_size: number };

/** A page of the list; the page before it stays as placeholder while the next one loads. */
export const optOutsQuery = (filter: OptOutFilter) => ({
  ...readQuery<OptOutList>(['opt-outs', filter], '/opt_outs', filter),
  placeholderData: keepPreviousData,
});

export const addOptOut = (form: { number: string }) => post<OptOut>('/opt_outs', form);

export const removeOptOut = (number: string): Promise<Deleted> =>
  request({ method: 'DELETE', path: `/opt_outs/${encodeURIComponent(number)}` });

/** Takes a file of numbers in, from the column that the query names. What has all left goes in, also where no one waits for the answer. */
export const importOptOuts = (upload: FileUpload, query: Values) =>
  postFile<OptOutImport>('/opt_outs_csv', 'csv', upload, query);

/** The whole list, as a file. */
export const openOptOuts = (signal: AbortSignal) => openFile({ path: '/opt_outs/export.csv', signal });
