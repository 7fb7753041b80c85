// The labels of payment methods and months.
import type { Payment } from '@godwit/contract/payments/payments';
import { formatYearMonth } from '../../format.ts';
import type { Translate } from '../../text/useText.ts';

/** Names the payment method: bank transfer, or a card with its last digits if they are known. */
export function methodLabel(t: Translate, { type, card_last_4: digits, practice }: Payment): string {
  const card = digits ? t('payments.cardEnding', { digits }) : t('payments.card');
  const method = type === 'CARD' ? card : t('payments.bank');
  return practice ? t('payments.practice', { method }) : method;
}

/** Formats a month given as yyyy-MM: `2026 Nov`. */
export const monthLabel = (month: string): string => formatYearMonth(`${month}-01`);

/** Returns `count` months up to and including `last`, newest first. */
export function monthsUpTo(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, offset) =>
    new Date(Date.UTC(year, month - 1 - offset, 1)).toISOString().slice(0, 7),
  );
}
