-- works with 0109
-- Optional parameters of SMPP (TLVs) that a customer sends with a message, as octets of the protocol. Their own table, so that other
-- messages pay nothing for them: `has_tlvs` says of which messages dispatch reads them. Older versions send such a message without them.
set local lock_timeout = '500ms';
create table message_tlvs (
  team_id uuid not null,
  message_id uuid not null,
  tlvs bytea not null,
  primary key (team_id, message_id)
);
alter table send_queue add column has_tlvs boolean not null default false;

-- The parameters that an account may send, such as '0x1400:1-30'.
alter table smpp_accounts add column tlvs text[] not null default '{}';
alter table smpp_parts add column tlvs bytea;
