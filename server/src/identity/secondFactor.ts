// Second factors of customers and staff: set-up, recovery codes and code checks.
import { SECOND_FACTOR_NOT_SET_UP, SECOND_FACTOR_ON } from '@godwit/contract/sentences/access';
import { transaction } from '../db/transaction.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Database, Services } from '../services.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpUri } from './codes.ts';
import {
  replaceRecoveryCodes,
  selectFactor,
  updateConfirmed,
  upsertFactor,
  useRecoveryCode,
  useStep,
} from './secondFactorQueries.ts';
import type { Owner } from './sessions.ts';
import { countAttempt, resetAttempts, type ThrottleKey } from './throttle.ts';

export { countRecoveryCodes, removeFactor } from './secondFactorQueries.ts';

const WRONG_CODE =
  'The code is wrong or was used before. Enter the code that your app shows now, or a recovery code.';

/** Whether signing in takes a code. */
export async function hasFactor(db: Database, owner: Owner): Promise<boolean> {
  return (await selectFactor(db, owner))?.confirmed_at != null;
}

/**
 * Makes a secret for an authenticator app, in which the account is called `email`; refused if a factor is
 * on (1013).
 */
export async function beginFactor(
  { kysely, secrets }: Services,
  owner: Owner,
  email: string,
): Promise<{ secret: string; uri: string } | Refusal> {
  const secret = newTotpSecret();
  const begun = await upsertFactor(kysely, owner, secrets.seal(purposeOf(owner, 'second factor'), secret));
  return begun ? { secret, uri: totpUri(secret, email) } : alreadyOn();
}

/**
 * Turns on a factor that was begun, by an app code, and creates recovery codes. `alongside` runs in the
 * same transaction and its outcome is returned. Refused if the code is wrong (1002) or too early (1006), or
 * nothing was begun (1013).
 */
export async function confirmFactor<Outcome>(
  { kysely, secrets }: Services,
  owner: Owner,
  { code, throttleKey }: { code: string; throttleKey: ThrottleKey },
  alongside: (trx: Database, recoveryCodes: string[]) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const tooEarly = await countAttempt(kysely, throttleKey);
  if (tooEarly) return tooEarly;
  const factor = await selectFactor(kysely, owner);
  if (!factor) return refuse('conflict', { description: SECOND_FACTOR_NOT_SET_UP });
  if (factor.confirmed_at !== null) return alreadyOn();
  const { sealed } = factor;
  const step = stepOf(secrets, owner, { sealed, used_step: null }, code);
  if (step === null) return wrongCode();
  return transaction(kysely, async (trx) => {
    if (!(await updateConfirmed(trx, owner, { sealed, step }))) return alreadyOn();
    await resetAttempts(trx, throttleKey);
    return alongside(trx, await renewRecoveryCodes(trx, secrets, owner));
  });
}

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(db: Database, secrets: Secrets, owner: Owner): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    owner,
    codes.map((code) => recoveryHashes(secrets, owner, code)[0]!),
  );
  return codes;
}

/** Uses up a code and returns its kind (app or recovery); null if it is neither. Count the attempt first. */
export async function useCode(
  db: Database,
  secrets: Secrets,
  owner: Owner,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const factor = await selectFactor(db, owner);
  if (!factor?.confirmed_at) return null;
  const step = stepOf(secrets, owner, factor, code);
  if (step !== null) return (await useStep(db, owner, step)) ? 'app' : null;
  for (const hash of recoveryHashes(secrets, owner, code))
    if (await useRecoveryCode(db, owner, hash)) return 'recovery';
  return null;
}

/** Counts an attempt and uses up a code; refused if it is wrong (1002) or comes too early (1006). */
export async function proveCode(
  { kysely, secrets }: Services,
  owner: Owner,
  { code, throttleKey }: { code: string; throttleKey: ThrottleKey },
): Promise<Refusal | null> {
  const tooEarly = await countAttempt(kysely, throttleKey);
  if (tooEarly) return tooEarly;
  if ((await useCode(kysely, secrets, owner, code)) === null) return wrongCode();
  await resetAttempts(kysely, throttleKey);
  return null;
}

/** The refusal of a wrong code. */
export function wrongCode(): Refusal {
  return refuseField('invalidArgument', 'code', WRONG_CODE);
}

function stepOf(
  secrets: Secrets,
  owner: Owner,
  { sealed, used_step }: { sealed: Buffer; used_step: bigint | null },
  code: string,
): number | null {
  const secret = secrets.open(purposeOf(owner, 'second factor'), sealed).toString();
  const usedStep = used_step === null ? null : Number(used_step);
  return matchTotp(secret, plainRecoveryCode(code), { atMs: Date.now(), usedStep });
}

/** The hash that is kept of a code now, then those under old secrets. */
function recoveryHashes(secrets: Secrets, owner: Owner, code: string): Buffer[] {
  const id = 'user_id' in owner ? owner.user_id : owner.staff_id;
  return secrets.hmacs(purposeOf(owner, 'recovery code'), `${id} ${plainRecoveryCode(code)}`);
}

/** Keys of their own for customers and staff. */
function purposeOf(owner: Owner, what: string): string {
  return 'user_id' in owner ? what : `staff ${what}`;
}

function alreadyOn(): Refusal {
  return refuse('conflict', {
    description: SECOND_FACTOR_ON,
  });
}
