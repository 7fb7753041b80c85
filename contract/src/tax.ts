// Tax of a payment, half up once: the server charges by it, screens show it before. Amounts are whole numbers of a small unit, such as cents.

/** `basisPoints` of an amount are added to it, or are a part of it where tax is included: of 11 parts one at 10 %. */
export type Tax = { basisPoints: number; included: boolean };

const WHOLE = 10_000n;

/** A quotient of natural numbers, rounded half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The tax of an amount, rounded half up to a multiple of `unit`. */
export function taxOf(amount: bigint, { basisPoints, included }: Tax, unit = 1n): bigint {
  const rate = BigInt(basisPoints);
  return divideHalfUp(amount * rate, (included ? WHOLE + rate : WHOLE) * unit) * unit;
}

/** What is credited, the tax of it and what is to be paid, in major units; from cents, and a percentage as answers have it. */
export function amountsWithTax(
  cents: bigint,
  { percentage, included }: { percentage: number; included: boolean },
) {
  const tax = taxOf(cents, { basisPoints: Math.round(percentage * 100), included });
  const total = included ? cents : cents + tax;
  return { amount: Number(cents) / 100, tax: Number(tax) / 100, total: Number(total) / 100 };
}
