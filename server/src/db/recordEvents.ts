// Records events in the statements that change messages and verifications. The triggers of scoped_opt_outs
// record those of opt-outs, for the same number of days. No events are recorded for a project and mode whose
// events nobody reads: see events/.
import { type Fragment, fragment, raw } from './sql.ts';

/** Events are kept for this many days, and recorded for as many days after somebody last read them. */
export const EVENT_DAYS = 7;

/** SQL condition: events of this row of event_streams are recorded. */
export const IS_RECORDED = fragment`event_streams.asked_at > now() - interval '${raw(`${EVENT_DAYS} days`)}'`;

/**
 * `insert` that records an event of each row of `from`, which has the columns team_id, project_id, mode and
 * id. `type` is an expression. The rows of one subject are in `order`. If there is no stream, it joins
 * nothing.
 */
export const recordEvents = (from: Fragment, type: Fragment, order: Fragment = raw('id')): Fragment =>
  fragment`insert into event_inbox (team_id, project_id, mode, type, subject_id)
    select team_id, project_id, mode, ${type}, id from ${from} join event_streams using (team_id, project_id, mode)
    where exists (select from event_streams) and ${IS_RECORDED} order by ${order}`;
