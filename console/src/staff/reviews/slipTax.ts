// What a slip has to say, so that the amount that is typed is what is credited.
import type { Slip } from '@godwit/contract/staffPayments';
import { amountsWithTax } from '@godwit/contract/tax';

type Rate = Pick<Slip, 'tax_percentage' | 'tax_included'>;

/** Of an amount as typed: what was transferred and the tax in that, to the cent. Null for what is no amount. */
export function onSlip(
  typed: string,
  { tax_percentage: percentage, tax_included: included }: Rate,
): { amount: number; tax: number; total: number } | null {
  const text = typed.trim();
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0) return null;
  return amountsWithTax(BigInt(Math.round(Number(text) * 100)), { percentage, included });
}
