// Finds entries by the words that a person types, and joins results of several lists and calls into groups.
import type { UseQueryResult } from '@tanstack/react-query';
import type { Translate } from '../../text/useText.ts';

/**
 * An entry that can be opened. `more` follows its name, `project` is selected when it opens, and `state` is
 * the navigation state. `act` is called instead of opening `to`.
 */
export type Result = {
  key: string;
  to: string;
  name: string;
  more?: string;
  project?: string;
  state?: unknown;
  act?: () => void;
};

/** `isOld` means that the results belong to the previous text. */
export type Results = { label: string; isOld: boolean; results: Result[] };

/** All groups for a text, and the progress of the search as text. */
export type Found = { groups: Results[]; isSearching: boolean; outcome: string };

/** A name, and other search words. */
export type Named = { name: string; others: string[] };

export const MAX_RESULTS = 5;
export const MIN_CHARACTERS = 2;
export const SEARCH_AFTER_MS = 200;

/** Whether a text is long enough to search the person's own data. */
export const isText = (typed: string): boolean => typed.length >= MIN_CHARACTERS;

/** Whether a text is a number without words before it. */
export const isPlainNumber = (typed: string): boolean => /^\+?[\d\s.\-()]+$/.test(typed);

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[\s\-_/]+/)
    .filter(Boolean);

/**
 * Finds entries in which each typed word is the start of a word. Matches by name come before matches by other
 * words. An empty text finds all.
 */
export function findNamed<One extends Named>(all: readonly One[], typed: string): One[] {
  const wanted = wordsOf(typed);
  const isIn = (texts: string[]) => {
    const id = texts.flatMap(wordsOf);
    return wanted.every((start) => id.some((word) => word.startsWith(start)));
  };
  const named = all.filter(({ name }) => isIn([name]));
  const byOtherWords = all.filter((one) => !named.includes(one) && isIn([one.name, ...one.others]));
  return wanted.length === 0 ? [...all] : [...named, ...byOtherWords].slice(0, MAX_RESULTS);
}

/** One kind of results that the server finds. `may`: whether a text may match this kind. */
export type ServerKind<Row> = {
  label: string;
  may: (text: string) => boolean;
  query: UseQueryResult<{ results: Row[] }>;
  toResult: (row: Row) => Result;
};

/**
 * The server's results of one kind: `typed` is the text in the field, and `q` the one that was searched for.
 */
export function foundOnServer<Row>(
  { label, may, query, toResult }: ServerKind<Row>,
  { typed, q }: { typed: string; q: string },
): { group: Results; isSearching: boolean; hasFailed: boolean } {
  const { data, isPlaceholderData, isFetching } = query;
  const isOld = q !== typed || isPlaceholderData;
  const isMissing = isOld || !data;
  const rows = may(typed) && may(q) && data ? data.results.slice(0, MAX_RESULTS) : [];
  return {
    group: { label, isOld, results: rows.map(toResult) },
    isSearching: may(typed) && (q !== typed || (isMissing && isFetching)),
    hasFailed: may(typed) && q === typed && isMissing && !isFetching,
  };
}

/** The progress of a search, or its outcome: `nothing` is the text for no results. */
export function outcomeOf(
  search: { isSearching: boolean; hasFailed: boolean; count: number; nothing: string },
  t: Translate,
): string {
  if (search.isSearching) return t('palette.searching');
  if (search.hasFailed) return t('palette.failed');
  return search.count > 0 ? t('palette.count', { count: search.count }) : search.nothing;
}
