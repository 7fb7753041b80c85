// The part of a payment that can still be returned, the person who has to return it, and the notices and
// queries after a refund.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';

/** The charge that a refund is of: one of the further charges, or null for the one that was credited. */
export type Charge = StaffPayment['further_charges'][number];

/**
 * The refundable rest of a charge. As on the server, refunds in flight are deducted; refunds awaiting a
 * second person are not.
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

/**
 * Returns the words for the effect of a refund, by provider: a further charge takes nothing from the balance.
 */
export function textOf(
  t: ReturnType<typeof useText>,
  { provider, order_id: order }: StaffPayment,
  charge: string | null,
): string {
  if (charge === null) return t(`staff.refund.${provider}`, { order });
  return t(provider === 'PAYHERE' ? 'staff.refund.further.PAYHERE' : 'staff.refund.further', { charge });
}

/** Whether only the balance gives its part, and staff have to give the money back themselves. */
export const isByHand = (provider: StaffPayment['provider']): provider is 'PAYHERE' | 'BANK' =>
  provider === 'PAYHERE' || provider === 'BANK';

/** Reports the outcome of a requested or confirmed refund. */
export function useRefundResult() {
  const t = useText();
  return ({ returns, provider, currency }: StaffPayment, id: string): void => {
    const made = returns.find((one) => one.id === id);
    if (!made || made.status === 'REVERSED' || made.status === 'REJECTED') return;
    const done = t(`staff.refund.result.${made.status}`, { amount: formatMoney(made.total, currency) });
    const isToMake = made.status === 'DONE' && isByHand(provider);
    toastSuccess(isToMake ? `${done} ${t(`staff.refund.byHand.${provider}`)}` : done);
  };
}

/** Has everything read again that a refund changes: payments, balances, what waits and how much of it. */
export function useRefreshPayments(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const list of ['teams', 'refunds', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
}
