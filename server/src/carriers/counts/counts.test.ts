// Counts of what links do, over all processes: on the staff page, and as metrics of a process.
import type { CarrierLinkAnswer } from '@godwit/contract/staff/operations';
import { expect, it } from 'vitest';
import { makeLiveSender, NO_INCOMING, reaches, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeStaff } from '../../../test/staff.ts';
import { transaction } from '../../db/transaction.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { openMetrics } from '../../status/metrics.ts';
import { startCarriers } from '../start.ts';
import { openLinkCounters } from './counters.ts';
import { purgeCounts } from './queries.ts';
import { startStoringCounts } from './storeCounts.ts';

const t = await startEngine();
const { pool, log } = t.services;
const { browser: support } = await makeStaff(t, { role: 'SUPPORT' });
const sender = await makeLiveSender(t);
const LIVE = 'simulator-live';

const page = async (id = LIVE) => (await support.get(`/v1/staff/carriers/${id}`)).json() as CarrierLinkAnswer;

type Counted = Exclude<keyof CarrierLinkAnswer['hour'][number], 'at' | 'receipt_seconds'>;

/** The counts of a curve together. */
function sumOf(steps: CarrierLinkAnswer['hour']) {
  const names = ['submitted', 'taken', 'refused', 'throttled', 'delivered', 'failed'] as const;
  const sums = names.map((name: Counted) => [name, steps.reduce((sum, step) => sum + step[name], 0)]);
  return Object.fromEntries(sums) as Record<Counted, number>;
}

const startAnother = (counters = openLinkCounters()) =>
  startCarriers(
    {
      ...NO_INCOMING,
      pool,
      signals: { send() {}, on: () => () => {}, close: async () => {} },
      sendingProfiles: openSendingProfiles(pool, t.signals),
      log,
      countryRules: t.services.countryRules,
      secrets: t.services.secrets,
      timings: SHORT,
      counters,
    },
    t.links,
  );

it('are those of all processes together, each message once', async () => {
  const counters = openLinkCounters();
  const another = await startAnother(counters);
  const some = async (ends: string, status: 'DELIVERED' | 'FAILED', count: number) => {
    const numbers = Array.from({ length: count }, (_one, index) => `+947712${index}${ends}`);
    const sent = await Promise.all(numbers.map((to) => send(t, sender, { to }, 'LIVE')));
    for (const message of sent) await reaches(t, sender, message, status);
  };
  await some('0001', 'DELIVERED', 10);
  await some('0002', 'FAILED', 4);
  await some('0004', 'FAILED', 3);
  // Throttled twice by each number, and then delivered.
  await some('0005', 'DELIVERED', 1);
  const expected = { submitted: 20, taken: 15, refused: 3, throttled: 2, delivered: 11, failed: 4 };
  const isAll = async () => {
    const { submitted, delivered, failed } = sumOf((await page()).hour);
    return submitted === expected.submitted && delivered + failed === expected.delivered + expected.failed;
  };
  await waitFor(isAll, { what: 'the counts of both processes' });
  await another.stop();
  const { hour, two_days, refusals } = await page();
  expect(sumOf(hour)).toEqual(expected);
  expect(sumOf(two_days)).toEqual(expected);
  expect([hour.length, two_days.length]).toEqual([60, 192]);
  const { submitted, delivered, failed } = (await page()).link.last_hour;
  const minutes = { submitted, delivered, failed };
  expect(Object.values(minutes).map(({ length }) => length)).toEqual([60, 60, 60]);
  const { submitted: of, delivered: arrived, failed: not } = expected;
  expect(Object.values(minutes).map((all) => all.reduce((sum, one) => sum + one, 0))).toEqual([
    of,
    arrived,
    not,
  ]);
  expect(hour.some(({ receipt_seconds }) => receipt_seconds !== null)).toBe(true);
  expect(refusals).toEqual([{ code: 'ESME_RINVDSTADR', meaning: null, status: 'RECIPIENT', count: 3 }]);

  // Either process may have sent all of them.
  expect(counters.totals().get(LIVE)?.submitted ?? 0).toBeLessThanOrEqual(20);
});

