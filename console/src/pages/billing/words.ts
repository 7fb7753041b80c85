// How a payment and a month read.
import type { Payment } from '@godwit/contract/payments/payments';
import { formatYearMonth } from '../../format.ts';
import type { Translate } from '../../text/useText.ts';

/** Card or bank transfer, and which card where it is known. */
export function methodOf(t: Translate, { type, card_last_4: digits, practice }: Payment): string {
  const card = digits ? t('payments.cardEnding', { digits }) : t('payments.card');
  const method = type === 'CARD' ? card : t('payments.bank');
  return practice ? t('payments.practice', { method }) : method;
}

/** A month given as yyyy-MM: `2026 Nov`. */
export const monthWords = (month: string): string => formatYearMonth(`${month}-01`);

/** So many months up to one, the newest first. */
export function monthsUpTo(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
