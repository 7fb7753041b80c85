// SQL of SMPP accounts and their binds.

import { type Insertable, sql } from 'kysely';
import { transaction } from '../db/transaction.ts';
import type { SmppAccounts, SmppBinds } from '../db/types.ts';
import type { Database } from '../services.ts';

/** The team and the project that own the accounts. */
export type AccountScope = { teamId: string; projectId: string };

/** A bind that was not renewed since then has ended with its process. */
const BIND_GONE = sql<Date>`now() - interval '20 seconds'`;

/** A project's accounts, the oldest first. */
export function selectAccounts(db: Database, { teamId, projectId }: AccountScope) {
  return db
    .selectFrom('smpp_accounts')
    .select([
      'system_id',
      'mode',
      'name',
      'networks',
      'throughput',
      'max_binds',
      'charset',
      'long_messages',
      'tlvs',
      'created_at',
      'last_bound_at',
    ])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('system_id')
    .execute();
}

/** The binds with these system ids, in all processes. */
export function selectBinds(db: Database, systemIds: readonly string[]) {
  return db
    .selectFrom('smpp_binds')
    .select(['system_id', 'mode', 'address', 'bound_at'])
    .where('system_id', 'in', systemIds.length > 0 ? systemIds : [''])
    .where('seen_at', '>', BIND_GONE)
    .orderBy('bound_at')
    .execute();
}

/** Locks a project's accounts until the transaction ends, and counts them. */
export async function lockAccounts(db: Database, { teamId, projectId }: AccountScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`smpp accounts ${projectId}`}, 0))`.execute(db);
  // A separate statement, because it must see what others committed while the lock was awaited.
  const { n } = await db
    .selectFrom('smpp_accounts')
    .select(sql<number>`count(*)::integer`.as('n'))
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertAccount(db: Database, account: Insertable<SmppAccounts>): Promise<Date> {
  const { created_at } = await db
    .insertInto('smpp_accounts')
    .values(account)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

/** Deletes an account; returns its name and mode if there was one. */
export function deleteAccount(db: Database, { teamId, projectId }: AccountScope, systemId: string) {
  return db
    .deleteFrom('smpp_accounts')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('system_id', '=', systemId)
    .returning(['name', 'mode'])
    .executeTakeFirst();
}

/** The account with this system id, to check a bind. */
export function selectAccount(db: Database, systemId: string) {
  return db
    .selectFrom('smpp_accounts')
    .select([
      'system_id',
      'team_id',
      'project_id',
      'mode',
      'password_hash',
      'throughput',
      'max_binds',
      'networks',
      'charset',
      'long_messages',
      'tlvs',
    ])
    .select('last_network')
    .where('system_id', '=', systemId)
    .executeTakeFirst();
}

/** The accounts that restrict the addresses they bind from. */
export function selectNetworks(db: Database): Promise<{ system_id: string; networks: string[] }[]> {
  return db
    .selectFrom('smpp_accounts')
    .select(['system_id', 'networks'])
    .where(sql`cardinality(networks)`, '>', 0)
    .execute();
}

/** The accounts among these that still exist. */
export function selectKnown(db: Database, systemIds: readonly string[]): Promise<{ system_id: string }[]> {
  return db.selectFrom('smpp_accounts').select('system_id').where('system_id', 'in', systemIds).execute();
}

/** Adds a bind; returns false if its system id has `most` binds already, over all processes. */
export function insertBind(
  db: Database,
  bind: Insertable<SmppBinds> & { network: string },
  most: number,
): Promise<boolean> {
  const { network, ...row } = bind;
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`smpp binds ${row.system_id}`}, 0))`.execute(
      trx,
    );
    const { n } = await trx
      .selectFrom('smpp_binds')
      .select(sql<number>`count(*)::integer`.as('n'))
      .where('system_id', '=', row.system_id)
      .where('seen_at', '>', BIND_GONE)
      .executeTakeFirstOrThrow();
    if (n >= most) return false;
    await trx.insertInto('smpp_binds').values(row).execute();
    await trx
      .updateTable('smpp_accounts')
      .set({ last_bound_at: sql`now()`, last_network: network })
      .where('system_id', '=', row.system_id)
      .execute();
    return true;
  });
}

export async function deleteBinds(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('smpp_binds').where('id', 'in', ids).execute();
}

/** Renews the binds of a process, and deletes those that ended with their process. */
export async function renewBinds(db: Database, processId: string): Promise<void> {
  await db
    .updateTable('smpp_binds')
    .set({ seen_at: sql`now()` })
    .where('process_id', '=', processId)
    .execute();
  await db.deleteFrom('smpp_binds').where('seen_at', '<=', BIND_GONE).execute();
}

/** The number of binds of each of these system ids, over all processes. */
export function countBinds(
  db: Database,
  systemIds: readonly string[],
): Promise<{ system_id: string; n: number }[]> {
  return db
    .selectFrom('smpp_binds')
    .select(['system_id', sql<number>`count(*)::integer`.as('n')])
    .where('system_id', 'in', systemIds)
    .where('seen_at', '>', BIND_GONE)
    .groupBy('system_id')
    .execute();
}
