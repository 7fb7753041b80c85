// A team's lists of opted-out numbers, one per mode: reading, single changes, and look-ups.
import type { Deleted } from '@godwit/contract/contacts';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import { isTeamsOwn, MAX_OPT_OUTS_FOUND, OPT_OUT_SOURCES, type OptOut } from '@godwit/contract/optOuts';
import { OPT_OUT_BY_STAFF } from '@godwit/contract/sentences/contacts';
import type { ClientBase, Pool } from 'pg';
import type { Asker } from '../contacts/filter.ts';
import { type PageQuery, rowsOf, toPage } from '../http/paging.ts';
import { newId } from '../ids.ts';
import { numberPrefixes } from '../phoneNumbers.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  type Addressee,
  deleteOptOuts,
  insertOptOuts,
  type List,
  type OptOutRow,
  type OptOutSource,
  type Place,
  selectFollowing,
  selectOptedOut,
  selectOptOuts,
  selectPage,
  selectPreceding,
} from './queries.ts';

/** A page of the list, newest first. `q` is the start of a number, with or without its country code. */
export async function readOptOuts(
  { pool }: Services,
  { teamId, regionId }: Asker,
  { q, mode, ...asked }: PageQuery & { mode: Mode },
) {
  const prefixes = q?.trim() ? numberPrefixes(q, regionId) : null;
  const page = rowsOf(asked);
  const { found, rows } = await selectPage(
    pool,
    { teamId, mode },
    { prefixes, ...page },
    MAX_OPT_OUTS_FOUND + 1,
  );
  const total = Math.min(found, MAX_OPT_OUTS_FOUND);
  const shown = rows
    .slice(0, Math.max(0, total - page.offset))
    .map((row) => ({ ...toOptOut(row), contact: row.contact }));
  return { ...toPage(shown, total, page), more: found > total };
}

/**
 * Adds a number (E.164) to a list if missing. No message of the scope is sent to it from now on. Refusal:
 * conflict if it was removed at the same time.
 */
export async function addOptOut(
  { pool }: Services,
  {
    number,
    ...added
  }: List & { number: string; scope: OptOutScope; source: Extract<OptOutSource, 'CONSOLE' | 'API'> },
): Promise<OptOut | Refusal> {
  await insertOptOuts(pool, added, [number]);
  const rows = await selectOptOuts(pool, { ...added, number });
  const row = rows.find((one) => one.scope === added.scope);
  return row ? toOptOut(row) : refuse('conflict');
}

/**
 * Removes a number from a list, in one scope or all. Returns an id that restores it for a minute.
 * Refusals: notFound; conflict if the recipient or staff added it, since only they may remove it (security
 * S52).
 */
export async function removeOptOut(
  { pool }: Services,
  asked: List & { number: string; scope?: OptOutScope | undefined },
): Promise<Deleted | Refusal> {
  const deletionId = newId();
  const own = OPT_OUT_SOURCES.filter((source) => isTeamsOwn(source, asked.mode));
  if ((await deleteOptOuts(pool, { ...asked, deletionId }, own)) > 0) return { deleted: 1, undo: deletionId };
  const rows = await selectOptOuts(pool, asked);
  const row = rows.find(({ scope }) => scope === (asked.scope ?? scope));
  if (!row) return refuse('notFound');
  return refuse('conflict', { description: row.source === 'STAFF' ? OPT_OUT_BY_STAFF : BY_RECIPIENT });
}

const BY_RECIPIENT =
  'The recipient has opted out, so nothing was removed. They can undo it with START or with the link in a message; otherwise only our staff can.';

const PIECE = 1_000;

/** A whole list in the order of numbers, in pieces. */
export async function* allOptOuts({ reads }: Pick<Services, 'reads'>, list: List): AsyncGenerator<OptOut[]> {
  let after: Place | undefined;
  for (;;) {
    const rows = await reads.long(({ pool }) => selectFollowing(pool, list, { after, limit: PIECE }));
    if (rows.length > 0) yield rows.map(toOptOut);
    if (rows.length < PIECE) return;
    after = rows.at(-1);
  }
}

/**
 * Opt-outs in the order of numbers. `next`: the cursor to continue with in the same direction, null at the
 * end.
 */
type Walked = { results: OptOut[]; next: string | null };

/** Reads up to `limit` opt-outs of a list after or before a cursor; without one, from the beginning. */
export async function walkOptOuts(
  { pool }: Pick<Services, 'pool'>,
  list: List,
  { after, before, limit }: { after?: string | undefined; before?: string | undefined; limit: number },
): Promise<Walked> {
  // One more than asked tells whether there is a next page.
  const found =
    before === undefined
      ? await selectFollowing(pool, list, { after: placeAt(after), limit: limit + 1 })
      : await selectPreceding(pool, list, { before: placeAt(before)!, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)! : null;
  const next = last && `${last.number.slice(1)}-${last.scope}`;
  return { results: (before === undefined ? rows : rows.reverse()).map(toOptOut), next };
}

function placeAt(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [digits, scope] = cursor.split('-');
  return { number: `+${digits}`, scope: scope as OptOutScope };
}

/** The opt-outs of a number. */
export async function optOutsOf(
  { pool }: Pick<Services, 'pool'>,
  asked: List & { number: string },
): Promise<Walked> {
  return { results: (await selectOptOuts(pool, asked)).map(toOptOut), next: null };
}

/** The widest opt-out scope that stops each of these messages, or null if none does. */
export async function findOptedOut(
  client: ClientBase | Pool,
  addressees: readonly Addressee[],
): Promise<(addressee: Addressee) => OptOutScope | null> {
  if (addressees.length === 0) return () => null;
  const keyOf = ({ teamId, mode, recipient, contentClass }: Addressee) =>
    [teamId, mode, recipient, contentClass].join(' ');
  const found = await selectOptedOut(client, addressees);
  const scopes = new Map(found.map((one) => [keyOf(one), one.scope]));
  return (addressee) => scopes.get(keyOf(addressee)) ?? null;
}

function toOptOut({ number, scope, source, createdAt }: OptOutRow): OptOut {
  return { number, scope, source, created_at: createdAt.toISOString() };
}
