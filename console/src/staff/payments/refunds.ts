// What of a payment can still go back, who has to give it back, and what is told and read again when something does.
import type { StaffPayment } from '@godwit/contract/staffPayments';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../components/toast.ts';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';

/** What is left of what was paid, as the server counts: what is under way is gone already, what waits for a second person is not. */
export function leftOf({ total, returns }: Pick<StaffPayment, 'total' | 'returns'>): number {
  const gone = returns.filter(({ status }) => status === 'PENDING' || status === 'DONE');
  const cents = gone.reduce((sum, one) => sum + Math.round(one.total * 100), 0);
  return (Math.round(total * 100) - cents) / 100;
}

/** Whether only the balance gives its part, and staff have to give the money back themselves. */
export const isByHand = (provider: StaffPayment['provider']): provider is 'PAYHERE' | 'BANK' =>
  provider === 'PAYHERE' || provider === 'BANK';

/** Tells what became of a refund that was asked for or confirmed. */
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
