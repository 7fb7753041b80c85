-- works with 0109
-- Opt-outs that programs of a team make over the API have a source of their own. It is not used while older versions run, which cannot read it.
set local lock_timeout = '500ms';
alter type opt_out_source add value 'API' before 'IMPORT';
