// What Contacts shows, as its address carries it, so that reload, back and a shared link show the same.

import type { ContactsFilter } from '@godwit/contract/contacts';
import { type ListPage, parseSearch } from '../../components/useAddress.ts';

export type ContactState = {
  q: string;
  /** Id of a group; null is all contacts. */
  group: string | null;
} & ListPage;

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 100;
const LONGEST_ID = 64;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export const parseContactState = (params: URLSearchParams): ContactState => ({
  group: params.get('group')?.slice(0, LONGEST_ID) || null,
  ...parseSearch(params, MAX_SEARCH),
});

/** Whether anything narrows the list. */
export const isFiltered = ({ q, group }: ContactState): boolean => group !== null || q.trim() !== '';

/** What the server is asked for; its totals, exports and bulk actions take the same. */
export const toFilter = ({ q, group }: ContactState): ContactsFilter => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(group ? { group_id: group } : {}),
});
