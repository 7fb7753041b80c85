// Where customers reach who runs the service.
import { z } from 'zod';

/** GET /generic/support: what is set of SUPPORT_EMAIL, SUPPORT_PHONE and SUPPORT_URL; needs no session. */
export const supportAnswer = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  url: z.string().nullable(),
});
export type Support = z.infer<typeof supportAnswer>;
