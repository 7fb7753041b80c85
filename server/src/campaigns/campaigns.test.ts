// A campaign from its preview to its last message, through HTTP, with the engine and the simulator behind it.
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine, submitsOf } from '../../test/carriers.ts';
import { makeSender } from '../../test/factories.ts';
import { ledgerDifferences } from '../billing/check.ts';
import { startCampaigns } from './run.ts';

const t = await startEngine();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ number: numberOf(from + i), first_name: `Person ${from + i}` }));

describe('a campaign', () => {
  it('reaches everybody in its groups once, and its counts add up', async () => {
    const sender = await makeLiveSender(t);
    const first = await addGroup(t, sender.teamId, 'Shop', people(30));
    const second = await addGroup(t, sender.teamId, 'Post', people(30, 20));
    const wanted = {
      include_groups: `${first},${second}`,
      content: 'Dear {first_name}, the shop opens',
      mode: 'LIVE',
      from: 'Lanka Shop',
    };
    const preview = await previewed(sender, wanted);
    expect(preview).toMatchObject({ recipients: 50, message_count: 50, segments: 50, enough: true });
    expect(preview.skipped.duplicates).toBe(10);
    expect(preview.messages_preview).toHaveLength(25);
    expect(preview.messages_preview[0]).toEqual({
      to: numberOf(0),
      from: 'Lanka Shop',
      body: 'Dear Person 0, the shop opens',
    });

    const campaign = await created(sender, wanted);
    const done = await until(sender, campaign, ({ counts }) => counts.delivered === 50);
    expect(done).toMatchObject({
      status: 'SENT',
      messages: 50,
      segments: 50,
      cost: preview.cost,
      can_retry: false,
    });
    expect(done.counts).toEqual({
      recipients: 50,
      delivered: 50,
      failed: 0,
      waiting: 0,
      sent: 0,
      skipped: 0,
      skipped_by: {},
    });
    expect(done.sms?.results.map(({ to }) => to)).toEqual(people(50).map(({ number }) => number));
    expect(submitsOf(t, 'the shop opens')).toBe(50);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('runs in TEST without money', async () => {
    const sender = await makeSender(t);
    const group = await addGroup(t, sender.teamId, 'Shop', people(3));
    const campaign = await created(sender, { include_groups: group });
    const done = await until(sender, campaign, ({ counts }) => counts.delivered === 3);
    expect(done.status).toBe('SENT');
  });
});
