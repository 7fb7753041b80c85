// Deletes an account: forgets the person at once, closes teams without other members, keeps the ledger and
// legal records.
import type { deleteAccountRequest } from '@godwit/contract/accounts/accounts';
import type { z } from 'zod';
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { hashPassword } from '../identity/passwords.ts';
import { hasFactor, proveCode, removeFactor } from '../identity/secondFactor.ts';
import { endSessions } from '../identity/sessions.ts';
import { proofThrottleKey } from '../identity/throttle.ts';
import { randomToken } from '../identity/tokens.ts';
import { displayMoney } from '../money.ts';
import { isRefusal, type Refusal, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { proveOwnPassword } from './profile.ts';
import { closeTeam, forgetUser, lockTeamsOf } from './queries.ts';

type Asked = z.output<typeof deleteAccountRequest> & { userId: string; ip: string };
type Team = Awaited<ReturnType<typeof lockTeamsOf>>[number];

/**
 * Deletes an account and returns the teams it closed. Refused if the password or code is wrong (1002), an
 * attempt comes too early (1006), or `whyNot` gives a reason (1013).
 */
export async function deleteAccount(services: Services, asked: Asked): Promise<string[] | Refusal> {
  const { kysely, secrets } = services;
  const { userId, ip, code } = asked;
  const user = await proveOwnPassword(services, userId, asked.password, 'password');
  if (isRefusal(user)) return user;
  const owner = { user_id: userId };
  if (await hasFactor(kysely, owner)) {
    if (code === undefined)
      return refuseField('invalidArgument', 'code', 'Enter a code of your authenticator app');
    const wrong = await proveCode(services, owner, { code, throttleKey: proofThrottleKey(secrets, userId) });
    if (wrong) return wrong;
  }
  // A random password that nobody knows, so nobody can sign in.
  const passwordHash = await hashPassword(randomToken());
  if (isRefusal(passwordHash)) return passwordHash;
  return transaction(kysely, async (trx) => {
    const teams = await lockTeamsOf(trx, userId);
    const why = teams.map((team) => whyNot(team, asked.give_up_balance)).find((reason) => reason !== null);
    if (why) throw new RefusalError(why);
    const closed = teams.filter(({ members }) => members === 1).map(({ id }) => id);
    for (const teamId of closed) {
      await closeTeam(trx, teamId);
      await recordAudit(trx, { ...CUSTOMER, ip }, { action: 'TEAM_CLOSED', teamId, subject: userId });
    }
    await endSessions(trx, owner, { keep: null });
    await removeFactor(trx, owner);
    await forgetUser(trx, { id: userId, email: user.email, passwordHash });
    await recordAudit(trx, { ...CUSTOMER, ip }, { action: 'ACCOUNT_DELETED', subject: userId });
    return closed;
  });
}

/** Returns why the person cannot leave a team; null if they can. */
function whyNot(
  { name, role, owners, members, balance, owed, symbol }: Team,
  givesUp: boolean,
): Refusal | null {
  const because = (description: string) => refuse('conflict', { description });
  if (members > 1)
    return role === 'OWNER' && owners === 1
      ? because(`${name} needs an owner: make someone else one first, or remove the other people.`)
      : null;
  if (owed > 0n) return because(`${name} owes ${symbol} ${displayMoney(owed)}: pay that first.`);
  if (balance > 0n && !givesUp)
    return refuseField(
      'conflict',
      'give_up_balance',
      `${name} has a balance of ${symbol} ${displayMoney(balance)}: ask for a refund first, or give it up.`,
    );
  return null;
}
