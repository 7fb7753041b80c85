// Which contacts are chosen: single ones, over several pages, or all that the search and the group match.

/** `all` follows the list: whoever matches when the action happens, seen or not. */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true };

export const NOBODY: Selection = { all: false, ids: new Set() };

export const isChosen = (selection: Selection, id: string): boolean => selection.all || selection.ids.has(id);

/** Chooses or leaves out the given ones. Leaving one out of all leaves only the others of the page, `shown`. */
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
