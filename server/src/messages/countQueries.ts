// The part of each statement on messages that keeps their counts: it adds what the statement changed to message_count_deltas, in the
// same commit. Not triggers: those would copy whole rows, bodies included, and half of the moves change no count at all.

const COLUMNS =
  'team_id, project_id, mode, quarter, direction, api_type, status, count, segments, cost_micros';

/** `insert` that counts the rows of `input` as accepted; they have the columns of `messages`. */
export const COUNT_ACCEPTED = `insert into message_count_deltas (${COLUMNS})
  select team_id, project_id, mode, quarter_of(accepted_at), 'OUTGOING'::message_direction, api_type,
    'ACCEPTED'::message_status, count(*), sum(segments), sum(cost_micros)
  from input group by 1, 2, 3, 4, 5, 6, 7`;

/** What an update must return of messages for `countMoved`. */
export const MOVED_COLUMNS =
  'm.id, m.team_id, m.project_id, m.mode, m.accepted_at, m.direction, m.api_type, m.segments, m.cost_micros, m.sent_at';

/**
 * `insert` that counts the rows of `moved` out of the status they had and into `to`. A message that ends had status SENT if it has
 * been sent, which is never undone, and else ACCEPTED; one that is being sent had ACCEPTED.
 */
export function countMoved(to: 'SENT' | 'DELIVERED' | 'FAILED'): string {
  const before = to === 'SENT' ? "'ACCEPTED'" : "case when sent_at is null then 'ACCEPTED' else 'SENT' end";
  return `insert into message_count_deltas (${COLUMNS})
    select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, change.status::message_status,
      sum(change.sign), sum(change.sign * segments), sum(change.sign * cost_micros)
    from moved cross join lateral (values (${before}, -1), ('${to}', 1)) as change (status, sign)
    group by 1, 2, 3, 4, 5, 6, 7`;
}
