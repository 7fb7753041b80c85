// Drop-in APIs: a project may accept the calls of programs that were written for another product.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { bool, instant } from './common.ts';

/**
 * KANNEL: `GET /cgi-bin/sendsms` of Kannel's smsbox. TWILIO: messages and Verify of Twilio's API. SMTP: mail
 * for `number@domain`.
 */
export const DROP_INS = ['KANNEL', 'TWILIO', 'SMTP'] as const;
export type DropInKind = (typeof DROP_INS)[number];

const kind = z.enum(DROP_INS);

/**
 * A drop-in API of a project. `enabled_at` is null if the project does not accept it. `mail`: where programs
 * send mail to, for SMTP only.
 */
const dropIn = z.object({
  kind,
  enabled_at: instant.nullable(),
  mail: z.object({ host: z.string(), port: z.int(), domain: z.string() }).optional(),
});
export type DropIn = z.infer<typeof dropIn>;

export const dropInCalls = {
  'GET /projects/:id/drop_ins': { answer: z.array(dropIn) },
  'PUT /projects/:id/drop_ins/:kind': {
    params: { kind },
    body: z.object({ enabled: bool('enabled must be true or false') }),
    answer: dropIn,
  },
} satisfies Calls;
