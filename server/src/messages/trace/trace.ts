// The full history of one message, in order, for staff who answer a customer.

import { FAILURES, type FailureCode } from '@godwit/contract/messages/failures';
import type { MessageTrace, TraceStep } from '@godwit/contract/staff/operations';
import { recordAudit } from '../../audit/record.ts';
import { refundOf } from '../../billing/ledger.ts';
import type { Staff } from '../../identity/sessions.ts';
import { hostOf, linksIn } from '../../links.ts';
import { displayMoney } from '../../money.ts';
import { findProject } from '../../projects/find.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { findTeam } from '../../team/find.ts';
import { findMessage, type Message } from '../accept/queries.ts';
import { toTraced } from '../log/serialize.ts';
import { type CarrierStory, explainMessage } from './explain.ts';
import { locateMessage, selectBodies } from './queries.ts';

/** The order of steps at the same instant. */
const ORDER = [
  'ACCEPTED',
  'MONEY',
  'QUEUED',
  'ATTEMPT',
  'SUBMITTED',
  'SENT',
  'RECEIPT',
  'DELIVERED',
  'FAILED',
] as const satisfies TraceStep['kind'][];

/** The carriers' part of a message's trace. */
export type CarrierTrace = (
  db: Database,
  messageId: string,
) => Promise<Pick<MessageTrace, 'waiting' | 'refs' | 'steps'>>;

/** The carriers' parts: the steps of a message, and its explanation. */
export type CarrierParts = { trace: CarrierTrace; story: CarrierStory };

/**
 * The trace of a message. Records the look-up in the audit log. Refuses with 1001 if there is no such
 * message.
 */
export async function traceMessage(
  services: Pick<Services, 'pool' | 'kysely' | 'countryRules' | 'settings'>,
  staff: Staff,
  id: string,
  { trace, story }: CarrierParts,
): Promise<MessageTrace | Refusal> {
  const { pool, kysely } = services;
  const place = await locateMessage(pool, id);
  const message = place && (await findMessage(pool, { ...place, id }));
  if (!message) return refuse('notFound');
  const { teamId, projectId } = place;
  const [team, project, carriers, refund] = await Promise.all([
    findTeam(kysely, teamId),
    findProject(services, teamId, projectId),
    trace(kysely, id),
    refundOf(kysely, teamId, id),
  ]);
  const countries = services.countryRules.now();
  const portedTo = services.countryRules.ported.to;
  const ownHost = hostOf(services.settings.publicUrl);
  const reader = {
    regionId: team!.regionId,
    audience: 'staff',
    story,
    countries,
    portedTo,
    ownHost,
  } as const;
  const explanation = await explainMessage(kysely, message, reader);
  await recordAudit(kysely, staff, { action: 'TRACE_OPENED', teamId, subject: id });
  const steps = [...ownSteps(message), ...carriers.steps];
  if (refund) {
    const detail = `${message.currency} ${displayMoney(refund.amountMicros)} went back to the balance.`;
    steps.push({ at: refund.at.toISOString(), kind: 'MONEY', detail, link: null, data: null });
  }
  return {
    message: toTraced(message),
    team: { id: teamId, name: team!.name },
    project: { id: projectId, name: project.name },
    waiting: carriers.waiting,
    refs: carriers.refs,
    explanation,
    steps: steps.sort(
      (one, other) => one.at.localeCompare(other.at) || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
    ),
  };
}

/** The hosts of the links in a message's text. */
export async function hostsOf(pool: Services['pool'], teamId: string, id: string): Promise<string[]> {
  const bodies = await selectBodies(pool, teamId, [id]);
  return linksIn(bodies.get(id) ?? '');
}

const FROM = {
  API: 'the API',
  WEB: 'the console',
  CAMPAIGN: 'a campaign',
  CARRIER: 'a carrier',
  KEYWORD: 'a keyword',
  SMPP: 'an SMPP bind',
};

/** Staff read the carrier's own code. */
function failureWords({ failure, carrierError }: Message): string {
  if (!failure) return '';
  const { description } = FAILURES[failure as FailureCode];
  return carrierError ? `${description} Carrier code: ${carrierError}.` : description;
}

/** The steps that the message row itself records. */
function ownSteps(message: Message): TraceStep[] {
  const { acceptedAt, queuedAt, sentAt, deliveredAt, failedAt } = message;
  const charge = `${message.currency} ${displayMoney(message.costMicros)} charged, which counts to ${message.day}.`;
  const steps: [Date | null, TraceStep['kind'], string][] = [
    [acceptedAt, 'ACCEPTED', `Accepted from ${FROM[message.platform]}.`],
    [message.mode === 'LIVE' ? acceptedAt : null, 'MONEY', charge],
    [queuedAt, 'QUEUED', 'Picked for a carrier link.'],
    [sentAt, 'SENT', 'The carrier has all of it.'],
    [deliveredAt, 'DELIVERED', 'Delivered.'],
    [failedAt, 'FAILED', failureWords(message)],
  ];
  return steps.flatMap(([at, kind, detail]) =>
    at ? [{ at: at.toISOString(), kind, detail, link: null, data: null }] : [],
  );
}
