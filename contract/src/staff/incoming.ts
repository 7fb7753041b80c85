// Two-way numbers, opt-outs on request, and refused incoming messages. Below /v1/staff.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { givenId, id, instant } from '../common.ts';
import { compactNumber, isTwoWayNumber } from '../numbers/phoneNumbers.ts';
import { pageOf } from '../paging.ts';
import { NUMBER_REQUIRED } from '../sentences/contacts.ts';
import { decisionReason, staffPage } from './accounts.ts';

/**
 * A two-way number as typed: E.164, or the digits of a short number. Country code 999 is reserved for TEST.
 */
const twoWayNumber = z
  .string({ error: NUMBER_REQUIRED })
  .trim()
  .min(1, NUMBER_REQUIRED)
  .max(40, 'Give a number with its country code, such as +94112300300, or a short number of 3 to 7 digits')
  .transform(compactNumber)
  .refine((number) => isTwoWayNumber(number) && !number.startsWith('+999'), {
    error: 'Give a number with its country code, such as +94112300300, or a short number of 3 to 7 digits',
  });

/** GET /teams/{id}/numbers: the numbers of its projects, oldest first. */
const staffNumbersAnswer = z.array(
  z.object({
    number: z.string(),
    project: z.object({ id, name: z.string() }),
    assigned_at: instant,
    assigned_by: z.string(),
  }),
);
export type StaffNumbers = z.infer<typeof staffNumbersAnswer>;

/** POST /teams/{id}/numbers: assigns a number. Returns all numbers of the team. */
export const assignNumberRequest = z.object({
  project_id: givenId,
  number: twoWayNumber,
  reason: decisionReason,
});

/** POST /teams/{id}/numbers/remove: frees the number for another project. */
const removeNumberRequest = z.object({ number: twoWayNumber, reason: decisionReason });

/**
 * POST /teams/{id}/opt_outs adds an opt-out; /remove removes those that the team did not add itself. Both
 * return whether the list changed.
 */
export const staffOptOutRequest = z.object({
  number: z.string({ error: NUMBER_REQUIRED }).trim().min(1, NUMBER_REQUIRED).max(40),
  reason: decisionReason,
});
const staffOptOutAnswer = z.object({ number: z.string(), changed: z.boolean() });

/**
 * GET /incoming: refused messages, counted by link, number and reason, the latest first. `number` is empty
 * for a row that counts many numbers. UNKNOWN_NUMBER: no project has the number. TOO_MANY: above the limit of
 * a phone, a team or a link. TOO_LONG: more parts than a text may have. `set_aside`: the count and the latest
 * of the accepted messages that cannot be stored, which are kept for 30 days; null if there are none.
 */
export const staffIncomingQuery = z.object(staffPage);
const staffIncomingAnswer = pageOf(
  z.object({
    link_id: z.string(),
    number: z.string(),
    from: z.string(),
    reason: z.enum(['UNKNOWN_NUMBER', 'TOO_MANY', 'TOO_LONG']),
    count: z.number().int(),
    first_at: instant,
    last_at: instant,
  }),
).extend({
  set_aside: z
    .object({
      count: z.number().int(),
      link_id: z.string(),
      number: z.string(),
      reason: z.string(),
      received_at: instant,
    })
    .nullable(),
});
export type StaffIncoming = z.infer<typeof staffIncomingAnswer>;

export const staffIncomingCalls = {
  'GET /incoming': { staffAction: 'read', query: staffIncomingQuery, answer: staffIncomingAnswer },
  'GET /teams/:id/numbers': { staffAction: 'read', answer: staffNumbersAnswer },
  'POST /teams/:id/numbers': {
    staffAction: 'senders',
    body: assignNumberRequest,
    answer: staffNumbersAnswer,
  },
  'POST /teams/:id/numbers/remove': {
    staffAction: 'senders',
    body: removeNumberRequest,
    answer: staffNumbersAnswer,
  },
  'POST /teams/:id/opt_outs': { staffAction: 'optOuts', body: staffOptOutRequest, answer: staffOptOutAnswer },
  'POST /teams/:id/opt_outs/remove': {
    staffAction: 'optOuts',
    body: staffOptOutRequest,
    answer: staffOptOutAnswer,
  },
} satisfies Calls;
