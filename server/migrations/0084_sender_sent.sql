-- works with 0081
-- The sender that recipients see, if it may differ from the message's own: in countries with a register, a name that is not on it is replaced.
-- Null until the message is first submitted, and for every other country. Both columns are added without a rewrite.
set local lock_timeout = '500ms';
alter table messages add column sender_sent text;
