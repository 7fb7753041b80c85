// The second factor of customers and staff: an authenticator app, its codes, and recovery codes.
import { z } from 'zod';
import { CODE_INVALID, CODE_REQUIRED } from '../sentences/access.ts';

/**
 * A code of the authenticator app (six digits) or a recovery code (`ABCDE-FGHIJ`). Each works once. Blanks
 * and hyphens are ignored.
 */
export const factorCode = z
  .string({ error: CODE_REQUIRED })
  .trim()
  .min(1, CODE_REQUIRED)
  .max(40, CODE_INVALID);

/** A body with a code alone. A wrong code returns 1002 for its field. */
export const codeRequest = z.object({ code: factorCode });

/**
 * The secret to type, and the otpauth URI of the QR code. Starting again creates a new secret. The second
 * factor is off until a code confirms it.
 */
export const setUpAnswer = z.object({ secret: z.string(), uri: z.string() });
export type SetUp = z.infer<typeof setUpAnswer>;

/** Shown once. They replace all earlier codes. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });
