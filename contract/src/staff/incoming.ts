// Two-way numbers, opt-outs on request, and incoming messages that were refused, as staff see them, under
// /v1/staff.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { givenId, id, instant } from '../common.ts';
import { compactNumber, isTwoWayNumber } from '../numbers/phoneNumbers.ts';
import { pageOf } from '../paging.ts';
import { NUMBER_REQUIRED } from '../sentences/contacts.ts';
import { decisionReason, staffPage } from './accounts.ts';

/**
 * A two-way number as typed: E.164, or a short number's digits. Numbers of country code 999 are those of
 * TEST.
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

/** GET /teams/{id}/numbers: the numbers that are assigned to its projects, the oldest first. */
const staffNumbersAnswer = z.array(
  z.object({
    number: z.string(),
    project: z.object({ id, name: z.string() }),
    assigned_at: instant,
    assigned_by: z.string(),
  }),
);
export type StaffNumbers = z.infer<typeof staffNumbersAnswer>;

/** POST /teams/{id}/numbers assigns one, and answers all of the team. */
export const assignNumberRequest = z.object({
  project_id: givenId,
  number: twoWayNumber,
  reason: decisionReason,
});

/** POST /teams/{id}/numbers/remove: the number is free for another project. */
const removeNumberRequest = z.object({ number: twoWayNumber, reason: decisionReason });

/**
 * POST /teams/{id}/opt_outs, and /remove, which takes off what any but the team itself put there. Answers
 * whether the list has changed.
 */
export const staffOptOutRequest = z.object({
  number: z.string({ error: NUMBER_REQUIRED }).trim().min(1, NUMBER_REQUIRED).max(40),
  reason: decisionReason,
});
const staffOptOutAnswer = z.object({ number: z.string(), changed: z.boolean() });

/**
 * GET /incoming: a page of refused messages, counted by link, number and reason, the last first; `number` is
 * empty for a row that counts many numbers. UNKNOWN_NUMBER: assigned to no project. TOO_MANY: beyond the
 * limit of a phone, a team or a link. TOO_LONG: more parts than a text has. `set_aside`: the messages that
 * were accepted and cannot be stored, which are kept for 30 days: their number, and the last of them; null if
 * there are none.
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
