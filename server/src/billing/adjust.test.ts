// Staff credits and adjustments: posted once, never below zero, and confirmed by a second person above a
// limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { credit, makeOwner, makeSender } from '../../test/factories.ts';
import { auditOf, makeStaff } from '../../test/staff.ts';
import { ledgerDifferences } from '../commands/ledger.ts';

const t = await testApp();
const { pool } = t.services;
const finance = await makeStaff(t, { role: 'FINANCE' });
const second = await makeStaff(t, { role: 'ADMIN' });

type Asker = typeof finance;
const key = () => crypto.randomUUID();
const adjust = async (
  teamId: string,
  amount: string,
  { by = finance, reason = 'Goodwill', ...more }: { by?: Asker; reason?: string; key?: string } = {},
) => {
  const json = { amount, reason, key: key(), ...more };
  return (await by.browser.post(`/v1/staff/teams/${teamId}/adjustments`, undefined, { json })).json();
};
const confirm = async (id: string, by = second) =>
  (await by.browser.post(`/v1/staff/adjustments/${id}/confirm`)).json();
const reject = async (id: string, by = second) =>
  (
    await by.browser.post(`/v1/staff/adjustments/${id}/reject`, undefined, { json: { reason: 'Too much' } })
  ).json();
const balanceOf = async (teamId: string) =>
  (await finance.browser.get(`/v1/staff/teams/${teamId}`)).json().balance as number;

