// A person's own profile, and changing the password.
import type { Profile } from '@godwit/contract/accounts/accounts';
import type { Language } from '@godwit/contract/languages';
import { PASSWORD_JUST_CHANGED, PASSWORD_UNCHANGED, PASSWORD_WRONG } from '@godwit/contract/sentences/access';
import { transaction } from '../db/transaction.ts';
import { hashNewPassword } from '../identity/passwords.ts';
import { provePassword } from '../identity/provePassword.ts';
import { countRecoveryCodes, hasFactor } from '../identity/secondFactor.ts';
import { endSessions, type Member } from '../identity/sessions.ts';
import { proofThrottleKey } from '../identity/throttle.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { verificationOf } from '../verification/request.ts';
import { replacePassword, selectCredentials, selectUser } from './queries.ts';

/** A member's profile, with what holds in the team they are looking at. */
export async function readProfile(services: Services, member: Member): Promise<Profile> {
  const { kysely } = services;
  const [user, verification, second_factor, recovery_codes_left] = await Promise.all([
    selectUser(kysely, member.userId),
    verificationOf(services, member),
    hasFactor(kysely, { user_id: member.userId }),
    countRecoveryCodes(kysely, { user_id: member.userId }),
  ]);
  return {
    ...user,
    created_at: user.created_at.toISOString(),
    id_verified: member.verifiedAt !== null,
    region_code: member.regionId,
    ...verification,
    role: member.role,
    second_factor,
    recovery_codes_left,
  };
}

/**
 * Changes a person's password and ends their other sessions. Refused if the current password is wrong or
 * the new one unacceptable (1002), after too many attempts (1006), or if the password changed during the
 * call (1013).
 */
export async function changePassword(
  services: Services,
  userId: string,
  { current, password, keep }: { current: string; password: string; keep: string | null },
): Promise<'changed' | Refusal> {
  const { kysely, settings } = services;
  const user = await proveOwnPassword(services, userId, current, 'current_password');
  if (isRefusal(user)) return user;
  if (password === current) return refuseField('invalidArgument', 'password', PASSWORD_UNCHANGED);
  const passwordHash = await hashNewPassword(password, user.email);
  if (isRefusal(passwordHash)) return passwordHash;

  const changed = await transaction(kysely, async (trx) => {
    if (!(await replacePassword(trx, user, passwordHash))) return false;
    await endSessions(trx, { user_id: userId }, { keep });
    const link = new URL('/forgot-password', settings.publicUrl).href;
    await queueMail(trx, { to: user.email, ...MAILS[user.language].passwordChanged({ link }) });
    return true;
  });
  if (!changed)
    return refuse('conflict', {
      description: PASSWORD_JUST_CHANGED,
    });
  return 'changed';
}

/**
 * The person who is signed in, by their password; refused if it is wrong (1002, at `field`), or comes too
 * early (1006, 1014).
 */
export function proveOwnPassword(
  { kysely, secrets }: Services,
  userId: string,
  password: string,
  field: string,
): Promise<{ id: string; email: string; password_hash: string; language: Language } | Refusal> {
  return provePassword(kysely, password, {
    throttleKey: proofThrottleKey(secrets, userId),
    find: () => selectCredentials(kysely, { id: userId }),
    wrong: refuseField('invalidArgument', field, PASSWORD_WRONG),
  });
}
