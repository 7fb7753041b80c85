// Everything that happened to one message, in order: for staff who answer a customer.
import type { MessageTrace, TraceStep } from '@godwit/contract/staffOperations';
import { publicFailure } from '@godwit/contract/statuses';
import { recordAudit } from '../audit/record.ts';
import { refundOf } from '../billing/ledger.ts';
import type { Staff } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { displayMoney } from '../money.ts';
import { findProject } from '../projects/find.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { findTeam } from '../team/find.ts';
import { type CarrierStory, explainMessage } from './explain.ts';
import { findMessage, type Message } from './queries.ts';
import { toTraced } from './serialize.ts';
import { locateMessage } from './staffQueries.ts';

/** What happens at one instant happens in this order. */
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

/** What carriers did with a message: their part of its trace. */
export type CarrierTrace = (
  db: Database,
  messageId: string,
) => Promise<Pick<MessageTrace, 'waiting' | 'refs' | 'steps'>>;

/** What carriers can tell of a message: their steps, and why it had them. */
export type CarrierParts = { trace: CarrierTrace; story: CarrierStory };

/** The trace of a message, and an entry in the audit log that it was opened; 1001 where there is no such message. */
export async function traceMessage(
  services: Pick<Services, 'pool' | 'kysely'>,
  staff: Staff,
  id: string,
  { trace, story }: CarrierParts,
): Promise<MessageTrace | Refusal> {
  const { pool, kysely } = services;
  const place = isId(id) ? await locateMessage(pool, id) : null;
  const message = place && (await findMessage(pool, { ...place, id }));
  if (!message) return refuse('notFound');
  const { teamId, projectId } = place;
  const [team, project, carriers, refund] = await Promise.all([
    findTeam(kysely, teamId),
    findProject(services, teamId, projectId),
    trace(kysely, id),
    refundOf(kysely, teamId, id),
  ]);
  const reader = { regionId: team!.regionId, audience: 'staff', story } as const;
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

const FROM = {
  API: 'the API',
  WEB: 'the console',
  CAMPAIGN: 'a campaign',
  CARRIER: 'a carrier',
  KEYWORD: 'a keyword',
  SMPP: 'an SMPP bind',
};

/** What the message itself has kept of its way. */
function ownSteps(message: Message): TraceStep[] {
  const { acceptedAt, sendAt, queuedAt, sentAt, deliveredAt, failedAt } = message;
  const later = sendAt ? `, to be sent at ${sendAt.toISOString()}` : '';
  const charge = `${message.currency} ${displayMoney(message.costMicros)} charged, which counts to ${message.day}.`;
  const steps: [Date | null, TraceStep['kind'], string][] = [
    [acceptedAt, 'ACCEPTED', `Accepted from ${FROM[message.platform]}${later}.`],
    [message.mode === 'LIVE' ? acceptedAt : null, 'MONEY', charge],
    [queuedAt, 'QUEUED', 'Picked for a carrier link.'],
    [sentAt, 'SENT', 'The carrier has all of it.'],
    [deliveredAt, 'DELIVERED', 'Delivered.'],
    [failedAt, 'FAILED', publicFailure(message)?.description ?? ''],
  ];
  return steps.flatMap(([at, kind, detail]) =>
    at ? [{ at: at.toISOString(), kind, detail, link: null, data: null }] : [],
  );
}
