// Registration: creates a person, their team and the verification mail in one transaction.
import type { registerRequest } from '@godwit/contract/accounts/accounts';
import { EMAIL_TAKEN } from '@godwit/contract/sentences/access';
import type { z } from 'zod';
import { transaction } from '../db/transaction.ts';
import { hashNewPassword } from '../identity/passwords.ts';
import { newId } from '../ids.ts';
import { sealingOf } from '../mail/queue.ts';
import { isRefusal, orThrow, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { followInvitation } from '../team/follow.ts';
import { sendActivation } from './activate.ts';
import { insertTeam, insertUser, markEmailVerified } from './queries.ts';

/**
 * Creates an account. Refused if the email is taken (4000) or the password unacceptable (1002). An
 * invitation verifies the address and adds the person to its team; refusals of `followInvitation` apply.
 */
export async function register(
  services: Services,
  input: z.output<typeof registerRequest>,
): Promise<'registered' | Refusal> {
  const { kysely, settings } = services;
  const sealing = sealingOf(services);
  const { email, password, first_name, last_name, region_code, language, invitation } = input;
  const password_hash = await hashNewPassword(password, email);
  if (isRefusal(password_hash)) return password_hash;

  const added = await transaction(kysely, async (trx) => {
    const userId = newId();
    const user = { id: userId, email, first_name, last_name, password_hash, language };
    if (!(await insertUser(trx, user))) return false;
    const name = `${first_name} ${last_name}`;
    await insertTeam(trx, { id: newId(), name, regionId: region_code, ownerId: userId });
    if (invitation === undefined) {
      await sendActivation(trx, { userId, email, language, publicUrl: settings.publicUrl, sealing });
    } else {
      orThrow(await followInvitation(trx, { userId, token: invitation }));
      await markEmailVerified(trx, userId);
    }
    return true;
  });
  if (!added) return refuse('emailTaken', { fields: { email: EMAIL_TAKEN } });
  return 'registered';
}
