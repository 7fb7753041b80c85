// Query cost of a campaign for a new team whose tables the planner's statistics call nearly empty. Four
// times the recipients may cost four times as much, not sixteen times.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, numberOf } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { openExplained } from '../../test/plans.ts';
import { simulatorLinks } from '../carriers/links/config.ts';
import { groupLinks } from '../carriers/links/groups.ts';
import { newId } from '../ids.ts';
import { VALIDITY_MS } from '../messages/accept/accept.ts';
import { openMessaging } from '../messages/accept/open.ts';
import { isRefusal } from '../refusal.ts';
import { makeCampaign } from './create.ts';
import { selectCampaign, selectCampaigns } from './queries.ts';
import { type CheckedCampaign, checkCampaign } from './review/check.ts';
import { previewCampaign } from './review/preview.ts';
import { claimCampaign, releaseLease } from './run/queries.ts';
import { selectMessages, selectSkipped } from './run/recipientQueries.ts';
import { goOn } from './run/steps.ts';

const FEW = 2_500;
const TIMES = 4;
const GROUPS = 3;
const MOST_PER_RECIPIENT = 60;
const PAGE = { limit: 25 };

const t = await testApp();
const { log } = t.services;
const known = t.services.pools.long.pool;
const { pool, ran } = openExplained(known.options);
const services = { ...t.services, pool };
// The planner treats worker connections and interactive connections differently.
const { pool: jobs } = openExplained(known.options, { lookUps: true, ran });
const pools = { ...t.services.pools, urgent: { ...t.services.pools.urgent, pool: jobs } };
const groups = groupLinks(simulatorLinks(1, ['TEST', 'LIVE']));
const messaging = openMessaging({ ...services, pools }, t.signals, () => groups);
const { accept } = messaging;

/** Makes statistics of tables with a handful of rows, and keeps newer ones from being made. */
async function takeStatistics() {
  for (let i = 0; i < 3; i++) {
    const ids = await campaignOf(10);
    await ids.toItsEnd();
  }
  const { rows } = await known.query(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of rows) await known.query(`alter table ${name} set (autovacuum_enabled = off)`);
  await known.query('analyze');
}

/**
 * A new team with contacts for a campaign: half of them are in two of its groups, and every fifth has opted
 * out.
 */
