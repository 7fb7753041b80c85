// SQL of sender ids and the requests for them.

import type { ContentClass } from '@godwit/contract/contentClass';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../audit/record.ts';
import { classColumns, selectClass } from '../db/contentClass.ts';
import type { SenderIdRequests } from '../db/types.ts';
import { fold, LOOK_ALIKES } from '../protectedNames.ts';
import type { Database } from '../services.ts';
import { deciderOf } from '../team/decisions.ts';

/**
 * Allows a project to send from a name; one it has already only changes its kind. Returns the project's team;
 * null if there is no such project.
 */
export async function addSender(
  db: Database,
  { projectId, sender, contentClass }: { projectId: string; sender: string; contentClass: ContentClass },
): Promise<string | null> {
  const written = classColumns(contentClass);
  const added = await db
    .insertInto('sender_ids')
    .columns(['team_id', 'project_id', 'sender', 'promotional', 'content_class'])
    .expression((eb) =>
      eb
        .selectFrom('projects')
        .select(['team_id', 'id', eb.val(sender).as('sender')])
        .select([eb.val(written.promotional).as('promotional'), written.content_class.as('content_class')])
        .where('id', '=', projectId),
    )
    .onConflict((conflict) => conflict.columns(['team_id', 'project_id', 'sender']).doUpdateSet(written))
    .returning('team_id')
    .executeTakeFirst();
  return added?.team_id ?? null;
}

/** A project's requests, the newest first. */
export function selectSenderRequests(db: Database, teamId: string, projectId: string) {
  return db
    .selectFrom('sender_id_requests')
    .select(['id', 'sender', 'description', 'sample', 'countries', 'legal_name', 'status', 'reason'])
    .select(['created_at', 'decided_at', 'consent_id as consent_document', 'owner_details'])
    .select(selectClass('sender_id_requests').as('contentClass'))
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One request, with its class, and who decided it and when. */
export function selectSenderRequest(db: Database, teamId: string, id: string) {
  return db
    .selectFrom('sender_id_requests')
    .select(['status', 'decider', 'decided_at'])
    .select(selectClass('sender_id_requests').as('contentClass'))
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The pending request of a project. */
export function selectPendingRequest(db: Database, projectId: string) {
  return db
    .selectFrom('sender_id_requests')
    .select(['team_id', 'id', 'sender'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

/** How many requests a team has made within a day, withdrawn ones included. */
export async function countRecentRequests(db: Database, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sender_id_requests')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('team_id', '=', teamId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a request; undefined where the project has a pending one, also one that is made at this moment. */
export function insertSenderRequest(
  db: Database,
  {
    contentClass,
    ...request
  }: Omit<Insertable<SenderIdRequests>, 'promotional' | 'content_class'> & { contentClass: ContentClass },
): Promise<{ created_at: Date } | undefined> {
  return db
    .insertInto('sender_id_requests')
    .values({ ...request, ...classColumns(contentClass) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst();
}

type DecidedRequest = {
  id: string;
  project_id: string;
  sender: string;
  countries: string[];
  contentClass: ContentClass;
};

/**
 * Moves a pending request; of two decisions at once one gets it, the other undefined. `contentClass` replaces
 * the class that was asked for; null keeps it.
 */
export function decideSenderRequest(
  db: Database,
  move: {
    teamId: string;
    requestId: string;
    to: 'APPROVED' | 'REJECTED';
    by: Actor;
    reason: string | null;
    contentClass: ContentClass | null;
  },
): Promise<DecidedRequest | undefined> {
  return db
    .updateTable('sender_id_requests')
    .set({ status: move.to, decided_at: sql`now()`, ...deciderOf(move.by), reason: move.reason })
    .$if(move.contentClass !== null, (update) => update.set(classColumns(move.contentClass!)))
    .where('team_id', '=', move.teamId)
    .where('id', '=', move.requestId)
    .where('status', '=', 'PENDING')
    .returning(['id', 'project_id', 'sender', 'countries'])
    .returning(selectClass('sender_id_requests').as('contentClass'))
    .executeTakeFirst();
}

/** Withdraws a pending request; false if it was already decided or withdrawn, or is not of this project. */
export async function updateWithdrawn(
  db: Database,
  { teamId, projectId, requestId }: { teamId: string; projectId: string; requestId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sender_id_requests')
    .set({ status: 'WITHDRAWN', decided_at: sql`now()`, decider: 'Customer' })
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', requestId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** SQL of `fold`, for a sender id, which is ASCII. */
function folded(column: string): RawBuilder<string> {
  const { pairs, from, to } = LOOK_ALIKES;
  const plain = sql`regexp_replace(lower(${sql.ref(column)} collate "C"), '[^a-z0-9@$!|]', '', 'g')`;
  const joined = pairs.reduce((so, [look, as]) => sql`replace(${so}, ${look}, ${as})`, plain);
  return sql<string>`regexp_replace(translate(${joined}, ${from}, ${to}), '(.)\\1+', '\\1', 'g')`;
}

/** The sender ids of other teams that readers take for this one, and those teams. */
export function findLookAlikes(db: Database, { teamId, sender }: { teamId: string; sender: string }) {
  return db
    .selectFrom('sender_ids as s')
    .innerJoin('teams as t', 't.id', 's.team_id')
    .select(['t.id', 't.name', 's.sender'])
    .distinct()
    .where('s.team_id', '!=', teamId)
    .where('t.closed_at', 'is', null)
    .where(folded('s.sender'), '=', fold(sender))
    .orderBy('t.name')
    .orderBy('s.sender')
    .limit(20)
    .execute();
}
