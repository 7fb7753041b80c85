// SQL of teams' providers of single sign-on. All times are the database's.
import { type Insertable, sql } from 'kysely';
import type { TeamSignOn } from '../../db/types.ts';
import type { Database } from '../../services.ts';

export function selectProvider(db: Database, teamId: string) {
  return db.selectFrom('team_sign_on').selectAll().where('team_id', '=', teamId).executeTakeFirst();
}

/** Sets a team's provider. A different provider clears the time of last use. */
export async function putProvider(
  db: Database,
  row: Omit<Insertable<TeamSignOn>, 'last_used_at'>,
): Promise<void> {
  await db
    .insertInto('team_sign_on')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('team_id').doUpdateSet({
        ...row,
        last_used_at: sql`case when (team_sign_on.issuer, team_sign_on.client_id) = (excluded.issuer, excluded.client_id) then team_sign_on.last_used_at end`,
      }),
    )
    .execute();
}

/** Removes a team's provider and returns its issuer. Undefined if there is none. */
export async function deleteProvider(db: Database, teamId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('team_sign_on')
    .where('team_id', '=', teamId)
    .returning('issuer')
    .executeTakeFirst();
  return row?.issuer;
}

/** Ends sessions that were begun at a team's provider: those of one person, or of all others. */
export async function endSignOns(
  db: Database,
  teamId: string,
  whose: { of: string } | { but: string },
): Promise<void> {
  const [operator, userId] = 'of' in whose ? (['=', whose.of] as const) : (['!=', whose.but] as const);
  await db
    .deleteFrom('sessions')
    .where('sign_on_team_id', '=', teamId)
    .where('user_id', operator, userId)
    .execute();
}

export async function noteSignOn(db: Database, teamId: string): Promise<void> {
  await db
    .updateTable('team_sign_on')
    .set({ last_used_at: sql`now()` })
    .where('team_id', '=', teamId)
    .execute();
}

/** Whether link `s` is at the provider `o` of a team, and no other team of the person uses that provider. */
const isOfTeamAlone = sql`s.issuer = rtrim(o.issuer, '/') and s.client_id = o.client_id
  and not exists (
    select from team_members m join team_sign_on other on other.team_id = m.team_id
    where m.user_id = s.user_id and m.team_id <> o.team_id and rtrim(other.issuer, '/') = s.issuer
      and other.client_id = s.client_id)`;

/** The people of a team with a link at its provider that none of their other teams uses. */
export async function selectLinked(db: Database, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select s.user_id
    from team_sign_on o join team_members own on own.team_id = o.team_id join sign_on_subjects s on s.user_id = own.user_id
    where o.team_id = ${teamId} and ${isOfTeamAlone}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes a person's link at a team's provider. Returns false if there is none that only this team uses. */
export async function deleteLink(
  db: Database,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from sign_on_subjects s using team_sign_on o
    where o.team_id = ${teamId} and s.user_id = ${userId} and ${isOfTeamAlone}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * The provider that addresses of a domain sign in with, optionally only of one team. Undefined if there is
 * none or the domain is not proved.
 */
export function selectProviderFor(db: Database, { domain, teamId }: { domain: string; teamId?: string }) {
  return db
    .selectFrom('team_domains as d')
    .innerJoin('team_sign_on as o', 'o.team_id', 'd.team_id')
    .selectAll('o')
    .where('d.domain', '=', domain)
    .where('d.proved_at', 'is not', null)
    .$if(teamId !== undefined, (query) => query.where('o.team_id', '=', teamId as string))
    .executeTakeFirst();
}

/** Whether a person has teams and none of them accepts a password. */
export async function isSignOnOnly(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select coalesce(bool_and(m.role <> 'OWNER' and coalesce(o.required, false)), false) as only
    from team_members m left join team_sign_on o on o.team_id = m.team_id
    where m.user_id = ${userId}`.execute(db);
  return rows[0]!.only;
}
