// An amount that is to be paid; by itself, since the console checks what is typed by it.
import { z } from 'zod';
import { AMOUNT_INVALID } from '../sentences/billing.ts';

/**
 * An amount as typed: up to nine digits with up to four decimals, more than zero. Payments are a whole number
 * of cents, so the third and fourth decimals are zeros.
 */
export const paidAmount = z
  .union([z.string(), z.number().transform(String)], { error: AMOUNT_INVALID })
  .refine((text) => /^\d{1,9}(\.\d{1,2}0{0,2})?$/.test(text) && Number(text) > 0, AMOUNT_INVALID);
