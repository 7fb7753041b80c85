// A team's list of numbers that want no more messages: looking at it, and changing it one by one.
import type { OptOut } from '@godwit/contract/optOuts';
import { parseRecipient } from '../messages/numbers.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  deleteOptOut,
  insertOptOuts,
  type OptOutRow,
  type OptOutSource,
  selectFollowing,
  selectOptOut,
  selectPage,
} from './queries.ts';

type Parts = Pick<Services, 'pool'>;

/** A number as people write it, as the list keeps it. Refusals, at the field `number`: those of parseRecipient. */
export function readOptOutNumber(typed: string): string | Refusal {
  const recipient = parseRecipient(typed);
  if (!isRefusal(recipient)) return recipient.e164;
  return { ...recipient, ...(recipient.fields?.to && { fields: { number: recipient.fields.to } }) };
}

/** A page of the list, newest first; `q` is how a number starts, with or without its +. */
export async function readOptOuts(
  { pool }: Parts,
  teamId: string,
  { q, page_num, page_size }: { q?: string | undefined; page_num: number; page_size: number },
) {
  const digits = q?.replace(/[\s.\-()[\]+]/g, '').replace(/^00/, '');
  const prefix = digits ? `+${digits}` : null;
  const { total, rows } = await selectPage(pool, teamId, {
    prefix,
    offset: page_num * page_size,
    limit: page_size,
  });
  return { results: rows.map(toOptOut), total, total_pages: Math.ceil(total / page_size) };
}

/** Puts a number on the list, where it is not on it; from now on nothing is sent to it. Refusals: those of readOptOutNumber. */
export async function addOptOut(
  { pool }: Parts,
  place: { teamId: string; source: OptOutSource },
  typed: string,
): Promise<OptOut | Refusal> {
  const number = readOptOutNumber(typed);
  if (isRefusal(number)) return number;
  await insertOptOuts(pool, place, [number]);
  const row = await selectOptOut(pool, place.teamId, number);
  return row ? toOptOut(row) : refuse('conflict');
}

/** Takes a number off the list. Refusal: notFound. */
export async function removeOptOut(
  { pool }: Parts,
  teamId: string,
  number: string,
): Promise<{ deleted: number } | Refusal> {
  return (await deleteOptOut(pool, teamId, number)) ? { deleted: 1 } : refuse('notFound');
}

const PIECE = 5_000;

/** The whole list in the order of numbers, in pieces. */
export async function* allOptOuts({ pool }: Parts, teamId: string): AsyncGenerator<OptOut[]> {
  let after = '';
  for (;;) {
    const rows = await selectFollowing(pool, teamId, { after, limit: PIECE });
    if (rows.length > 0) yield rows.map(toOptOut);
    if (rows.length < PIECE) return;
    after = rows.at(-1)!.number;
  }
}

function toOptOut({ number, source, createdAt }: OptOutRow): OptOut {
  return { number, source, created_at: createdAt.toISOString() };
}
