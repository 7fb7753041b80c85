// SQL of incoming messages for staff, over all teams.
import type { Database } from '../services.ts';

/** The region (ISO 3166 alpha-2) of a team; undefined if there is none. */
export async function selectTeamRegion(db: Database, teamId: string): Promise<string | undefined> {
  const team = await db.selectFrom('teams').select('region_id').where('id', '=', teamId).executeTakeFirst();
  return team?.region_id;
}

/** The numbers that are assigned to a team's projects, the oldest first. */
export function selectTeamNumbers(db: Database, teamId: string) {
  return db
    .selectFrom('two_way_numbers as n')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.team_id', '=', 'n.team_id').onRef('p.id', '=', 'n.project_id'),
    )
    .select(['n.number', 'n.project_id', 'p.name', 'n.assigned_at', 'n.assigned_by'])
    .where('n.team_id', '=', teamId)
    .where('n.mode', '=', 'LIVE')
    .orderBy('n.assigned_at')
    .orderBy('n.number')
    .execute();
}

/** The refused messages, the last first. */
export function selectRefused(db: Database) {
  return db
    .selectFrom('refused_incoming')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('link_id')
    .orderBy('recipient')
    .orderBy('reason');
}

/** The latest message that was set aside, and the number of all; undefined if there is none. */
export function selectSetAside(db: Database) {
  return db
    .selectFrom('incoming_inbox')
    .select(['link_id', 'recipient', 'failure', 'received_at'])
    .select((eb) => eb.fn.countAll<bigint>().over().as('count'))
    .where('failure', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
