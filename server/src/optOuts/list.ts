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
import { numberPrefixes, readNumber } from '../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  type Addressee,
  deleteOptOuts,
  insertOptOuts,
  type OptOutRow,
  selectFollowing,
  selectOptedOut,
  selectOptOuts,
  selectPage,
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
 * Adds a number to a list if missing. No message of the scope is sent to it from now on. Refusals: those of
 * readNumber.
 */
export async function addOptOut(
  { pool }: Services,
  { teamId, regionId }: Asker,
  { number: typed, mode, scope }: { number: string; mode: Mode; scope: OptOutScope },
): Promise<OptOut | Refusal> {
  const number = readNumber(typed, regionId);
  if (isRefusal(number)) return number;
  await insertOptOuts(pool, { teamId, mode, scope, source: 'CONSOLE' }, [number]);
  const rows = await selectOptOuts(pool, { teamId, mode, number });
  const row = rows.find((one) => one.scope === scope);
  return row ? toOptOut(row) : refuse('conflict');
}

/**
 * Removes a number from a list, in one scope or all. Returns an id that restores it for a minute.
 * Refusals: notFound; conflict if the recipient or staff added it, since only they may remove it (security
 * S52).
 */
export async function removeOptOut(
  { pool }: Services,
  asked: { teamId: string; mode: Mode; number: string; scope?: OptOutScope | undefined },
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
  'The recipient has opted out. Only they can take it back, on the page of the link in a message.';

const PIECE = 1_000;

/** A whole list in the order of numbers, in pieces. */
export async function* allOptOuts(
  { pool }: Services,
  list: { teamId: string; mode: Mode },
): AsyncGenerator<OptOut[]> {
  let after: Pick<OptOutRow, 'number' | 'scope'> | undefined;
  for (;;) {
    const rows = await selectFollowing(pool, list, { after, limit: PIECE });
    if (rows.length > 0) yield rows.map(toOptOut);
    if (rows.length < PIECE) return;
    after = rows.at(-1);
  }
}

/** The widest opt-out scope that stops each of these messages, or null if none does. */
export async function findOptedOut(
  client: ClientBase | Pool,
  addressees: readonly Addressee[],
): Promise<(addressee: Addressee) => OptOutScope | null> {
  if (addressees.length === 0) return () => null;
  const keyOf = ({ teamId, mode, recipient, promotional }: Addressee) =>
    [teamId, mode, recipient, promotional].join(' ');
  const found = await selectOptedOut(client, addressees);
  const scopes = new Map(found.map((one) => [keyOf(one), one.scope]));
  return (addressee) => scopes.get(keyOf(addressee)) ?? null;
}

function toOptOut({ number, scope, source, createdAt }: OptOutRow): OptOut {
  return { number, scope, source, created_at: createdAt.toISOString() };
}
