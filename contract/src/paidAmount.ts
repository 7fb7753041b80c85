// An amount that is to be paid; by itself, since the console checks what is typed by it.
import { z } from 'zod';

export const AMOUNT_INVALID = 'Amount is invalid';

/**
 * An amount as typed: up to nine digits with up to four decimals, more than zero. What is paid is a whole number of cents, so that the third and
 * fourth decimal are zeros.
 */
export const paidAmount = z
  .union([z.string(), z.number().transform(String)], { error: AMOUNT_INVALID })
  .refine((text) => /^\d{1,9}(\.\d{1,2}0{0,2})?$/.test(text) && Number(text) > 0, AMOUNT_INVALID);
