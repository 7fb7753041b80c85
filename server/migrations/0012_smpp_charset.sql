-- works with 0001
-- How the text of an SMPP account with data_coding 0 is read. Processes without this migration read GSM 03.38.
set local lock_timeout = '500ms';
create type smpp_charset as enum ('GSM7', 'LATIN1');
alter table smpp_accounts add column charset smpp_charset not null default 'GSM7';
