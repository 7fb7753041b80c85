-- works with 0073
-- What each link did, over all processes: by minute, kept for two days, and by hour, kept for eight.
-- `refused`: refused for good or for now, without `throttled`. `receipt_ms`: the sum over `receipts` messages of the time from the
-- carrier's answer to the receipt that ended the message.
create table link_counts (
  link_id text not null,
  grain text not null check (grain in ('minute', 'hour')),
  at timestamptz not null,
  submitted integer not null,
  taken integer not null,
  refused integer not null,
  throttled integer not null,
  delivered integer not null,
  failed integer not null,
  receipts integer not null,
  receipt_ms bigint not null,
  primary key (link_id, grain, at)
);
create index link_counts_at on link_counts (grain, at);
-- Refused messages by hour and the carrier's code; '' counts the codes beyond the first ones. Kept for two days.
-- `meaning`: the sentence of the link's profile.
create table link_refusals (
  link_id text not null,
  at timestamptz not null,
  code text not null,
  meaning text,
  count integer not null,
  primary key (link_id, at, code)
);
-- The delivery of each link: messages that ended by a receipt in the last 30 minutes, and in the week before the last two hours.
-- `is_low`: at least 50 ended, and fewer are delivered than half, or than four fifths of the week's share. The week counts from 500 messages.
create function link_delivery() returns table (
  link_id text, delivered integer, ended integer, usual_share double precision, is_low boolean
) language sql stable as $$
  with recent as (
    select c.link_id, sum(c.delivered) as delivered, sum(c.delivered + c.failed) as ended
    from link_counts c where c.grain = 'minute' and c.at > now() - interval '30 minutes' group by c.link_id
  ), usual as (
    select c.link_id, sum(c.delivered)::float8 / sum(c.delivered + c.failed) as share
    from link_counts c where c.grain = 'hour' and c.at > now() - interval '7 days' and c.at <= now() - interval '3 hours'
    group by c.link_id having sum(c.delivered + c.failed) >= 500
  )
  select recent.link_id, recent.delivered::integer, recent.ended::integer, usual.share,
    recent.ended >= 50 and recent.delivered < recent.ended * greatest(0.5, 0.8 * usual.share)
  from recent left join usual on usual.link_id = recent.link_id
$$;
