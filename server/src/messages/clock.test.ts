// A clock that was ahead: what was accepted meanwhile lies in the future, and nothing else does.
import { afterEach, expect, it, vi } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { instantOf } from '../ids.ts';
import { rollUpCounts } from '../stats/rollup.ts';

const t = await startEngine();
const { pool } = t.services;
const sender = await makeLiveSender(t);
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it('a message accepted while the clock was an hour ahead keeps its order of times, and the next is dated right', async () => {
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
