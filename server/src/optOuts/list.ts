// A team's list of opted-out numbers: looking at it, changing it one by one, and asking whether a number is on it.
import type { Deleted } from '@godwit/contract/contacts';
import { isTeamsOwn, MAX_OPT_OUTS_FOUND, OPT_OUT_SOURCES, type OptOut } from '@godwit/contract/optOuts';
import type { ClientBase } from 'pg';
import type { Asker } from '../contacts/filter.ts';
import { type PageQuery, rowsOf, toPage } from '../http/paging.ts';
import { newId } from '../ids.ts';
import { numberPrefixes, readNumber } from '../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  deleteOptOut,
  insertOptOuts,
  type OptOutRow,
  selectFollowing,
  selectOptedOut,
  selectOptOut,
  selectPage,
} from './queries.ts';

type Addressee = { teamId: string; recipient: string };

/** A page of the list, newest first; `q` is how a number starts, with or without its country code. */
export async function readOptOuts(
  { pool }: Services,
  { teamId, regionId }: Asker,
  { q, ...asked }: PageQuery,
) {
  const prefixes = q?.trim() ? numberPrefixes(q, regionId) : null;
  const page = rowsOf(asked);
  const { found, rows } = await selectPage(pool, teamId, { prefixes, ...page }, MAX_OPT_OUTS_FOUND + 1);
  const total = Math.min(found, MAX_OPT_OUTS_FOUND);
  const shown = rows.slice(0, Math.max(0, total - page.offset)).map(toOptOut);
  return { ...toPage(shown, total, page), more: found > total };
}

/** Puts a number on the list, where it is not on it; from now on nothing is sent to it. Refusals: those of readNumber. */
export async function addOptOut(
  { pool }: Services,
  { teamId, regionId }: Asker,
  typed: string,
): Promise<OptOut | Refusal> {
  const number = readNumber(typed, regionId);
  if (isRefusal(number)) return number;
  await insertOptOuts(pool, { teamId, source: 'CONSOLE' }, [number]);
  const row = await selectOptOut(pool, teamId, number);
  return row ? toOptOut(row) : refuse('conflict');
}

/**
 * Takes a number off the list; returns the id that puts it back for a minute, as it was. Refusals: notFound; conflict, where the recipient or staff have put it there: only they may take it
 * off (security S52).
 */
export async function removeOptOut(
  { pool }: Services,
  teamId: string,
  number: string,
): Promise<Deleted | Refusal> {
  const deletionId = newId();
  if (await deleteOptOut(pool, { teamId, number, deletionId }, OPT_OUT_SOURCES.filter(isTeamsOwn)))
    return { deleted: 1, undo: deletionId };
  const row = await selectOptOut(pool, teamId, number);
  if (!row) return refuse('notFound');
  return refuse('conflict', { description: row.source === 'STAFF' ? BY_STAFF : BY_RECIPIENT });
}

const BY_STAFF = 'Our staff have put this number on the list. Contact support.';
const BY_RECIPIENT =
  'The recipient has opted out. Only they can take it back, on the page of the link in a message.';

const PIECE = 1_000;

/** The whole list in the order of numbers, in pieces. */
export async function* allOptOuts({ pool }: Services, teamId: string): AsyncGenerator<OptOut[]> {
  let after = '';
  for (;;) {
    const rows = await selectFollowing(pool, teamId, { after, limit: PIECE });
    if (rows.length > 0) yield rows.map(toOptOut);
    if (rows.length < PIECE) return;
    after = rows.at(-1)!.number;
  }
}

/** Which of these recipients (E.164) have opted out of their team's messages. */
export async function findOptedOut(
  client: ClientBase,
  addressees: readonly Addressee[],
): Promise<(addressee: Addressee) => boolean> {
  if (addressees.length === 0) return () => false;
  const found = await selectOptedOut(client, addressees);
  const keys = new Set(found.map(({ teamId, number }) => `${teamId} ${number}`));
  return ({ teamId, recipient }) => keys.has(`${teamId} ${recipient}`);
}

function toOptOut({ number, source, createdAt }: OptOutRow): OptOut {
  return { number, source, created_at: createdAt.toISOString() };
}
