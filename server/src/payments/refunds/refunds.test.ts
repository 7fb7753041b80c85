// Limits refunds by staff to the amount paid and to the limit of one person.
import { divideHalfUp } from '@godwit/contract/payments/amounts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeOwner } from '../../../test/factories.ts';
import { balanceOf, openTestProviders } from '../../../test/payments.ts';
import { makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { SMALLEST } from '../../money.ts';
import { creditOf } from './returns.ts';

const { stripe, settings, ...paying } = await openTestProviders();
const t = await testApp(settings);
const finance = await makeStaff(t, { role: 'FINANCE' });

async function pay(owner: { browser: Awaited<ReturnType<typeof makeOwner>>['browser'] }, amount: string) {
  const { id, completed } = await paying.atStripe(owner, amount);
  await paying.tell(t, completed());
  return id;
}
const post = async (path: string, json: object) =>
  (await finance.browser.post(`/v1/staff${path}`, undefined, { json })).json();
const refund = (id: string, amount: string) =>
  post(`/payments/${id}/refunds`, { amount, reason: 'Asked by mail', key: crypto.randomUUID() });
const putBack = (id: string) => post(`/refunds/${id}/settle`, { made: false, reason: 'Not there' });

describe('a refund', () => {
  it('is refused beyond the rest of its payment, whatever the balance', async () => {
    const owner = await makeOwner(t);
    const id = await pay(owner, '1000');
    await pay(owner, '5000');
    await refund(id, '1000');
    expect((await refund(id, '180.01')).fields.amount).toContain('180.00');
    await refund(id, '180');
    for (const amount of ['0.01', '1180'])
      expect((await refund(id, amount)).fields.amount, amount).toContain('0.00');
    expect(await balanceOf(owner.browser)).toBe(5000);
  });

  it('needs a second person once the refunds of a day exceed the limit for one person', async () => {
    const owner = await makeOwner(t);
    const ids = [await pay(owner, '20000'), await pay(owner, '20000')];
    expect((await refund(ids[0]!, '20000')).returns).toMatchObject([{ status: 'DONE' }]);
    expect((await refund(ids[1]!, '5000.01')).returns).toMatchObject([{ status: 'ASKED' }]);
    expect((await refund(ids[1]!, '5000')).returns).toMatchObject([{}, { status: 'DONE' }]);
    expect((await refund(ids[1]!, '0.01')).returns).toMatchObject([{}, {}, { status: 'ASKED' }]);
    // Another team, and another day.
    const other = await pay(await makeOwner(t), '20000');
    expect((await refund(other, '20000')).returns).toMatchObject([{ status: 'DONE' }]);
    await t.services.pool.query(
      "update payment_returns set created_at = created_at - interval '25 hours' where team_id = $1",
      [owner.teamId],
    );
    expect((await refund(ids[1]!, '5000')).returns.at(-1)).toMatchObject({ status: 'DONE' });
  });

  it('cannot be reversed while the provider may still make it', async () => {
    const owner = await makeOwner(t);
    const id = await pay(owner, '1000');
    stripe.state.down = true;
    const [unsent] = (await refund(id, '118')).returns;
    stripe.state.down = false;
    stripe.state.refundStatus = 'pending';
    const [, begun] = (await refund(id, '118')).returns;
    stripe.state.refundStatus = 'succeeded';
    for (const { id: open, status } of [unsent, begun]) {
      expect(status).toBe('PENDING');
      expect(await putBack(open)).toMatchObject({
        code: 1013,
        description: expect.stringContaining('still being asked'),
      });
    }
    expect(await balanceOf(owner.browser)).toBe(800);
    expect(await ledgerDifferences(t.services.pool)).toEqual([]);
  });
});

it('the share that a refund debits from the balance is rounded half up', () => {
  const none = { totalMicros: 0n, creditMicros: 0n };
  const part = (of: { amount: bigint; total: bigint }, totalMicros: bigint) =>
    creditOf(
      { amount_micros: of.amount * SMALLEST, total_micros: of.total * SMALLEST },
      none,
      totalMicros * SMALLEST,
    );
  // A half, less than a half, and more.
  expect(part({ amount: 1n, total: 2n }, 1n)).toBe(SMALLEST);
  expect(part({ amount: 1n, total: 3n }, 1n)).toBe(0n);
  expect(part({ amount: 1n, total: 3n }, 2n)).toBe(SMALLEST);
  expect(part({ amount: 100n, total: 118n }, 59n)).toBe(50n * SMALLEST);
  expect(divideHalfUp(1n, 2n)).toBe(1n);
});
