// The treatment of names that no register holds. Apart from the rules, so pages need not load all countries.
import { z } from 'zod';

/**
 * The treatment of a name that the register of the country does not hold. STAMP: recipients see "Unverified".
 * REFUSE: it is not sent. PASS: it is sent.
 */
export const otherwise = z.enum(['STAMP', 'REFUSE', 'PASS']);
export type Otherwise = z.infer<typeof otherwise>;
