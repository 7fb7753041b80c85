// Binds uploaded files to a request, once, and lists them with it.
import { isId } from '@godwit/contract/common';
import type { Documents } from '@godwit/contract/files';
import type { NotedEvidence } from '@godwit/contract/staff/evidence';
import { recordAudit } from '../audit/record.ts';
import type { FilePurpose, FileType } from '../db/types.ts';
import type { Staff } from '../identity/sessions.ts';
import { isRefusal, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { type OpenedFile, openFile } from './open.ts';
import { bindFile, selectDocuments, selectFile } from './queries.ts';

export { noteEvidence } from './queries.ts';

/**
 * Binds uploaded files to a request in the caller's transaction. Throws a RefusalError to roll back: 1001
 * for a file the team does not have, 1013 for a file of another request.
 */
export async function bindDocuments(
  trx: Database,
  {
    teamId,
    purpose,
    subjectId,
    documents,
  }: { teamId: string; purpose: FilePurpose; subjectId: string; documents: Documents },
): Promise<void> {
  const bindings = documents.map(({ id, name }, position) => ({ id, label: name, position }));
  // In one order: two requests over the same files would deadlock otherwise.
  bindings.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id, label, position } of bindings) {
    const binding = { purpose, subjectId, label, position };
    if (isId(id) && (await bindFile(trx, { teamId, id }, binding))) continue;
    const known = isId(id) && (await selectFile(trx, teamId, id));
    throw new RefusalError(
      known
        ? refuse('conflict', { description: 'This document is part of another request: upload it again.' })
        : refuse('notFound'),
    );
  }
}

/** The documents of some requests, by request; each in the order it was handed in. */
export async function documentsOf(
  db: Database,
  teamId: string,
  requests: readonly { id: string }[],
): Promise<(subjectId: string) => { id: string; name: string; kept: boolean }[]> {
  const ids = requests.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await selectDocuments(db, teamId, ids);
  const bySubject = Map.groupBy(rows, (row) => row.subject_id);
  return (subjectId) =>
    (bySubject.get(subjectId) ?? []).map(({ id, label, removed_at: removedAt }) => ({
      id,
      name: label,
      kept: removedAt === null,
    }));
}

/**
 * A document as staff see it: `name` is the file's own, `label` what the request calls it, `size` in bytes,
 * `kept` whether its content is, `evidence` what staff have read off it.
 */
export type Evidence = {
  id: string;
  name: string;
  label: string;
  type: FileType;
  size: number;
  kept: boolean;
  evidence: NotedEvidence | null;
};

/** The kind and dates that staff have noted; null if they have noted nothing. */
const toNoted = ({
  evidence_kind: kind,
  ...days
}: Omit<NotedEvidence, 'kind'> & { evidence_kind: string | null }): NotedEvidence | null =>
  kind === null
    ? null
    : {
        kind: kind as NotedEvidence['kind'],
        issued_on: days.issued_on,
        expires_on: days.expires_on,
        over: days.over,
      };

/** The documents of one request, in the order they were handed in. */
export async function evidenceOf(db: Database, teamId: string, subjectId: string): Promise<Evidence[]> {
  const rows = await selectDocuments(db, teamId, [subjectId]);
  return rows.map(({ id, name, label, type, size_bytes: size, removed_at: removedAt, ...row }) => ({
    ...{ id, name, label, type, size, kept: removedAt === null },
    evidence: toNoted(row),
  }));
}

/**
 * Opens a document of a request for a member of staff, and logs that; 1001 if the request has no such
 * document.
 */
export async function openEvidence(
  services: Services,
  staff: Staff,
  { teamId, subjectId, documentId }: { teamId: string; subjectId: string; documentId: string },
): Promise<OpenedFile | Refusal> {
  const documents = await evidenceOf(services.kysely, teamId, subjectId);
  const document = documents.find(({ id }) => id === documentId);
  if (!document) return refuse('notFound');
  const file = await openFile(services, { teamId, fileId: document.id });
  if (isRefusal(file)) return file;
  const detail = { request: subjectId, name: document.name, label: document.label };
  await recordAudit(services.kysely, staff, {
    action: 'DOCUMENT_OPENED',
    teamId,
    subject: document.id,
    detail,
  });
  return file;
}
