// The view of lists of messages: which columns are shown, and how high rows are. It is kept in this browser.
import { useSyncExternalStore } from 'react';
import { storedLogView, storeLogView, subscribeToStorage } from '../../session/storage.ts';

/** Columns that can be hidden; a date, a recipient and a status are always shown. */
export const OPTIONAL_COLUMNS = ['api', 'from', 'text', 'id', 'segments'] as const;
const COMPACT = 'compact';

/** The names of shown columns, and `compact` for low rows. */
const CHOICES = [...OPTIONAL_COLUMNS, COMPACT] as const;
type Choice = (typeof CHOICES)[number];
const DEFAULT: readonly Choice[] = ['api', 'from', 'text'];

/** The choices of a stored view; unknown ones, of another version, are left out. */
export function parseLogView(stored: string | null): readonly Choice[] {
  if (stored === null) return DEFAULT;
  const names = stored.split(',');
  return CHOICES.filter((choice) => names.includes(choice));
}

/** The view, and a function that stores another one. */
export function useLogView() {
  const chosen = parseLogView(useSyncExternalStore(subscribeToStorage, storedLogView));
  return {
    chosen,
    compact: chosen.includes(COMPACT),
    choose: (choices: readonly string[]) => storeLogView(choices.join()),
  };
}
