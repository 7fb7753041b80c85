// What staff decide about a team's requests: once, never by its own members, with a mail and a signal to its open pages.

import type { Alongside } from '../audit/record.ts';
import { SETTINGS_TOPIC, signalWithin } from '../db/signals.ts';
import { decisionTopic } from '../live/changes.ts';
import { queueMail } from '../mail/queue.ts';
import type { Words } from '../mail/templates.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { isInTeam } from './find.ts';
import { selectAdmins } from './queries.ts';

/** Who decides. `staffId` and `email` are null for the command line; `name` is kept with the decision. */
export type Decider = { staffId: string | null; name: string; email: string | null };
export const COMMAND_LINE: Decider = { staffId: null, name: 'Command line', email: null };

/** A member of staff as the one who decides. */
export function deciderOf({ id, email }: { id: string; email: string }): Decider {
  return { staffId: id, name: email, email };
}

/** What a decision leaves in its row. */
export type Decided = { decider: string | null; decided_at: Date | null; status: string };

/** What a decision came to, and the mail that tells the team's owners and admins. */
type Outcome<T> = { result: T; mail: Words };

/**
 * Decides about a team: `move` changes the state, guarded in SQL, or says why it can't. Members of the team are refused (1012).
 * All of it is one transaction; a refusal leaves nothing.
 */
export async function decide<T>(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, by, alongside }: { teamId: string; by: Decider; alongside?: Alongside | undefined },
  move: (trx: Database) => Promise<Outcome<T> | Refusal>,
): Promise<T | Refusal> {
  return kysely.transaction().execute(async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, by.email);
    if (own) return own;
    const moved = await move(trx);
    if (isRefusal(moved)) return moved;
    for (const to of await selectAdmins(trx, teamId)) await queueMail(trx, { to, ...moved.mail });
    await alongside?.(trx);
    await signalWithin(trx, decisionTopic(teamId));
    await signalWithin(trx, SETTINGS_TOPIC);
    return moved.result;
  });
}

/** Members of a team do not decide about it (1012); the command line, whose e-mail is null, is in none. */
export async function refuseOwnTeam(
  db: Database,
  teamId: string,
  email: string | null,
): Promise<Refusal | null> {
  if (email === null || !(await isInTeam(db, teamId, email))) return null;
  return refuse('notAllowed', { description: 'You are in this team: somebody else has to decide.' });
}

/** The refusal (1013) of a decision that a colleague made first: it names who, what and when. */
export function decidedAlready({ status, decider, decided_at }: Decided): Refusal {
  const when = decided_at?.toISOString().replace('T', ' ').slice(0, 16);
  return refuse('conflict', {
    description: `${decider} decided this already: ${status.toLowerCase()} on ${when} UTC. Look at it again.`,
  });
}
