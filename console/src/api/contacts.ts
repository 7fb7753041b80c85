// Calls about contacts, their groups, and opt-outs.
import { type ConsentKind, MAX_ASKED } from '@godwit/contract/consentRules';
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

/** A page of contacts. Page numbers start at zero, as in the API. */
export type ContactsPageFilter = ContactsFilter & { page_num: number; page_size: number };

// Contacts have no live events, so they reload when the person returns to the page or its tab.
const staleTime = 0;

/** A page of contacts. The previous page stays on screen while the next one loads. */
export const contactsQuery = (filter: ContactsPageFilter) => ({
  ...readQuery(['contacts', 'page', filter], 'GET /contacts', { query: filter }),
  placeholderData: keepPreviousData,
  staleTime,
});

/** The number of contacts that match, without a limit. */
export const contactCountQuery = (filter: ContactsFilter) =>
  queryOptions({
    queryKey: ['contacts', 'count', filter],
    queryFn: async ({ signal }) => (await request('GET /contacts/count', { query: filter, signal })).total,
    staleTime,
  });

export const groupsQuery = { ...readQuery(['contacts', 'groups'], 'GET /groups'), staleTime };

/** Reloads contacts and groups together, because both show names and sizes. */
export const refreshContacts = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['contacts'] });

/** Creates a contact in these groups. */
export const createContact = (fields: ContactFields, groups: readonly string[]) =>
  request('POST /contacts', { form: { ...fields, groups: groups.join() } });

/** Saves a contact and its groups. */
export const saveContact = (id: string, fields: ContactFields, groups: readonly string[]) =>
  request('PUT /contacts/:id', { params: { id }, form: { ...fields, groups: groups.join() } });

/** Restores deleted contacts or groups and returns how many. */
export const undoDeletion = (id: string) => request('POST /contact_deletions/:id/undo', { params: { id } });

export const deleteContact = (id: string) => request('DELETE /contacts/:id', { params: { id } });

/** Deletes the listed contacts, or all that match. */
export const deleteContacts = (json: DeleteContactsRequest) =>
  request('POST /contacts/delete_multiple', { json });

/**
 * Adds contacts to a group or removes them. `changed` in the answer counts only those whose membership
 * changed.
 */
export const groupContacts = (json: GroupContactsRequest) =>
  request('POST /contacts/groups_multiple', { json });

export const createGroup = (form: GroupFields) => request('POST /groups', { form });

export const saveGroup = (id: string, form: GroupFields) =>
  request('PUT /groups/:id', { params: { id }, form });

export const deleteGroup = (id: string) => request('DELETE /groups/:id', { params: { id } });

/**
 * Imports contacts from a file; the query assigns its columns. After the upload, the import finishes even if
 * the page is closed.
 */
export const importContacts = (upload: FileUpload, query: Values) =>
  request('POST /contacts_csv', { query, ...withFile('csv', upload) });

/** All matching contacts, as a file. */
export const openContacts = (query: ContactsFilter, signal: AbortSignal) =>
  openFile('GET /contacts/export.csv', { query, signal });

/** `q` is the start of a number. Page numbers start at zero, as in the API. */
type OptOutFilter = { mode: Mode; q: string | undefined; page_num: number; page_size: number };

/** A page of opt-outs. The previous page stays on screen while the next one loads. */
export const optOutsQuery = (filter: OptOutFilter) => ({
  ...readQuery(['opt-outs', filter], 'GET /opt_outs', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The consents of a number, newest first. They have no live events. */
export const consentsQuery = (query: { mode: Mode; number: string }) => ({
  ...readQuery(['consents', query], 'GET /consents', { query }),
  staleTime,
});

/** Those of these numbers (E.164) without a consent that allows messages that need one. */
export const lackingConsentQuery = (mode: Mode, numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['lackingConsent', mode, numbers],
    queryFn: async ({ signal }) => {
      const lacking: string[] = [];
      for (let first = 0; first < numbers.length; first += MAX_ASKED) {
        const json = { mode, numbers: numbers.slice(first, first + MAX_ASKED) };
        lacking.push(...(await request('POST /consents/lacking', { json, signal })).numbers);
      }
      return lacking;
    },
  });

/** The consents and opt-outs of a number, as a ZIP archive. */
export const openProof = (query: { mode: Mode; number: string }, signal: AbortSignal) =>
  openFile('GET /consents/proof.zip', { query, signal });

/** Adds a record, which nothing changes afterwards. */
export const recordConsent = (form: {
  mode: Mode;
  number: string;
  kind: ConsentKind;
  at: string;
  source: string;
  wording: string;
  proof: string;
  expires_at: string | null;
}) => request('POST /consents', { json: form });

export const addOptOut = (form: { mode: Mode; number: string; scope: OptOutScope }) =>
  request('POST /opt_outs', { form });

export const removeOptOut = (mode: Mode, { number, scope }: Pick<OptOut, 'number' | 'scope'>) =>
  request('DELETE /opt_outs/:number', { params: { number }, query: { mode, scope } });

/**
 * Imports numbers from a file; the query assigns its columns. After the upload, the import finishes even if
 * the page is closed.
 */
export const importOptOuts = (upload: FileUpload, query: Values) =>
  request('POST /opt_outs_csv', { query, ...withFile('csv', upload) });

/** All opt-outs, as a file. */
export const openOptOuts = (mode: Mode, signal: AbortSignal) =>
  openFile('GET /opt_outs/export.csv', { query: { mode }, signal });
