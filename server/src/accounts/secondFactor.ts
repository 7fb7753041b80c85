// Customers turning their second factor on and off, and making new recovery codes.
import {
  beginFactor,
  confirmFactor,
  hasFactor,
  proveCode,
  removeFactor,
  renewRecoveryCodes,
} from '../identity/secondFactor.ts';
import { endSessions } from '../identity/sessions.ts';
import { proofThrottleKey } from '../identity/throttle.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { proveOwnPassword } from './profile.ts';
import { selectCredentials, selectUser } from './queries.ts';

/** Makes a secret for a person's app to begin with; refused where the password is wrong (1002) or a factor is on (1013). */
export async function beginSecondFactor(
  services: Services,
  userId: string,
  password: string,
): Promise<{ secret: string; uri: string } | Refusal> {
  const proved = await proveOwnPassword(services, userId, password, 'password');
  return isRefusal(proved) ? proved : beginFactor(services, { user_id: userId }, proved.email);
}

/** Turns the factor on that was begun; returns the recovery codes, and ends all sessions but the one to keep. Refusals: `confirmFactor`. */
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

/** Makes recovery codes in place of all there are, for a code of either kind (else 1002, 1006); refused where the factor is off (1013). */
export async function newRecoveryCodes(
  services: Services,
  userId: string,
  code: string,
): Promise<string[] | Refusal> {
  const { kysely, secrets } = services;
  const owner = { user_id: userId };
  if (!(await hasFactor(kysely, owner))) return isOff();
  const refused = await proveCode(services, owner, { code, throttleKey: proofThrottleKey(secrets, userId) });
  return refused ?? kysely.transaction().execute((trx) => renewRecoveryCodes(trx, secrets, owner));
}

/** Turns the second factor off (1013 where it is), by the password or a code (else 1002, 1006); ends all sessions but the one to keep. */
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

/** Turns the second factor of the person with this e-mail (lower case) off, without proof; false where none is on. */
export async function removeSecondFactor(services: Services, email: string): Promise<boolean> {
  const user = await selectCredentials(services.kysely, { email });
  if (!user || !(await hasFactor(services.kysely, { user_id: user.id }))) return false;
  await turnOff(services, user.id, null);
  return true;
}

async function turnOff(services: Services, userId: string, keep: string | null): Promise<void> {
  await services.kysely.transaction().execute(async (trx) => {
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
  return refuse('conflict', { description: 'The second factor is off.' });
}
