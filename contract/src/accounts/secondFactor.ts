// The second factor of customers and of staff: setting up an authenticator app, its codes, and recovery
// codes.
import { z } from 'zod';
import { CODE_INVALID, CODE_REQUIRED } from '../sentences/access.ts';

/**
 * A code of the authenticator app (six digits) or a recovery code (`ABCDE-FGHIJ`), each good once; blanks and
 * hyphens do not count.
 */
export const factorCode = z
  .string({ error: CODE_REQUIRED })
  .trim()
  .min(1, CODE_REQUIRED)
  .max(40, CODE_INVALID);

/** A call that needs a code and nothing more; a wrong one is at fault by its field (1002). */
export const codeRequest = z.object({ code: factorCode });

/**
 * `secret` to type and `uri` (otpauth) for the QR code. Beginning again makes another one; nothing is on
 * before a code confirms it.
 */
export const setUpAnswer = z.object({ secret: z.string(), uri: z.string() });
export type SetUp = z.infer<typeof setUpAnswer>;

/** Shown this once; they replace all earlier ones. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });
