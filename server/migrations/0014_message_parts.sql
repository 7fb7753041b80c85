-- Long messages: the reference that ties a message's parts together is counted, and kept for when it is sent again.

-- Null until its first part is to be sent. 16 bits; a header with 8 takes the low ones.
alter table send_queue add column reference integer;

-- The last reference given to the recipients of a slot (their number modulo 65,536).
create table concat_references (
  slot integer primary key,
  last integer not null
) with (fillfactor = 50);
