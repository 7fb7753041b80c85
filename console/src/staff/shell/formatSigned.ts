import { formatPrice } from '../../format.ts';

/** An amount with its sign. Incoming money has a plus. */
export const formatSigned = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${formatPrice(amount, currency)}`;
