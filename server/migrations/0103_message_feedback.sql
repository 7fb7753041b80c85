-- works with 0100
-- What customers report about messages with codes of their own: whether a person typed the code in. The guard of verifications counts them by
-- prefix. `sent_at` is the time of the message.
create table message_feedback (
  team_id uuid not null,
  message_id uuid not null,
  mode message_mode not null,
  country text not null,
  prefix text not null,
  outcome text not null check (outcome in ('CONFIRMED', 'UNCONFIRMED')),
  sent_at timestamptz not null,
  primary key (team_id, message_id)
);
create index message_feedback_of_prefix on message_feedback (team_id, mode, prefix, sent_at);
create index message_feedback_sent on message_feedback (sent_at);
