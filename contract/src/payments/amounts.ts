// Currency symbols, and the tax of payments. Screens show the amounts before a payment by the rules that the
// server charges by. A bigint is a whole number of a small unit, such as cents.

/** The symbols of currencies, by ISO 4217 code. The database has the same; a test compares them. */
export const CURRENCY_SYMBOLS: Readonly<Record<string, string>> = { LKR: 'Rs', AUD: 'A$' };

/**
 * `basisPoints` of an amount are added to it, or are a part of it if tax is included: at 10 %, one part of
 * 11.
 */
export type Tax = { basisPoints: number; included: boolean };

const WHOLE = 10_000n;

/** Divides natural numbers and rounds half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Returns the tax of an amount, rounded half up to a multiple of `unit`. */
export function taxOf(amount: bigint, { basisPoints, included }: Tax, unit = 1n): bigint {
  const rate = BigInt(basisPoints);
  return divideHalfUp(amount * rate, (included ? WHOLE + rate : WHOLE) * unit) * unit;
}

/**
 * Returns the credited part of a paid total: all of it if tax is included, otherwise the total without tax,
 * rounded half up to a multiple of `unit`.
 */
export function netOf(total: bigint, { basisPoints, included }: Tax, unit = 1n): bigint {
  return included ? total : divideHalfUp(total * WHOLE, (WHOLE + BigInt(basisPoints)) * unit) * unit;
}

/** Returns the credited amount and the tax of a total in cents, in major units. */
export function amountsInTotal(
  cents: bigint,
  { percentage, included }: { percentage: number; included: boolean },
) {
  const tax = { basisPoints: Math.round(percentage * 100), included };
  const net = netOf(cents, tax);
  const taxCents = included ? taxOf(cents, tax) : cents - net;
  return { amount: Number(net) / 100, tax: Number(taxCents) / 100, total: Number(cents) / 100 };
}

/** Returns the credited amount, its tax and the total to pay, in major units, from an amount in cents. */
export function amountsWithTax(
  cents: bigint,
  { percentage, included }: { percentage: number; included: boolean },
) {
  const tax = taxOf(cents, { basisPoints: Math.round(percentage * 100), included });
  const total = included ? cents : cents + tax;
  return { amount: Number(cents) / 100, tax: Number(tax) / 100, total: Number(total) / 100 };
}
