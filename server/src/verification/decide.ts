// Deciding about a team's identity: approve, reject, and taking an approval back.
import { type Alongside, logging, COMMAND_LINE as OPERATOR } from '../audit/record.ts';
import { isId, newId } from '../ids.ts';
import {
  verificationRejectedMail,
  verificationWithdrawnMail,
  verifiedMail,
} from '../mail/decisionTemplates.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { COMMAND_LINE, type Decider, decide, decidedAlready } from '../team/decisions.ts';
import {
  decideRequest,
  insertApproved,
  selectOpenRequest,
  selectRequest,
  updateVerified,
} from './queries.ts';

/** A request and who decides about it. */
type Deciding = { teamId: string; requestId: string; by: Decider };
type Parts = Pick<Services, 'kysely' | 'settings'>;

/**
 * PENDING → APPROVED: the team can send in LIVE, in all processes once they are notified. 1001: no such request; 1013: somebody decided before, named
 * with what and when; 1012: the decider is in the team.
 */
export function approve(
  { kysely, settings }: Parts,
  { teamId, requestId, by }: Deciding,
  alongside?: Alongside,
): Promise<{ id: string } | Refusal> {
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const moved = await take(trx, { teamId, requestId, to: 'APPROVED', by, reason: null });
    if ('refused' in moved) return moved;
    await updateVerified(trx, teamId, true);
    return { result: moved, mail: verifiedMail(settings.publicUrl) };
  });
}

/** PENDING → REJECTED with a reason for the customer, who can try again. Refusals as for `approve`. */
export function reject(
  { kysely, settings }: Parts,
  { teamId, requestId, by, reason }: Deciding & { reason: string },
  alongside?: Alongside,
): Promise<{ id: string } | Refusal> {
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const moved = await take(trx, { teamId, requestId, to: 'REJECTED', by, reason });
    if ('refused' in moved) return moved;
    return { result: moved, mail: verificationRejectedMail(settings.publicUrl, reason) };
  });
}

/**
 * APPROVED → WITHDRAWN with a reason: LIVE is refused at once, and what is scheduled fails as UNVERIFIED when it
 * falls due, refunded. 1013 where the team is not verified.
 */
export function withdraw(
  { kysely, settings }: Parts,
  { teamId, by, reason }: { teamId: string; by: Decider; reason: string },
  alongside?: Alongside,
): Promise<{ id: string } | Refusal> {
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const move = { teamId, requestId: null, from: 'APPROVED', to: 'WITHDRAWN', by, reason } as const;
    const moved = await decideRequest(trx, move);
    if (!moved) return refuse('conflict', { description: 'This team is not verified.' });
    await updateVerified(trx, teamId, false);
    return { result: moved, mail: verificationWithdrawnMail(settings.publicUrl, reason) };
  });
}

/** Verifies a team whether or not it asked, for the command line; one that is verified stays as it is. */
export async function verifyUnasked(
  { kysely, settings }: Parts,
  teamId: string,
): Promise<{ id: string } | Refusal> {
  const by = COMMAND_LINE;
  const open = await selectOpenRequest(kysely, teamId);
  if (open?.status === 'APPROVED') return { id: open.id };
  const alongside = logging(OPERATOR, { action: 'IDENTITY_APPROVED', teamId });
  if (open) return approve({ kysely, settings }, { teamId, requestId: open.id, by }, alongside);
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const id = newId();
    const added = await insertApproved(trx, { teamId, id, by });
    if (!added) return refuse('conflict', { description: 'The team has just made a request: try again.' });
    await updateVerified(trx, teamId, true);
    return { result: { id }, mail: verifiedMail(settings.publicUrl) };
  });
}

/** Takes a verification back or, where there is none, rejects the request that is pending; for the command line. */
export async function refuseVerification(
  { kysely, settings }: Parts,
  { teamId, reason }: { teamId: string; reason: string },
): Promise<{ id: string } | Refusal> {
  const by = COMMAND_LINE;
  const open = await selectOpenRequest(kysely, teamId);
  const entry = { teamId, detail: { reason } };
  return open?.status === 'PENDING'
    ? reject(
        { kysely, settings },
        { teamId, requestId: open.id, by, reason },
        logging(OPERATOR, { action: 'IDENTITY_REJECTED', ...entry }),
      )
    : withdraw(
        { kysely, settings },
        { teamId, by, reason },
        logging(OPERATOR, { action: 'IDENTITY_WITHDRAWN', ...entry }),
      );
}

/** Moves a pending request, or says why it can't be moved. */
async function take(
  trx: Database,
  move: Deciding & { to: 'APPROVED' | 'REJECTED'; reason: string | null },
): Promise<{ id: string } | Refusal> {
  const { teamId, requestId } = move;
  const moved = isId(requestId) && (await decideRequest(trx, { ...move, from: 'PENDING' }));
  if (moved) return { id: moved.id };
  const request = isId(requestId) && (await selectRequest(trx, teamId, requestId));
  return request ? decidedAlready(request) : refuse('notFound');
}
