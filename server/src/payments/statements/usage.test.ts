// Usage, overview and statements: what counts say is what the messages come to, and months follow one
// another to the micro-unit.
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { BillingOutlook, Spend } from '@godwit/contract/payments/billing';
import { localDay } from '@godwit/contract/timezones';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { credit, makeOwner, makeSender } from '../../../test/factories.ts';
import { makePast } from '../../../test/history.ts';
import { begin, practise } from '../../../test/payments.ts';
import { pdfText } from '../../../test/pdfText.ts';
import { postAdjustment } from '../../billing/balance.ts';
import { type LedgerEntry, lockBalances, postEntries } from '../../billing/queries.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { monthOf, monthsBetween, shiftMonth, stretchOfMonth } from './months.ts';

const t = await testApp();
const { pool } = t.services;
const ZONE = 'Asia/Colombo';
const owner = await makeOwner(t);
const thisMonth = monthOf(new Date(), ZONE);

describe('usage', () => {
  it('of any month matches the messages of that month, by project and API type', async () => {
    const { browser, teamId, project } = await makeSender(t);
    const other = await makeSender(t);
    await makePast(pool, { teamId, projectId: project.id, timezone: ZONE }, 1_500);
    await makePast(pool, { teamId: other.teamId, projectId: other.project.id, timezone: ZONE }, 50, 2);
    const { rows } = await pool.query(
      `select to_char(accepted_at at time zone $2, 'YYYY-MM') as month, mode, api_type as type, count(*)::integer as qty,
         sum(case when failure::text = any($3::text[]) then 0 else cost_micros end)::double precision / 1000000 as cost
       from messages where team_id = $1 group by 1, 2, 3`,
      [teamId, ZONE, REFUNDED_FAILURES],
    );
    const wanted = (month: string, mode: string) =>
      rows.filter((row) => row.month === month && row.mode === mode);
    let seen = 0;
    for (const month of monthsBetween(shiftMonth(thisMonth, -11), thisMonth)) {
      const [year, number] = month.split('-').map(Number);
      for (const mode of ['LIVE', 'TEST']) {
        const answer = (await browser.get(`/v1/web/usage?mode=${mode}&month=${number}&year=${year}`)).json();
        const found = answer.api_usage.flatMap(
          (used: { api_type: string; projects: { qty: number; cost: number }[] }) =>
            used.projects.map(({ qty, cost }) => ({ type: used.api_type, qty, cost })),
        );
        const right = wanted(month, mode).map(({ type, qty, cost }) => ({
          type,
          qty,
          cost: expect.closeTo(cost, 4),
        }));
        expect(found).toHaveLength(right.length);
        expect(found).toEqual(expect.arrayContaining(right));
        const subtotal = wanted(month, mode).reduce((sum, { cost }) => sum + cost, 0);
        expect(answer.subtotal).toBeCloseTo(subtotal, 4);
        // Tax is paid at top-up: the total is what the messages took from the balance.
        expect(answer).toMatchObject({ tax: 0, total: answer.subtotal });
        seen += found.length;
      }
    }
    expect(seen).toBeGreaterThan(20);
    const overview = (await browser.get('/v1/web/billing')).json();
    const live = wanted(thisMonth, 'LIVE');
    expect(overview.messaging.qty).toBe(live.find(({ type }) => type === 'MESSAGING')?.qty ?? 0);
    expect(overview.campaigns.qty).toBe(live.find(({ type }) => type === 'CAMPAIGN')?.qty ?? 0);
    expect(overview).toMatchObject({ team: { id: teamId }, owed: 0, last_payment: null, month: thisMonth });
  });

  it.each(['month=13&year=2026', 'month=0&year=2026', 'month=1', 'month=1&year=99999', 'month=x&year=2026'])(
    '%s is not a month',
    async (query) => {
      const { browser } = owner;
      expect((await browser.get(`/v1/web/usage?${query}`)).json().code).toBe(1002);
    },
  );

  it('has the tax rate of its last moment, not of the start of the next month', async () => {
    const { browser } = await makeOwner(t);
    const { from } = stretchOfMonth(thisMonth, ZONE);
    await pool.query("insert into tax_rates values ('LK', $1, 2500, false, 'Test')", [from]);
    const rate = async (yearMonth: string) => {
      const [year, month] = yearMonth.split('-').map(Number);
      const { region } = (await browser.get(`/v1/web/usage?month=${month}&year=${year}`)).json();
      return region.tax_percentage;
    };
    expect(await rate(shiftMonth(thisMonth, -1))).toBe(18);
    expect(await rate(thisMonth)).toBe(25);
    await pool.query('delete from tax_rates where basis_points = 2500');
  });

  it('by day and country matches the messages of the month', async () => {
    const { browser, teamId, project } = await makeSender(t);
    await makePast(pool, { teamId, projectId: project.id, timezone: ZONE }, 1_500);
    const cost = (key: string) =>
      pool.query<{ key: string; cost: number }>(
        `select ${key} as key, sum(cost_micros)::double precision / 1000000 as cost from messages
         where team_id = $1 and mode = 'LIVE' and to_char(day, 'YYYY-MM') = $2
           and (failure is null or failure::text <> all($3::text[])) group by 1`,
        [teamId, thisMonth, REFUNDED_FAILURES],
      );
    const days = await cost(`to_char(day, 'YYYY-MM-DD')`);
    const countries = await cost(
      `case when recipient like '+1876%' then '1876' else substr(recipient, 2, 2) end`,
    );
    const all = countries.rows.reduce((sum, row) => sum + row.cost, 0);
    const answer = (await browser.get(`/v1/web/billing/spend?month=${thisMonth}`)).json() as Spend;
    expect(answer.is_all).toBe(true);
    expect(answer.days.at(-1)?.date).toBe(localDay(new Date(), ZONE));
    const spent = answer.days.filter((day) => day.cost > 0).map((day) => [day.date, day.cost]);
    expect(spent).toEqual(
      days.rows
        .filter((row) => row.cost > 0)
        .map((row) => [row.key, expect.closeTo(row.cost, 4)])
        .sort(),
    );
    expect(Object.fromEntries(answer.countries.map(({ dial_code, share }) => [dial_code, share]))).toEqual(
      Object.fromEntries(countries.rows.map((row) => [row.key, expect.closeTo(row.cost / all, 4)])),
    );
    expect((await browser.get('/v1/web/billing/spend?month=2026-13')).json().code).toBe(1002);
    // The rate is that of the last 30 days, and the price that of the commonest country.
    const outlook = (await browser.get('/v1/web/billing/outlook')).json() as BillingOutlook;
    expect(outlook.spend_per_day).toBeGreaterThan(0);
    expect(outlook.country?.price).toBeGreaterThan(0);
    const fresh = await makeOwner(t, { region_code: 'AU' });
    expect((await fresh.browser.get('/v1/web/billing/outlook')).json()).toEqual({
      spend_per_day: null,
      country: { dial_code: '61', countries: ['AU'], price: expect.any(Number) },
    });
    expect((await fresh.browser.get('/v1/web/billing/spend?month=2026-01')).json().countries).toEqual([]);
  });

  it('of a team that has sent nothing is empty', async () => {
    const { browser } = await makeOwner(t, { region_code: 'AU' });
    const empty = {
      api_usage: [],
      subtotal: 0,
      tax: 0,
      total: 0,
      region: { id: 'AU', tax_included: true, tax_percentage: 10 },
    };
    expect((await browser.get('/v1/web/usage?month=1&year=2026')).json()).toMatchObject(empty);
  });
});
it('the overview shows the last successful payment', async () => {
  const { browser } = await makeOwner(t);
  for (const [amount, outcome] of [
    ['100', 'succeed'],
    ['200', 'succeed'],
    ['300', 'fail'],
  ] as const) {
    const checkout = await begin(browser, amount);
    await practise(t, checkout.ipg === 'STRIPE' ? checkout.stripe_params.url : '', outcome);
  }
  const overview = (await browser.get('/v1/web/billing')).json();
  expect(overview).toMatchObject({
    balance: 300,
    display_balance: '300.00',
    last_payment: { amount: 200, practice: true },
  });
  expect(overview.months).toEqual([thisMonth]);
  const receipt = await browser.get(`/v1/web/payments/${overview.last_payment.id}/receipt.pdf`);
  expect(pdfText(receipt.rawPayload).flat()).toEqual(
    expect.arrayContaining([
      'Receipt',
      'Payment method\tCard ending in 4242',
      'Total paid\t236.00 LKR',
      'Amount\t200.00 LKR',
      'The total paid is the amount plus taxes. The amount was added to the balance.',
    ]),
  );
});

