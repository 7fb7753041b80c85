// The warning about a link that delivers less than usual: on the staff pages and as a metric.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/staff.ts';
import { readStatus, takeFigures } from '../../status/figures.ts';
import { openMetrics } from '../../status/metrics.ts';

const t = await testApp();
const { pool } = t.services;
const { browser: support } = await makeStaff(t, { role: 'SUPPORT' });

await pool.query(
  `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate, routes)
    select id, gen_random_uuid(), mode::message_mode, 'h:1', '{}', 1, 1, 10, 0, 10, 0, '[]' from (values ('alpha', 'LIVE'), ('trial', 'TEST')) as l (id, mode)`,
);
beforeEach(() => pool.query('delete from link_counts'));

/** Messages that ended `ago`, some of them delivered. */
async function ended(
  ago: string,
  { delivered, failed }: { delivered: number; failed: number },
  id = 'alpha',
) {
  await pool.query(
    `insert into link_counts (link_id, grain, at, submitted, taken, refused, throttled, delivered, failed, receipts, receipt_ms)
      select $1, grain, date_trunc(grain, now() - $2::interval), 0, 0, 0, 0, $3, $4, 0, 0 from (values ('minute'), ('hour')) as g (grain)
      on conflict (link_id, grain, at) do update set delivered = link_counts.delivered + excluded.delivered`,
    [id, ago, delivered, failed],
  );
}

const deliveryOf = async (id = 'alpha') =>
  ((await support.get('/v1/staff/carriers')).json() as CarrierLink[]).find((link) => link.id === id)!
    .delivery;

describe('a link', () => {
  it.for([
    ['without receipts', {}, null],
    ['with few', { now: [10, 39] }, false],
    ['with enough, of which under half are delivered', { now: [20, 40] }, true],
    ['that delivers half, of which nothing is known before', { now: [30, 30] }, false],
    ['that delivers much less than in its week', { now: [70, 30], week: [950, 50] }, true],
    ['that delivers a little less than in its week', { now: [80, 20], week: [950, 50] }, false],
    ['that had few messages in its week', { now: [70, 30], week: [480, 0] }, false],
    ['that always delivers little', { now: [55, 45], week: [550, 450] }, false],
  ] as const)('%s', async ([, given, expected]) => {
    const { now, week }: { now?: readonly [number, number]; week?: readonly [number, number] } = given;
    if (now) await ended('5 minutes', { delivered: now[0], failed: now[1] });
    if (week) await ended('3 days', { delivered: week[0], failed: week[1] });
    expect((await deliveryOf())?.is_low ?? null).toBe(expected);
  });

  it('ends its warning by itself when messages are delivered again', async () => {
    await ended('5 minutes', { delivered: 20, failed: 40 });
    expect(await deliveryOf()).toEqual({ delivered: 20, ended: 60, usual_share: null, is_low: true });
    await ended('1 minute', { delivered: 40, failed: 0 });
    expect(await deliveryOf()).toMatchObject({ delivered: 60, ended: 100, is_low: false });
  });

  it('for TEST warns of nothing', async () => {
    await ended('5 minutes', { delivered: 0, failed: 90 }, 'trial');
    expect(await deliveryOf('trial')).toMatchObject({ ended: 90, is_low: false });
  });
});

it('is a metric, with the queue and the balance of each link', async () => {
  await ended('5 minutes', { delivered: 20, failed: 60 });
  await pool.query(
    `update link_reports set groups = '{LIVE:94,LIVE:9477}', seen_at = now() where link_id = 'alpha'`,
  );
  await pool.query(
    `with team as (insert into teams (id, name, region_id) values (gen_random_uuid(), 'Waits', 'LK') returning id)
      insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
      select gen_random_uuid(), id, g, 1, now() - interval '9 seconds', now() + interval '1 day' from team,
        unnest('{LIVE:94,LIVE:9477,LIVE:61}'::text[]) as g`,
  );
  await pool.query(
    `insert into link_balances (link_id, asked_at, at, amount, currency, below) values ('alpha', now(), now(), 12.5, 'USD', 20)`,
  );
  const metrics = openMetrics(t.services);
  expect(await takeFigures(pool)).toBe(true);
  metrics.show(await readStatus(pool));
  const text = await metrics.text();
  const value = (name: string, link = 'alpha') =>
    Number(new RegExp(`^godwit_link_${name}\\{link="${link}",.*\\} (.*)$`, 'm').exec(text)?.[1]);
  expect(value('delivery_share')).toBe(0.25);
  expect(value('delivery_low')).toBe(1);
  expect(value('due_messages')).toBe(2);
  expect(value('oldest_seconds')).toBeGreaterThanOrEqual(9);
  expect(value('balance')).toBe(12.5);
  expect(value('balance_low')).toBe(1);
  expect(value('delivery_low', 'trial')).toBe(0);
  expect(value('balance', 'trial')).toBeNaN();
});
