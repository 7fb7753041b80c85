// Calls for lists that screens choose from; none needs a session.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { continentsAnswer } from './numbers/countries.ts';
import { supportAnswer } from './support.ts';

/** Ids of all time zones that a project can be in. */
const timezonesAnswer = z.array(z.object({ id: z.string() }));

export const genericCalls = {
  'GET /generic/timezones': { answer: timezonesAnswer },
  'GET /generic/regions': { answer: continentsAnswer },
  'GET /generic/support': { answer: supportAnswer },
} satisfies Calls;
