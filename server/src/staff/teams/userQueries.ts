// SQL of people for staff.
import type { Role } from '@godwit/contract/roles';
import { type SqlBool, sql } from 'kysely';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

type TeamOfUser = { id: string; name: string; role: Role };

/** People that match a search by name or email; the newest first. */
export function listUsers(db: Database, { like, id }: Search) {
  return db
    .selectFrom('users as u')
    .where(
      sql<SqlBool>`(${like}::text is null or concat_ws(' ', u.first_name, u.last_name, u.email) ilike ${like}
        or u.id = ${id}::uuid)`,
    )
    .select(ROW)
    .select(teams)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id');
}

/** One person. */
export function selectStaffUser(db: Database, id: string) {
  return db.selectFrom('users as u').select(ROW).select(teams).where('u.id', '=', id).executeTakeFirst();
}

const ROW = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.created_at',
  'u.email_verified_at',
] as const;

const teams = sql<TeamOfUser[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by m.created_at, t.id)
  from team_members m join teams t on t.id = m.team_id where m.user_id = u.id), '[]')`.as('teams');
