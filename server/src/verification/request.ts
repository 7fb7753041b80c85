// Requests verification, and lists a team's requests.
import type { Profile } from '@godwit/contract/accounts/accounts';
import type { AccountType, VerificationForm, VerificationRequest } from '@godwit/contract/verification';
import { transaction } from '../db/transaction.ts';
import { bindDocuments, documentsOf } from '../files/documents.ts';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { insertRequest, selectNewest, selectOpenRequest, selectRequests } from './queries.ts';

/**
 * Submits documents for review; a unique index allows one open request per team. 1001 for a document that
 * is not the team's, as a RefusalError; 1013 for one in another request, and if the team has a request or
 * is verified.
 */
export function requestVerification(
  { kysely }: Services,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  { account_type, documents }: Pick<VerificationForm, 'documents'> & { account_type: AccountType | null },
): Promise<VerificationRequest | Refusal> {
  return transaction(kysely, async (trx) => {
    const id = newId();
    const added = await insertRequest(trx, { team_id: teamId, id, requested_by: userId, account_type });
    if (!added) return openAlready(trx, teamId);
    await bindDocuments(trx, { teamId, purpose: 'VERIFICATION', subjectId: id, documents });
    return {
      id,
      status: 'PENDING',
      account_type,
      created_at: added.created_at.toISOString(),
      decided_at: null,
      reason: null,
      attachments: documents.map((document) => ({ id: document.id, name: document.name, kept: true })),
    };
  });
}

/** A team's requests, the newest first. */
export async function listVerifications(
  { kysely }: Services,
  teamId: string,
): Promise<VerificationRequest[]> {
  const requests = await selectRequests(kysely, teamId);
  const documents = await documentsOf(kysely, teamId, requests);
  return requests.map(({ created_at, decided_at, ...request }) => ({
    ...request,
    created_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    attachments: documents(request.id),
  }));
}

/**
 * A team's verification status for its profile. A withdrawn verification can be retried, like a rejected
 * one.
 */
export async function verificationOf(
  { kysely }: Services,
  { teamId, verifiedAt }: Pick<Member, 'teamId' | 'verifiedAt'>,
): Promise<Pick<Profile, 'verification' | 'in_review_since'>> {
  if (verifiedAt !== null) return { verification: 'APPROVED', in_review_since: null };
  const newest = await selectNewest(kysely, teamId);
  if (newest?.status === 'PENDING')
    return { verification: 'PENDING', in_review_since: newest.created_at.toISOString() };
  return { verification: newest ? 'REJECTED' : 'NONE', in_review_since: null };
}

async function openAlready(trx: Database, teamId: string): Promise<Refusal> {
  const open = await selectOpenRequest(trx, teamId);
  const description =
    open?.status === 'APPROVED'
      ? 'Your account is verified already.'
      : 'You have a pending user verification request.';
  return refuse('conflict', { description });
}
