// Numbers that rows of a file give different names, found before it is sent as the server finds them: the last name counts.
import { MAX_OTHERS_LISTED, type NameConflict } from '@godwit/contract/contacts';
import type { CsvRow } from '@godwit/contract/csvContacts';

/** How many of them a preview knows. */
export const MOST_CONFLICTS = 100;

/** `isCut`: there are more than these. */
export type NameConflicts = { listed: NameConflict[]; isCut: boolean };

/** As many last digits as tell numbers apart well enough, however they are written. */
const ENDING = 8;

/**
 * Says, once all rows were shown to `see`, which may have a number in common. Reading every number of a large file by its numbering
 * plan would take longer than anyone waits, and few files have a number twice.
 */
export function openRepeats() {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  const endingOf = (typed: string) => Number(typed.replace(/\D+/g, '').slice(-ENDING));
  return {
    see: (typed: string) => {
      const ending = endingOf(typed);
      if (seen.has(ending)) repeated.add(ending);
      else seen.add(ending);
    },
    isAny: () => repeated.size > 0,
    has: (typed: string) => repeated.has(endingOf(typed)),
  };
}

type Named = NameConflict['kept'];
type Entry = NameConflict & { last: Named; differs: boolean };

/** Is shown the good rows in their order, and gives the numbers that have different names. */
export function openConflicts() {
  const entries = new Map<string, Entry>();
  const listed: Entry[] = [];
  let isCut = false;

  return {
    take({ number, firstName: first_name, lastName: last_name }: CsvRow, line: number): void {
      if (first_name === '' && last_name === '') return;
      const row = { line, first_name, last_name };
      const entry = entries.get(number);
      if (!entry) {
        entries.set(number, { number, kept: row, others: [], others_total: 0, last: row, differs: false });
        return;
      }
      const { kept } = entry;
      if (!entry.differs && (differ(kept.first_name, first_name) || differ(kept.last_name, last_name))) {
        entry.differs = true;
        if (listed.length < MOST_CONFLICTS) listed.push(entry);
        else isCut = true;
      }
      if (entry.others.length < MAX_OTHERS_LISTED) entry.others.push(entry.last);
      entry.others_total++;
      entry.last = row;
      entry.kept = {
        line,
        first_name: first_name || kept.first_name,
        last_name: last_name || kept.last_name,
      };
    },
    end: (): NameConflicts => ({
      listed: listed.map(({ last: _, differs: __, ...conflict }) => conflict),
      isCut,
    }),
  };
}

/** First and last name as people read them. */
export const fullName = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;