it('are metrics of the process that sent', async () => {
  const counters = openLinkCounters();
  counters.submitted({ linkId: LIVE, isLate: false, outcome: { kind: 'sent', parts: 1, taken: [] } });
  const text = await openMetrics(t.services, counters.totals()).text();
  expect(text).toContain(`godwit_link_submitted_total{link="${LIVE}"} 1`);
});

it('are not those of a link that nobody uses', async () => {
  expect((await support.get('/v1/staff/carriers/nothing')).json()).toMatchObject({ code: 1001 });
});

it('count a repeated receipt once', async () => {
  const before = sumOf((await page()).hour);
  const message = await send(t, sender, { to: '+94771230001' }, 'LIVE');
  await reaches(t, sender, message, 'DELIVERED');
  const { rows } = await pool.query('select link_id, receipt from carrier_refs where message_id = $1', [
    message.id,
  ]);
  await pool.query('insert into receipt_inbox (link_id, pdu) values ($1, $2)', [
    rows[0].link_id,
    rows[0].receipt,
  ]);
  await waitFor(async () => (await pool.query('select 1 from receipt_inbox')).rowCount === 0);
  // The receipt of a later message is counted after the repeated one.
  await reaches(t, sender, await send(t, sender, { to: '+94771230001' }, 'LIVE'), 'DELIVERED');
  const delivered = async () => sumOf((await page()).hour).delivered - before.delivered;
  await waitFor(async () => (await delivered()) >= 2);
  expect(await delivered()).toBe(2);
});

it('are kept in memory while the database refuses them, and added later', async () => {
  const counters = openLinkCounters();
  const storing = startStoringCounts({ pool, log, counters, known: new Map(), everyMs: 10 });
  await pool.query('alter table link_counts rename to link_counts_away');
  counters.submitted({ linkId: 'kept', isLate: false, outcome: { kind: 'inDoubt', parts: 1, taken: [] } });
  counters.submitted({ linkId: 'kept', isLate: true, outcome: { kind: 'sent', parts: 1, taken: [] } });
  await pool.query('alter table link_counts_away rename to link_counts');
  await storing.stop();
  const { rows } = await pool.query(
    `select grain, submitted, taken from link_counts where link_id = 'kept' order by grain`,
  );
  expect(rows).toEqual([
    { grain: 'hour', submitted: 1, taken: 1 },
    { grain: 'minute', submitted: 1, taken: 1 },
  ]);
});

it('have at most fifty codes a link, and the rest together', async () => {
  const counters = openLinkCounters();
  for (let code = 0; code < 60; code++) {
    const outcome = { kind: 'rejected' as const, carrierError: `E${code}`, parts: 1, taken: [] };
    counters.submitted({ linkId: 'many', isLate: false, outcome });
  }
  await startStoringCounts({ pool, log, counters, known: new Map(), everyMs: 60_000 }).stop();
  const { rows } = await pool.query(
    `select count(*)::integer as codes, max(count) as most from link_refusals where link_id = 'many'`,
  );
  expect(rows).toEqual([{ codes: 51, most: 10 }]);
});

it('are removed after two days, hours after eight', async () => {
  const rows = [
    ['minute', '48 hours'],
    ['minute', '50 hours'],
    ['hour', '7 days'],
    ['hour', '9 days'],
  ];
  for (const [grain, age] of rows)
    await pool.query(
      `insert into link_counts values ('old', $1, now() - $2::interval, 1, 1, 0, 0, 0, 0, 0, 0)`,
      [grain, age],
    );
  await pool.query(`insert into link_refusals values ('old', now() - interval '50 hours', 'X', null, 1)`);
  while ((await transaction(pool, (client) => purgeCounts(client, 1))) > 0);
  const left = await pool.query(
    `select grain from link_counts where link_id = 'old' union all select code from link_refusals where link_id = 'old'`,
  );
  expect(left.rows.map(({ grain }) => grain).toSorted()).toEqual(['hour', 'minute']);
});
