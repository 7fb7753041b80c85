// Staff decisions about a team's requests: once, never by the team's own members, with an audit entry, a
// mail and a page refresh.
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts';
import { SETTINGS_TOPIC, signalWithin } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { decisionTopic } from '../live/changes.ts';
import type { Mails, Words } from '../mail/letter.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database } from '../services.ts';
import { isInTeam } from './find.ts';
import { mailAdmins } from './notify.ts';

/** The decider's columns in a request. */
export function deciderOf({ id, email }: Actor): { decided_by: string | null; decider: string } {
  return { decided_by: id, decider: id === null ? 'Command line' : email };
}

/** A decision's columns in its row. */
export type Decided = { decider: string | null; decided_at: Date | null; status: string };

/**
 * A decision's result, its audit entry, and the mail to the team's owners and admins, each in their
 * language.
 */
type Outcome<T> = { result: T; entry: Omit<AuditEntry, 'teamId'>; mail: (mails: Mails) => Words };

/**
 * Decides about a team. `move` changes the state, guarded in SQL, or returns why it cannot. Members of the
 * team are refused (1012). One transaction; a refusal leaves nothing.
 */
export async function decide<T>(
  kysely: Database,
  { teamId, by }: { teamId: string; by: Actor },
  move: (trx: Database) => Promise<Outcome<T> | Refusal>,
): Promise<T | Refusal> {
  return transaction(kysely, async (trx) => {
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

/**
 * The refusal of a decision about a request that is not pending: it does not exist (1001), or a colleague
 * was first (1013: who, what and when).
 */
export function decidedAlready(request: Decided | undefined): Refusal {
  if (!request) return refuse('notFound');
  const { status, decider, decided_at } = request;
  const when = decided_at?.toISOString().replace('T', ' ').slice(0, 16);
  return refuse('conflict', {
    description: `${decider} decided this already: ${status.toLowerCase()} on ${when} UTC. Look at it again.`,
  });
}
