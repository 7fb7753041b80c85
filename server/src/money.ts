// Money at the edges: inside it is integer micro-units of a currency (bigint), outside a JSON number or a text.

const MICROS = 1_000_000n;
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

/** Micro-units as an answer's number: major units, rounded to four decimals. */
export function fromMicros(micros: bigint): number {
  return Number((Number(micros) / 1e6).toFixed(4));
}

/** Micro-units as people read them: `1,234.50`, no symbol. Cut, not rounded: a balance never shows more than there is. */
export function displayMoney(micros: bigint): string {
  const absolute = micros < 0n ? -micros : micros;
  const cents = absolute / (MICROS / 100n);
  const major = (cents / 100n).toLocaleString('en-US');
  const sign = micros < 0n && cents > 0n ? '-' : '';
  return `${sign}${major}.${(cents % 100n).toString().padStart(2, '0')}`;
}

/** An amount as typed, in micro-units; null where it isn't up to nine digits with up to four decimals. */
export function parseAmount(text: string): bigint | null {
  const [, major, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (major === undefined) return null;
  return BigInt(major) * MICROS + BigInt(decimals.padEnd(6, '0'));
}

/** The same with a minus in front where it is to be taken. */
export function parseSignedAmount(text: string): bigint | null {
  const micros = parseAmount(text.replace(/^-/, ''));
  return micros !== null && text.startsWith('-') ? -micros : micros;
}

/** The smallest amount of a currency that can be paid, in micro-units. */
export const CENT = MICROS / 100n;

/** What prices and answers are whole numbers of, in micro-units: they have four decimals. */
export const SMALLEST = 100n;

/** Micro-units of a whole number of cents as payment providers write amounts: `1234.50`. */
export function decimalMoney(micros: bigint): string {
  const cents = (micros / CENT).toString().padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
