// Customers turn their second factor on and off and create recovery codes.
import { SECOND_FACTOR_OFF } from '@godwit/contract/sentences/access';
import { transaction } from '../../db/transaction.ts';
import {
  beginFactor,
  confirmFactor,
  hasFactor,
  proveCode,
  removeFactor,
  renewRecoveryCodes,
} from '../../identity/secondFactor.ts';
import { endSessions } from '../../identity/sessions.ts';
import { proofThrottleKey } from '../../identity/throttle.ts';
import { MAILS } from '../../mail/mails.ts';
import { queueMail } from '../../mail/queue.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { proveOwnPassword } from '../profile.ts';
import { selectCredentials, selectUser } from '../queries.ts';

/**
 * Creates a secret for an authenticator app. Refused if the password is wrong (1002) or a factor is on
 * (1013).
 */
export async function beginSecondFactor(
  services: Services,
  userId: string,
  password: string,
): Promise<{ secret: string; uri: string } | Refusal> {
  const proved = await proveOwnPassword(services, userId, password, 'password');
  return isRefusal(proved) ? proved : beginFactor(services, { user_id: userId }, proved.email);
}

/**
 * Turns on a factor that was begun. Returns the recovery codes and ends the person's other sessions.
 * Refusals: those of `confirmFactor`.
 */
export async function confirmSecondFactor(
  services: Services,
  userId: string,
  { code, keep }: { code: string; keep: string | null },
): Promise<string[] | Refusal> {
  const proof = { code, throttleKey: proofThrottleKey(services.secrets, userId) };
  return confirmFactor(services, { user_id: userId }, proof, async (trx, recoveryCodes) => {
    await announce(trx, services, userId, { on: true, keep });
    return recoveryCodes;
  });
}

/**
 * Replaces all recovery codes; needs a code of either kind (else 1002, 1006). Refused if the factor is off
 * (1013).
 */
export async function newRecoveryCodes(
  services: Services,
  userId: string,
  code: string,
): Promise<string[] | Refusal> {
  const { kysely, secrets } = services;
  const owner = { user_id: userId };
  if (!(await hasFactor(kysely, owner))) return isOff();
  const refused = await proveCode(services, owner, { code, throttleKey: proofThrottleKey(secrets, userId) });
  return refused ?? transaction(kysely, (trx) => renewRecoveryCodes(trx, secrets, owner));
}

/**
 * Turns the second factor off, by the password or a code (else 1002, 1006), and ends the other sessions.
 * Refused (1013) if it is off.
 */
export async function endSecondFactor(
  services: Services,
  userId: string,
  {
    password,
    code = '',
    keep,
  }: { password?: string | undefined; code?: string | undefined; keep: string | null },
): Promise<'off' | Refusal> {
  const { kysely, secrets } = services;
  const owner = { user_id: userId };
  if (!(await hasFactor(kysely, owner))) return isOff();
  const proved =
    password === undefined
      ? await proveCode(services, owner, { code, throttleKey: proofThrottleKey(secrets, userId) })
      : await proveOwnPassword(services, userId, password, 'password');
  if (isRefusal(proved)) return proved;
  await turnOff(services, userId, keep);
  return 'off';
}

/**
 * Turns off the second factor of the person with this email (lower case), without proof; false if none is
 * on.
 */
export async function removeSecondFactor(services: Services, email: string): Promise<boolean> {
  const user = await selectCredentials(services.kysely, { email });
  if (!user || !(await hasFactor(services.kysely, { user_id: user.id }))) return false;
  await turnOff(services, user.id, null);
  return true;
}

async function turnOff(services: Services, userId: string, keep: string | null): Promise<void> {
  await transaction(services.kysely, async (trx) => {
    await removeFactor(trx, { user_id: userId });
    await announce(trx, services, userId, { on: false, keep });
  });
}

async function announce(
  db: Database,
  { settings }: Services,
  userId: string,
  { on, keep }: { on: boolean; keep: string | null },
): Promise<void> {
  await endSessions(db, { user_id: userId }, { keep });
  const { email, language } = await selectUser(db, userId);
  const link = new URL('/forgot-password', settings.publicUrl).href;
  await queueMail(db, { to: email, ...MAILS[language].secondFactor({ on, link }) });
}

function isOff(): Refusal {
  return refuse('conflict', { description: SECOND_FACTOR_OFF });
}
