// What Contacts shows, as its address carries it, so that reload, back and a shared link show the same.

import type { ContactsFilter } from '@godwit/contract/contacts';

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export type ContactState = {
  q: string;
  /** Id of a group; null is everybody. */
  group: string | null;
  /** Counted from one, as on screen. */
  page: number;
  pageSize: PageSize;
};

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 100;
const MAX_PAGE = 100_000;
const LONGEST_ID = 64;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export function parseContactState(params: URLSearchParams): ContactState {
  const page = Number(params.get('page'));
  const pageSize = Number(params.get('page_size'));
  return {
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
    group: params.get('group')?.slice(0, LONGEST_ID) || null,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? PAGE_SIZES[0],
  };
}

/** The address of a state, whole: a link that leaves out defaults would change its meaning with them. */
export function formatContactState({ q, group, page, pageSize }: ContactState): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (group) params.set('group', group);
  params.set('page', String(page));
  params.set('page_size', String(pageSize));
  return params;
}

/** Whether anything narrows the list. */
export const isFiltered = ({ q, group }: ContactState): boolean => group !== null || q.trim() !== '';

/** What the server is asked for; its totals, exports and bulk actions take the same. */
export const toFilter = ({ q, group }: ContactState): ContactsFilter => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(group ? { group_id: group } : {}),
});
