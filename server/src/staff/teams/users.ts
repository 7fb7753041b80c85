// Staff view of people, and ending their sessions.
import type { StaffUser, StaffUserRow } from '@godwit/contract/staff/teams';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { type PageQuery, pageOf, searchOf } from '../../http/paging.ts';
import { endSessions, endUserSession, listSessions, type Staff } from '../../identity/sessions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listUsers, selectStaffUser } from './userQueries.ts';

type UserRow = NonNullable<Awaited<ReturnType<typeof selectStaffUser>>>;

/** A page of the people who are found. */
export function findUsers({ kysely }: Services, query: PageQuery) {
  return pageOf(listUsers(kysely, searchOf(query.q)), query, toRow);
}

/** A person with their teams and sessions; 1001 if there is none. */
export async function userCase({ kysely }: Services, id: string): Promise<StaffUser | Refusal> {
  const user = await selectStaffUser(kysely, id);
  if (!user) return refuse('notFound');
  return { ...toRow(user), sessions: await listSessions(kysely, id, null) };
}

/**
 * Ends one session of a person, or all; returns the person as they are then. 1001: no such person or
 * session.
 */
export async function endSessionsOf(
  services: Services,
  staff: Staff,
  { id, session }: { id: string; session?: string | undefined },
): Promise<StaffUser | Refusal> {
  const user = await selectStaffUser(services.kysely, id);
  if (!user) return refuse('notFound');
  const isEnded = await transaction(services.kysely, async (trx) => {
    if (session === undefined) await endSessions(trx, { user_id: id }, { keep: null });
    else if (!(await endUserSession(trx, id, session))) return false;
    await recordAudit(trx, staff, {
      action: 'SESSIONS_ENDED',
      subject: user.email,
      detail: { user: id, session: session ?? 'all' },
    });
    return true;
  });
  return isEnded ? userCase(services, id) : refuse('notFound');
}

function toRow(user: UserRow): StaffUserRow {
  return {
    id: user.id,
    name: `${user.first_name} ${user.last_name}`,
    email: user.email,
    created_at: user.created_at.toISOString(),
    email_verified: user.email_verified_at !== null,
    teams: user.teams,
  };
}
