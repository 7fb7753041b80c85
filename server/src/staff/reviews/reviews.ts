// Shared parts of both request kinds: serializing a request and opening its documents.
import type { IdentityCase } from '@godwit/contract/staff/reviews';
import type { RequestStatus } from '@godwit/contract/verification';
import { evidenceOf } from '../../files/documents.ts';
import type { PageQuery } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import type { Database } from '../../services.ts';
import { isInTeam } from '../../team/find.ts';

const DAY_MS = 86_400_000;

/** A page of the requests of a status. */
export type ReviewQuery = PageQuery & { status: RequestStatus };

/**
 * A request with its team and the person who made it: null if staff verified a team from the command line.
 */
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

/** A row of a queue; customers were promised an answer within so many business days. */
export function toRequestRow(request: AskedRow, businessDays: number) {
  return {
    id: request.id,
    status: request.status,
    team: { id: request.team_id, name: request.team_name },
    name: [request.first_name, request.last_name].filter(Boolean).join(' '),
    email: request.email ?? '',
    submitted_at: request.created_at.toISOString(),
    due_at: businessDaysAfter(request.created_at, businessDays).toISOString(),
    decided_at: request.decided_at?.toISOString() ?? null,
  };
}

/**
 * The end of so many business days (Monday to Friday, UTC) after an instant. An instant at a weekend counts
 * as Monday's beginning.
 */
function businessDaysAfter(from: Date, days: number): Date {
  let at = isWeekend(from) ? startOfDay(from) : from.getTime();
  while (isWeekend(new Date(at))) at += DAY_MS;
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    if (!isWeekend(new Date(at))) left--;
  }
  return new Date(at);
}

function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
}

function isWeekend(instant: Date): boolean {
  return instant.getUTCDay() % 6 === 0;
}

type CaseRow = AskedRow & { region_id: string; reason: string | null; decider: string | null };

/** A case beyond its row: documents, the decision, and whether this staff member belongs to the team. */
export async function toCase(db: Database, staff: Staff, request: CaseRow) {
  const { id, team_id: teamId, region_id, reason, decider: decided_by } = request;
  const [documents, own_team] = await Promise.all([
    evidenceOf(db, teamId, id),
    isInTeam(db, teamId, staff.email),
  ]);
  return { region: region_id as IdentityCase['region'], documents, reason, decided_by, own_team };
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
