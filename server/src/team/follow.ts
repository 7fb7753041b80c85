// Follows an invitation link: reads it and joins the team.
import { IN_TEAM_ALREADY } from '@godwit/contract/sentences/team';
import type { InvitationDetails } from '@godwit/contract/team';
import { transaction } from '../db/transaction.ts';
import { hashToken, TOKEN } from '../identity/tokens.ts';
import { isRefusal, orThrow, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { addMember, selectInvitation, useInvitation } from './queries.ts';

const DEAD = 'This invitation is not valid any more. Ask for another one.';
const USED = 'This invitation was used already. Sign in to see the team.';

/** Reads an invitation link; refused (1002) if it is used, revoked, too old or not ours. */
export async function readInvitation(
  { kysely }: Services,
  token: string,
): Promise<InvitationDetails | Refusal> {
  const found = await findInvitation(kysely, token);
  if (isRefusal(found)) return found;
  const { email, team_id, team_name, role, invited_by, has_account } = found;
  return { email, team_id, team_name, role, invited_by, has_account };
}

/**
 * Adds a person who is signed in to the team they are invited to; returns its id. Refused as
 * `followInvitation` is.
 */
export function acceptInvitation({ kysely }: Services, userId: string, token: string): Promise<string> {
  return transaction(kysely, async (trx) => orThrow(await followInvitation(trx, { userId, token })));
}

/**
 * Adds a person to the team that a link invites them to and uses the link up, in the caller's transaction,
 * which must not commit after a refusal. Refused if the link is dead (1002), was sent to another address
 * (1012), or the person is in the team (1013).
 */
export async function followInvitation(
  db: Database,
  { userId, token }: { userId: string; token: string },
): Promise<string | Refusal> {
  const taken = TOKEN.test(token) ? await useInvitation(db, hashToken(token), userId) : undefined;
  if (!taken) {
    const found = await findInvitation(db, token);
    return isRefusal(found) ? found : forAnother(found.email);
  }
  const { teamId, role } = taken;
  if (await addMember(db, { teamId, userId, role })) return teamId;
  return refuse('conflict', { description: IN_TEAM_ALREADY });
}

async function findInvitation(db: Database, token: string) {
  const found = TOKEN.test(token) ? await selectInvitation(db, hashToken(token)) : undefined;
  if (!found) return refuseField('invalidArgument', 'token', DEAD);
  return found.accepted ? refuseField('invalidArgument', 'token', USED) : found;
}

function forAnother(email: string): Refusal {
  return refuse('notAllowed', {
    description: `This invitation is for ${email}. Sign in with that address, or ask for one to yours.`,
  });
}
