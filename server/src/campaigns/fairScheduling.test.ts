// Fair scheduling of campaigns by team: one team's campaigns never delay another team's.
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, created, look, numberOf, until } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { openPool } from '../db/pool.ts';
import { newId } from '../ids.ts';
import { VALIDITY_MS } from '../messages/accept/accept.ts';
import { claimCampaign, releaseLease } from './run/queries.ts';
import { delayedCampaigns, startCampaigns } from './run/run.ts';

const t = await testApp();
const { pool, log } = t.services;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function start(stepMs: number): void {
  const { accept } = t.messaging;
  const campaigns = startCampaigns({ pool, log, accept, signals: t.signals, stepMs });
  ends.push(() => campaigns.stop());
}

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;

/** Campaigns of a new team. */
async function campaignsOf(count: number, mode: 'LIVE' | 'TEST' = 'LIVE') {
  const sender = await makeLiveSender(t);
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [{ number: numberOf(1) }]);
  const wanted = { include_groups, mode, from: 'Lanka Shop' };
  const campaigns = [];
  for (let i = 0; i < count; i++) campaigns.push(await created(sender, wanted));
  return { sender, campaigns, first: campaigns[0]! };
}

const isAccepted = (sender: Sender, campaign: { id: string }) =>
  until(sender, campaign, ({ messages }) => messages === 1, 60_000);

/** Keeps everything LIVE of these teams from being accepted; returns what ends that. */
async function hang(...teams: { sender: Sender }[]): Promise<() => Promise<void>> {
  const holder = openPool(t.services.pools.long.pool.options, { max: 1, applicationName: 'hangs' });
  const client = await holder.connect();
  await client.query('begin');
  const ids = teams.map(({ sender }) => sender.teamId);
  await client.query('select from balances where team_id = any($1::uuid[]) for update', [ids]);
  let isOver = false;
  const letGo = async () => {
    if (isOver) return;
    isOver = true;
    client.release(true);
    await holder.end();
  };
  ends.unshift(letGo);
  return letGo;
}

describe('campaigns that hang', () => {
  it('of one team keep no other team waiting', async () => {
    const stuck = await campaignsOf(6);
    await hang(stuck);
    start(600_000);
    const other = await campaignsOf(1);
    await isAccepted(other.sender, other.first);
    for (const one of stuck.campaigns) expect((await look(stuck.sender, one)).messages).toBe(0);
  });

  it('of many teams in LIVE keep nothing in TEST waiting', async () => {
    const stuck = [];
    for (let i = 0; i < 5; i++) stuck.push(await campaignsOf(1));
    await hang(...stuck);
    start(600_000);
    const other = await campaignsOf(1, 'TEST');
    await isAccepted(other.sender, other.first);
  });

  it('free their slots, are reported, and go on later', async () => {
    const stuck = [];
    for (let i = 0; i < 5; i++) stuck.push(await campaignsOf(1));
    const letGo = await hang(...stuck);
    start(2_000);
    const other = await campaignsOf(1);
    await isAccepted(other.sender, other.first);
    await expect
      .poll(async () => (await delayedCampaigns(pool)).map(({ id }) => id).sort(), { timeout: 60_000 })
      .toEqual(stuck.map(({ first }) => first.id).sort());
    const [delayed] = await delayedCampaigns(pool);
    expect(delayed).toMatchObject({ lastError: expect.stringMatching(/statement timeout/) });
    const lines = t.log.filter((line) => line.includes('a campaign cannot go on'));
    for (const { first } of stuck) expect(lines.join()).toContain(first.id);
    await letGo();
    await pool.query('update campaigns set lease_until = now() where last_error is not null');
    for (const { sender, first } of stuck) await isAccepted(sender, first);
    expect(await delayedCampaigns(pool)).toEqual([]);
  });

  it('because of one recipient set that one aside', async () => {
    const { sender, first } = await campaignsOf(1);
    const { include_groups_detail: groups } = first;
    await pool.query(`alter table messages add constraint poison check (recipient <> '${numberOf(7)}')`);
    ends.push(async () => void (await pool.query('alter table messages drop constraint poison')));
    const numbers = Array.from({ length: 12 }, (_, i) => ({ number: numberOf(i) }));
    const include_groups = await addGroup(t.services, sender.teamId, 'All', numbers);
    const wanted = {
      include_groups: `${groups[0]!.id},${include_groups}`,
      mode: 'LIVE',
      from: 'Lanka Shop',
    } as const;
    const campaign = await created(sender, wanted);
    start(600_000);
    const done = await until(sender, campaign, ({ counts }) => counts.skipped === 1);
    expect(done).toMatchObject({ messages: 11, counts: { skipped_by: { error: 1 } } });
  });
});

