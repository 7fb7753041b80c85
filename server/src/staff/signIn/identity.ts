// Staff review of identity requests: the queue, one case, and its decision.
import type { IdentityCase, IdentityRow } from '@godwit/contract/staff/reviews';
import { pageOf, searchOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { decideVerification } from '../../verification/decide.ts';
import { listIdentity, selectIdentity, selectOtherIdentity } from '../reviews/queries.ts';
import { type AskedRow, type ReviewQuery, toCase, toEarlier, toRequestRow } from '../reviews/reviews.ts';

/** How long a review may take, in business days, as the screens promise it. */
const BUSINESS_DAYS = 2;

/** A page of the queue, or of decided requests. */
export function identityQueue({ kysely }: Services, query: ReviewQuery) {
  return pageOf(listIdentity(kysely, { status: query.status, ...searchOf(query.q) }), query, toRow);
}

/** One request with all that its decision needs; refused (1001) if there is none. */
export async function identityCase(
  { kysely }: Services,
  staff: Staff,
  id: string,
): Promise<IdentityCase | Refusal> {
  const request = await selectIdentity(kysely, id);
  if (!request) return refuse('notFound');
  const [shown, others] = await Promise.all([
    toCase(kysely, staff, request),
    selectOtherIdentity(kysely, request.team_id, id),
  ]);
  return { ...toRow(request), ...shown, earlier: others.map(toEarlier) };
}

/**
 * Approves a request, or rejects it if a reason is given; returns the case as it is then. Refusals: 1001,
 * 1012, 1013.
 */
export async function decideIdentity(
  services: Services,
  staff: Staff,
  { id, reason }: { id: string; reason: string | null },
): Promise<IdentityCase | Refusal> {
  const request = await selectIdentity(services.kysely, id);
  if (!request) return refuse('notFound');
  const deciding = { teamId: request.team_id, requestId: id, by: staff, reason };
  const decided = await decideVerification(services, deciding);
  return isRefusal(decided) ? decided : identityCase(services, staff, id);
}

function toRow(request: AskedRow & Pick<IdentityRow, 'account_type'>): IdentityRow {
  return { ...toRequestRow(request, BUSINESS_DAYS), account_type: request.account_type };
}