async function campaignOf(people: number) {
  const sender = await makeLiveSender(t, { amount: '1000000' });
  const { teamId } = sender;
  const everybody = Array.from({ length: people }, (_, i) => ({ number: numberOf(i) }));
  const groups: string[] = [];
  for (let g = 0; g < GROUPS; g++) {
    const members = everybody.filter((_, i) => i % GROUPS === g || (i % 2 === 0 && (i + 1) % GROUPS === g));
    groups.push(await addGroup({ pool: known }, teamId, `Group ${g}`, members));
  }
  await known.query(
    `insert into scoped_opt_outs select $1, 'LIVE', number, 'ALL', 'CONSOLE', now() from (
      select number, row_number() over (order by number) as i from contacts where team_id = $1) as c where i % 5 = 0`,
    [teamId],
  );
  const project = { team_id: teamId, id: sender.project.id };
  const asked = {
    project_id: sender.project.id,
    mode: 'LIVE',
    name: 'Sale',
    content: 'Sale, {first_name}',
    from: 'Lanka Shop',
    to_landlines: false,
    is_preview: false,
  } as const;

  async function step(state: string) {
    const holder = newId();
    const turn = { mode: 'LIVE', lastTeam: '00000000-0000-0000-0000-000000000000', busyTeams: [] } as const;
    const campaign = (await claimCampaign(jobs, holder, turn, VALIDITY_MS))!;
    expect(campaign).toMatchObject({ teamId, state });
    await goOn({ pool: jobs, accept, log, holder, stepMs: 60_000, isOver: () => false }, campaign);
    await releaseLease(jobs, campaign, holder);
  }

  async function send(include_groups: string[], retry_of: string | null) {
    const audience = { ...asked, include_groups, retry_of };
    const checked = await checkCampaign(services, messaging, project, audience);
    if (isRefusal(checked)) throw new Error(JSON.stringify(checked));
    const look = (campaign: CheckedCampaign) =>
      previewCampaign(services, messaging, campaign, new AbortController().signal);
    const preview = await look(checked);
    const seen = {
      expected_count: preview.message_count,
      expected_cost: preview.cost,
      expected_fits: preview.fits.message_count,
    };
    const confirmed = { ...audience, ...seen, idempotency: null, person: { userId: newId(), ip: '' } };
    const id = await makeCampaign(services, messaging, project, confirmed, look);
    if (isRefusal(id)) throw new Error(JSON.stringify(id));
    await step('scheduled');
    await step('running');
    return { id, preview };
  }

  async function toItsEnd() {
    const first = await send(groups, null);
    expect(first.preview).toMatchObject({
      recipients: people,
      message_count: people - Math.floor(people / 5),
    });
    const row = (await selectCampaign(pool, { teamId, projectId: project.id, id: first.id }))!;
    for (const like of [null, '%sal%'])
      await selectCampaigns(
        pool,
        { teamId, projectId: project.id, mode: 'LIVE', like },
        { offset: 0, limit: 25 },
      );
    const every = { states: null, failures: null };
    expect(await selectMessages(pool, row, { ...every, ...PAGE, offset: people / 2 })).toHaveLength(
      people > 100 ? 25 : 3,
    );
    await selectMessages(pool, row, { states: ['failed'], failures: null, ...PAGE, offset: 0 });
    await selectSkipped(pool, row, { ...PAGE, reason: null, offset: people / 10 });
    // Every other message fails, and the failed and the skipped are sent to again; that one is cancelled.
    await known.query(
      `with failed as (
          update messages set state = case when right(recipient, 1) in ('0', '2', '4', '6', '8') then 'failed' else 'delivered' end::message_state,
            failure = case when right(recipient, 1) in ('0', '2', '4', '6', '8') then 'REJECTED' end::failure_code
          where campaign_id = $1)
        delete from send_queue where team_id = $2`,
      [first.id, teamId],
    );
    await known.query('delete from campaign_count_deltas where campaign_id = $1', [first.id]);
    await known.query(
      "insert into campaign_counts values ($1, $2, 'FAILED', 1, 0, 0), ($1, $2, 'DELIVERED', $3, 0, 0)",
      [teamId, first.id, people - 1],
    );
    const second = await send([], first.id);
    await known.query("update campaigns set state = 'cancelled', open = true, worked_to = '' where id = $1", [
      second.id,
    ]);
    await step('cancelled');
  }

  return { toItsEnd };
}

/** Work of each statement for a campaign to this many recipients. */
async function costs(people: number) {
  const campaign = await campaignOf(people);
  ran.length = 0;
  await campaign.toItsEnd();
  const work = new Map<string, number>();
  for (const { text, rows, pages } of ran) work.set(text, (work.get(text) ?? 0) + rows + pages);
  return work;
}

it('grows with its recipients, whatever statistics say', async () => {
  await takeStatistics();
  const few = await costs(FEW);
  const many = await costs(FEW * TIMES);
  const growth = [...many].map(([text, work]) => ({ text, work, times: work / (few.get(text) ?? 0) }));
  expect(growth.length).toBeGreaterThan(20);
  // A small cost may double because an index has one more level.
  const steep = growth.filter(({ times, work }) => times > TIMES * 1.3 && work > FEW * TIMES);
  expect(steep).toEqual([]);
  // A plan for few rows must not be as slow as one for many: a self-join of a batch reads hundreds of rows
  // per recipient.
  expect(growth.filter(({ work }) => work > FEW * TIMES * MOST_PER_RECIPIENT)).toEqual([]);
  expect([...many.keys()].filter((text) => text.includes('carrier_error'))).not.toEqual([]);
});
