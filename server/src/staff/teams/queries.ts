// SQL of teams for staff: finds and shows them with their people and projects, pauses and resumes them.

import { type SqlBool, sql } from 'kysely';
import { PAUSED_BY_DEBT, WHY_DEBT } from '../../billing/topUp.ts';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

/** Teams that match a search by name, person, project or two-way number; the newest first. */
export function listTeams(db: Database, search: Search) {
  return teams(db)
    .where(isFound(search))
    .select(ROW)
    .select(ownerEmail)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id');
}

/** One team. */
export function selectTeam(db: Database, id: string) {
  return teams(db)
    .select(ROW)
    .select(ownerEmail)
    .select(['t.paused_by', 't.paused_reason', 'b.owed_micros', 't.verified_name'])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

/** A team's members, the oldest membership first. */
export function selectMembers(db: Database, teamId: string) {
  return db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'm.role', 'm.created_at'])
    .where('m.team_id', '=', teamId)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .execute();
}

/** A team's projects with their sender ids, the oldest first. */
export function selectTeamProjects(db: Database, teamId: string) {
  return db
    .selectFrom('projects as p')
    .select(['p.id', 'p.name', 'p.timezone', 'p.created_at', 'p.daily_limit_micros'])
    .select(
      sql<
        string[]
      >`array(select s.sender from sender_ids s where s.team_id = p.team_id and s.project_id = p.id
        order by s.created_at, s.sender)`.as('senders'),
    )
    .where('p.team_id', '=', teamId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
}

/**
 * The pause that remains when staff end theirs, because the team owes; null if none remains. The owed sum
 * does not change until the transaction ends.
 */
export async function pauseOfDebt(
  db: Database,
  teamId: string,
): Promise<{ by: string; reason: string } | null> {
  await db.selectFrom('balances').select('team_id').where('team_id', '=', teamId).forUpdate().execute();
  const team = await selectTeam(db, teamId);
  const isOwing = team && team.owed_micros > 0n && team.paused_at && team.paused_by !== PAUSED_BY_DEBT;
  return isOwing ? { by: PAUSED_BY_DEBT, reason: WHY_DEBT } : null;
}

/** Pauses a team, or resumes it (null); false if nothing changes. */
export async function updatePaused(
  db: Database,
  teamId: string,
  pause: { by: string; reason: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('teams')
    .set({
      paused_at: pause && sql`now()`,
      paused_by: pause?.by ?? null,
      paused_reason: pause?.reason ?? null,
    })
    .where('id', '=', teamId)
    .where((eb) =>
      pause
        ? eb.or([
            eb('paused_at', 'is', null),
            eb('paused_by', pause.by === PAUSED_BY_DEBT ? '!=' : '=', PAUSED_BY_DEBT),
          ])
        : eb('paused_at', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const ROW = [
  't.id',
  't.name',
  't.region_id',
  't.created_at',
  't.verified_at',
  't.paused_at',
  'r.currency',
  'b.balance_micros',
] as const;

const ownerEmail = sql<string | null>`(select u.email from team_members m join users u on u.id = m.user_id
  where m.team_id = t.id and m.role = 'OWNER' order by m.created_at, u.id limit 1)`.as('owner_email');

function teams(db: Database) {
  return db
    .selectFrom('teams as t')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .innerJoin('balances as b', 'b.team_id', 't.id');
}

function isFound({ like, id }: Search) {
  return sql<SqlBool>`(${like}::text is null or t.name ilike ${like} or t.id = ${id}::uuid
    or exists (select from team_members m join users u on u.id = m.user_id where m.team_id = t.id
      and (concat_ws(' ', u.first_name, u.last_name, u.email) ilike ${like} or u.id = ${id}::uuid))
    or exists (select from two_way_numbers n where n.team_id = t.id and n.mode = 'LIVE' and n.number ilike ${like})
    or exists (select from projects p where p.team_id = t.id and (p.name ilike ${like} or p.id = ${id}::uuid)))`;
}
