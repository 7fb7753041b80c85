// SQL of working campaigns off: which worker has which, and what it has to do. A worker's lease is checked
// and renewed by each of its transactions, with the campaign locked, so that two never work on one and a
// cancel counts from its commit on.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import type { CampaignKey, CampaignRow } from '../queries.ts';

/**
 * A campaign that has something left to do. `leftMs`: how long its messages may still be sent; `workedTo`:
 * recipients up to this number are done with in its present state.
 */
export type OpenCampaign = Pick<
  CampaignRow,
  | 'teamId'
  | 'id'
  | 'projectId'
  | 'mode'
  | 'content'
  | 'sender'
  | 'groupIds'
  | 'retryOf'
  | 'toLandlines'
  | 'state'
> & { leftMs: number; workedTo: string };

const LEASE = "interval '15 seconds'";
const RENEWED = `lease_until = clock_timestamp() + ${LEASE}`;

const COLUMNS = `c.team_id as "teamId", c.id, c.project_id as "projectId", c.mode, c.content, c.sender, c.group_ids as "groupIds",
  c.retry_of as "retryOf", c.to_landlines as "toLandlines", c.state, c.worked_to as "workedTo",
  (extract(epoch from c.due_at - now()) * 1000)::double precision + $2 as "leftMs"`;

/** Of the campaigns of `mode` those of the teams after `lastTeam`, without the teams in `busyTeams`. */
export type Turn = { mode: Mode; lastTeam: string; busyTeams: readonly string[] };

/**
 * Claims a campaign that is due and that no worker has, or whose worker has died: of the next team, the one
 * that has waited longest for a worker. Null if there is none.
 */
export async function claimCampaign(
  pool: Pool,
  holder: string,
  { mode, lastTeam, busyTeams }: Turn,
  validityMs: number,
): Promise<OpenCampaign | null> {
  const { rows } = await pool.query({
    name: 'claim-campaign',
    text: `update campaigns c set lease_holder = $1, ${RENEWED}
      from (select team_id, id from campaigns
        where open and mode = $3 and team_id > $4 and team_id <> all($5::uuid[])
          and due_at <= now() and (lease_until is null or lease_until < now())
        order by team_id, lease_until nulls first, due_at limit 1 for update skip locked) as due
      where c.team_id = due.team_id and c.id = due.id returning ${COLUMNS}`,
    values: [holder, validityMs, mode, lastTeam, busyTeams],
  });
  return rows[0] ?? null;
}

const HELD = 'c.team_id = $3 and c.id = $4 and c.lease_holder = $1 and c.open';

/**
 * Reads a campaign again and goes on with it; null once it is finished or another worker has it. Locks it in
 * a transaction.
 */
export async function renewLease(
  client: ClientBase | Pool,
  { teamId, id }: CampaignKey,
  holder: string,
  validityMs: number,
): Promise<OpenCampaign | null> {
  const { rows } = await client.query({
    name: 'renew-campaign',
    text: `update campaigns c set ${RENEWED} where ${HELD} returning ${COLUMNS}`,
    values: [holder, validityMs, teamId, id],
  });
  return rows[0] ?? null;
}

/** Releases a campaign for a worker to go on with when its turn comes. */
export async function releaseLease(pool: Pool, { teamId, id }: CampaignKey, holder: string): Promise<void> {
  await pool.query(
    `update campaigns set lease_holder = null, lease_until = now() where team_id = $1 and id = $2 and lease_holder = $3`,
    [teamId, id, holder],
  );
}

/**
 * Releases a campaign that cannot go on: it is tried again after 15 seconds, then after twice that and so on
 * up to 10 minutes.
 */
export async function delayCampaign(
  pool: Pool,
  { teamId, id }: CampaignKey,
  holder: string,
  error: string,
): Promise<void> {
  await pool.query(
    `update campaigns set lease_holder = null, last_error = $4, failures = least(failures + 1, 100),
        lease_until = now() + least(interval '15 seconds' * 2 ^ least(failures, 10), interval '10 minutes')
      where team_id = $1 and id = $2 and lease_holder = $3`,
    [teamId, id, holder, error],
  );
}

/** A campaign that was released with an error and has not gone on since. */
export type DelayedCampaign = { id: string; teamId: string; failures: number; lastError: string };

/** Up to ten campaigns that cannot go on, those that failed most often first. */
export async function selectDelayed(pool: Pool): Promise<DelayedCampaign[]> {
  const { rows } = await pool.query(
    `select id, team_id as "teamId", failures, last_error as "lastError" from campaigns
      where open and last_error is not null order by failures desc, id limit 10`,
  );
  return rows;
}

/**
 * Writes how far a campaign is in its present state, in the transaction that has brought it there; it goes on
 * as it should.
 */
export async function updateWorkedTo(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  workedTo: string,
): Promise<void> {
  await client.query({
    name: 'update-worked-to',
    text: 'update campaigns set worked_to = $3, last_error = null, failures = 0 where team_id = $1 and id = $2',
    values: [teamId, id, workedTo],
  });
}

/**
 * Ends the statements of this transaction that take longer, so that one which is stuck frees its slot; a
 * limit that is lower already stays.
 */
export async function limitStatements(client: ClientBase, ms: number): Promise<void> {
  await client.query({
    name: 'limit-statements',
    text: `select set_config('statement_timeout', least(nullif(setting::integer, 0), $1::integer)::text, true)
      from pg_settings where name = 'statement_timeout'`,
    values: [ms],
  });
}

/** Writes that a campaign has started for so many recipients. */
export async function updateStarted(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  recipients: number,
): Promise<void> {
  await client.query(
    `update campaigns set state = 'running', started_at = now(), recipients = $3, last_error = null, failures = 0, ${RENEWED}
      where team_id = $1 and id = $2`,
    [teamId, id, recipients],
  );
}

/** Writes that nothing is left to do for a campaign; one that ran is then done. */
export async function updateClosed(client: ClientBase, { teamId, id }: CampaignKey): Promise<void> {
  await client.query(
    `update campaigns set open = false, lease_holder = null, lease_until = null, last_error = null, failures = 0,
        state = case when state = 'running' then 'done' else state end
      where team_id = $1 and id = $2`,
    [teamId, id],
  );
}
