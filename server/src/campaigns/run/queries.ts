// SQL that hands campaigns to workers and stores their progress. Each transaction of a worker locks the
// campaign, checks the lease and renews it, so two workers never work on one and a cancel counts from its
// commit on.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import { type CampaignKey, type CampaignRow, limitLockWait, retriedFrom } from '../queries.ts';

/**
 * A campaign that has something left to do. `leftMs`: how long its messages may still be sent. `workedTo`: in
 * its present state, all recipients up to this number are done. `repeatsAdvert`: it is attested, and so was
 * another campaign of the team that started before it. A campaign and its retries count as one.
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
> & { leftMs: number; workedTo: string; repeatsAdvert: boolean };

const RENEWED = fragment`lease_until = clock_timestamp() + interval '15 seconds'`;

const COLUMNS = fragment`c.team_id as "teamId", c.id, c.project_id as "projectId", c.mode, c.content, c.sender, c.group_ids as "groupIds",
  c.retry_of as "retryOf", c.to_landlines as "toLandlines", c.repeats_advert as "repeatsAdvert", c.state, c.worked_to as "workedTo",
  (extract(epoch from c.due_at - now()) * 1000)::double precision + ${'validityMs'} as "leftMs"`;

/** The campaigns of `mode` whose teams come after `lastTeam` and are not in `busyTeams`. */
export type Turn = { mode: Mode; lastTeam: string; busyTeams: readonly string[] };

const CLAIM_CAMPAIGN = prepared<OpenCampaign>('claim-campaign')`
  update campaigns c set lease_holder = ${'holder'}, ${RENEWED}
    from (select team_id, id from campaigns
      where open and mode = ${'mode'} and team_id > ${'lastTeam'} and team_id <> all(${'busyTeams'}::uuid[])
        and due_at <= now() and (lease_until is null or lease_until < now())
      order by team_id, lease_until nulls first, due_at limit 1 for update skip locked) as due
    where c.team_id = due.team_id and c.id = due.id returning ${COLUMNS}`;

/**
 * Claims a campaign that is due and has no worker, or whose worker has died. Of the next team it claims the
 * one that has waited longest for a worker. Returns null if there is none.
 */
export async function claimCampaign(
  pool: Pool,
  holder: string,
  turn: Turn,
  validityMs: number,
): Promise<OpenCampaign | null> {
  const { rows } = await CLAIM_CAMPAIGN.run(pool, { holder, ...turn, validityMs });
  return rows[0] ?? null;
}

const RENEW_LEASE = prepared<OpenCampaign>('renew-campaign')`
  update campaigns c set ${RENEWED} where c.team_id = ${'teamId'} and c.id = ${'id'} and c.lease_holder = ${'holder'} and c.open returning ${COLUMNS}`;

/**
 * Renews the lease of a campaign and reads it again. Returns null once the campaign is finished or another
 * worker has it. In a transaction this locks the campaign.
 */
export async function renewLease(
  client: ClientBase | Pool,
  { teamId, id }: CampaignKey,
  holder: string,
  validityMs: number,
): Promise<OpenCampaign | null> {
  const { rows } = await RENEW_LEASE.run(client, { teamId, id, holder, validityMs });
  return rows[0] ?? null;
}

const RELEASE_LEASE = unprepared('release-campaign')`
  update campaigns set lease_holder = null, lease_until = now() where team_id = ${'teamId'} and id = ${'id'} and lease_holder = ${'holder'}`;

/** Releases a campaign, which a worker resumes when it is its turn again. */
export async function releaseLease(pool: Pool, { teamId, id }: CampaignKey, holder: string): Promise<void> {
  await RELEASE_LEASE.run(pool, { teamId, id, holder });
}

const DELAY_CAMPAIGN = unprepared('delay-campaign')`
  update campaigns set lease_holder = null, last_error = ${'error'}, failures = least(failures + 1, 100),
      lease_until = now() + least(interval '15 seconds' * 2 ^ least(failures, 10), interval '10 minutes')
    where team_id = ${'teamId'} and id = ${'id'} and lease_holder = ${'holder'}`;

