// All SQL of files. Time is the database's.
import { type Insertable, sql } from 'kysely';
import { IS_OVER } from '../db/registrations.ts';
import type { FilePurpose, Files, FileType } from '../db/types.ts';
import type { Database } from '../services.ts';
import type { Limit } from '../settings.ts';

/** Which request a file belongs to, as what, and what it is called there. */
export type Binding = { purpose: FilePurpose; subjectId: string; label: string; position: number };

/**
 * Adds the row of a file to come, one at a time in a team; false where the team has as many as `limit`
 * allows.
 */
export async function insertFile(
  trx: Database,
  file: Insertable<Files>,
  limit: Limit | null,
): Promise<boolean> {
  if (limit !== null) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${file.team_id}`}, 0))`.execute(trx);
    const { count } = await trx
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('team_id', '=', file.team_id)
      .where('created_at', '>', sql<Date>`now() - ${limit.seconds} * interval '1 second'`)
      .executeTakeFirstOrThrow();
    if (count >= BigInt(limit.count)) return false;
  }
  await trx.insertInto('files').values(file).execute();
  return true;
}

/** Notes that all of a file is there and what it is. */
export async function completeFile(
  db: Database,
  { teamId, id, type, sizeBytes }: { teamId: string; id: string; type: FileType; sizeBytes: number },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ type, size_bytes: sizeBytes })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

export async function deleteFile(db: Database, teamId: string, id: string): Promise<void> {
  await db.deleteFrom('files').where('team_id', '=', teamId).where('id', '=', id).execute();
}

/** A file that is complete and still kept. */
export function selectFile(db: Database, teamId: string, id: string) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'stored_as', 'sealed_key', 'purpose'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('type', 'is not', null)
    .where('removed_at', 'is', null)
    .$narrowType<{ type: FileType }>()
    .executeTakeFirst();
}

/** Binds a complete file that no request has yet; false if there is none. */
export async function bindFile(
  db: Database,
  { teamId, id }: { teamId: string; id: string },
  { purpose, subjectId, label, position }: Binding,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ purpose, subject_id: subjectId, label, position })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('type', 'is not', null)
    .where('purpose', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const OVER = sql.raw(String(IS_OVER));

/** The files of some requests, in their order. */
export function selectDocuments(db: Database, teamId: string, subjectIds: readonly string[]) {
  return db
    .selectFrom('files as f')
    .select(['id', 'subject_id', 'label', 'name', 'type', 'size_bytes', 'removed_at'])
    .select(['evidence_kind', 'issued_on', 'expires_on', sql<boolean>`coalesce(${OVER}, false)`.as('over')])
    .where('team_id', '=', teamId)
    .where('subject_id', 'in', subjectIds)
    .orderBy('position')
    .$narrowType<{ subject_id: string; label: string; type: FileType; size_bytes: number }>()
    .execute();
}

/** Notes what staff have read off a document of a request; false if the request has no such document. */
export async function noteEvidence(
  db: Database,
  { teamId, subjectId, documentId }: { teamId: string; subjectId: string; documentId: string },
  { kind, issued_on, expires_on }: Noted,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ evidence_kind: kind, issued_on, expires_on, evidence_reminded_at: null })
    .where('team_id', '=', teamId)
    .where('subject_id', '=', subjectId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

type Noted = { kind: string; issued_on: string | null; expires_on: string | null };

/** Files that no request has got within so many hours, the oldest first. */
export function selectOrphans(db: Database, { hours, limit }: { hours: number; limit: number }) {
  return db
    .selectFrom('files')
    .select(['team_id', 'id', 'stored_as'])
    .where('purpose', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Which of these names of contents belong to a file. */
export async function selectStored(db: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select('stored_as')
    .where('stored_as', '=', sql<string>`any(${names}::text[])`)
    .execute();
  return new Set(rows.map(({ stored_as }) => stored_as));
}

/** Deletes a file's row as long as no request has it; false where one has. */
export async function deleteOrphan(db: Database, teamId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('purpose', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
