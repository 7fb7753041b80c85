// Decides about a team's identity: approves, rejects, or withdraws an approval.
import { type Actor, COMMAND_LINE } from '../audit/record.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { decide, decidedAlready } from '../team/decisions.ts';
import {
  decideRequest,
  insertApproved,
  selectOpenRequest,
  selectRequest,
  updateVerified,
} from './queries.ts';

const homeLink = (publicUrl: URL): string => new URL('/home', publicUrl).href;
const requestLink = (publicUrl: URL): string => new URL('/verify', publicUrl).href;

/**
 * PENDING → APPROVED: the team can send in LIVE, in all processes once they are notified; with a reason for
 * the customer, who can try again, → REJECTED. 1001: no such request; 1013: a colleague decided before,
 * named with what and when; 1012: the decider is in the team.
 */
export function decideVerification(
  { kysely, settings: { publicUrl } }: Services,
  { teamId, requestId, by, reason }: { teamId: string; requestId: string; by: Actor; reason: string | null },
): Promise<{ id: string } | Refusal> {
  return decide(kysely, { teamId, by }, async (trx) => {
    const to = reason === null ? 'APPROVED' : 'REJECTED';
    const result = await decideRequest(trx, { teamId, requestId, from: 'PENDING', to, by, reason });
    if (!result) return decidedAlready(await selectRequest(trx, teamId, requestId));
    const entry = { action: `IDENTITY_${to}`, subject: requestId } as const;
    if (reason !== null)
      return {
        result,
        entry: { ...entry, detail: { reason } },
        mail: (mails) => mails.verificationRejected({ reason, link: requestLink(publicUrl) }),
      };
    await updateVerified(trx, teamId, true);
    return { result, entry, mail: (mails) => mails.verified({ link: homeLink(publicUrl) }) };
  });
}

/**
 * APPROVED → WITHDRAWN with a reason: LIVE is refused at once, and what is scheduled fails as UNVERIFIED
 * when it falls due, refunded. 1013 if the team is not verified.
 */
export function withdraw(
  { kysely, settings }: Services,
  { teamId, by, reason }: { teamId: string; by: Actor; reason: string },
): Promise<{ id: string } | Refusal> {
  return decide(kysely, { teamId, by }, async (trx) => {
    const move = { teamId, requestId: null, from: 'APPROVED', to: 'WITHDRAWN', by, reason } as const;
    const result = await decideRequest(trx, move);
    if (!result) return refuse('conflict', { description: 'This team is not verified.' });
    await updateVerified(trx, teamId, false);
    return {
      result,
      entry: { action: 'IDENTITY_WITHDRAWN', detail: { reason } },
      mail: (mails) => mails.verificationWithdrawn({ reason, link: requestLink(settings.publicUrl) }),
    };
  });
}

/** Verifies a team without a request, for the command line; a verified team stays verified. */
export async function verifyUnasked(services: Services, teamId: string): Promise<{ id: string } | Refusal> {
  const by = COMMAND_LINE;
  const open = await selectOpenRequest(services.kysely, teamId);
  if (open?.status === 'APPROVED') return { id: open.id };
  if (open) return decideVerification(services, { teamId, requestId: open.id, by, reason: null });
  return decide(services.kysely, { teamId, by }, async (trx) => {
    const id = newId();
    if (!(await insertApproved(trx, { teamId, id, by })))
      return refuse('conflict', { description: 'The team has just made a request: try again.' });
    await updateVerified(trx, teamId, true);
    const link = homeLink(services.settings.publicUrl);
    return {
      result: { id },
      entry: { action: 'IDENTITY_APPROVED', subject: id },
      mail: (mails) => mails.verified({ link }),
    };
  });
}

/**
 * Takes a verification back or, if there is none, rejects the request that is pending; for the command
 * line.
 */
export async function refuseVerification(
  services: Services,
  { teamId, reason }: { teamId: string; reason: string },
): Promise<{ id: string } | Refusal> {
  const by = COMMAND_LINE;
  const open = await selectOpenRequest(services.kysely, teamId);
  return open?.status === 'PENDING'
    ? decideVerification(services, { teamId, requestId: open.id, by, reason })
    : withdraw(services, { teamId, by, reason });
}
