// The payment judge: compares the responses to payers and the providers' notices with the balances of teams
// and the ledger.
import type { Payment } from '@godwit/contract/payments/payments';

/**
 * A payment that was started and paid. Amounts are whole units of the balance's currency; refunded amounts
 * are those in the provider's notices.
 */
export type Paid = {
  account: number;
  id: string;
  amount: number;
  refunded: number;
  chargedBack: number;
  /** The id of a refund that a staff member requested and the service accepted. */
  refundId: string | null;
};

/**
 * The final figures of a team. `refunds` are the outcomes of staff refunds, `refundsMade` those at the
 * provider, over all teams.
 */
export type TeamMoney = {
  payments: readonly Pick<Payment, 'id' | 'status' | 'amount' | 'total' | 'refunded' | 'charged_back'>[];
  balance: number;
  owed: number;
  closing: number;
  topUps: number;
  returned: number;
  refunds: ReadonlyMap<string, string>;
  refundsMade: readonly string[];
};

/** Describes each difference between payments and teams. */
export function differencesOfPayments(paid: readonly Paid[], teams: readonly TeamMoney[]): string[] {
  const found: string[] = [];
  const same = (what: string, left: number, right: number) => {
    if (Math.abs(left - right) > 0.000_001) found.push(`${what}: ${left}, and ${right} by its payments`);
  };
  for (const [number, team] of teams.entries()) {
    const own = paid.filter(({ account }) => account === number);
    const shown = new Map(team.payments.map((payment) => [payment.id, payment]));
    for (const one of own) found.push(...wrongWith(one, shown.get(one.id)));
    for (const { id } of team.payments)
      if (!own.some((one) => one.id === id)) found.push(`payment ${id}: nobody was answered it`);
    const sum = (of: 'amount' | 'refunded' | 'chargedBack') => own.reduce((all, each) => all + each[of], 0);
    same(`top-ups of team ${number}`, team.topUps, sum('amount'));
    same(`returned by team ${number}`, team.returned + team.owed, sum('refunded') + sum('chargedBack'));
    same(`balance of team ${number}`, team.closing, team.balance);
    if (team.balance < 0) found.push(`balance of team ${number}: ${team.balance}`);
  }
  const [{ refunds, refundsMade }] = teams as [TeamMoney];
  for (const [id, status] of refunds) if (status !== 'DONE') found.push(`refund ${id}: ${status}`);
  for (const id of new Set([...refunds.keys(), ...refundsMade])) {
    const times = refundsMade.filter((made) => made === id).length;
    if (times !== 1 || !refunds.has(id)) found.push(`refund ${id}: made ${times} times by the provider`);
  }
  return found;
}

function wrongWith(
  { id, amount, refunded, chargedBack }: Paid,
  shown: TeamMoney['payments'][number] | undefined,
): string[] {
  if (!shown) return [`payment ${id}: answered, and not in the list`];
  const part = (of: number) => Math.round((shown.total * of * 100) / amount) / 100;
  const isRight =
    shown.status === 'SUCCEEDED' &&
    shown.amount === amount &&
    shown.refunded === part(refunded) &&
    shown.charged_back === part(chargedBack);
  return isRight
    ? []
    : [`payment ${id}: ${JSON.stringify(shown)}, notified ${amount}, -${refunded}, -${chargedBack}`];
}
