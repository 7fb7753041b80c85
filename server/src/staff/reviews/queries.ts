// SQL of the requests that staff decide, over all teams.

import type { RequestStatus } from '@godwit/contract/verification';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { selectClass } from '../../db/contentClass.ts';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

/** The filter of a queue of requests. */
export type ReviewFilter = Search & { status: RequestStatus };

const ROW = ['r.id', 'r.team_id', 't.name as team_name', 'r.status', 'r.created_at', 'r.decided_at'] as const;
const REQUESTED_BY = ['u.first_name', 'u.last_name', 'u.email'] as const;
const DECIDED = ['t.region_id', 'r.decider', 'r.reason'] as const;

/** The identity requests with a status. */
export function listIdentity(db: Database, filter: ReviewFilter) {
  return identity(db)
    .where(isFound(filter, sql`''`))
    .select([...ROW, ...REQUESTED_BY, 'r.account_type'])
    .orderBy(orderOf(filter.status));
}

/** One identity request. */
export function selectIdentity(db: Database, id: string) {
  return identity(db)
    .select([...ROW, ...REQUESTED_BY, ...DECIDED, 'r.account_type'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** The other identity requests of a team, the newest first. */
export function selectOtherIdentity(db: Database, teamId: string, id: string) {
  return db
    .selectFrom('verification_requests')
    .select(['id', 'status', 'created_at', 'decided_at', 'reason'])
    .where('team_id', '=', teamId)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The requests for sender ids with a status. */
export function listSenderRequests(db: Database, filter: ReviewFilter) {
  return senderRequests(db)
    .where(isFound(filter, sql`concat_ws(' ', r.sender, r.legal_name, p.name)`))
    .select([...ROW, ...REQUESTED_BY, 'r.sender', selectClass('r').as('contentClass')])
    .select(['r.project_id', 'p.name as project_name'])
    .orderBy(orderOf(filter.status));
}

/** One request for a sender id. */
export function selectSenderCase(db: Database, id: string) {
  return senderRequests(db)
    .select([...ROW, ...REQUESTED_BY, ...DECIDED])
    .select(['r.sender', selectClass('r').as('contentClass'), 'r.description', 'r.legal_name'])
    .select(['r.sample', 'r.countries', 'r.owner_details'])
    .select(['r.project_id', 'p.name as project_name'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** The other requests of a team for sender ids, the newest first. */
export function selectOtherSenders(db: Database, teamId: string, id: string) {
  return db
    .selectFrom('sender_id_requests')
    .select(['id', 'sender', 'status', 'created_at', 'decided_at', 'reason'])
    .where('team_id', '=', teamId)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The number of pending requests of each kind. */
export async function countPending(db: Database): Promise<{ identity: number; senders: number }> {
  const pending = (table: 'verification_requests' | 'sender_id_requests') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('status', '=', 'PENDING')
      .executeTakeFirstOrThrow();
  const [identities, senders] = await Promise.all([
    pending('verification_requests'),
    pending('sender_id_requests'),
  ]);
  return { identity: Number(identities.count), senders: Number(senders.count) };
}

function identity(db: Database) {
  return db
    .selectFrom('verification_requests as r')
    .innerJoin('teams as t', 't.id', 'r.team_id')
    .leftJoin('users as u', 'u.id', 'r.requested_by');
}

function senderRequests(db: Database) {
  return db
    .selectFrom('sender_id_requests as r')
    .innerJoin('teams as t', 't.id', 'r.team_id')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.team_id', '=', 'r.team_id').onRef('p.id', '=', 'r.project_id'),
    )
    .leftJoin('users as u', 'u.id', 'r.requested_by');
}

/** Searches the team and the requester of a request, and its own `texts`. */
function isFound({ status, like, id }: ReviewFilter, texts: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const text = sql`concat_ws(' ', t.name, u.email, u.first_name, u.last_name, ${texts})`;
  return sql<SqlBool>`r.status = ${status}::request_status
    and (${like}::text is null or ${text} ilike ${like} or ${id}::uuid in (r.id, r.team_id))`;
}

/** Sorts pending requests by age, oldest first, and others by decision, latest first. */
function orderOf(status: RequestStatus): RawBuilder<unknown> {
  return status === 'PENDING' ? sql`r.created_at, r.id` : sql`r.decided_at desc, r.id desc`;
}
