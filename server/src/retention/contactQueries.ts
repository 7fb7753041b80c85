// SQL that forgets the persons who speak for the owners of names: they go with the documents of a request.
import { CONTACT_FIELDS } from '@godwit/contract/ownerDetails';
import type { Pool } from 'pg';
import { IS_EVIDENCE } from '../db/registrations.ts';
import { unprepared } from '../db/sql.ts';

const OF_REQUESTS = unprepared<{ id: string }>('retention-forget-contacts')`
  with old as materialized (
      select s.team_id, s.id from sender_id_requests s
      where s.owner_details ?| ${'fields'}::text[]
        and (s.team_id = ${'teamId'} or ${'teamId'}::uuid is null and s.decided_at < ${'before'})
        and not ${IS_EVIDENCE}
      limit ${'limit'} for update skip locked
    ) update sender_id_requests s set owner_details = s.owner_details - ${'fields'}::text[] from old
    where s.team_id = old.team_id and s.id = old.id returning s.id`;

const OF_BUSINESSES = unprepared<{ id: string }>('retention-forget-contacts-of-businesses')`
  with old as materialized (
      select e.team_id, e.id from entities e
      where e.details ?| ${'fields'}::text[] and (e.team_id = ${'teamId'} or ${'teamId'}::uuid is null)
        and not exists (select from sender_id_requests s where s.team_id = e.team_id and s.entity_id = e.id
          and s.owner_details ?| ${'fields'}::text[])
      limit ${'limit'} for update skip locked
    ) update entities e set details = e.details - ${'fields'}::text[] from old
    where e.team_id = old.team_id and e.id = old.id returning e.id`;

/**
 * Forgets contacts in requests that were decided before an instant (null: in all of a closed team), unless a
 * register holds or held the name; and those of businesses of which no request has one any more. Returns how
 * many; there may be more if it is `limit` or more.
 */
export async function forgetContacts(
  pool: Pool,
  of: { before: Date; teamId: null } | { before: null; teamId: string },
  limit: number,
): Promise<number> {
  const values = { ...of, limit, fields: [...CONTACT_FIELDS] };
  const requests = await OF_REQUESTS.run(pool, values);
  const { before: _, ...ofBusinesses } = values;
  const businesses = await OF_BUSINESSES.run(pool, ofBusinesses);
  return requests.rows.length + businesses.rows.length;
}
