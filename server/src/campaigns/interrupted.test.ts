// Interruptions of a running campaign: a cancel, an opt-out, a dead worker, two workers.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import type { LiveEvents } from '@godwit/contract/live';
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, until } from '../../test/campaigns.ts';
import { makeLiveSender, send, startEngine, submitsOf } from '../../test/carriers.ts';
import { asAnother, waitFor } from '../../test/database.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { transaction } from '../db/transaction.ts';
import { campaignsTopic, readDetail } from '../live/changes.ts';
import { cancelMessage } from '../messages/state/cancel.ts';
import { startCampaigns } from './run/run.ts';

const PER_SECOND = 100;
const RECIPIENTS = 400;

const t = await startEngine({}, { change: (link) => ({ ...link, throughput: PER_SECOND }) });
const { pool, log } = t.services;
const parts = { pool, log, accept: t.messaging.accept, signals: t.signals };
// Two workers, as two processes would have: every campaign here is wanted by both.
const workers = [startCampaigns(parts), startCampaigns(parts)];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const hasEnded = ({ counts }: Campaign) => counts.waiting + counts.sent === 0;
const everybody = Array.from({ length: RECIPIENTS }, (_, i) => ({ number: numberOf(i) }));

const FREE_OF = 'select from send_queue where team_id = $1 and lease_until is null';

/** A LIVE campaign to all contacts, of a team with money. */
async function begin() {
  const sender = await makeLiveSender(t, { amount: '10000' });
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', everybody);
  const content = `Sale of ${sender.teamId}`;
  const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop', content };
  const submitted = () => submitsOf(t, content);
  return { sender, wanted, submitted, campaign: await created(sender, wanted) };
}

