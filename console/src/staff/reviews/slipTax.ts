// What a slip has to say, so that the amount that is typed is what is credited.
import type { Slip } from '@godwit/contract/staffPayments';

type Rate = Pick<Slip, 'tax_percentage' | 'tax_included'>;

/** Of an amount as typed: what was transferred and the tax in that, rounded half up to cents as the server does. Null for what is no amount. */
export function onSlip(
  typed: string,
  { tax_percentage: percentage, tax_included: isIncluded }: Rate,
): { amount: number; tax: number; total: number } | null {
  const text = typed.trim();
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0) return null;
  const cents = Math.round(Number(text) * 100);
  const rate = Math.round(percentage * 100);
  const divisor = isIncluded ? 10_000 + rate : 10_000;
  const tax = Math.floor((2 * cents * rate + divisor) / (2 * divisor));
  return { amount: cents / 100, tax: tax / 100, total: (isIncluded ? cents : cents + tax) / 100 };
}
