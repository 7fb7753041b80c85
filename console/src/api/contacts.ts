// Calls about contacts and their groups.
import type {
  Contact,
  ContactsFilter,
  ContactsPage,
  CreateContactRequest,
  DeleteContactsRequest,
  Deleted,
  Group,
  GroupContactsRequest,
  ImportReport,
  UpdateContactRequest,
} from '@godwit/contract/contacts';
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

const updateContact = (id: string, form: UpdateContactRequest): Promise<Contact> =>
  request({ method: 'PUT', path: contactPath(id), form });

const updateGroups = (id: string, groups: readonly string[]) =>
  post<Contact>(`${contactPath(id)}/update_groups`, { groups: groups.join() });

/** Makes a contact in these groups; where those fail there is none, and the failure is theirs. */
export async function createContact(form: CreateContactRequest, groups: readonly string[]): Promise<void> {
  const { id } = await post<Contact>('/contacts', form);
  if (groups.length === 0) return;
  try {
    await updateGroups(id, groups);
  } catch (error) {
    // Where even this fails, the list that is read next shows what is true.
    await deleteContact(id).catch(() => {});
    throw error;
  }
}

/**
 * Saves a row: details, then groups. Where the groups fail the details are put back, so that either both have changed or
 * neither; the failure is the groups'.
 */
export async function saveContact(before: Contact, details: UpdateContactRequest, groups: readonly string[]) {
  await updateContact(before.id, details);
  try {
    return await updateGroups(before.id, groups);
  } catch (error) {
    const { first_name, last_name, number } = before;
    // Where even this fails, the list that is read next shows what is true.
    await updateContact(before.id, { first_name, last_name, number }).catch(() => {});
    throw error;
  }
}

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