it('a campaign that meets a database without connections has not failed, and goes on', async () => {
  const { sender, first } = await campaignsOf(1);
  let refused = 0;
  const { accept: real } = t.messaging;
  const batch: typeof real.batch = async (...given) => {
    if (refused++ === 0) throw new Error('timeout exceeded when trying to connect');
    return real.batch(...given);
  };
  const accept = Object.assign(real.bind(null), { ...real, batch });
  const campaigns = startCampaigns({ pool, log, accept, signals: t.signals });
  ends.push(() => campaigns.stop());
  await waitFor(async () => {
    await pool.query('update campaigns set lease_until = now() where id = $1', [first.id]);
    return refused > 1;
  });
  expect(await delayedCampaigns(pool)).toEqual([]);
  await isAccepted(sender, first);
});

it('a campaign that meets damaged data waits until it is restored, and skips nobody', async () => {
  const { sender, first } = await campaignsOf(1);
  let isRestored = false;
  const { accept: real } = t.messaging;
  const batch: typeof real.batch = async (...given) => {
    if (!isRestored) throw Object.assign(new Error('invalid page in block 3'), { code: 'XX001' });
    return real.batch(...given);
  };
  const accept = Object.assign(real.bind(null), { ...real, batch });
  const campaigns = startCampaigns({ pool, log, accept, signals: t.signals });
  ends.push(() => campaigns.stop());
  await waitFor(async () => (await delayedCampaigns(pool)).some(({ id }) => id === first.id));
  isRestored = true;
  await pool.query('update campaigns set lease_until = now() where id = $1', [first.id]);
  await isAccepted(sender, first);
  expect((await look(sender, first)).counts.skipped).toBe(0);
});

it('a cancel while the campaign starts reports that, and each team waits with one at a time', async () => {
  const { sender, first } = await campaignsOf(1);
  const holder = openPool(t.services.pools.long.pool.options, { max: 1, applicationName: 'starts' });
  const client = await holder.connect();
  await client.query('begin');
  await client.query('update campaigns set worked_to = worked_to where id = $1', [first.id]);
  const cancel = () =>
    sender.browser.post(`/v1/web/campaigns/${first.id}/cancel`, { project_id: sender.project.id });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  client.release(true);
  await holder.end();
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json().description).toMatch(/are being put together/);
  }
  expect((await cancel()).json()).toMatchObject({ status: 'CANCELLED' });
});

it('a slot is for the next team, and there for the campaign that has waited longest', async () => {
  const many = await campaignsOf(3, 'TEST');
  const one = await campaignsOf(1, 'TEST');
  const [first, second] = [many, one].sort((a, b) => (a.sender.teamId < b.sender.teamId ? -1 : 1));
  const before = '00000000-0000-0000-0000-000000000000';
  async function turn(lastTeam: string, busyTeams: string[] = []) {
    const holder = newId();
    const claimed = await claimCampaign(pool, holder, { mode: 'TEST', lastTeam, busyTeams }, VALIDITY_MS);
    if (claimed) await releaseLease(pool, claimed, holder);
    return claimed && { teamId: claimed.teamId, id: claimed.id };
  }
  expect(await turn(before)).toMatchObject({ teamId: first!.sender.teamId });
  expect(await turn(first!.sender.teamId)).toMatchObject({ teamId: second!.sender.teamId });
  expect(await turn(second!.sender.teamId)).toBeNull();
  expect(await turn(before, [first!.sender.teamId])).toMatchObject({ teamId: second!.sender.teamId });
  const others = [one.sender.teamId];
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push((await turn(before, others))!.id);
  expect(new Set(ids.slice(0, 3)).size).toBe(3);
  expect(ids[3]).toBe(ids[0]);
});
