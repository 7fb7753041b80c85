// Tells what became of a refund that was asked for or confirmed.
import type { StaffPayment } from '@godwit/contract/staffPayments';
import { toastSuccess } from '../../components/toast.ts';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { isByHand } from './refunds.ts';

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
