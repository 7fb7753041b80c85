// A wrong clock: only messages accepted while it was ahead lie in the future, and an error of months is
// noticed.
import { afterEach, expect, it, vi } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { instantOf } from '../../ids.ts';
import { rollUpCounts } from '../../stats/rollup.ts';

const t = await startEngine();
const { pool } = t.services;
const sender = await makeLiveSender(t);
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it('a message accepted by a clock an hour ahead keeps its times in order, and the next has the right time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  const early = await send(t, sender, { to: '+94771230001' }, 'LIVE');
  vi.useRealTimers();
  const next = await send(t, sender, { to: '+94771230001' }, 'LIVE');
  const latest = Date.now();
  const done = [await reaches(t, sender, early, 'DELIVERED'), await reaches(t, sender, next, 'DELIVERED')];
  for (const { events } of done) {
    const times = [events.accepted_at, events.queued_at, events.sent_at, events.delivered_at];
    expect(times).not.toContain(null);
    expect(times.toSorted()).toEqual(times);
  }
  expect(Date.parse(done[0]!.events.accepted_at)).toBeGreaterThan(latest);
  expect(Date.parse(next.events.accepted_at)).toBeLessThanOrEqual(latest);
  expect(instantOf(next.id).toISOString()).toBe(next.events.accepted_at);

  // Both are in the log once, by their dates, and in the counts.
  const log = await sender.browser.get(
    `/v1/web/messages?project_id=${sender.project.id}&mode=LIVE&page_num=0&page_size=25&sort_order=DESC`,
  );
  expect(log.json().results.map(({ id }: { id: string }) => id)).toEqual([early.id, next.id]);
  await rollUpCounts(pool);
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it.each([
  ['ahead', 400],
  ['behind', -400],
])(
  'while the clock is months %s nothing is accepted or charged, and the response gives the reason',
  async (_way, days) => {
    const post = () =>
      t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: sender.authorization.LIVE },
        payload: { from: 'Lanka Shop', to: '+94771230001', body: 'Hello' },
      });
    const balances = async () => (await pool.query('select balance_micros from balances')).rows;
    const before = await balances();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * HOUR_MS });
    const refused = await post();
    vi.useRealTimers();
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      {
        code: 1014,
        description: expect.stringMatching(/^The clock of this server is wrong, so nothing has happened/),
      },
    ]);
    expect((await t.app.inject('/readyz')).json().description).toBe('The clock of this machine is wrong.');
    expect(await balances()).toEqual(before);
    expect((await post()).statusCode).toBe(201);
    expect(await ledgerDifferences(pool)).toEqual([]);
  },
);
