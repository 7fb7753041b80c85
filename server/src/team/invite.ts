// Invites a person to a team by email.
import { may, type Role } from '@godwit/contract/roles';
import { ONLY_OWNER_INVITES_OWNER, PERSON_IN_TEAM_ALREADY } from '@godwit/contract/sentences/team';
import { type Invitation, teamName } from '@godwit/contract/team';
import { transaction } from '../db/transaction.ts';
import { requireRole } from '../identity/roles.ts';
import type { Member } from '../identity/sessions.ts';
import { hashToken, MAILS_PER_HOUR, randomToken } from '../identity/tokens.ts';
import { newId } from '../ids.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail, sealingOf } from '../mail/queue.ts';
import { namesProtected } from '../protectedNames.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  countRecentInvitations,
  findTeam,
  insertInvitation,
  isInTeam,
  lockAddress,
  lockTeam,
  revokeInvitation,
  selectInvitations,
  selectMailLanguage,
  selectMembers,
} from './queries.ts';

const LINK_DAYS = 7;

/**
 * Mails an invitation to an address, whether it has an account or not; an open one to it works no more.
 * Owners and admins may, for the role of an owner only owners (1012). Refused if the address is in the
 * team (1013) or has had too many mails (1006).
 */
export async function invite(
  services: Services,
  member: Member,
  { email, role }: { email: string; role: Role },
): Promise<Invitation | Refusal> {
  const { kysely, settings, countryRules } = services;
  const known = teamName.safeParse((await findTeam(kysely, member.teamId))?.name);
  // Names from registrations, which strangers typed, may hold more than that.
  const team = known.success && !namesProtected(countryRules.now(), known.data) ? known.data : null;
  const token = randomToken();
  const outcome = await transaction(kysely, async (trx) => {
    // A member who is removed at this moment, or loses the right, leaves no invitation behind.
    await lockTeam(trx, member.teamId);
    const [me] = await selectMembers(trx, member.teamId, member.userId);
    if (!me) return refuse('notFound');
    requireRole(me, 'members');
    if (role === 'OWNER' && !may(me.role, 'owners')) return ownersOnly();
    const inviter = me.email;
    await lockAddress(trx, email);
    if (await isInTeam(trx, member.teamId, email)) return alreadyIn();
    if ((await countRecentInvitations(trx, email)) >= MAILS_PER_HOUR) return tooManyMails();
    const row = await insertInvitation(trx, {
      id: newId(),
      token_hash: hashToken(token),
      team_id: member.teamId,
      email,
      role,
      invited_by: member.userId,
      days: LINK_DAYS,
    });
    const link = new URL(`/invitation?t=${token}`, settings.publicUrl).href;
    const language = await selectMailLanguage(trx, { email, inviterId: member.userId });
    await queueMail(
      trx,
      { to: email, ...MAILS[language].invitation({ inviter, team, link, days: LINK_DAYS }) },
      sealingOf(services),
    );
    return { ...row, inviter };
  });
  if (isRefusal(outcome)) return outcome;
  const { id, inviter, created_at, expires_at } = outcome;
  return {
    id,
    email,
    role,
    invited_by: inviter,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    expired: false,
  };
}

function ownersOnly(): Refusal {
  return refuse('notAllowed', { description: ONLY_OWNER_INVITES_OWNER });
}

function alreadyIn(): Refusal {
  const description = PERSON_IN_TEAM_ALREADY;
  return refuseField('conflict', 'email', description);
}

function tooManyMails(): Refusal {
  const description = 'This address has been invited several times within an hour. Try again later.';
  return { ...refuseField('tooManyRequests', 'email', description), retryAfterSeconds: 3600 };
}

/** A team's open invitations; owners and admins may see them. */
export async function listInvitations({ kysely }: Services, member: Member): Promise<Invitation[]> {
  requireRole(member, 'members');
  const rows = await selectInvitations(kysely, member.teamId);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** Revokes an open invitation: its link works no more. A 1001 refusal if the team has none of this id. */
export async function revoke({ kysely }: Services, member: Member, id: string): Promise<'revoked' | Refusal> {
  requireRole(member, 'members');
  const revoked = await revokeInvitation(kysely, member.teamId, id);
  return revoked ? 'revoked' : refuse('notFound');
}
