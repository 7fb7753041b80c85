// All SQL of verification requests.
import type { RequestStatus } from '@godwit/contract/verification';
import { type Insertable, sql } from 'kysely';
import type { VerificationRequests } from '../db/types.ts';
import type { Database } from '../services.ts';

/** A team's requests, the newest first. */
export function selectRequests(db: Database, teamId: string) {
  return db
    .selectFrom('verification_requests')
    .select(['id', 'status', 'account_type', 'created_at', 'decided_at', 'reason'])
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One request, with who decided it and when. */
export function selectRequest(db: Database, teamId: string, id: string) {
  return db
    .selectFrom('verification_requests')
    .select(['status', 'decider', 'decided_at'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** State of a team's newest request. */
export function selectNewestStatus(db: Database, teamId: string) {
  return db
    .selectFrom('verification_requests')
    .select('status')
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a request; undefined where the team has one that is pending or approved, also one that is made at this moment. */
export function insertRequest(
  db: Database,
  request: Insertable<VerificationRequests>,
): Promise<{ created_at: Date } | undefined> {
  return db
    .insertInto('verification_requests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst();
}

/** Adds a request that nobody made and that is approved; false as for `insertRequest`. */
export async function insertApproved(
  db: Database,
  { teamId, id, by }: { teamId: string; id: string; by: { staffId: string | null; name: string } },
): Promise<boolean> {
  const added = await db
    .insertInto('verification_requests')
    .columns(['team_id', 'id', 'status', 'decided_at', 'decided_by', 'decider'])
    .expression(
      sql`values (${teamId}::uuid, ${id}::uuid, 'APPROVED'::request_status, now(), ${by.staffId}::uuid, ${by.name}::text)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The request that stands in the way of another one. */
export function selectOpenRequest(db: Database, teamId: string) {
  return db
    .selectFrom('verification_requests')
    .select(['id', 'status'])
    .where('team_id', '=', teamId)
    .where('status', 'in', ['PENDING', 'APPROVED'])
    .executeTakeFirst();
}

/** How a request moves: which, from where to where, and who did it. */
export type Move = {
  teamId: string;
  /** null: the team's only one in state `from`. */
  requestId: string | null;
  from: RequestStatus;
  to: RequestStatus;
  by: { staffId: string | null; name: string };
  reason: string | null;
};

/** Moves a request that is in state `from`; of two who try at once one gets it, the other undefined. */
export function decideRequest(
  db: Database,
  { teamId, requestId, from, to, by, reason }: Move,
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('verification_requests')
    .set({ status: to, decided_at: sql`now()`, decided_by: by.staffId, decider: by.name, reason })
    .where('team_id', '=', teamId)
    .$if(requestId !== null, (query) => query.where('id', '=', requestId as string))
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
}

/** Notes since when a team is verified, or that it is not. */
export async function updateVerified(db: Database, teamId: string, verified: boolean): Promise<void> {
  await db
    .updateTable('teams')
    .set({ verified_at: verified ? sql`coalesce(verified_at, now())` : null })
    .where('id', '=', teamId)
    .execute();
}
