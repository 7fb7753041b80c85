// Deciding about a sender id: approve, reject, and how far it is with a country's register.
import type { SenderRegistration } from '@godwit/contract/senders';
import { type Alongside, logging, COMMAND_LINE as OPERATOR } from '../audit/record.ts';
import { signalWithin } from '../db/signals.ts';
import { isId } from '../ids.ts';
import { decisionTopic } from '../live/changes.ts';
import { senderApprovedMail, senderRejectedMail } from '../mail/decisionTemplates.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { COMMAND_LINE, type Decider, decide, decidedAlready } from '../team/decisions.ts';
import {
  decideSenderRequest,
  selectPendingRequest,
  selectSenderRequest,
  upsertRegistration,
  upsertSender,
} from './queries.ts';

/** A request and who decides about it. */
type Deciding = { teamId: string; requestId: string; by: Decider };
type Parts = Pick<Services, 'kysely' | 'settings'>;

/**
 * PENDING → APPROVED: the project can send from the name. `registrations` say how far it is with registers;
 * a country left out stays as it is, not registered at first. 1001: no such request; 1013: somebody decided before, named with
 * what and when; 1012: the decider is in the team.
 */
export function approveSender(
  { kysely, settings }: Parts,
  { teamId, requestId, by, registrations }: Deciding & { registrations: readonly SenderRegistration[] },
  alongside?: Alongside,
): Promise<{ id: string; sender: string } | Refusal> {
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const moved = await take(trx, { teamId, requestId, to: 'APPROVED', by, reason: null });
    if ('refused' in moved) return moved;
    const { id, project_id: projectId, sender, promotional } = moved;
    await addSender(trx, { projectId, sender, promotional });
    for (const registration of registrations) {
      await upsertRegistration(trx, { teamId, projectId, sender, ...registration });
    }
    return { result: { id, sender }, mail: senderApprovedMail(settings.publicUrl, sender) };
  });
}

/** PENDING → REJECTED with a reason for the customer, who can request another one. Refusals as for `approveSender`. */
export function rejectSender(
  { kysely, settings }: Parts,
  { teamId, requestId, by, reason }: Deciding & { reason: string },
  alongside?: Alongside,
): Promise<{ id: string; sender: string } | Refusal> {
  return decide({ kysely }, { teamId, by, alongside }, async (trx) => {
    const moved = await take(trx, { teamId, requestId, to: 'REJECTED', by, reason });
    if ('refused' in moved) return moved;
    const { id, sender } = moved;
    return { result: { id, sender }, mail: senderRejectedMail(settings.publicUrl, sender, reason) };
  });
}

/** Notes how far an approved sender id is with a country's register; 1001 where the project has no such sender id. */
export function setRegistration(
  { kysely }: Pick<Services, 'kysely'>,
  {
    projectId,
    teamId,
    sender,
    ...registration
  }: SenderRegistration & {
    teamId: string;
    projectId: string;
    sender: string;
  },
  alongside?: Alongside,
): Promise<SenderRegistration | Refusal> {
  return kysely.transaction().execute(async (trx) => {
    const kept =
      isId(projectId) && (await upsertRegistration(trx, { teamId, projectId, sender, ...registration }));
    if (!kept) return refuse('notFound');
    await alongside?.(trx);
    await signalWithin(trx, decisionTopic(teamId));
    return registration;
  });
}

/** Decides about the pending request of a project from the command line: rejects it where a reason is given. */
export async function decidePending(
  { kysely, settings }: Parts,
  { projectId, reason }: { projectId: string; reason: string | null },
): Promise<{ id: string; sender: string } | Refusal> {
  const request = isId(projectId) ? await selectPendingRequest(kysely, projectId) : undefined;
  if (!request)
    return refuse('notFound', { description: `No request of the project ${projectId} is pending.` });
  const deciding = { teamId: request.team_id, requestId: request.id, by: COMMAND_LINE };
  const about = { teamId: request.team_id, subject: request.id };
  return reason === null
    ? approveSender(
        { kysely, settings },
        { ...deciding, registrations: [] },
        logging(OPERATOR, { ...about, action: 'SENDER_APPROVED', detail: { sender: request.sender } }),
      )
    : rejectSender(
        { kysely, settings },
        { ...deciding, reason },
        logging(OPERATOR, {
          ...about,
          action: 'SENDER_REJECTED',
          detail: { sender: request.sender, reason },
        }),
      );
}

/**
 * Lets a project send from a name; one it has already only changes its kind. Gives the project's team; null where
 * there is no such project.
 */
export function addSender(
  db: Database,
  sender: { projectId: string; sender: string; promotional: boolean },
): Promise<string | null> {
  return upsertSender(db, sender);
}

/** Moves a pending request, or says why it can't be moved. */
async function take(trx: Database, move: Deciding & { to: 'APPROVED' | 'REJECTED'; reason: string | null }) {
  const { teamId, requestId } = move;
  const moved = isId(requestId) && (await decideSenderRequest(trx, move));
  if (moved) return moved;
  const request = isId(requestId) && (await selectSenderRequest(trx, teamId, requestId));
  return request ? decidedAlready(request) : refuse('notFound');
}
