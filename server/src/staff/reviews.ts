// What requests of both kinds show alike, and opening a document of one.
import type { RequestStatus } from '@godwit/contract/verification';
import { recordAudit } from '../audit/record.ts';
import { evidenceOf } from '../files/documents.ts';
import { type OpenedFile, openFile } from '../files/open.ts';
import type { Staff } from '../identity/sessions.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';

/** A request and whose it is. Nobody asked where staff verified a team from the command line. */
export type AskedRow = {
  id: string;
  team_id: string;
  team_name: string;
  status: RequestStatus;
  created_at: Date;
  decided_at: Date | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
};

/** A row of a queue. */
export function toRequestRow(request: AskedRow, dueAt: Date) {
  return {
    id: request.id,
    status: request.status,
    team: { id: request.team_id, name: request.team_name },
    name: [request.first_name, request.last_name].filter(Boolean).join(' '),
    email: request.email ?? '',
    submitted_at: request.created_at.toISOString(),
    due_at: dueAt.toISOString(),
    decided_at: request.decided_at?.toISOString() ?? null,
  };
}

type OtherRow = Pick<AskedRow, 'id' | 'status' | 'created_at' | 'decided_at'> & { reason: string | null };

/** Another request of the same team. */
export function toEarlier({ id, status, created_at, decided_at, reason }: OtherRow) {
  return {
    id,
    status,
    submitted_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    reason,
  };
}

/** Opens a document of a request for a member of staff, and logs that; 1001 where the request has no such document. */
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
