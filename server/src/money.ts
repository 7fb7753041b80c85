// Converts money at the edges: integer micro-units of a currency (bigint) inside, JSON numbers or texts
// outside.

const MICROS = 1_000_000n;
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

/** Micro-units as a number in an answer: major units, rounded to four decimals. */
export function fromMicros(micros: bigint): number {
  return Number((Number(micros) / 1e6).toFixed(4));
}

/** Micro-units of a number in an answer. */
export const toMicros = (major: number): bigint => BigInt(Math.round(major * 1e4)) * SMALLEST;

/**
 * Micro-units as people read them, without a symbol: `1,234.50`. Truncated, so a balance never shows more
 * than there is.
 */
export function displayMoney(micros: bigint): string {
  const absolute = micros < 0n ? -micros : micros;
  const cents = absolute / (MICROS / 100n);
  const major = (cents / 100n).toLocaleString('en-US');
  const sign = micros < 0n && cents > 0n ? '-' : '';
  return `${sign}${major}.${(cents % 100n).toString().padStart(2, '0')}`;
}

/** A typed amount in micro-units; null unless it has up to nine digits and up to four decimals. */
export function parseAmount(text: string): bigint | null {
  const [, major, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (major === undefined) return null;
  return BigInt(major) * MICROS + BigInt(decimals.padEnd(6, '0'));
}

const EXACT_AMOUNT = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** An amount in micro-units, exact; null unless it has up to nine digits and up to six decimals. */
export function parseExactAmount(text: string): bigint | null {
  const [, major, decimals = ''] = EXACT_AMOUNT.exec(text) ?? [];
  return major === undefined ? null : BigInt(major) * MICROS + BigInt(decimals.padEnd(6, '0'));
}

/** A typed amount as `parseAmount` reads it, with an optional minus sign. */
export function parseSignedAmount(text: string): bigint | null {
  const micros = parseAmount(text.replace(/^-/, ''));
  return micros !== null && text.startsWith('-') ? -micros : micros;
}

/** The smallest payable amount of a currency, in micro-units. */
export const CENT = MICROS / 100n;

/** The unit of prices and answers, in micro-units: they have four decimals. */
export const SMALLEST = 100n;

/** Micro-units that are whole cents, in the format of payment providers: `1234.50`. */
export function decimalMoney(micros: bigint): string {
  const cents = (micros / CENT).toString().padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
