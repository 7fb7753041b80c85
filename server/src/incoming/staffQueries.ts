// SQL of what staff see of incoming messages, over all teams.
import type { Database } from '../services.ts';

const SHOWN = 200;

/** The region (ISO 3166 alpha-2) of a team; undefined where there is none. */
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

/** The last of what was refused and of what is set aside. */
export async function selectRefused(db: Database) {
  const refused = await db
    .selectFrom('refused_incoming')
    .selectAll()
    .orderBy('last_at', 'desc')
    .limit(SHOWN)
    .execute();
  const setAside = await db
    .selectFrom('incoming_inbox')
    .select(['link_id', 'recipient', 'failure', 'received_at'])
    .where('failure', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(SHOWN)
    .execute();
  return { refused, setAside };
}
