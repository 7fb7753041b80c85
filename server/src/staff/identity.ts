// Identity requests as staff decide them: the queue, one case, and its decision.
import type { IdentityCase, IdentityRow } from '@godwit/contract/staffReviews';
import { logging } from '../audit/record.ts';
import { evidenceOf } from '../files/documents.ts';
import type { Rows } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deciderOf } from '../team/decisions.ts';
import { isInTeam } from '../team/find.ts';
import { approve, reject } from '../verification/decide.ts';
import { businessDaysAfter, IDENTITY_DAYS } from './dueDates.ts';
import { listIdentity, type ReviewFilter, selectIdentity, selectOtherIdentity } from './reviewQueries.ts';
import { type AskedRow, toEarlier, toRequestRow } from './reviews.ts';

type Parts = Pick<Services, 'kysely' | 'settings'>;

/** A page of the queue, or of what became of it. */
export async function identityQueue({ kysely }: Parts, filter: ReviewFilter, rows: Rows) {
  const { rows: found, total } = await listIdentity(kysely, filter, rows);
  return { results: found.map(toRow), total };
}

/** One request with all that its decision needs; 1001 where there is none. */
export async function identityCase(
  { kysely }: Parts,
  staff: Staff,
  id: string,
): Promise<IdentityCase | Refusal> {
  const request = isId(id) ? await selectIdentity(kysely, id) : undefined;
  if (!request) return refuse('notFound');
  const { team_id: teamId } = request;
  const [documents, others, isOwn] = await Promise.all([
    evidenceOf(kysely, teamId, id),
    selectOtherIdentity(kysely, teamId, id),
    isInTeam(kysely, teamId, staff.email),
  ]);
  return {
    ...toRow(request),
    region: request.region_id as IdentityCase['region'],
    documents,
    earlier: others.map(toEarlier),
    reason: request.reason,
    decided_by: request.decider,
    own_team: isOwn,
  };
}

/** Approves a request, or rejects it where a reason is given; gives the case as it is then. Refusals: 1001, 1012, 1013. */
export async function decideIdentity(
  services: Parts,
  staff: Staff,
  { id, reason }: { id: string; reason: string | null },
): Promise<IdentityCase | Refusal> {
  const request = isId(id) ? await selectIdentity(services.kysely, id) : undefined;
  if (!request) return refuse('notFound');
  const { team_id: teamId } = request;
  const deciding = { teamId, requestId: id, by: deciderOf(staff) };
  const decided =
    reason === null
      ? await approve(
          services,
          deciding,
          logging(staff, { action: 'IDENTITY_APPROVED', teamId, subject: id }),
        )
      : await reject(
          services,
          { ...deciding, reason },
          logging(staff, { action: 'IDENTITY_REJECTED', teamId, subject: id, detail: { reason } }),
        );
  return isRefusal(decided) ? decided : identityCase(services, staff, id);
}

function toRow(request: AskedRow & { account_type: IdentityRow['account_type'] }): IdentityRow {
  return {
    ...toRequestRow(request, businessDaysAfter(request.created_at, IDENTITY_DAYS)),
    account_type: request.account_type,
  };
}
