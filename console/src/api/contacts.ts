// Calls about contacts, their groups, and opt-outs.
import type {
  ContactFields,
  ContactsFilter,
  DeleteContactsRequest,
  GroupContactsRequest,
  GroupFields,
} from '@godwit/contract/contacts';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import type { OptOut } from '@godwit/contract/optOuts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type FileUpload, openFile, readQuery, request, type Values, withFile } from './client.ts';

/** A page of contacts; pages count from zero here as on the wire. */
export type ContactsPageFilter = ContactsFilter & { page_num: number; page_size: number };

// Contacts have no live events. Returning to the page or its tab reloads them.
const staleTime = 0;

/** A page of contacts; the page before it stays as placeholder while the next one loads. */
export const contactsQuery = (filter: ContactsPageFilter) => ({
  ...readQuery(['contacts', 'page', filter], 'GET /contacts', { query: filter }),
  placeholderData: keepPreviousData,
  staleTime,
});

/** How many contacts match, however many. */
export const contactCountQuery = (filter: ContactsFilter) =>
  queryOptions({
    queryKey: ['contacts', 'count', filter],
    queryFn: async ({ signal }) => (await request('GET /contacts/count', { query: filter, signal })).total,
    staleTime,
  });

export const groupsQuery = { ...readQuery(['contacts', 'groups'], 'GET /groups'), staleTime };

/** After any change of contacts or groups: names and sizes show in both, so both are read again. */
export const readContactsAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['contacts'] });

/** Makes a contact in these groups. */
export const createContact = (fields: ContactFields, groups: readonly string[]) =>
  request('POST /contacts', { form: { ...fields, groups: groups.join() } });

/** Saves a row: details and groups. */
export const saveContact = (id: string, fields: ContactFields, groups: readonly string[]) =>
  request('PUT /contacts/:id', { params: { id }, form: { ...fields, groups: groups.join() } });

/** Puts back what a deletion took, and returns how many contacts or groups. */
export const undoDeletion = (id: string) => request('POST /contact_deletions/:id/undo', { params: { id } });

export const deleteContact = (id: string) => request('DELETE /contacts/:id', { params: { id } });

/** Deletes the ones of a list, or all that match. */
export const deleteContacts = (json: DeleteContactsRequest) =>
  request('POST /contacts/delete_multiple', { json });

/** Puts contacts into a group or takes them out of it; `changed` are those that were not, or were, in it. */
export const groupContacts = (json: GroupContactsRequest) =>
  request('POST /contacts/groups_multiple', { json });

export const createGroup = (form: GroupFields) => request('POST /groups', { form });

export const renameGroup = (id: string, form: GroupFields) =>
  request('PUT /groups/:id', { params: { id }, form });

export const deleteGroup = (id: string) => request('DELETE /groups/:id', { params: { id } });

/**
 * Imports a file of contacts from the columns that the query names. A file that was sent whole is imported
 * even if no one waits for the answer.
 */
export const importContacts = (upload: FileUpload, query: Values) =>
  request('POST /contacts_csv', { query, ...withFile('csv', upload) });

/** All contacts that match, as a file. */
export const openContacts = (query: ContactsFilter, signal: AbortSignal) =>
  openFile('GET /contacts/export.csv', { query, signal });

/** `q` is the start of a number; pages count from zero here as on the wire. */
type OptOutFilter = { mode: Mode; q: string | undefined; page_num: number; page_size: number };

/** A page of the list; the page before it stays as placeholder while the next one loads. */
export const optOutsQuery = (filter: OptOutFilter) => ({
  ...readQuery(['opt-outs', filter], 'GET /opt_outs', { query: filter }),
  placeholderData: keepPreviousData,
});

export const addOptOut = (form: { mode: Mode; number: string; scope: OptOutScope }) =>
  request('POST /opt_outs', { form });

export const removeOptOut = (mode: Mode, { number, scope }: Pick<OptOut, 'number' | 'scope'>) =>
  request('DELETE /opt_outs/:number', { params: { number }, query: { mode, scope } });

/**
 * Imports a file of numbers from the columns that the query names. A file that was sent whole is imported
 * even if no one waits for the answer.
 */
export const importOptOuts = (upload: FileUpload, query: Values) =>
  request('POST /opt_outs_csv', { query, ...withFile('csv', upload) });

/** The whole list, as a file. */
export const openOptOuts = (mode: Mode, signal: AbortSignal) =>
  openFile('GET /opt_outs/export.csv', { query: { mode }, signal });
