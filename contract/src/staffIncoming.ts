// Two-way numbers, opt-outs on request, and incoming messages that were refused, as staff see them, under /v1/staff.
import { z } from 'zod';
import { id, instant } from './common.ts';
import { compactNumber, isTwoWayNumber } from './phoneNumbers.ts';
import { pageOf, reason, staffPage } from './staff.ts';

/** A two-way number as typed: E.164, or a short number's digits. Numbers of country code 999 are those of TEST. */
const twoWayNumber = z
  .string({ error: 'Number is required' })
  .trim()
  .min(1, 'Number is required')
  .max(40, 'Give a number with its country code, such as +94112300300, or a short number of 3 to 7 digits')
  .transform(compactNumber)
  .refine((number) => isTwoWayNumber(number) && !number.startsWith('+999'), {
    error: 'Give a number with its country code, such as +94112300300, or a short number of 3 to 7 digits',
  });

/** GET /teams/{id}/numbers: the numbers that are assigned to its projects, the oldest first. */
export const staffNumbersAnswer = z.array(
  z.object({
    number: z.string(),
    project: z.object({ id, name: z.string() }),
    assigned_at: instant,
    assigned_by: z.string(),
  }),
);
export type StaffNumbers = z.infer<typeof staffNumbersAnswer>;

/** POST /teams/{id}/numbers assigns one, and answers all of the team. */
export const assignNumberRequest = z.object({ project_id: id, number: twoWayNumber, reason });

/** POST /teams/{id}/numbers/remove: the number is free for another project. */
export const removeNumberRequest = z.object({ number: twoWayNumber, reason });

/** POST /teams/{id}/opt_outs, and /remove, which takes off what any but the team itself put there. Answers whether the list has changed. */
export const staffOptOutRequest = z.object({
  number: z.string({ error: 'Number is required' }).trim().min(1, 'Number is required').max(40),
  reason,
});
export const staffOptOutAnswer = z.object({ number: z.string(), changed: z.boolean() });

/**
 * GET /incoming: a page of what was refused, counted by link, number and reason, the last first; `number` is empty for those of many numbers together.
 * UNKNOWN_NUMBER: assigned to no project. TOO_MANY: beyond what a phone, a team or a link may send. TOO_LONG: more parts than a text has. `set_aside`
 * is what was taken and cannot be stored, which is kept for 30 days: how many, and the last of them; null where there is none.
 */
export const staffIncomingQuery = z.object(staffPage);
export const staffIncomingAnswer = pageOf(
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
