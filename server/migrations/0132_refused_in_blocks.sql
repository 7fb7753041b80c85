-- works with 0109
-- When the guard last refused a code during a block: an attack goes on, so the block is followed by another. Older versions leave it null,
-- which counts as none refused.
set local lock_timeout = '500ms';
alter table verify_blocks add column refused_at timestamptz;
