// The highest price that a caller accepts for a message.
import { fromMicros, parseExactAmount } from '../../money.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';

/** A price limit as a caller gives it, in the currency of the team. */
export type MaxPrice = string | number | null | undefined;

/**
 * Refuses a message that costs more than `maxPrice`, to the micro-unit. Null if it may be sent.
 * Refusals: priceAboveMax; invalidArgument if `maxPrice` is no amount.
 */
export function checkMaxPrice(costMicros: bigint, maxPrice: MaxPrice, currency: string): Refusal | null {
  if (maxPrice === null || maxPrice === undefined) return null;
  const maxMicros = parseExactAmount(String(maxPrice));
  if (maxMicros === null) return refuseField('invalidArgument', 'max_price', NO_AMOUNT);
  if (costMicros <= maxMicros) return null;
  const price = `${fromMicros(costMicros)} ${currency}`;
  const description = `The price is ${price}, above max_price: nothing is sent or charged. Raise max_price, or shorten the text.`;
  return refuse('priceAboveMax', { description, fields: { max_price: description } });
}

const NO_AMOUNT = 'Give max_price as an amount with at most nine digits and six decimals, such as 1.6.';
