// A person's second factor: turning it on and off, its recovery codes, and taking a code.
import { queueMail, wakeMail } from '../mail/queue.ts';
import { secondFactorMail } from '../mail/templates.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Database, Services } from '../services.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpUri } from '../totp.ts';
import { provePassword } from './provePassword.ts';
import { selectCredentials, selectUser } from './queries.ts';
import {
  beginFactor,
  confirmFactor,
  deleteFactor,
  replaceRecoveryCodes,
  selectFactor,
  useRecoveryCode,
  useStep,
} from './secondFactorQueries.ts';
import { endSessions } from './sessions.ts';
import { forgiveTries, PROOF_WORDS, proofLane, takeTry } from './throttle.ts';

const SECRET = 'second factor';
const RECOVERY_CODE = 'recovery code';
const WRONG_CODE =
  'The code is wrong or was used before. Enter the code that your app shows now, or a recovery code.';

/** Whether signing in as this user takes a code. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return (await selectFactor(db, userId))?.confirmed_at != null;
}

/** Makes a secret for a person's app to begin with; refused where the password is wrong (1002) or a factor is on (1013). */
export async function beginSecondFactor(
  services: Services,
  userId: string,
  password: string,
): Promise<{ secret: string; uri: string } | Refusal> {
  const { kysely, secrets } = services;
  const proved = await provePassword(services, userId, password, 'password');
  if (isRefusal(proved)) return proved;
  const secret = newTotpSecret();
  if (!(await beginFactor(kysely, { user_id: userId, sealed: secrets.seal(SECRET, secret) })))
    return alreadyOn();
  return { secret, uri: totpUri(secret, proved.email) };
}

/**
 * Turns the factor on that was begun, by a code of the app; gives the recovery codes, and ends all sessions but the one to keep.
 * Refused where the code is wrong (1002), or nothing was begun (1013).
 */
export async function confirmSecondFactor(
  services: Services,
  userId: string,
  { code, keep }: { code: string; keep: string | null },
): Promise<string[] | Refusal> {
  const { kysely, secrets } = services;
  const factor = await selectFactor(kysely, userId);
  if (!factor) return refuse('conflict', { description: 'Begin again: the second factor is not set up.' });
  if (factor.confirmed_at !== null) return alreadyOn();
  const { sealed } = factor;
  const step = stepOf(secrets, sealed, code, null);
  if (step === null) return wrongCode();
  const outcome = await kysely.transaction().execute(async (trx) => {
    if (!(await confirmFactor(trx, { userId, sealed, step }))) return alreadyOn();
    const codes = await renewCodes(trx, secrets, userId);
    await announce(trx, services, userId, { on: true, keep });
    return codes;
  });
  wakeMail();
  return outcome;
}

/** Makes recovery codes in place of all there are, for a code of either kind (else 1002); refused where the factor is off (1013). */
export async function renewRecoveryCodes(
  { kysely, secrets }: Services,
  userId: string,
  code: string,
): Promise<string[] | Refusal> {
  if (!(await hasSecondFactor(kysely, userId))) return isOff();
  const problem = await proveCode({ kysely, secrets }, userId, code);
  return problem ?? kysely.transaction().execute((trx) => renewCodes(trx, secrets, userId));
}

/** Turns the second factor off (1013 where it is), by the password or a code (else 1002); ends all sessions but the one to keep. */
export async function endSecondFactor(
  services: Services,
  userId: string,
  { password, code, keep }: { password?: string | undefined; code?: string | undefined; keep: string | null },
): Promise<'off' | Refusal> {
  const { kysely } = services;
  if (!(await hasSecondFactor(kysely, userId))) return isOff();
  const proved =
    password === undefined
      ? await proveCode(services, userId, code ?? '')
      : await provePassword(services, userId, password, 'password');
  if (isRefusal(proved)) return proved;
  await turnOff(services, userId, keep);
  return 'off';
}

/** Turns the second factor of the person with this e-mail (lower case) off, whatever they can prove; false where none is on. */
export async function liftSecondFactor(services: Services, email: string): Promise<boolean> {
  const user = await selectCredentials(services.kysely, email);
  if (!user || !(await hasSecondFactor(services.kysely, user.id))) return false;
  await turnOff(services, user.id, null);
  return true;
}

async function turnOff(services: Services, userId: string, keep: string | null): Promise<void> {
  await services.kysely.transaction().execute(async (trx) => {
    await deleteFactor(trx, userId);
    await announce(trx, services, userId, { on: false, keep });
  });
  wakeMail();
}

/** Takes a code of the app or a recovery code, which is used up by it; false where it is none. Count the try first. */
export async function takeCode(
  { secrets }: Pick<Services, 'secrets'>,
  db: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await selectFactor(db, userId);
  if (!factor?.confirmed_at) return false;
  const step = stepOf(secrets, factor.sealed, code, factor.used_step);
  return step === null
    ? useRecoveryCode(db, userId, recoveryHash(secrets, userId, code))
    : useStep(db, userId, step);
}

/** What a wrong code is answered with. */
export function wrongCode(): Refusal {
  return refuse('invalidArgument', { description: WRONG_CODE, fields: { code: WRONG_CODE } });
}

/** Takes a code of somebody who is signed in; refused where it is wrong (1002) or comes too early (1006). */
async function proveCode(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  userId: string,
  code: string,
): Promise<Refusal | null> {
  const lane = proofLane(secrets, userId);
  const tooEarly = await takeTry(kysely, lane, PROOF_WORDS);
  if (tooEarly) return tooEarly;
  if (!(await takeCode({ secrets }, kysely, userId, code))) return wrongCode();
  await forgiveTries(kysely, lane);
  return null;
}

function stepOf(secrets: Secrets, sealed: Buffer, code: string, usedStep: bigint | null): number | null {
  const secret = secrets.open(SECRET, sealed).toString();
  const used = usedStep === null ? null : Number(usedStep);
  return matchTotp(secret, plainRecoveryCode(code), { atMs: Date.now(), usedStep: used });
}

async function renewCodes(db: Database, secrets: Secrets, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => recoveryHash(secrets, userId, code)),
  );
  return codes;
}

const recoveryHash = (secrets: Secrets, userId: string, code: string) =>
  secrets.hmac(RECOVERY_CODE, `${userId} ${plainRecoveryCode(code)}`);

async function announce(
  db: Database,
  { settings }: Services,
  userId: string,
  { on, keep }: { on: boolean; keep: string | null },
): Promise<void> {
  await endSessions(db, userId, { keep });
  const { email } = await selectUser(db, userId);
  await queueMail(db, { to: email, ...secondFactorMail({ on, publicUrl: settings.publicUrl }) });
}

function isOff(): Refusal {
  return refuse('conflict', { description: 'The second factor is off.' });
}

function alreadyOn(): Refusal {
  return refuse('conflict', {
    description: 'The second factor is on already. Turn it off to set up another.',
  });
}
