// The selected contacts: single ones on any number of pages, or all that match the search and the group.
import type { ContactList, ContactsFilter, DeleteContactsRequest } from '@godwit/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactCountQuery } from '../../api/contacts.ts';

/** `all` means all contacts that match when the action runs, whether they were shown or not. */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true };

export const NONE: Selection = { all: false, ids: new Set() };

export const isChosen = (selection: Selection, id: string): boolean => selection.all || selection.ids.has(id);

/**
 * Selects or deselects `ids`. If all contacts are selected, deselecting some leaves only the others of the
 * page, `shown`.
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

/** The state of the checkbox for all rows of the page. */
export function pageChosen(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = shown.filter((id) => isChosen(selection, id)).length;
  if (chosen === 0) return 'none';
  return chosen === shown.length ? 'all' : 'some';
}

/** Keeps the selection across the pages of a search. Another search starts with none selected. */
export function useSelection(filter: ContactsFilter, page: ContactList | undefined) {
  const search = JSON.stringify(filter);
  const [state, setState] = useState<{ search: string; selection: Selection }>({ search, selection: NONE });
  const selection = state.search === search ? state.selection : NONE;
  const shown = (page?.results ?? []).map(({ id }) => id);
  const onPage = pageChosen(selection, shown);
  const set = (next: Selection) => setState({ search, selection: next });

  // If the page has only a partial count, count all matches before the user can select all of them.
  const counted = useQuery({
    ...contactCountQuery(filter),
    enabled: page?.more === true && onPage === 'all',
  });
  // The number of matches; undefined until it is known.
  const total = page?.more ? counted.data : page?.total;
  const request: DeleteContactsRequest = selection.all ? { all: filter } : [...selection.ids];
  return {
    /** The number of selected contacts. */
    count: selection.all ? (total ?? 0) : selection.ids.size,
    total,
    /** Whether all matches are selected, not only the rows of some pages. */
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
