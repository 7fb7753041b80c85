// Fragments that count messages in the statements that change them: in message_count_deltas and, for messages
// of campaigns, in campaign_count_deltas. Triggers would copy whole rows, bodies included, although half of
// the transitions change no count.
import { fragment } from '../../db/sql.ts';

const COLUMNS = fragment`team_id, project_id, mode, quarter, direction, api_type, status, count, segments, cost_micros`;
const CAMPAIGN_COLUMNS = fragment`team_id, campaign_id, what, count, segments, cost_micros`;

/** `insert` that counts the rows of `input` as accepted; they have the columns of `messages`. */
export const COUNT_ACCEPTED = fragment`insert into message_count_deltas (${COLUMNS})
  select team_id, project_id, mode, quarter_of(accepted_at), 'OUTGOING'::message_direction, api_type,
    'ACCEPTED'::message_status, count(*), sum(segments), sum(cost_micros)
  from input group by 1, 2, 3, 4, 5, 6, 7`;

/** `insert` that counts the rows of `stored`, which are incoming messages. */
export const COUNT_INCOMING = fragment`insert into message_count_deltas (${COLUMNS})
  select team_id, project_id, mode, quarter_of(accepted_at), 'INCOMING'::message_direction, 'MESSAGING'::message_api_type,
    'DELIVERED'::message_status, count(*), sum(segments), 0
  from stored group by 1, 2, 3, 4`;

/** `insert` that counts the rows of `input` that belong to campaigns as accepted. */
export const COUNT_CAMPAIGN_ACCEPTED = fragment`insert into campaign_count_deltas (${CAMPAIGN_COLUMNS})
  select team_id, campaign_id, 'ACCEPTED', count(*), sum(segments), sum(cost_micros)
  from input where campaign_id is not null group by 1, 2`;

/** The columns of messages that the rows of `changed` must have for the counts below. */
export const COUNTED_COLUMNS = fragment`m.id, m.team_id, m.project_id, m.mode, m.accepted_at, m.direction, m.api_type, m.segments,
    m.cost_micros, m.sent_at, m.campaign_id`;

/** Each row of `changed` twice: -1 with its status before, 1 with its status after. */
const OUT_AND_IN = fragment`changed cross join lateral (values (status_before, -1), (status_after, 1)) as change (status, sign)`;

/**
 * Common table expressions that count the rows of `changed` out of `status_before` and into `status_after`.
 */
export const COUNT_CHANGED = fragment`counted as (
    insert into message_count_deltas (${COLUMNS})
    select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, change.status::message_status,
      sum(change.sign), sum(change.sign * segments), sum(change.sign * cost_micros)
    from ${OUT_AND_IN} group by 1, 2, 3, 4, 5, 6, 7
  ), campaign_counted as (
    insert into campaign_count_deltas (${CAMPAIGN_COLUMNS})
    select team_id, campaign_id, change.status, sum(change.sign), sum(change.sign * segments), sum(change.sign * cost_micros)
    from ${OUT_AND_IN} where campaign_id is not null group by 1, 2, 3
  )`;

/**
 * The same for rows that failed with `code`. They are also counted by reason and destination, which are empty
 * for any other status. The cost of `refunded` rows is no longer counted. A campaign counts cancelled
 * messages separately.
 */
export const COUNT_FAILED = fragment`counted as (
    insert into message_count_deltas (${COLUMNS}, failure, destination)
    select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, change.status::message_status,
      sum(change.sign), sum(change.sign * segments),
      sum(case when change.sign = 1 and ${'refunded'}::boolean then 0 else change.sign * cost_micros end),
      case when change.sign = 1 then failure::text else '' end,
      case when change.sign = 1 then destination_of(recipient) else '' end
    from ${OUT_AND_IN} group by 1, 2, 3, 4, 5, 6, 7, 11, 12
  ), campaign_counted as (
    insert into campaign_count_deltas (${CAMPAIGN_COLUMNS})
    select team_id, campaign_id,
      case when change.sign = 1 and ${'code'}::failure_code = 'CANCELLED' then 'CANCELLED' else change.status end,
      sum(change.sign), sum(change.sign * segments),
      sum(case when change.sign = 1 and ${'refunded'}::boolean then 0 else change.sign * cost_micros end)
    from ${OUT_AND_IN} where campaign_id is not null group by 1, 2, 3
  )`;
