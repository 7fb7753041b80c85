// What of a payment can still go back, and who has to give it back.
import type { StaffPayment } from '@godwit/contract/staffPayments';

/** What is left of what was paid, as the server counts: what is under way is gone already, what waits for a second person is not. */
export function leftOf({ total, returns }: Pick<StaffPayment, 'total' | 'returns'>): number {
  const gone = returns.filter(({ status }) => status === 'PENDING' || status === 'DONE');
  const cents = gone.reduce((sum, one) => sum + Math.round(one.total * 100), 0);
  return (Math.round(total * 100) - cents) / 100;
}

/** Whether only the balance gives its part, and staff have to give the money back themselves. */
export const isByHand = (provider: StaffPayment['provider']): provider is 'PAYHERE' | 'BANK' =>
  provider === 'PAYHERE' || provider === 'BANK';
