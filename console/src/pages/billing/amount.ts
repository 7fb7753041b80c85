// An amount to pay as it is typed, and what it comes to with tax, to the cent, as the server works it out.
import { paidAmount } from '@godwit/contract/paidAmount';
import type { PaymentOptions } from '@godwit/contract/payments';

/** The amount as the server takes it: `5,000.50` is `5000.50`. */
export const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Whether it is an amount at all. */
export const isAmount = (typed: string): boolean => paidAmount.safeParse(plainAmount(typed)).success;

const WHOLE = 10_000n;

/** What is added to the balance, the tax of it, and what is to be paid, in major units; null for what is no amount. */
export function amountsOf(
  typed: string,
  { percentage, included }: PaymentOptions['tax'],
): { amount: number; tax: number; total: number } | null {
  if (!isAmount(typed)) return null;
  const cents = BigInt(Math.round(Number(plainAmount(typed)) * 100));
  const rate = BigInt(Math.round(percentage * 100));
  const divisor = included ? WHOLE + rate : WHOLE;
  const tax = (cents * rate * 2n + divisor) / (divisor * 2n);
  const total = included ? cents : cents + tax;
  return { amount: Number(cents) / 100, tax: Number(tax) / 100, total: Number(total) / 100 };
}
