// Statistics of a project: figures and graphs for a range of days and for the range before it.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { givenId, instant, mode, money, namedRange } from './common.ts';
import { FAILURE_CODES } from './messages/failures.ts';

/** GET /v1/web/stats/…: a named range, or `from` and `to`, both included. The dates take precedence. */
const statsQuery = z.object({
  project_id: givenId,
  mode,
  range: namedRange.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/**
 * Two periods of the same number of days, yyyy-MM-dd in the time zone of the project; all four dates are
 * included. If the current period has not ended, the previous one is only counted up to the same point: until
 * `prev_until`, on `prev_to`, to a quarter of an hour. Otherwise `prev_until` is null.
 */
const periods = {
  current_from: z.iso.date(),
  current_to: z.iso.date(),
  prev_from: z.iso.date(),
  prev_to: z.iso.date(),
  prev_until: instant.nullable(),
};

/** Every outgoing message is in one of the two. UNDELIVERED includes messages that may still be delivered. */
const outcomes = z.array(
  z.object({ status: z.enum(['DELIVERED', 'UNDELIVERED']), cost: money, total: z.number().int() }),
);

/** Both lists have two rows, DELIVERED first. `cost` is in the currency of the team. */
const overviewAnswer = z.object({
  ...periods,
  outgoing_sms_current: outcomes,
  outgoing_sms_previous: outcomes,
});
export type Overview = z.infer<typeof overviewAnswer>;

const points = z.array(z.object({ date: z.iso.date(), value: z.number() }));
const graph = z.object({ data_points_current: points, data_points_previous: points });

/**
 * A point is a day, or the first day of a month. Every point of the period is present, zeros included. Only
 * days of the period count, so the first and the last month may be partial. Messages in progress are neither
 * delivered nor failed.
 */
const graphsAnswer = z.object({
  ...periods,
  time_unit: z.enum(['DAY', 'MONTH']),
  graphs: z.object({
    outgoing_sms_total: graph,
    outgoing_sms_delivered: graph,
    outgoing_sms_undelivered: graph,
    outgoing_sms_failed: graph,
    outgoing_sms_cost: graph,
  }),
});
export type Graphs = z.infer<typeof graphsAnswer>;

const count = z.number().int();
const days = { current_from: z.iso.date(), current_to: z.iso.date() };

/**
 * The figures of the summary. `delivery`: half of its `delivered` messages arrived within `median_seconds` of
 * their due time (acceptance, or the scheduled time). They are the newest of these days; `is_all`: no other
 * message was delivered in them. `delivery` is null if none of the newest was delivered. `spend_per_day`: the
 * daily average of all projects of the team in these days, in its currency; null in TEST, for days that do
 * not end today or are only today, and if nothing was spent.
 */
const summaryAnswer = z.object({
  ...days,
  total: count,
  delivered: count,
  failed: count,
  waiting: count,
  delivery: z.object({ median_seconds: z.number(), delivered: count, is_all: z.boolean() }).nullable(),
  spend_per_day: money.nullable(),
});
export type Summary = z.infer<typeof summaryAnswer>;

/** The maximum number of destinations that the answer lists. */
export const MAX_DESTINATIONS = 20;

/**
 * Failed messages of these days by reason and by destination, the most frequent first. A destination is a
 * dial code with its countries (ISO 3166 alpha-2); null for numbers of no country. `other_destinations`
 * counts the messages to destinations that are not listed. Carriers are left out, because routes change by
 * the hour and the customer does not choose them.
 */
const failuresAnswer = z.object({
  ...days,
  total: count,
  reasons: z.array(z.object({ code: z.enum(FAILURE_CODES), total: count })),
  destinations: z.array(
    z.object({ dial_code: z.string().nullable(), countries: z.array(z.string()), total: count }),
  ),
  other_destinations: count,
});
export type Failures = z.infer<typeof failuresAnswer>;

/** More days have no hours of the week, because counting them would be slow. */
export const MAX_HOURS_DAYS = 92;

/**
 * The outgoing messages of these days by weekday and hour in the time zone of the project: seven lists, from
 * Monday, of 24 counts. Null for more than MAX_HOURS_DAYS days.
 */
const hoursAnswer = z.object({ ...days, hours: z.array(z.array(count)).nullable() });
export type Hours = z.infer<typeof hoursAnswer>;

export const statsCalls = {
  'GET /stats/project_overview': { query: statsQuery, answer: overviewAnswer },
  'GET /stats/project_graphs': { query: statsQuery, answer: graphsAnswer },
  'GET /stats/project_summary': { query: statsQuery, answer: summaryAnswer },
  'GET /stats/project_hours': { query: statsQuery, answer: hoursAnswer },
  'GET /stats/project_failures': { query: statsQuery, answer: failuresAnswer },
} satisfies Calls;
