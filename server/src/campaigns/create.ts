// Creates a campaign once per idempotency key, as previewed, and cancels one.
import type { CampaignPreview, CampaignRequest } from '@godwit/contract/campaigns/campaigns';
import { CAMPAIGN_ALL_SENT, CAMPAIGN_CANCELLED_BEFORE } from '@godwit/contract/sentences/sending';
import type { ClientBase } from 'pg';
import { isTimedOut } from '../db/commit/batchCommit.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import type { Messaging } from '../messages/accept/open.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  type CampaignRow,
  type CampaignScope,
  countOpen,
  insertCampaign,
  lockCampaign,
  type NewCampaign,
  selectByKey,
  selectCampaign,
  updateCancelled,
} from './queries.ts';
import { type Person, recordConfirmed } from './review/attested.ts';
import { type CheckedCampaign, checkCampaign, NOTHING_TO_RETRY } from './review/check.ts';
import { type Changed, type Confirmed, confirmCampaign } from './review/preview.ts';
import { canRetry, statusOf } from './serialize.ts';

type Idempotency = NonNullable<NewCampaign['idempotency']>;

/** Works out what a campaign would send now. */
export type Preview = (campaign: CheckedCampaign) => Promise<CampaignPreview | Refusal>;

/**
 * Creates a campaign for a person and returns its id; concurrent calls with the same idempotency key get the
 * same id.
 * Refusals: those of checkCampaign and `preview`; idempotencyReused; conflict if the team has too many
 * active campaigns or, with `preview`, if the campaign differs from what the person saw.
 */
export async function makeCampaign(
  services: Pick<Services, 'pool'>,
  messaging: Messaging,
  project: { team_id: string; id: string },
  asked: CampaignRequest & { idempotency: Idempotency | null; person: Person },
  preview: Preview,
): Promise<string | Refusal | Changed> {
  const { idempotency, name, person } = asked;
  const scope = { teamId: project.team_id, projectId: project.id, mode: asked.mode };
  const findMade = async () => idempotency && (await lookUp(services, scope, idempotency));
  // Before the checks: a repeated request gets its campaign even if it would be refused by now.
  const made = await findMade();
  if (made) return made;
  const makeNew = async () => {
    const checked = await checkCampaign(services, messaging, project, asked);
    if (isRefusal(checked)) return checked;
    const confirmed = await confirmCampaign(asked, checked, () => preview(checked));
    return isRefusal(confirmed)
      ? confirmed
      : store(services, checked, { name, ...confirmed, idempotency, person });
  };
  const stored = await makeNew();
  // The reason for the refusal may be the same campaign, made in the meantime by a second request.
  return isRefusal(stored) ? ((await findMade()) ?? stored) : stored;
}

async function lookUp(
  { pool }: Pick<Services, 'pool'>,
  scope: CampaignScope,
  { key, bodyHash }: Idempotency,
): Promise<string | Refusal | null> {
  const known = await selectByKey(pool, scope, key);
  if (!known) return null;
  return known.bodyHash.equals(bodyHash) ? known.id : refuse('idempotencyReused');
}

async function store(
  { pool }: Pick<Services, 'pool'>,
  { scope, audience, sendAt, content, sender, toLandlines }: CheckedCampaign,
  { person, ...named }: Confirmed & { name: string; idempotency: Idempotency | null; person: Person },
): Promise<string | Refusal> {
  const { groupIds, retryOf } = audience;
  const id = newId();
  return transaction(pool, async (client) => {
    if ((await countOpen(client, scope, MOST_OPEN)) === MOST_OPEN) return TOO_MANY;
    if (retryOf) {
      const original = { ...scope, id: retryOf };
      await lockCampaign(client, original, PATIENCE_MS);
      const row = await selectCampaign(client, original);
      if (!row || !canRetry(row)) return NOTHING_TO_RETRY;
    }
    const campaign = { ...scope, id, ...named, content, sender, groupIds, retryOf, toLandlines, sendAt };
    if (!(await insertCampaign(client, campaign))) return refuse('idempotencyInProgress');
    await recordConfirmed(client, campaign, person);
    return id;
  });
}

/** Active campaigns of a team in a mode; two concurrent calls may exceed the limit by one. */
const MOST_OPEN = 1_000;
const TOO_MANY = refuse('conflict', {
  description: `Your team has ${MOST_OPEN.toLocaleString('en-US')} campaigns scheduled or being sent: cancel one, or wait for one of them.`,
});

/** How long a cancel waits for the worker of the campaign, which fixes all recipients in one statement. */
const PATIENCE_MS = 3_000;

const STARTING =
  'The recipients of this campaign are being put together, and it has not been cancelled. Cancel it again shortly.';

// One request of a team at a time asks for a connection. Its others wait here and take no connection from
// other teams.
const inTurn = openFairScheduler({ atOnce: Infinity, waitMs: PATIENCE_MS, mostWaiting: 20, busy: STARTING });

/**
 * Stops a campaign before and while it is sent: from the commit on none of its messages is submitted any
 * more. Refusals: conflict, once nothing is left to stop; notFound; unavailable, while it starts;
 * tooManyRequests.
 */
export function cancelCampaign(
  { pool }: Pick<Services, 'pool'>,
  key: Parameters<typeof selectCampaign>[1],
): Promise<CampaignRow | Refusal> {
  return inTurn(key.teamId, () =>
    transaction(pool, (client) => cancel(client, key)).catch((error) => {
      if (isTimedOut(error)) return refuse('unavailable', { description: STARTING, retryAfterSeconds: 10 });
      throw error;
    }),
  );
}

async function cancel(
  client: ClientBase,
  key: Parameters<typeof selectCampaign>[1],
): Promise<CampaignRow | Refusal> {
  await lockCampaign(client, key, PATIENCE_MS);
  const row = await selectCampaign(client, key);
  if (!row) return refuse('notFound');
  const status = statusOf(row);
  if (status === 'CANCELLED') return refuse('conflict', { description: CAMPAIGN_CANCELLED_BEFORE });
  if (status === 'SENT') return refuse('conflict', { description: CAMPAIGN_ALL_SENT });
  await updateCancelled(client, key);
  return { ...row, state: 'cancelled', isAhead: false };
}
