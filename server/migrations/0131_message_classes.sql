-- works with 0109
-- The class of a message: that of its sender when it was accepted. Null of messages that older processes accepted; see 0130. Added without a
-- rewrite.
set local lock_timeout = '500ms';
alter table messages add column content_class content_class;
