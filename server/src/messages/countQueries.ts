// The parts of each statement on messages that keep their counts: they add what the statement changed to message_count_deltas and,
// for messages of campaigns, to campaign_count_deltas, in the same commit. Not triggers: those would copy whole rows, bodies
// included, and half of the moves change no count at all.

const COLUMNS =
  'team_id, project_id, mode, quarter, direction, api_type, status, count, segments, cost_micros';
const CAMPAIGN_COLUMNS = 'team_id, campaign_id, what, count, segments, cost_micros';

/** `insert` that counts the rows of `input` as accepted; they have the columns of `messages`. */
export const COUNT_ACCEPTED = `insert into message_count_deltas (${COLUMNS})
  select team_id, project_id, mode, quarter_of(accepted_at), 'OUTGOING'::message_direction, api_type,
    'ACCEPTED'::message_status, count(*), sum(segments), sum(cost_micros)
  from input group by 1, 2, 3, 4, 5, 6, 7`;

/** `insert` that counts the rows of `stored`, which came in. */
export const COUNT_INCOMING = `insert into message_count_deltas (${COLUMNS})
  select team_id, project_id, mode, quarter_of(accepted_at), 'INCOMING'::message_direction, 'MESSAGING'::message_api_type,
    'DELIVERED'::message_status, count(*), sum(segments), 0
  from stored group by 1, 2, 3, 4`;

/** The same for the campaigns that rows of `input` are of. */
export const COUNT_CAMPAIGN_ACCEPTED = `insert into campaign_count_deltas (${CAMPAIGN_COLUMNS})
  select team_id, campaign_id, 'ACCEPTED', count(*), sum(segments), sum(cost_micros)
  from input where campaign_id is not null group by 1, 2`;

/** What an update must return of messages for `countTransitions`. */
export const CHANGED_COLUMNS =
  'm.id, m.team_id, m.project_id, m.mode, m.accepted_at, m.direction, m.api_type, m.segments, m.cost_micros, m.sent_at, m.campaign_id';

/** And of those that fail, which are counted by reason and destination too. */
export const FAILED_COLUMNS = 'm.failure, m.recipient';

export type Counted = 'SENT' | 'DELIVERED' | 'FAILED';

/**
 * SQL of the status that a row of `changed` had before and of the one that it has. A message that ends had status SENT if it has been sent,
 * which is never undone, and else ACCEPTED; one that is being sent had ACCEPTED.
 */
const statusesOf = (to: Counted) => ({
  before: to === 'SENT' ? "'ACCEPTED'" : "case when sent_at is null then 'ACCEPTED' else 'SENT' end",
  after: `'${to}'`,
});

/**
 * What counts of failed messages have besides: columns, their values, and these by number to group by. Of all other messages the table has
 * both empty.
 */
const FAILURE_PARTS = {
  columns: ', failure, destination',
  values: `, case when change.sign = 1 then failure::text else '' end,
        case when change.sign = 1 then destination_of(recipient) else '' end`,
  groups: ', 11, 12',
};

/**
 * Common table expressions that count the rows of `changed` out of the status they had and into `to`. `refunded`: SQL of whether their
 * cost went back: what was spent is then less. `cancelled`: SQL of whether they were cancelled, which a campaign counts by itself.
 * `statuses`: SQL of what they had and have where that differs from row to row.
 */
export function countTransitions(
  to: Counted,
  { refunded = 'false', cancelled = 'false', statuses = statusesOf(to) } = {},
): string {
  const changes = `cross join lateral (values (${statuses.before}, -1), (${statuses.after}, 1)) as change (status, sign)`;
  const spent = `sum(case when change.sign = 1 and ${refunded} then 0 else change.sign * cost_micros end)`;
  const failure = to === 'FAILED' ? FAILURE_PARTS : { columns: '', values: '', groups: '' };
  return `counted as (
      insert into message_count_deltas (${COLUMNS}${failure.columns})
      select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, change.status::message_status,
        sum(change.sign), sum(change.sign * segments), ${spent}${failure.values}
      from changed ${changes} group by 1, 2, 3, 4, 5, 6, 7${failure.groups}
    ), campaign_counted as (
      insert into campaign_count_deltas (${CAMPAIGN_COLUMNS})
      select team_id, campaign_id, case when change.sign = 1 and ${cancelled} then 'CANCELLED' else change.status end,
        sum(change.sign), sum(change.sign * segments), ${spent}
      from changed ${changes} where campaign_id is not null group by 1, 2, 3
    )`;
}