describe('a campaign that is cancelled', () => {
  const cancel = ({ sender, campaign }: Awaited<ReturnType<typeof begin>>) =>
    sender.browser.post(`/v1/web/campaigns/${campaign.id}/cancel`, { project_id: sender.project.id });

  it('while it is sent stops it; what has not left is refunded', async () => {
    const begun = await begin();
    const { sender, campaign, submitted } = begun;
    await waitFor(() => submitted() > 20);
    expect((await cancel(begun)).json()).toMatchObject({ status: 'CANCELLED' });
    const done = await until(sender, campaign, hasEnded);
    const { delivered } = done.counts;
    expect(delivered).toBe(submitted());
    expect(delivered).toBeLessThan(RECIPIENTS);
    // Those that had a message already and those that had none yet alike.
    expect(done.counts).toMatchObject({ failed: 0, cancelled: RECIPIENTS - delivered, skipped: 0 });
    expect(done.can_retry).toBe(true);
    expect((await cancel(begun)).json().code).toBe(1013);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('has what another transaction holds for a moment cancelled too', async () => {
    const begun = await begin();
    const { sender, campaign, submitted } = begun;
    await waitFor(() => submitted() > 20);
    const held = await transaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select message_id as id from send_queue where team_id = $1 and lease_until is null
          order by message_id desc limit 1 for update`,
        [sender.teamId],
      );
      await asAnother(async () => {
        await cancel(begun);
        await waitFor(async () => (await pool.query(FREE_OF, [sender.teamId])).rowCount === 1);
      });
      return rows[0]!.id;
    });
    await until(sender, campaign, hasEnded);
    const { rows } = await pool.query('select failure from messages where id = $1', [held]);
    expect(rows).toEqual([{ failure: 'CANCELLED' }]);
  });

  it('before its time never starts', async () => {
    const sender = await makeLiveSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', everybody);
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop', send_at });
    expect(campaign.status).toBe('SCHEDULED');
    expect((await cancel({ sender, campaign } as Awaited<ReturnType<typeof begin>>)).statusCode).toBe(200);
    await pool.query('update campaigns set due_at = now() where id = $1', [campaign.id]);
    await waitFor(async () => {
      const { rows } = await pool.query('select open from campaigns where id = $1', [campaign.id]);
      return rows[0].open === false;
    });
    const done = await until(sender, campaign, ({ status }) => status === 'CANCELLED');
    expect(done).toMatchObject({ messages: 0, cost: 0, started_at: null, counts: { recipients: 0 } });
  });
});

describe('a message that is cancelled', () => {
  it('before its time refunds it, once', async () => {
    const sender = await makeLiveSender(t);
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { id } = await send(t, sender, { to: numberOf(1), send_at }, 'LIVE');
    const cancel = () =>
      sender.browser.post(`/v1/web/messages/${id}/cancel`, { project_id: sender.project.id });
    expect((await cancel()).json()).toMatchObject({ status: 'FAILED', failure: { code: 'CANCELLED' } });
    expect((await cancel()).json().code).toBe(1013);
    const byKey = await t.app.inject({
      method: 'POST',
      url: `/v1/messages/${id}/cancel`,
      headers: { authorization: sender.authorization.LIVE },
    });
    expect(byKey.json().code).toBe(1013);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('while another transaction holds it for a moment is cancelled all the same', async () => {
    const sender = await makeLiveSender(t);
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { id } = await send(t, sender, { to: numberOf(1), send_at }, 'LIVE');
    let looks = 0;
    const connect = (...given: Parameters<typeof pool.connect>) => {
      looks++;
      return pool.connect(...given);
    };
    const counted: typeof pool = Object.create(pool, { connect: { value: connect } });
    const cancelling = await transaction(pool, async (client) => {
      await client.query('select from send_queue where message_id = $1 for update', [id]);
      const wanted = { teamId: sender.teamId, projectId: sender.project.id, id };
      const outcome = asAnother(() => cancelMessage(counted, wanted));
      await Promise.race([outcome, waitFor(() => looks > 2)]);
      return { outcome };
    });
    expect(await cancelling.outcome).toMatchObject({ failure: 'CANCELLED' });
  });
});

it('many cancels of a team at once have one connection at a time', async () => {
  const sender = await makeLiveSender(t);
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const messages = await Promise.all(
    Array.from({ length: 8 }, (_, i) => send(t, sender, { to: numberOf(i), send_at }, 'LIVE')),
  );
  let [taken, most] = [0, 0];
  const connect = async () => {
    most = Math.max(most, ++taken);
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = (error) => {
      taken--;
      client.release = release;
      release(error);
    };
    return client;
  };
  const counted: typeof pool = Object.create(pool, {
    query: { value: pool.query.bind(pool) },
    connect: { value: connect },
  });
  const wanted = { teamId: sender.teamId, projectId: sender.project.id };
  const cancelled = await Promise.all(messages.map(({ id }) => cancelMessage(counted, { ...wanted, id })));
  expect(cancelled).toMatchObject(messages.map(({ id }) => ({ id, failure: 'CANCELLED' })));
  expect(most).toBe(1);
});

it('a recipient who opts out while a campaign is sent gets nothing from a second later on', async () => {
  const { sender, campaign, wanted, submitted } = await begin();
  await waitFor(() => submitted() > 10);
  const { rows } = await pool.query<{ number: string }>(
    `select recipient as number from messages where campaign_id = $1 and state = 'accepted' order by id desc limit 1`,
    [campaign.id],
  );
  const { number } = rows[0]!;
  await sender.browser.post('/v1/web/opt_outs', { number });
  const done = await until(sender, campaign, hasEnded);
  expect(done.counts).toMatchObject({ delivered: RECIPIENTS - 1, failed: 1 });
  expect(
    [...t.simulator.stats().messages.keys()].filter(
      (key) => key.startsWith(number) && key.includes(wanted.content),
    ),
  ).toEqual([]);
  expect(submitted()).toBe(RECIPIENTS - 1);
});

describe('workers', () => {
  it('that want the same campaign send it once; a dead one’s is resumed', async () => {
    const { sender, campaign, submitted } = await begin();
    await waitFor(() => submitted() > 0);
    // As a worker that died leaves it: its lease is over, some recipients without a message.
    await pool.query(
      `update campaigns set open = true, state = 'running', lease_holder = gen_random_uuid(), lease_until = now() where id = $1`,
      [campaign.id],
    );
    const done = await until(sender, campaign, ({ counts }) => counts.delivered === RECIPIENTS);
    expect([done.messages, submitted()]).toEqual([RECIPIENTS, RECIPIENTS]);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('notify open pages how far it is', async () => {
    const notified = new Set<string>();
    const sender = await makeLiveSender(t);
    const off = t.signals.on(campaignsTopic(sender.project.id, 'LIVE'), (detail) => {
      for (const id of readDetail(detail)?.keys() ?? [])
        notified.add(id satisfies LiveEvents['campaign']['id']);
    });
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', everybody.slice(0, 3));
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop' });
    await until(sender, campaign, ({ counts }) => counts.delivered === 3);
    off();
    expect([...notified]).toEqual([campaign.id]);
  });
});
