// Taking in a file of numbers that want no more messages: read as it comes, stored when it is whole.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unescapeCell } from '@godwit/contract/contacts';
import { MAX_IMPORT_ROWS, type OptOutImport } from '@godwit/contract/optOuts';
import type { Member } from '../accounts/sessions.ts';
import { readCsv } from '../contacts/csvRows.ts';
import { readNumber } from '../contacts/number.ts';
import { transaction } from '../db/pool.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { insertOptOuts } from './queries.ts';

const MOST_NAMED = 1_000;
const LONGEST_SHOWN = 40;
const PIECE = 10_000;
const TURN = 500;

/** The first cell of a line, counted from 1. */
type Row = { cell: string; line: number };

/**
 * Reads a file and puts its good numbers on a team's list, all in one transaction. Throws where the file is cut.
 * Refusals: tooLarge, and those of readCsv.
 */
export async function importOptOuts(
  { pool }: Pick<Services, 'pool'>,
  { teamId, regionId }: Pick<Member, 'teamId' | 'regionId'>,
  file: AsyncIterable<Uint8Array>,
): Promise<OptOutImport | Refusal> {
  const rows = await readRows(file);
  if (isRefusal(rows)) return rows;
  const { numbers, rejected } = await readNumbers(rows, regionId);
  const added = await transaction(pool, async (client) => {
    let count = 0;
    for (let at = 0; at < numbers.length; at += PIECE) {
      const piece = numbers.slice(at, at + PIECE);
      count += (await insertOptOuts(client, { teamId, source: 'IMPORT' }, piece)).length;
    }
    return count;
  });
  return {
    added,
    unchanged: numbers.length - added,
    rejected: rejected.slice(0, MOST_NAMED),
    rejected_count: rejected.length,
  };
}

/** Takes the file as fast as it comes; what is in it is looked at afterwards. */
async function readRows(file: AsyncIterable<Uint8Array>): Promise<Row[] | Refusal> {
  const rows: Row[] = [];
  const refused = await readCsv(file, (cells, line) => {
    if (rows.length === MAX_IMPORT_ROWS) return TOO_MANY;
    rows.push({ cell: unescapeCell((cells[0] ?? '').trim()), line });
    return null;
  });
  return refused ?? rows;
}

/** Reads the numbers, each once and in order; others have their turn in between. */
async function readNumbers(
  rows: Row[],
  country: string,
): Promise<{ numbers: string[]; rejected: OptOutImport['rejected'] }> {
  const numbers = new Set<string>();
  const rejected: OptOutImport['rejected'] = [];
  for (const [i, { cell, line }] of rows.entries()) {
    if (i % TURN === 0) await nextTurn();
    const number = readNumber(cell, country);
    if (isRefusal(number)) {
      const reason = number.fields?.number ?? 'This is not a phone number';
      rejected.push({ line, number: cell.slice(0, LONGEST_SHOWN).toWellFormed(), reason });
    } else numbers.add(number);
  }
  return { numbers: [...numbers].sort(), rejected };
}

const TOO_MANY: Refusal = refuse('tooLarge', {
  description: `A file may have ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and 50 MB at most. Split it and import the parts.`,
});
