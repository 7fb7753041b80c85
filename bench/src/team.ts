// Prepares a team for a measurement: permission and money to send in LIVE, and contacts.
import type { Pool } from 'pg';
import { creditTeam } from '../../server/src/billing/balance.ts';
import { transaction } from '../../server/src/db/transaction.ts';

/** The sender id of LIVE messages. */
export const SENDER = 'Lanka Shop';
const MANY_MICROS = 100_000_000_000_000n;

type ProjectRef = { teamId: string; projectId: string };

/** Verifies the team and adds money and a sender id. */
export async function allowLive(pool: Pool, { teamId, projectId }: ProjectRef): Promise<void> {
  await pool.query('update teams set verified_at = now() where id = $1', [teamId]);
  await pool.query(
    'insert into sender_ids (team_id, project_id, sender, promotional) values ($1, $2, $3, false)',
    [teamId, projectId, SENDER],
  );
  await transaction(pool, (client) =>
    creditTeam(client, { teamId, amountMicros: MANY_MICROS, reason: 'bench' }),
  );
}

/** A sender id that no register holds. */
export const UNREGISTERED = 'Lanka News';

/** Registers SENDER in Australia, and adds UNREGISTERED, which recipients there see as 'Unverified'. */
export async function registerInAustralia(pool: Pool, { teamId, projectId }: ProjectRef): Promise<void> {
  await pool.query(
    'insert into sender_ids (team_id, project_id, sender, promotional) values ($1, $2, $3, false)',
    [teamId, projectId, UNREGISTERED],
  );
  await pool.query(
    `insert into sender_registrations (team_id, project_id, sender, country, state, decided_at, valid_from)
      values ($1, $2, $3, 'AU', 'REGISTERED', now(), now())`,
    [teamId, projectId, SENDER],
  );
}

/** Adds contacts to the team, all in one group; returns the group's id. */
export async function fillGroup(
  pool: Pool,
  { teamId }: Pick<ProjectRef, 'teamId'>,
  count: number,
): Promise<string> {
  // Never an ending that the simulator knows.
  await pool.query(
    `insert into contacts (team_id, id, number, first_name, last_name)
      select $1, gen_random_uuid(), '+9477' || lpad((n / 90 * 100 + 10 + n % 90)::text, 7, '0'), 'Name' || n, 'Perera'
      from generate_series(0, $2::integer - 1) as n`,
    [teamId, count],
  );
  const { rows } = await pool.query(
    "insert into contact_groups (team_id, id, name, contacts) values ($1, gen_random_uuid(), 'All', $2) returning id",
    [teamId, count],
  );
  await pool.query(
    'insert into contact_group_members select team_id, $2, id from contacts where team_id = $1',
    [teamId, rows[0].id],
  );
  return rows[0].id;
}
