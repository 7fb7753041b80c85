// Which contacts are chosen: single ones, over several pages, or all that the search and the group match; and
// what calls about them are told.
import type { ContactList, ContactsFilter, DeleteContactsRequest } from '@godwit/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactCountQuery } from '../../api/contacts.ts';

/** `all` follows the list: all that match when the action happens, seen or not. */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true };

export const NONE: Selection = { all: false, ids: new Set() };

export const isChosen = (selection: Selection, id: string): boolean => selection.all || selection.ids.has(id);

/**
 * Chooses or leaves out the given ones. Leaving one out of all leaves only the others of the page, `shown`.
 */
export function choose(
  selection: Selection,
  ids: readonly string[],
  chosen: boolean,
  shown: readonly string[],
): Selection {
  const next = new Set(selection.all ? shown : selection.ids);
  for (const id of ids) {
    if (chosen) next.add(id);
    else next.delete(id);
  }
  return { all: false, ids: next };
}

/** What the box in the head says of the rows on the page. */
export function pageChosen(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = shown.filter((id) => isChosen(selection, id)).length;
  if (chosen === 0) return 'none';
  return chosen === shown.length ? 'all' : 'some';
}

/** Goes over several pages of one search; another search begins with none chosen. */
export function useSelection(filter: ContactsFilter, page: ContactList | undefined) {
  const search = JSON.stringify(filter);
  const [held, setHeld] = useState<{ search: string; selection: Selection }>({ search, selection: NONE });
  const selection = held.search === search ? held.selection : NONE;
  const shown = (page?.results ?? []).map(({ id }) => id);
  const onPage = pageChosen(selection, shown);
  const set = (next: Selection) => setHeld({ search, selection: next });

  // Where a search found more than it counts, all of them are counted before all of them can be chosen.
  const counted = useQuery({
    ...contactCountQuery(filter),
    enabled: page?.more === true && onPage === 'all',
  });
  // Those that match the search; undefined until that is known.
  const total = page?.more ? counted.data : page?.total;
  const request: DeleteContactsRequest = selection.all ? { all: filter } : [...selection.ids];
  return {
    /** How many are chosen. */
    count: selection.all ? (total ?? 0) : selection.ids.size,
    total,
    /** Whether all that match are chosen, and not only those of pages. */
    isAll: selection.all,
    onPage,
    has: (id: string) => isChosen(selection, id),
    toggle: (id: string) => set(choose(selection, [id], !isChosen(selection, id), shown)),
    togglePage: () => set(selection.all ? NONE : choose(selection, shown, onPage !== 'all', shown)),
    chooseAll: () => set({ all: true }),
    clear: () => set(NONE),
    request,
  };
}

export type ContactSelection = ReturnType<typeof useSelection>;
