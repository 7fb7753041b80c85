// An amount to pay as it is typed, and what it comes to with tax, to the cent.
import { paidAmount } from '@godwit/contract/paidAmount';
import type { PaymentOptions } from '@godwit/contract/payments';
import { amountsWithTax } from '@godwit/contract/tax';

/** The amount as the server takes it: `5,000.50` is `5000.50`. */
export const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Whether it is an amount at all. */
export const isAmount = (typed: string): boolean => paidAmount.safeParse(plainAmount(typed)).success;

/** What is added to the balance, the tax of it, and what is to be paid, in major units; null for what is no amount. */
export function amountsOf(
  typed: string,
  tax: PaymentOptions['tax'],
): { amount: number; tax: number; total: number } | null {
  if (!isAmount(typed)) return null;
  return amountsWithTax(BigInt(Math.round(Number(plainAmount(typed)) * 100)), tax);
}
