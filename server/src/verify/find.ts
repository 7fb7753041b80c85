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

/**
 * The last verification of a number, without a profile or with one of these; undefined if there is none.
 * Refuses a number that is none.
 */
export async function lastVerificationOf(
  { pool, secrets }: { pool: Pool; secrets: Pick<Secrets, 'hmacs'> },
  place: Place,
  to: string,
  profiles: readonly (string | null)[] = [null],
): Promise<VerificationRow | Refusal | undefined> {
  const recipient = parseRecipient(to);
  if (isRefusal(recipient)) return recipient;
  const numberKeys = profiles.flatMap((id) => numberKeysOf(secrets, recipient.e164, id));
  return findLast(pool, { ...place, numberKeys });
}

/**
 * Lookup hashes of a number within a project and with a profile, under the current secret and under old ones.
 * Those with a profile differ from those without, so a number has one pending verification for each.
 */
export const numberKeysOf = (
  secrets: Pick<Secrets, 'hmacs'>,
  e164: string,
  profileId: string | null = null,
): Buffer[] => secrets.hmacs('verified number', profileId === null ? e164 : `${e164} ${profileId}`);
