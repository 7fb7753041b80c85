// Lists for forms, and how to reach support. No call needs a session.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { continentsAnswer } from './numbers/countries.ts';

/** GET /generic/timezones: the ids of all time zones that a project can have. */
const timezonesAnswer = z.array(z.object({ id: z.string() }));

/** GET /generic/support: SUPPORT_EMAIL, SUPPORT_PHONE and SUPPORT_URL; null if one is not set. */
const supportAnswer = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  url: z.string().nullable(),
});
export type Support = z.infer<typeof supportAnswer>;

export const genericCalls = {
  'GET /generic/timezones': { answer: timezonesAnswer },
  'GET /generic/regions': { answer: continentsAnswer },
  'GET /generic/support': { answer: supportAnswer },
} satisfies Calls;
