// The schema of an amount to pay. The console checks the typed amount with it, so it is in a file without the
// other schemas.
import { z } from 'zod';
import { AMOUNT_INVALID } from '../sentences/billing.ts';

/**
 * An amount as typed: above zero, up to nine digits and four decimals. Payments are whole cents, so the third
 * and fourth decimals must be zero.
 */
export const paidAmount = z
  .union([z.string(), z.number().transform(String)], { error: AMOUNT_INVALID })
  .refine((text) => /^\d{1,9}(\.\d{1,2}0{0,2})?$/.test(text) && Number(text) > 0, AMOUNT_INVALID);