describe('a statement', () => {
  it('opens with the closing balance of the one before, and the last one closes with the balance', async () => {
    const { browser, teamId } = await makeOwner(t);
    await pool.query(`update teams set created_at = now() - interval '100 days' where id = $1`, [teamId]);
    const months = monthsBetween(monthOf(new Date(Date.now() - 100 * 86_400_000), ZONE), thisMonth);
    const amounts = [1_000_000_100n, -250_000_300n, 99_999_800n, -1_000_100n];
    const entries = months.flatMap((month): LedgerEntry[] => {
      const { from, before } = stretchOfMonth(month, ZONE);
      // At the very ends of months too.
      const ids = [from, new Date(before.getTime() - 1)].filter(
        (at) => at.getTime() < Date.now() || at === from,
      );
      return ids.flatMap((at) =>
        amounts.map((amountMicros) => {
          const id = newId(at);
          return {
            teamId,
            id,
            kind: 'ADJUSTMENT',
            amountMicros,
            businessKey: `test:${id}`,
            projectId: null,
            day: null,
            reason: null,
          };
        }),
      );
    });
    await transaction(pool, async (client) => {
      await lockBalances(client, [teamId]);
      await postEntries(client, entries);
    });
    await credit(t, teamId, '55.55');
    const read = async (month: string) => (await browser.get(`/v1/web/statements/${month}`)).json();
    // The last one first: it makes those before it.
    const last = await read(thisMonth);
    const statements = await Promise.all(months.map(read));
    expect(statements.at(-1)).toEqual(last);
    let opening = 0;
    for (const one of statements) {
      expect(one.opening).toBe(opening);
      const sum = one.opening + one.top_ups - one.charges + one.refunds + one.adjustments - one.returned;
      expect(one.closing).toBeCloseTo(sum, 6);
      expect(one.adjustments).not.toBe(0);
      opening = one.closing;
    }
    expect(opening).toBe((await browser.get('/v1/web/teams')).json()[0].balance);
    expect(last).toMatchObject({ complete: false, top_ups: 55.55, payments: [{ amount: 55.55 }] });
    expect(statements[0]).toMatchObject({ complete: true, opening: 0 });
    const kept = await pool.query('select month from ledger_months where team_id = $1 order by month', [
      teamId,
    ]);
    expect(kept.rows.map(({ month }) => month)).toEqual(months.slice(0, -1));
    expect(await ledgerDifferences(pool)).toEqual([]);
    const csv = await browser.get(`/v1/web/statements/${thisMonth}/file.csv`);
    expect(csv.body).toContain(`Closing balance,${opening}`);
    const pdf = await browser.get(`/v1/web/statements/${thisMonth}/file.pdf`);
    const closing = opening.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
    const lines = pdfText(pdf.rawPayload).flat();
    expect(lines).toContain(`Closing balance\t${closing} LKR`);
    expect(lines.join(' ')).toContain(
      'The closing balance is the opening balance plus every line in between.',
    );
    await pool.query(`update ledger_months set charges = charges + 1 where team_id = $1 and month = $2`, [
      teamId,
      months[0],
    ]);
    expect(await ledgerDifferences(pool)).toMatchObject([{ team: teamId, day: months[0] }]);
    await pool.query('delete from ledger_months');
  });

  it('uses the days of the region, and writes negative amounts as numbers', async () => {
    const { browser, teamId } = await makeOwner(t);
    const checkout = await begin(browser, '100');
    await practise(t, checkout.ipg === 'STRIPE' ? checkout.stripe_params.url : '', 'succeed');
    // The first minute of the month there is another day in UTC.
    const { from } = stretchOfMonth(thisMonth, ZONE);
    await pool.query('update payments set settled_at = $2 where team_id = $1', [teamId, from]);
    await transaction(pool, (client) =>
      postAdjustment(client, { teamId, id: newId(), amountMicros: -1_234_500n, reason: 'Test' }),
    );
    const first = `${thisMonth}-01`;
    const statement = await browser.get(`/v1/web/statements/${thisMonth}/file.pdf`);
    expect(pdfText(statement.rawPayload).flat()).toContain(`Payment ${checkout.id}, ${first}\t100.00 LKR`);
    const receipt = await browser.get(`/v1/web/payments/${checkout.id}/receipt.pdf`);
    expect(pdfText(receipt.rawPayload).flat()).toContain(`Paid\t${first}`);
    expect(receipt.headers['content-disposition']).toContain(`receipt-${first}.pdf`);
    const csv = await browser.get(`/v1/web/statements/${thisMonth}/file.csv`);
    expect(csv.body).toContain('\r\nAdjustments,-1.2345\r\n');
    expect(csv.body).toContain('\r\nCharges,0\r\n');
  });

  it('exists from the month in which the team was created to the current month', async () => {
    const { browser } = await makeOwner(t);
    const code = async (month: string) => (await browser.get(`/v1/web/statements/${month}`)).json().code;
    expect(await code(shiftMonth(thisMonth, 1))).toBe(1001);
    expect(await code(shiftMonth(thisMonth, -1))).toBe(1001);
    expect(await code('2026-13')).toBe(1001);
    expect((await browser.get(`/v1/web/statements/${thisMonth}`)).json()).toMatchObject({
      opening: 0,
      closing: 0,
      payments: [],
    });
  });
});
