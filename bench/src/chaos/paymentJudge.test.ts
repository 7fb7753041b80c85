import { describe, expect, it } from 'vitest';
import { differencesOfPayments, type Paid, type TeamMoney } from './paymentJudge.ts';

const payment = (change: Partial<Paid> = {}): Paid => ({
  account: 0,
  id: 'p1',
  amount: 100,
  refunded: 0,
  chargedBack: 0,
  refundId: null,
  ...change,
});
const shown = {
  id: 'p1',
  status: 'SUCCEEDED',
  amount: 100,
  total: 118,
  refunded: 0,
  charged_back: 0,
} as const;
const team = (change: Partial<TeamMoney> = {}): TeamMoney => ({
  payments: [shown],
  balance: 40,
  owed: 0,
  closing: 40,
  topUps: 100,
  returned: 0,
  refunds: new Map(),
  refundsMade: [],
  ...change,
});
const refunded = payment({ refunded: 50, refundId: 'r1' });
const withRefund = team({
  payments: [{ ...shown, refunded: 59 }],
  returned: 50,
  refunds: new Map([['r1', 'DONE']]),
  refundsMade: ['r1'],
});

describe('the judge of payments', () => {
  it.each<[string, Paid, TeamMoney]>([
    ['paid', payment(), team()],
    ['refunded', refunded, withRefund],
    [
      'charged back, with a part owed',
      payment({ chargedBack: 100 }),
      team({ payments: [{ ...shown, charged_back: 118 }], balance: 0, closing: 0, returned: 60, owed: 40 }),
    ],
  ])('accepts what was %s', (_, paid, money) => {
    expect(differencesOfPayments([paid], [money])).toEqual([]);
  });

  it.each<[string, Paid, TeamMoney]>([
    ['lost', payment(), team({ payments: [] })],
    ['not credited', payment(), team({ payments: [{ ...shown, status: 'PENDING' }] })],
    ['credited twice', payment(), team({ topUps: 200 })],
    ['begun twice', payment(), team({ payments: [shown, { ...shown, id: 'p2' }] })],
    ['refunded, and kept', refunded, { ...withRefund, returned: 0 }],
    ['refunded twice by the provider', refunded, { ...withRefund, refundsMade: ['r1', 'r1'] }],
    ['refunded by the provider alone', payment(), team({ refundsMade: ['r1'] })],
    ['refunded, and not done', refunded, { ...withRefund, refunds: new Map([['r1', 'PENDING']]) }],
    ['charged back, and not taken', payment({ chargedBack: 100 }), team()],
    ['left, and not what the ledger has', payment(), team({ closing: 41 })],
    ['less than nothing', payment(), team({ balance: -1, closing: -1 })],
  ])('reports what is %s', (_, paid, money) => {
    expect(differencesOfPayments([paid], [money])).not.toEqual([]);
  });
});
