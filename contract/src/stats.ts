// Statistics of a project: what was sent in a range of days and in the one before it, as figures and as
// graphs.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { givenId, instant, mode, money, namedRange } from './common.ts';
import { FAILURE_CODES } from './messages/statuses.ts';

/** GET /v1/web/stats/…: a range by name, or from and to, both included; dates win where both are given. */
const statsQuery = z.object({
  project_id: givenId,
  mode,
  range: namedRange.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/**
 * Two periods of the same number of days, yyyy-MM-dd in the project's time zone; all four dates are included.
 * If the current period is still running, the previous one is counted for the same span: until `prev_until`
 * (to a quarter of an hour), which is on `prev_to`. Null if both are whole.
 */
const periods = {
  current_from: z.iso.date(),
  current_to: z.iso.date(),
  prev_from: z.iso.date(),
  prev_to: z.iso.date(),
  prev_until: instant.nullable(),
};

/**
 * Every outgoing message is in one of the two: what is not delivered, for whatever reason or not yet, is
 * UNDELIVERED.
 */
const outcomes = z.array(
  z.object({ status: z.enum(['DELIVERED', 'UNDELIVERED']), cost: money, total: z.number().int() }),
);

/** Both lists hold two rows, DELIVERED first. `cost` in the team's currency. */
const overviewAnswer = z.object({
  ...periods,
  outgoing_sms_current: outcomes,
  outgoing_sms_previous: outcomes,
});
export type Overview = z.infer<typeof overviewAnswer>;

const points = z.array(z.object({ date: z.iso.date(), value: z.number() }));
const graph = z.object({ data_points_current: points, data_points_previous: points });

/**
 * A point is a day, or a month by its first day; every one of the period is there, zeros too. Only days of
 * the period count, so its first and last month may be parts of months. Messages that are neither delivered
 * nor failed are still in progress.
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
 * The numbers for the words above the figures. `delivery` is the speed: half of `delivered` messages arrived
 * within `median_seconds` after they were due (accepted, or their scheduled time). They are among the newest
 * of the days; `is_all`: no other was delivered in them. It is null if none of the newest was delivered.
 * `spend_per_day`: the daily spend of all projects of the team, by these days, in the team's currency; null
 * in TEST, for days that do not end today or are only today, and if nothing was spent.
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

/** As many destinations are named. */
export const MAX_DESTINATIONS = 20;

/**
 * Why messages of these days failed and where they were to go, the most frequent first. A destination is a
 * dial code of the list of countries, null if a number belongs to none of them, with the countries (ISO 3166
 * alpha-2) that it stands for. `other_destinations` are the messages to all that are not named. The carrier
 * of a message is not shown: routes change by the hour and are not the customer's to choose.
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

export const statsCalls = {
  'GET /stats/project_overview': { query: statsQuery, answer: overviewAnswer },
  'GET /stats/project_graphs': { query: statsQuery, answer: graphsAnswer },
  'GET /stats/project_summary': { query: statsQuery, answer: summaryAnswer },
  'GET /stats/project_failures': { query: statsQuery, answer: failuresAnswer },
} satisfies Calls;
