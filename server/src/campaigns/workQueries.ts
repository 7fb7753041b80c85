// SQL of working campaigns off: who works on which, and what it has to do. A worker's lease is checked and renewed by each of its
// transactions, with the campaign locked, so that two never work on one and a cancel counts from its commit on.
import type { ClientBase, Pool } from 'pg';
import type { CampaignKey, CampaignRow } from './queries.ts';

/** A campaign that has something left to do. `leftMs`: how long its messages may still be sent. */
export type OpenCampaign = Pick<
  CampaignRow,
  'teamId' | 'id' | 'projectId' | 'mode' | 'content' | 'sender' | 'groupIds' | 'retryOf' | 'state'
> & { isStarted: boolean; leftMs: number };

const LEASE = "interval '15 seconds'";
const RENEWED = `lease_until = clock_timestamp() + ${LEASE}`;

const COLUMNS = `c.team_id as "teamId", c.id, c.project_id as "projectId", c.mode, c.content, c.sender, c.group_ids as "groupIds",
  c.retry_of as "retryOf", c.state, c.started_at is not null as "isStarted",
  (extract(epoch from c.due_at - now()) * 1000)::double precision + $2 as "leftMs"`;

/** Takes up a campaign that is due and that nobody works on, or whose worker has died; null where there is none. */
export async function claimCampaign(
  pool: Pool,
  holder: string,
  validityMs: number,
): Promise<OpenCampaign | null> {
  const { rows } = await pool.query({
    name: 'claim-campaign',
    text: `update campaigns c set lease_holder = $1, ${RENEWED}
      from (select team_id, id from campaigns
        where open and due_at <= now() and (lease_until is null or lease_until < now())
        order by due_at limit 1 for update skip locked) as due
      where c.team_id = due.team_id and c.id = due.id returning ${COLUMNS}`,
    values: [holder, validityMs],
  });
  return rows[0] ?? null;
}

const HELD = 'c.team_id = $3 and c.id = $4 and c.lease_holder = $1 and c.open';

/** Reads a campaign again and goes on with it; null once it is finished or somebody else has it. Locks it in a transaction. */
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

/** Gives a campaign back for another worker to go on with at once. */
export async function releaseLease(pool: Pool, { teamId, id }: CampaignKey, holder: string): Promise<void> {
  await pool.query(
    'update campaigns set lease_holder = null, lease_until = null where team_id = $1 and id = $2 and lease_holder = $3',
    [teamId, id, holder],
  );
}

/** Writes that a campaign has started for so many recipients. */
export async function updateStarted(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  recipients: number,
): Promise<void> {
  await client.query(
    `update campaigns set state = 'running', started_at = now(), recipients = $3, ${RENEWED}
      where team_id = $1 and id = $2`,
    [teamId, id, recipients],
  );
}

/** Writes that nothing is left to do for a campaign; one that ran is then done. */
export async function updateClosed(client: ClientBase, { teamId, id }: CampaignKey): Promise<void> {
  await client.query(
    `update campaigns set open = false, lease_holder = null, lease_until = null,
        state = case when state = 'running' then 'done' else state end
      where team_id = $1 and id = $2`,
    [teamId, id],
  );
}
