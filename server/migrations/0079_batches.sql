-- works with 0073
-- `batch_reference`: the reference under which the message was last written together with others; null if it
-- was written alone. `asked_at`: when the carrier was last asked about the message in doubt.
set local lock_timeout = '500ms';
alter table send_queue add column batch_reference text, add column asked_at timestamptz;
