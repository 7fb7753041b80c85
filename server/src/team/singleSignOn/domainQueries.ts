// SQL of the email domains of teams. All times are the database's.
import { sql } from 'kysely';
import type { Database } from '../../services.ts';

/** A domain of a team. */
export type DomainKey = { teamId: string; domain: string };

export function selectDomains(db: Database, teamId: string) {
  return db
    .selectFrom('team_domains')
    .select(['domain', 'proof', 'proved_at', 'looks_gone'])
    .where('team_id', '=', teamId)
    .orderBy('domain')
    .execute();
}

/** Adds a domain, not yet proved. An existing one stays as it is. */
export async function insertDomain(
  db: Database,
  teamId: string,
  domain: string,
  proof: string,
): Promise<void> {
  await db
    .insertInto('team_domains')
    .values({ team_id: teamId, domain, proof })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks a domain for all teams, so one transaction at a time decides which team has it. */
export async function lockDomain(db: Database, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${domain}`}, 0))`.execute(db);
}

/** The team that has proved a domain. Undefined if there is none. */
export function selectProvedTeam(
  db: Database,
  domain: string,
): Promise<{ teamId: string; proof: string } | undefined> {
  return db
    .selectFrom('team_domains')
    .select(['team_id as teamId', 'proof'])
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .executeTakeFirst();
}

/**
 * Marks a domain as proved, because its record was found just now. Returns false if the team no longer has
 * the domain.
 */
export async function proveDomain(db: Database, { teamId, domain }: DomainKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('team_domains')
    .set({
      proved_at: sql`coalesce(proved_at, now())`,
      due_at: sql`now() + interval '1 day'`,
      looks_gone: 0,
    })
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Marks a domain as no longer proved. */
export async function unproveDomain(db: Database, { teamId, domain }: DomainKey): Promise<void> {
  await db
    .updateTable('team_domains')
    .set({ proved_at: null, looks_gone: 0 })
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .execute();
}

/**
 * Claims up to `limit` proved domains that are due for a check, each for a day. If a process dies, the check
 * is made a day later.
 */
export async function claimDomains(db: Database, limit: number): Promise<(DomainKey & { proof: string })[]> {
  const { rows } = await sql<DomainKey & { proof: string }>`
    update team_domains d set due_at = now() + interval '1 day'
    from (
      select team_id, domain from team_domains where proved_at is not null and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ) due
    where d.team_id = due.team_id and d.domain = due.domain
    returning d.team_id as "teamId", d.domain, d.proof`.execute(db);
  return rows;
}

/** Stores whether a check found the record of a proved domain. Returns how many checks in a row did not. */
export async function storeCheck(
  db: Database,
  { teamId, domain }: DomainKey,
  isThere: boolean,
): Promise<number> {
  const row = await db
    .updateTable('team_domains')
    .set({ looks_gone: isThere ? 0 : sql`looks_gone + 1` })
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .returning('looks_gone')
    .executeTakeFirst();
  return row?.looks_gone ?? 0;
}

/** Removes a domain and returns when it was proved, null for never. Undefined if there is none. */
export function deleteDomain(
  db: Database,
  teamId: string,
  domain: string,
): Promise<{ proved_at: Date | null } | undefined> {
  return db
    .deleteFrom('team_domains')
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .returning('proved_at')
    .executeTakeFirst();
}
