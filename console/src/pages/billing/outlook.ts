// How many messages an amount buys, and the amounts that the payment dialog offers.
import type { BillingOutlook } from '@godwit/contract/payments/billing';
import type { PaymentOptions } from '@godwit/contract/payments/payments';
import { countryName } from '../../countryName.ts';

/** The number of days that a text shows as "more than a year". */
const MANY_DAYS = 366;
/** The numbers of messages that the offered amounts buy, about. */
const OFFERED = [1_000, 5_000, 25_000];
const ROUND = [1, 2, 5, 10];

/** The messages of one segment to the commonest country that an amount buys; null without a price. */
export function boughtBy(amount: number, { country }: BillingOutlook) {
  if (country === null || country.price <= 0) return null;
  const count = Math.max(0, Math.floor(Number((amount / country.price).toPrecision(12))));
  return { count, country: country.countries.map(countryName).join(', '), price: country.price };
}

/** The whole days that a balance lasts at the rate of the last 30; null without a rate. */
export const daysOf = (balance: number, { spend_per_day: rate }: BillingOutlook): number | null =>
  rate ? Math.min(MANY_DAYS, Math.max(0, Math.floor(balance / rate))) : null;

/** Round amounts that buy some thousand messages, within the limits of a payment. */
export function presetsOf(
  { country }: BillingOutlook,
  { min, max }: Pick<PaymentOptions, 'min' | 'max'>,
): number[] {
  if (country === null || country.price <= 0) return [];
  const amounts = OFFERED.map((count) => roundUp(Math.max(count * country.price, min ?? 0)));
  return [...new Set(amounts)].filter((amount) => max === null || amount <= max);
}

/** The next amount that is 1, 2 or 5 times a power of ten. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  const least = Number((amount / power).toPrecision(12));
  return (ROUND.find((round) => round >= least) ?? 10) * power;
}
