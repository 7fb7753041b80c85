// Asking to be verified, and what a team sees of its requests.
import type { Profile } from '@godwit/contract/accounts';
import type { AccountType, VerificationForm, VerificationRequest } from '@godwit/contract/verification';
import { bindDocuments, documentsOf } from '../files/documents.ts';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { insertRequest, selectNewest, selectOpenRequest, selectRequests } from './queries.ts';

/**
 * Hands documents in for staff to look at; one request of a team is open at a time, by index. 1001 for a document that is not the
 * team's, as a RefusalError; 1013 for one that is part of another request, and where the team has a request or is verified.
 */
export function requestVerification(
  { kysely }: Services,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  { account_type, documents }: Pick<VerificationForm, 'documents'> & { account_type: AccountType | null },
): Promise<VerificationRequest | Refusal> {
  return kysely.transaction().execute(async (trx) => {
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

/** How far a team is: what its profile says. A verification that was withdrawn is one to try again, like a rejected one. */
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
