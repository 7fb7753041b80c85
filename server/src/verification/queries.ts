// All SQL of verification requests.
import type { RequestStatus } from '@godwit/contract/verification';
import { type InsertObject, sql } from 'kysely';
import type { Actor } from '../audit/record.ts';
import type { DB } from '../db/types.ts';
import type { Database } from '../services.ts';
import { deciderOf } from '../team/decisions.ts';

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

/** State of a team's newest request, and when it was made. */
export function selectNewest(db: Database, teamId: string) {
  return db
    .selectFrom('verification_requests')
    .select(['status', 'created_at'])
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Adds a request; undefined where the team has one that is pending or approved, also one that is made at this
 * moment.
 */
export function insertRequest(
  db: Database,
  request: InsertObject<DB, 'verification_requests'>,
): Promise<{ created_at: Date } | undefined> {
  return db
    .insertInto('verification_requests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst();
}

/** Adds an approved request that the team did not make; undefined as for `insertRequest`. */
export function insertApproved(
  db: Database,
  { teamId, id, by }: { teamId: string; id: string; by: Actor },
): Promise<{ created_at: Date } | undefined> {
  const decided_at = sql<Date>`now()`;
  return insertRequest(db, { team_id: teamId, id, status: 'APPROVED', decided_at, ...deciderOf(by) });
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

/** How a request moves: from which state to which, and who decided. */
export type Move = {
  teamId: string;
  /** null: the team's only one in state `from`. */
  requestId: string | null;
  from: RequestStatus;
  to: RequestStatus;
  by: Actor;
  reason: string | null;
};

/** Moves a request that is in state `from`; of two decisions at once one gets it, the other undefined. */
export function decideRequest(
  db: Database,
  { teamId, requestId, from, to, by, reason }: Move,
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('verification_requests')
    .set({ status: to, decided_at: sql`now()`, ...deciderOf(by), reason })
    .where('team_id', '=', teamId)
    .$if(requestId !== null, (query) => query.where('id', '=', requestId as string))
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
}

/** Notes since when a team is verified and what it was called then, or that it is not. */
export async function updateVerified(db: Database, teamId: string, verified: boolean): Promise<void> {
  await db
    .updateTable('teams')
    .set({
      verified_at: verified ? sql`coalesce(verified_at, now())` : null,
      verified_name: verified ? sql`name` : null,
    })
    .where('id', '=', teamId)
    .execute();
}
