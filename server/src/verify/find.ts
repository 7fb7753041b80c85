// Finds verifications of a project.
import type { Pool } from 'pg';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import { findLast, findVerification, type Place, type VerificationRow } from './queries.ts';

export type { VerificationRow };

/** A verification by its id; undefined if the project has none, in either mode. */
export const verificationOf = (
  pool: Pool,
  { teamId, projectId }: Pick<Place, 'teamId' | 'projectId'>,
  id: string,
): Promise<VerificationRow | undefined> => findVerification(pool, { teamId, projectId, id });

/** The last verification of a number; undefined if there is none. Refuses a number that is none. */
export async function lastVerificationOf(
  { pool, secrets }: { pool: Pool; secrets: Pick<Secrets, 'hmacs'> },
  place: Place,
  to: string,
): Promise<VerificationRow | Refusal | undefined> {
  const recipient = parseRecipient(to);
  if (isRefusal(recipient)) return recipient;
  return findLast(pool, { ...place, numberKeys: numberKeysOf(secrets, recipient.e164) });
}

/** Lookup hashes of a number within a project, under the current secret and under old ones. */
export const numberKeysOf = (secrets: Pick<Secrets, 'hmacs'>, e164: string): Buffer[] =>
  secrets.hmacs('verified number', e164);
