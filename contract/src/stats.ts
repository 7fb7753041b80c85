// Statistics of a project: what was sent in a range of days and in the one before it, as figures and as graphs.
import { z } from 'zod';
import { id, mode, money, namedRange } from './common.ts';

/** GET /v1/web/stats/…: a range by name, or from and to, both included; dates win where both are given. */
export const statsQuery = z.object({
  project_id: id,
  mode,
  range: namedRange.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** Two periods of the same number of days, yyyy-MM-dd in the project's time zone; all four dates are included. */
const periods = {
  current_from: z.iso.date(),
  current_to: z.iso.date(),
  prev_from: z.iso.date(),
  prev_to: z.iso.date(),
};

/** Every outgoing message is in one of the two: what is not delivered, for whatever reason or not yet, is UNDELIVERED. */
const outcomes = z.array(
  z.object({ status: z.enum(['DELIVERED', 'UNDELIVERED']), cost: money, total: z.number().int() }),
);

/** Both lists hold two rows, DELIVERED first. `cost` in the team's currency. */
export const overviewAnswer = z.object({
  ...periods,
  outgoing_sms_current: outcomes,
  outgoing_sms_previous: outcomes,
});
export type Overview = z.infer<typeof overviewAnswer>;

const points = z.array(z.object({ date: z.iso.date(), value: z.number() }));
const graph = z.object({ data_points_current: points, data_points_previous: points });

/**
 * A point is a day, or a month by its first day; every one of the period is there, zeros too. Only days of the period count, so
 * its first and last month may be parts of months.
 */
export const graphsAnswer = z.object({
  ...periods,
  time_unit: z.enum(['DAY', 'MONTH']),
  graphs: z.object({
    outgoing_sms_total: graph,
    outgoing_sms_delivered: graph,
    outgoing_sms_undelivered: graph,
    outgoing_sms_cost: graph,
  }),
});
export type Graphs = z.infer<typeof graphsAnswer>;
