-- works with 0073
-- The version of the network that a process uses, and why it cannot use the current one. Both are null with CARRIERS_FILE.
set local lock_timeout = '500ms';
alter table processes add column network_version integer, add column network_trouble text;
