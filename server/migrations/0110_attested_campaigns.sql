-- works with 0109
-- A campaign that looks like advertising and whose sender is not promotional needs a person who attests it, whom the audit log names. The messages of further ones are held.
-- Older versions ask nobody and hold none of them. They fail to show a hold for ADVERT, so the rules may say ATTEST only once all versions know it.
set local lock_timeout = '500ms';
alter table campaigns add column attested boolean not null default false, add column repeats_advert boolean not null default false;
alter table team_destinations drop constraint team_destinations_reason_check;
alter table team_destinations add constraint team_destinations_reason_check
  check (reason in ('BRAND', 'MIXED', 'ADDRESS', 'SHORTENER', 'ADVERT')) not valid;
