// Shared parts of refunds: the refundable amount, explanations by provider, and reloads after a refund.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { useReport } from '../shell/report.ts';

/** A further charge of a payment. In its place, null means the credited charge. */
export type Charge = StaffPayment['further_charges'][number];

/**
 * The refundable amount of a charge. As on the server, it excludes refunds in flight and includes those that
 * wait for a second person.
 */
export function leftOf(
  { total, returns }: Pick<StaffPayment, 'total' | 'returns'>,
  further: Charge | null,
): number {
  const gone = returns.filter(
    ({ status, charge }) =>
      (status === 'PENDING' || status === 'DONE') && charge === (further?.charge ?? null),
  );
  const cents = gone.reduce((sum, one) => sum + Math.round(one.total * 100), 0);
  return (Math.round((further?.total ?? total) * 100) - cents) / 100;
}

/** Explains the effect of a refund by provider. Refunds of further charges do not change the balance. */
export function textOf(
  t: ReturnType<typeof useText>,
  { provider, order_id: order }: StaffPayment,
  charge: string | null,
): string {
  if (charge === null) return t(`staff.refund.${provider}`, { order });
  return t(provider === 'PAYHERE' ? 'staff.refund.further.PAYHERE' : 'staff.refund.further', { charge });
}

/** Whether staff must transfer the money themselves, because a refund here changes only the balance. */
export const isByHand = (provider: StaffPayment['provider']): provider is 'PAYHERE' | 'BANK' =>
  provider === 'PAYHERE' || provider === 'BANK';

/** Returns a function that reports the outcome of a requested or confirmed refund. */
export function useRefundResult() {
  const t = useText();
  const report = useReport();
  return ({ returns, provider, currency }: StaffPayment, id: string): void => {
    const made = returns.find((one) => one.id === id);
    if (!made || made.status === 'REVERSED' || made.status === 'REJECTED') return;
    const done = t(`staff.refund.result.${made.status}`, { amount: formatMoney(made.total, currency) });
    const isToMake = made.status === 'DONE' && isByHand(provider);
    report(isToMake ? `${done} ${t(`staff.refund.byHand.${provider}`)}` : done);
  };
}

/**
 * Returns a function that reloads everything a refund changes: payments, balances, pending refunds and
 * counts.
 */
export function useRefreshPayments(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const list of ['teams', 'refunds', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
}
