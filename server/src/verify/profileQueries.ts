// SQL of profiles of verifications. A project has few, so the index of its names finds them all.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProfileSettings } from '@godwit/contract/publicApi/verifyProfiles';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared } from '../db/sql.ts';

/** The team and the project that own profiles. */
export type ProfileScope = { teamId: string; projectId: string };

/** A profile. */
export type ProfileRow = {
  id: string;
  name: string;
  isDefault: boolean;
  settings: ProfileSettings;
  createdAt: Date;
};

const COLUMNS = fragment`id, name, is_default as "isDefault", settings, created_at as "createdAt"`;
const OF_PROJECT = fragment`team_id = ${'teamId'} and project_id = ${'projectId'}`;

const SELECT = prepared<ProfileRow>('select-verify-profiles')`
  select ${COLUMNS} from verify_profiles where ${OF_PROJECT} order by id`;

/** The profiles of a project, the oldest first. */
export async function selectProfiles(
  on: Pool | PoolClient,
  { teamId, projectId }: ProfileScope,
): Promise<ProfileRow[]> {
  return (await SELECT.run(on, { teamId, projectId })).rows;
}

const FIND = prepared<ProfileRow>('find-verify-profile')`
  select ${COLUMNS} from verify_profiles where ${OF_PROJECT}
    and case when ${'named'}::text is null then is_default
      else id::text = lower(${'named'}) or lower(name) = lower(${'named'}) end
    order by id::text = lower(${'named'}) desc limit 1`;

/** The profile with an id or name, or the default one if that is null; undefined if there is none. */
export async function findProfile(
  pool: Pool,
  { teamId, projectId }: ProfileScope,
  named: string | null,
): Promise<ProfileRow | undefined> {
  return (await FIND.run(pool, { teamId, projectId, named })).rows[0];
}

const STORE = prepared('store-verify-profile')`
  insert into verify_profiles (team_id, project_id, id, name, is_default, settings, created_at)
    values (${'teamId'}, ${'projectId'}, ${'id'}, ${'name'}, ${'isDefault'}, ${'settings'}, ${'createdAt'})
    on conflict (team_id, id) do update set name = excluded.name, is_default = excluded.is_default, settings = excluded.settings`;
const END_DEFAULT = prepared('end-default-verify-profile')`
  update verify_profiles set is_default = false where ${OF_PROJECT} and is_default and id <> ${'id'}`;

/** Stores a profile. If it is the default, another one is so no more. */
export async function storeProfile(
  client: PoolClient,
  { teamId, projectId }: ProfileScope,
  row: ProfileRow,
): Promise<void> {
  if (row.isDefault) await END_DEFAULT.run(client, { teamId, projectId, id: row.id });
  await STORE.run(client, { teamId, projectId, ...row, settings: JSON.stringify(row.settings) });
}

const DELETE = prepared('delete-verify-profile')`
  delete from verify_profiles where ${OF_PROJECT} and id = ${'id'}`;

/** Whether there was such a profile. */
export async function deleteProfileRow(
  client: PoolClient,
  { teamId, projectId }: ProfileScope,
  id: string,
): Promise<boolean> {
  return (await DELETE.run(client, { teamId, projectId, id })).rowCount === 1;
}

// Counts in the statement that compares, so the cap holds over all processes.
const COUNT_CODE = prepared<{ isWithin: boolean; untilS: number }>('count-code-of-profile')`
  with profile as (
    select (settings->>'daily_cap')::integer as cap from verify_profiles where team_id = ${'teamId'} and id = ${'profileId'}
  ), counted as (
    insert into verify_profile_days as d (team_id, profile_id, mode, day, codes)
      select ${'teamId'}::uuid, ${'profileId'}::uuid, ${'mode'}::message_mode, (now() at time zone 'UTC')::date, 1 from profile
        where cap is not null
      on conflict (team_id, profile_id, mode, day) do update set codes = d.codes + 1 where d.codes < (select cap from profile)
      returning true
  )
  select cap is null or exists (select from counted) as "isWithin",
    ceil(extract(epoch from date_trunc('day', now() at time zone 'UTC') + interval '1 day' - (now() at time zone 'UTC')))::integer as "untilS"
    from profile`;

/**
 * Counts a message with a code of a profile that has a daily cap. Returns for how many seconds the cap is
 * reached; null if the message is within it, or the profile has none.
 */
export async function countCode(
  client: PoolClient,
  { teamId, mode, profileId }: { teamId: string; mode: Mode; profileId: string },
): Promise<number | null> {
  const counted = (await COUNT_CODE.run(client, { teamId, mode, profileId })).rows[0];
  return counted && !counted.isWithin ? counted.untilS : null;
}
