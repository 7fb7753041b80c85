// Checks the codes that people typed, and cancels verifications.
import { type CheckAnswer, VERIFY_LIMITS } from '@godwit/contract/publicApi/verify';
import type { Pool } from 'pg';
import type { Refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import { isCode } from './codes.ts';
import { countCheck, endVerification, findVerification, type VerificationRow } from './queries.ts';
import { endedRefusal, NO_VERIFICATION } from './refusals.ts';

type Checker = { pool: Pool; secrets: Secrets };

/** Takes the place of a verification that does not exist, so that its check takes as long as any other. */
const NONE = {
  id: '00000000-0000-0000-0000-000000000000',
  salt: Buffer.alloc(16),
  codeLength: VERIFY_LIMITS.codeLength.usual,
  mode: 'LIVE',
  recipient: '',
  ownCode: null,
} as const;

/**
 * Checks a typed code. The check counts before it is answered. Refusals: notFound without a row,
 * verificationEnded, verificationChecks.
 */
export async function checkCode(
  { pool, secrets }: Checker,
  teamId: string,
  row: VerificationRow | undefined,
  typed: string,
): Promise<CheckAnswer | Refusal> {
  const { id } = row ?? NONE;
  const valid = isCode(secrets, { ...(row ?? NONE), recipient: row?.recipient ?? '' }, typed);
  const checked = await countCheck(pool, { teamId, id, valid });
  if (!row) return NO_VERIFICATION;
  if (checked) return { id, valid, status: checked.state, checks_left: row.maxChecks - checked.checks };
  const now = await findVerification(pool, row);
  return endedRefusal(now?.state ?? row.state);
}

/** Cancels a pending verification. Refusal: verificationEnded or verificationChecks. */
export async function cancelVerification(
  pool: Pool,
  row: VerificationRow,
): Promise<VerificationRow | Refusal> {
  const isCancelled = await endVerification(pool, row);
  const now = (await findVerification(pool, row)) ?? row;
  return isCancelled ? now : endedRefusal(now.state);
}
