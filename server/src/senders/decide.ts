// Decides about a sender id: approves, rejects, or records its status with a country's register.
import { isId } from '@godwit/contract/common';

import type { SenderRegistration } from '@godwit/contract/senders';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/record.ts';
import { signalWithin } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { decisionTopic } from '../live/changes.ts';
import type { Mails } from '../mail/letter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { decide, decidedAlready } from '../team/decisions.ts';
import {
  addSender,
  decideSenderRequest,
  selectPendingRequest,
  selectSenderRequest,
  upsertRegistration,
} from './queries.ts';

export { addSender } from './queries.ts';

/**
 * A `reason` rejects and goes to the customer, who can request another sender id; otherwise `registrations`
 * set the status with registers.
 */
export type Verdict = { reason: string } | { registrations: readonly SenderRegistration[] };

/**
 * PENDING → APPROVED: the project can send from the name, and a country that the verdict leaves out stays as
 * it is, not registered at first; or → REJECTED. 1001: no such request; 1013: a colleague decided before,
 * named with what and when; 1012: the decider is in the team.
 */
export function decideSender(
  { kysely, settings: { publicUrl } }: Services,
  { teamId, requestId, by }: { teamId: string; requestId: string; by: Actor },
  verdict: Verdict,
): Promise<{ id: string; sender: string } | Refusal> {
  const decision =
    'reason' in verdict
      ? ({ to: 'REJECTED', reason: verdict.reason } as const)
      : ({ to: 'APPROVED', reason: null } as const);
  return decide(kysely, { teamId, by }, async (trx) => {
    const moved = await decideSenderRequest(trx, { teamId, requestId, by, ...decision });
    if (!moved) return decidedAlready(await selectSenderRequest(trx, teamId, requestId));
    const { id, project_id: projectId, sender, promotional } = moved;
    const entry = { action: `SENDER_${decision.to}`, subject: id } as const;
    if ('reason' in verdict) {
      const { reason } = verdict;
      const link = new URL('/sender-id', publicUrl).href;
      const mail = (mails: Mails) => mails.senderRejected({ sender, reason, link });
      return { result: { id, sender }, entry: { ...entry, detail: { sender, reason } }, mail };
    }
    await addSender(trx, { projectId, sender, promotional });
    for (const registration of verdict.registrations) {
      await upsertRegistration(trx, { teamId, projectId, sender, ...registration });
    }
    const detail = { sender, ...inWords(verdict.registrations) };
    const link = new URL('/send-sms', publicUrl).href;
    return {
      result: { id, sender },
      entry: { ...entry, detail },
      mail: (mails) => mails.senderApproved({ sender, link }),
    };
  });
}

/**
 * Notes how far an approved sender id is with a country's register; refused (1001) if the project has no
 * such sender id.
 */
export function setRegistration(
  { kysely }: Services,
  by: Actor,
  {
    requestId,
    ...registration
  }: SenderRegistration & { requestId: string; teamId: string; projectId: string; sender: string },
): Promise<Refusal | null> {
  const { teamId, sender } = registration;
  return transaction(kysely, async (trx) => {
    if (!(await upsertRegistration(trx, registration))) return refuse('notFound');
    const detail = { sender, ...inWords([registration]) };
    await recordAudit(trx, by, { action: 'SENDER_REGISTRATION', teamId, subject: requestId, detail });
    await signalWithin(trx, decisionTopic(teamId));
    return null;
  });
}

/** Decides about the pending request of a project from the command line: rejects it if a reason is given. */
export async function decidePending(
  services: Services,
  { projectId, reason }: { projectId: string; reason: string | null },
): Promise<{ id: string; sender: string } | Refusal> {
  const request = isId(projectId) ? await selectPendingRequest(services.kysely, projectId) : undefined;
  if (!request)
    return refuse('notFound', { description: `No request of the project ${projectId} is pending.` });
  const deciding = { teamId: request.team_id, requestId: request.id, by: COMMAND_LINE };
  return decideSender(services, deciding, reason === null ? { registrations: [] } : { reason });
}

function inWords(registrations: readonly SenderRegistration[]): Record<string, string> {
  return Object.fromEntries(registrations.map(({ country, state }) => [country, state]));
}