/**
 * Releases a campaign that failed. It is retried after 15 seconds; the pause doubles with each failure, up to
 * 10 minutes.
 */
export async function delayCampaign(
  pool: Pool,
  { teamId, id }: CampaignKey,
  holder: string,
  error: string,
): Promise<void> {
  await DELAY_CAMPAIGN.run(pool, { teamId, id, holder, error });
}

/** A campaign that was released with an error and has not progressed since. */
export type DelayedCampaign = { id: string; teamId: string; failures: number; lastError: string };

const DELAYED_CAMPAIGNS = unprepared<DelayedCampaign>('delayed-campaigns')`
  select id, team_id as "teamId", failures, last_error as "lastError" from campaigns
    where open and last_error is not null order by failures desc, id limit 10`;

/** Up to ten campaigns that fail, those with the most failures first. */
export async function delayedCampaigns(pool: Pool): Promise<DelayedCampaign[]> {
  const { rows } = await DELAYED_CAMPAIGNS.run(pool);
  return rows;
}

const UPDATE_WORKED_TO = prepared('update-worked-to')`
  update campaigns set worked_to = ${'workedTo'}, last_error = null, failures = 0 where team_id = ${'teamId'} and id = ${'id'}`;

/**
 * Stores the progress of a campaign in its present state, in the transaction that made it, and forgets
 * earlier failures.
 */
export async function updateWorkedTo(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  workedTo: string,
): Promise<void> {
  await UPDATE_WORKED_TO.run(client, { teamId, id, workedTo });
}

// A lower timeout stays as it is.
const LIMIT_STATEMENTS = prepared('limit-statements')`
  select set_config('statement_timeout', least(nullif(setting::integer, 0), ${'ms'}::integer)::text, true)
    from pg_settings where name = 'statement_timeout'`;

/** Limits the time of each later statement of this transaction, so a stuck one frees its slot. */
export async function limitStatements(client: ClientBase, ms: number): Promise<void> {
  await LIMIT_STATEMENTS.run(client, { ms });
}

const START_CAMPAIGN = unprepared('start-campaign')`
  update campaigns c set state = 'running', started_at = now(), recipients = ${'recipients'}, last_error = null, failures = 0, ${RENEWED},
      repeats_advert = c.attested and exists (select from campaigns b where b.team_id = c.team_id and b.attested
        and b.started_at is not null and b.id not in ${retriedFrom(fragment`c.retry_of`)})
    where team_id = ${'teamId'} and id = ${'id'}`;

const LOCK_ADVERTS = unprepared('lock-adverts')`
  select pg_advisory_xact_lock(hashtextextended(${'lock'}, 0)) from campaigns where team_id = ${'teamId'} and id = ${'id'} and attested`;

/** Starts of attested campaigns of one team follow each other within milliseconds. */
const PATIENCE_MS = 500;

/**
 * Marks a campaign as started, for this number of recipients. An attested one waits for the team's others
 * that start in other processes: only one of them is the first.
 * @throws if another one does not commit in time; the campaign is tried again
 */
export async function updateStarted(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  recipients: number,
): Promise<void> {
  await limitLockWait(client, PATIENCE_MS);
  await LOCK_ADVERTS.run(client, { teamId, id, lock: `adverts ${teamId}` });
  await START_CAMPAIGN.run(client, { teamId, id, recipients });
}

const CLOSE_CAMPAIGN = unprepared('close-campaign')`
  update campaigns set open = false, lease_holder = null, lease_until = null, last_error = null, failures = 0,
      state = case when state = 'running' then 'done' else state end
    where team_id = ${'teamId'} and id = ${'id'}`;

/** Closes a campaign that has nothing left to do. If it ran, it is then done. */
export async function updateClosed(client: ClientBase, { teamId, id }: CampaignKey): Promise<void> {
  await CLOSE_CAMPAIGN.run(client, { teamId, id });
}
