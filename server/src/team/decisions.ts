// What staff decide about a team's requests: once, never by its own members, with an audit entry, a mail and a signal to its open pages.
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts';
import { SETTINGS_TOPIC, signalWithin } from '../db/signals.ts';
import { decisionTopic } from '../live/changes.ts';
import type { Mails, Words } from '../mail/letter.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database } from '../services.ts';
import { isInTeam } from './find.ts';
import { mailAdmins } from './notify.ts';

/** Who decided, as the columns of a request keep it. */
export function deciderOf({ id, email }: Actor): { decided_by: string | null; decider: string } {
  return { decided_by: id, decider: id === null ? 'Command line' : email };
}

/** What a decision leaves in its row. */
export type Decided = { decider: string | null; decided_at: Date | null; status: string };

/** What a decision came to, its audit entry, and the mail to the team's owners and admins, of those in their language. */
type Outcome<T> = { result: T; entry: Omit<AuditEntry, 'teamId'>; mail: (mails: Mails) => Words };

/**
 * Decides about a team: `move` changes the state, guarded in SQL, or says why it can't. Members of the team are refused (1012).
 * All of it is one transaction; a refusal leaves nothing.
 */
export async function decide<T>(
  kysely: Database,
  { teamId, by }: { teamId: string; by: Actor },
  move: (trx: Database) => Promise<Outcome<T> | Refusal>,
): Promise<T | Refusal> {
  return kysely.transaction().execute(async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, by.email);
    if (own) return own;
    const moved = await move(trx);
    if (isRefusal(moved)) return moved;
    await mailAdmins(trx, teamId, moved.mail);
    await recordAudit(trx, by, { ...moved.entry, teamId });
    await signalWithin(trx, decisionTopic(teamId));
    await signalWithin(trx, SETTINGS_TOPIC);
    return moved.result;
  });
}

/** Members of a team do not decide about it (1012). */
export async function refuseOwnTeam(db: Database, teamId: string, email: string): Promise<Refusal | null> {
  if (!(await isInTeam(db, teamId, email))) return null;
  return refuse('notAllowed', { description: 'You are in this team: somebody else has to decide.' });
}

/** Why a request that is not pending cannot be decided: it does not exist (1001), or a colleague was first (1013: who, what and when). */
export function decidedAlready(request: Decided | undefined): Refusal {
  if (!request) return refuse('notFound');
  const { status, decider, decided_at } = request;
  const when = decided_at?.toISOString().replace('T', ' ').slice(0, 16);
  return refuse('conflict', {
    description: `${decider} decided this already: ${status.toLowerCase()} on ${when} UTC. Look at it again.`,
  });
}