describe('an adjustment', () => {
  it('is posted at once up to what one person may, and is in the ledger with its reason', async () => {
    const { teamId } = await makeOwner(t);
    const done = await adjust(teamId, '500.25');
    expect(done).toMatchObject({
      status: 'POSTED',
      amount: 500.25,
      currency: 'LKR',
      asked_by: finance.email,
      decided_by: null,
    });
    expect(await adjust(teamId, '-0.0005')).toMatchObject({ status: 'POSTED', amount: -0.0005 });
    expect(await balanceOf(teamId)).toBe(500.2495);
    const ledger = (await finance.browser.get(`/v1/staff/teams/${teamId}/ledger`)).json();
    expect(ledger).toMatchObject({ total: 2, more: false });
    expect(ledger.results).toMatchObject([
      { kind: 'ADJUSTMENT', amount: -0.0005, reason: 'Goodwill', project: null },
      { kind: 'ADJUSTMENT', amount: 500.25 },
    ]);
    expect((await auditOf(t, 'ADJUSTMENT_POSTED')).at(-1)).toMatchObject({
      staff_email: finance.email,
      team_id: teamId,
      subject: done.id,
      detail: { amount: 500.25, currency: 'LKR', reason: 'Goodwill' },
    });
  });

  it('is one, however often the same form is sent, also at once', async () => {
    const { teamId } = await makeOwner(t);
    const same = { key: key() };
    const answers = await Promise.all([1, 2, 3].map(() => adjust(teamId, '10', same)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(['POSTED', 'POSTED', 'POSTED']);
    expect(await balanceOf(teamId)).toBe(10);
    expect((await adjust(teamId, '11', same)).code).toBe(1013);
    const other = await makeOwner(t);
    expect((await adjust(other.teamId, '10', same)).code).toBe(1013);
  });

  it('never takes more than there is', async () => {
    const { teamId } = await makeOwner(t);
    await credit(t, teamId, '5');
    expect(await adjust(teamId, '-5.0001')).toMatchObject({
      code: 1002,
      fields: { amount: 'The team has only 5.00.' },
    });
    expect((await adjust(teamId, '-5')).status).toBe('POSTED');
    expect(await balanceOf(teamId)).toBe(0);
  });

  it.each(['0', '-0.0', '1e3', '٣', '1,000', '+5', '0.00001', '1234567890', 'NaN', ''])(
    'is refused where the amount is %j',
    async (amount) => {
      const { teamId } = await makeOwner(t);
      expect(await adjust(teamId, amount)).toMatchObject({
        code: 1002,
        fields: { amount: expect.any(String) },
      });
    },
  );

  it('needs a reason, a team, money as one’s business, and not one’s own team', async () => {
    const { teamId, person } = await makeOwner(t);
    expect((await adjust(teamId, '1', { reason: '' })).fields).toHaveProperty('reason');
    expect((await adjust('nothing', '1')).code).toBe(1001);
    expect((await adjust(teamId, '1', { by: await makeStaff(t, { role: 'COMPLIANCE' }) })).code).toBe(1012);
    const own = await makeStaff(t, { role: 'FINANCE', email: person.email });
    expect((await adjust(teamId, '1', { by: own })).code).toBe(1012);
    const asked = await adjust(teamId, '25000.0001');
    expect((await confirm(asked.id, own)).code).toBe(1012);
    const shown = (await own.browser.get(`/v1/staff/adjustments?team_id=${teamId}`)).json();
    expect(shown.results).toMatchObject([{ id: asked.id, may_decide: false }]);
  });
});

describe('a large adjustment', () => {
  it('waits for a second person, who posts it', async () => {
    const { teamId } = await makeOwner(t);
    const asked = await adjust(teamId, '30000');
    expect(asked).toMatchObject({ status: 'PENDING', may_decide: false });
    expect(await balanceOf(teamId)).toBe(0);
    expect((await confirm(asked.id, finance)).code).toBe(1012);
    const counts = (await second.browser.get('/v1/staff/counts')).json();
    expect(counts.adjustments).toBeGreaterThan(0);
    const queue = (await second.browser.get(`/v1/staff/adjustments?team_id=${teamId}`)).json();
    expect(queue.results).toMatchObject([{ id: asked.id, may_decide: true, reason: 'Goodwill' }]);
    expect(await confirm(asked.id)).toMatchObject({ status: 'POSTED', decided_by: second.email });
    expect(await balanceOf(teamId)).toBe(30_000);
    const late = await reject(asked.id);
    expect(late).toMatchObject({ code: 1013, description: expect.stringContaining(second.email) });
  });

  it('cannot be made of small ones', async () => {
    const { teamId } = await makeOwner(t);
    const parts = await Promise.all(['9000', '9000', '9000'].map((amount) => adjust(teamId, amount)));
    expect(parts.map(({ status }) => status).sort()).toEqual(['PENDING', 'POSTED', 'POSTED']);
    // Subtractions count towards the limit like additions; each staff member has their own limit.
    expect((await adjust(teamId, '-8000')).status).toBe('PENDING');
    expect((await adjust(teamId, '8000', { by: second })).status).toBe('POSTED');
  });

  it('is measured in the currency of the team', async () => {
    const { teamId } = await makeOwner(t, { region_code: 'AU' });
    expect(await adjust(teamId, '150.0001')).toMatchObject({ status: 'PENDING', currency: 'AUD' });
    expect(await adjust(teamId, '150')).toMatchObject({ status: 'POSTED' });
  });

  it('is rejected with a reason, and posts nothing', async () => {
    const { teamId } = await makeOwner(t);
    const asked = await adjust(teamId, '30000');
    expect(await reject(asked.id)).toMatchObject({ status: 'REJECTED', decision_reason: 'Too much' });
    expect((await confirm(asked.id)).code).toBe(1013);
    expect(await balanceOf(teamId)).toBe(0);
    const rejected = (
      await finance.browser.get(`/v1/staff/adjustments?status=REJECTED&team_id=${teamId}`)
    ).json();
    expect(rejected.total).toBe(1);
  });

  it('is not posted when what it takes is gone by then, and can still be rejected', async () => {
    const { teamId } = await makeOwner(t);
    await credit(t, teamId, '30000');
    const asked = await adjust(teamId, '-30000');
    await adjust(teamId, '-1');
    expect(await confirm(asked.id)).toMatchObject({
      code: 1013,
      description: expect.stringMatching(/lower/),
    });
    expect(await balanceOf(teamId)).toBe(29_999);
    expect((await reject(asked.id)).status).toBe('REJECTED');
  });

  it('is decided once: of two at once one wins', async () => {
    const { teamId } = await makeOwner(t);
    const { id } = await adjust(teamId, '30000');
    const third = await makeStaff(t, { role: 'FINANCE' });
    const answers = await Promise.all([confirm(id), reject(id, third), confirm(id, third)]);
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(2);
    const winner = answers.find(({ status }) => status);
    expect(await balanceOf(teamId)).toBe(winner.status === 'POSTED' ? 30_000 : 0);
  });
});

it('a ledger is read by kind', async () => {
  const sender = await makeSender(t);
  await credit(t, sender.teamId, '7');
  await adjust(sender.teamId, '1');
  const ledger = async (query: string) =>
    (await finance.browser.get(`/v1/staff/teams/${sender.teamId}/ledger${query}`)).json();
  expect((await ledger('?kind=TOP_UP')).results).toMatchObject([{ kind: 'TOP_UP', amount: 7 }]);
  expect((await ledger('?page_size=1&page_num=1')).results).toMatchObject([{ kind: 'TOP_UP' }]);
  expect((await ledger('?page_num=1000000')).results).toEqual([]);
  expect((await ledger('?kind=GIFT')).code).toBe(1002);
});

it('the ledger is balanced whatever staff do to it, at once or one after the other', async () => {
  const { teamId } = await makeOwner(t);
  const third = await makeStaff(t, { role: 'FINANCE' });
  const people = [finance, second, third];
  const person = fc.constantFrom(...people);
  const move = fc.record({
    by: person,
    decider: person,
    amount: fc.integer({ min: -300_000_000, max: 400_000_000 }).map((n) => (n / 10_000).toFixed(4)),
    rejects: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
      await Promise.all(
        moves.map(async ({ by, decider, amount, rejects }) => {
          const asked = await adjust(teamId, amount, { by });
          if (asked.status !== 'PENDING') return;
          await Promise.all([confirm(asked.id, decider), rejects ? reject(asked.id, second) : null]);
        }),
      );
      expect(await ledgerDifferences(pool)).toEqual([]);
      // Each posted adjustment is in the ledger once, and nothing else is.
      const { rows } = await pool.query(
        `select (select coalesce(sum(amount_micros), 0) from adjustments where team_id = $1 and status = 'POSTED')
           = (select balance_micros from balances where team_id = $1) as same`,
        [teamId],
      );
      expect(rows[0].same).toBe(true);
    }),
    { numRuns: 25 },
  );
});
