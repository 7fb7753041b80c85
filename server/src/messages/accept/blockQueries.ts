// SQL of blocked sender ids and domains.
import type { ClientBase, Pool } from 'pg';
import { prepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

type BlockRow = { domain: string | null; teamId: string | null; senderKey: string | null };

const READ_BLOCKS = prepared<BlockRow>('read-blocks')`
  select domain, null::uuid as "teamId", null as "senderKey" from blocked_domains
  union all
  select null, team_id, sender_key from blocked_names`;

/** All blocks: either a domain, or a team's sender id as `senderKey` writes it. */
export async function readBlocks(database: ClientBase | Pool): Promise<BlockRow[]> {
  const { rows } = await READ_BLOCKS.run(database);
  return rows;
}

type Name = { team_id: string; sender_key: string };

/** Blocks a sender id of a team; false if it is blocked. */
export async function insertBlockedName(trx: Database, name: Name & { case_id: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('blocked_names')
    .values(name)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Allows a sender id again; false if it is not blocked. */
export async function deleteBlockedName(trx: Database, { team_id, sender_key }: Name): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocked_names')
    .where('team_id', '=', team_id)
    .where('sender_key', '=', sender_key)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Blocks a domain; false if it is blocked. */
export async function insertBlockedDomain(
  trx: Database,
  row: { domain: string; case_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('blocked_domains')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Allows a domain again; false if it is not blocked. */
export async function deleteBlockedDomain(trx: Database, domain: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocked_domains')
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Whether a sender id of a team is blocked, and which of these domains are. */
export async function selectBlocks(
  db: Database,
  { team_id, sender_key }: Name,
  domains: readonly string[],
): Promise<{ name: boolean; domains: string[] }> {
  const [name, blocked] = await Promise.all([
    db
      .selectFrom('blocked_names')
      .select('case_id')
      .where('team_id', '=', team_id)
      .where('sender_key', '=', sender_key)
      .executeTakeFirst(),
    db
      .selectFrom('blocked_domains')
      .select('domain')
      .where('domain', 'in', ['', ...domains])
      .orderBy('domain')
      .execute(),
  ]);
  return { name: name !== undefined, domains: blocked.map(({ domain }) => domain) };
}
