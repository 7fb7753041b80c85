-- works with 0096
-- The form in which the URL of a project is called with its incoming messages; null for our own.
alter table incoming_settings add column callback_form text check (callback_form in ('twilio'));
