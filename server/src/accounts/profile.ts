// What a person sees and changes of themselves: their name, and their password.
import type { Profile, updateProfileRequest } from '@godwit/contract/accounts';
import type { z } from 'zod';
import { checkNewPassword, hashPassword } from '../identity/passwords.ts';
import { provePassword } from '../identity/provePassword.ts';
import { hasFactor, recoveryCodesLeft } from '../identity/secondFactor.ts';
import { endSessions, type Member } from '../identity/sessions.ts';
import { proofThrottleKey } from '../identity/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { verificationOf } from '../verification/request.ts';
import { replacePassword, selectCredentialsOf, selectUser, updateName } from './queries.ts';

const WRONG_PASSWORD = 'The password is wrong';

/** A member's profile, with what holds in the team they are looking at. */
export async function readProfile({ kysely }: Pick<Services, 'kysely'>, member: Member): Promise<Profile> {
  const [user, verification, second_factor, recovery_codes_left] = await Promise.all([
    selectUser(kysely, member.userId),
    verificationOf({ kysely }, member),
    hasFactor(kysely, { user_id: member.userId }),
    recoveryCodesLeft(kysely, { user_id: member.userId }),
  ]);
  return {
    ...user,
    created_at: user.created_at.toISOString(),
    id_verified: member.verifiedAt !== null,
    region_code: member.regionId,
    verification,
    role: member.role,
    second_factor,
    recovery_codes_left,
  };
}

/** Changes a person's name. */
export async function changeName(
  { kysely }: Pick<Services, 'kysely'>,
  userId: string,
  name: z.output<typeof updateProfileRequest>,
): Promise<void> {
  await updateName(kysely, userId, name);
}

/**
 * Changes a person's password and ends all their sessions but the one to keep. Refused where the current one is wrong or the new one
 * is no good (1002), after too many attempts (1006), and where it was changed meanwhile (1013).
 */
export async function changePassword(
  services: Services,
  userId: string,
  { current, password, keep }: { current: string; password: string; keep: string | null },
): Promise<'changed' | Refusal> {
  const { kysely, settings } = services;
  const user = await proveOwnPassword(services, userId, current, 'current_password');
  if (isRefusal(user)) return user;
  const problem = password === current ? samePassword() : checkNewPassword(password, user.email);
  if (problem) return problem;
  const passwordHash = await hashPassword(password);
  if (isRefusal(passwordHash)) return passwordHash;

  const changed = await kysely.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, user, passwordHash))) return false;
    await endSessions(trx, { user_id: userId }, { keep });
    await queueMail(trx, { to: user.email, ...passwordChangedMail({ publicUrl: settings.publicUrl }) });
    return true;
  });
  if (!changed)
    return refuse('conflict', {
      description: 'The password was changed a moment ago. Sign in with the new one.',
    });
  return 'changed';
}

/** The person who is signed in, by their password; refused where it is wrong (1002, at `field`), or comes too early (1006, 1014). */
export function proveOwnPassword(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  userId: string,
  password: string,
  field: string,
): Promise<{ id: string; email: string; password_hash: string } | Refusal> {
  return provePassword(kysely, password, {
    throttleKey: proofThrottleKey(secrets, userId),
    find: () => selectCredentialsOf(kysely, userId),
    wrong: refuse('invalidArgument', { description: WRONG_PASSWORD, fields: { [field]: WRONG_PASSWORD } }),
  });
}

function samePassword(): Refusal {
  const description = 'This is the password that you have. Choose another one.';
  return refuse('invalidArgument', { description, fields: { password: description } });
}
