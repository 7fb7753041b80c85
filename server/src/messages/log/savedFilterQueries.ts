// All SQL of saved filters of the log.
import type { SavedFilter } from '@godwit/contract/messages/savedFilters';
import type { Pool } from 'pg';
import { unprepared } from '../../db/sql.ts';

/** A member, and the project whose log they filter. */
export type FilterOwner = { teamId: string; userId: string; projectId: string };

const SELECT_FILTERS = unprepared<{ filters: SavedFilter[] }>('select-log-filters')`
  select filters from log_filters
    where team_id = ${'teamId'} and user_id = ${'userId'} and project_id = ${'projectId'}`;

/** The filters that a member has saved in a project. */
export async function selectFilters(pool: Pool, owner: FilterOwner): Promise<SavedFilter[]> {
  const { rows } = await SELECT_FILTERS.run(pool, owner);
  return rows[0]?.filters ?? [];
}

const UPSERT_FILTERS = unprepared('upsert-log-filters')`
  insert into log_filters (team_id, user_id, project_id, filters)
    values (${'teamId'}, ${'userId'}, ${'projectId'}, ${'filters'}::jsonb)
    on conflict (team_id, user_id, project_id) do update set filters = excluded.filters`;

/** Replaces the filters that a member has saved in a project. */
export async function upsertFilters(
  pool: Pool,
  owner: FilterOwner,
  filters: readonly SavedFilter[],
): Promise<void> {
  await UPSERT_FILTERS.run(pool, { ...owner, filters: JSON.stringify(filters) });
}
