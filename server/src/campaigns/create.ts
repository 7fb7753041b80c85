// Making a campaign, once per idempotency key and as it was previewed, and cancelling one.
import type { CampaignPreview, CampaignRequest } from '@godwit/contract/campaigns';
import type { ClientBase } from 'pg';
import { transaction } from '../db/pool.ts';
import { isTimedOut } from '../db/together.ts';
import { newId } from '../ids.ts';
import { openTurns } from '../jobs/turns.ts';
import type { Messaging } from '../messages/open.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CheckedCampaign, checkCampaign, NOTHING_TO_RETRY } from './check.ts';
import { type Changed, changedSince, type Seen } from './preview.ts';
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
import { canRetry, statusOf } from './serialize.ts';

type Idempotency = NonNullable<NewCampaign['idempotency']>;

/** Works out what a campaign would send now. */
type Preview = (campaign: CheckedCampaign) => Promise<CampaignPreview | Refusal>;

/**
 * Makes a campaign and returns its id; of calls with the same idempotency key one makes it, and all return that one's id. Refusals: those
 * of checkCampaign and `preview`, idempotencyReused, conflict where the team has too many under way, or (with `preview`) where it would
 * not be what the person saw.
 */
export async function makeCampaign(
  services: Pick<Services, 'pool'>,
  messaging: Messaging,
  project: { team_id: string; id: string },
  asked: CampaignRequest & { idempotency: Idempotency | null },
  preview: Preview,
): Promise<string | Refusal | Changed> {
  const { idempotency, name } = asked;
  const scope = { teamId: project.team_id, projectId: project.id, mode: asked.mode };
  const findMade = async () => idempotency && (await lookUp(services, scope, idempotency));
  // Before the checks: a repeated request gets its campaign even if it would be refused by now.
  const made = await findMade();
  if (made) return made;
  const makeNew = async () => {
    const checked = await checkCampaign(services, messaging, project, asked);
    if (isRefusal(checked)) return checked;
    const changed = await changeOf(asked, () => preview(checked));
    return changed ?? store(services, checked, { name, idempotency });
  };
  const stored = await makeNew();
  // The reason for the refusal may be the same campaign, made meanwhile by a second request.
  return isRefusal(stored) ? ((await findMade()) ?? stored) : stored;
}

/** Refuses a campaign that would not be what the person saw, where they say what that was. */
async function changeOf(asked: Seen, preview: () => ReturnType<Preview>): Promise<Refusal | Changed | null> {
  const { expected_count, expected_cost, expected_fits } = asked;
  if ([expected_count, expected_cost, expected_fits].every((seen) => seen === undefined)) return null;
  const now = await preview();
  return isRefusal(now) ? now : changedSince(asked, now);
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
  { scope, audience, sendAt, content, sender }: CheckedCampaign,
  { name, idempotency }: { name: string; idempotency: Idempotency | null },
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
    const campaign = { ...scope, id, name, content, sender, groupIds, retryOf, sendAt, idempotency };
    return (await insertCampaign(client, campaign)) ? id : refuse('idempotencyInProgress');
  });
}

/** Of a team in a mode, scheduled or being sent; two that are made at once may be one more. */
const MOST_OPEN = 1_000;
const TOO_MANY = refuse('conflict', {
  description: `Your team has ${MOST_OPEN.toLocaleString('en-US')} campaigns scheduled or being sent: cancel one, or wait for one of them.`,
});

/** How long a cancel waits for the worker of the campaign, which fixes all recipients in one statement. */
const PATIENCE_MS = 3_000;

const STARTING =
  'The recipients of this campaign are being put together, and it has not been cancelled. Cancel it again shortly.';

// One request of a team at a time asks for a connection: its others wait here, where they take none from other teams.
const inTurn = openTurns({ atOnce: Infinity, waitMs: PATIENCE_MS, mostWaiting: 20, busy: STARTING });

/**
 * Stops a campaign before and while it is sent: from the commit on none of its messages is submitted any more. Refusals: conflict,
 * once nothing is left to stop; notFound; unavailable, while it starts; tooManyRequests.
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
  if (status === 'CANCELLED')
    return refuse('conflict', { description: 'This campaign was cancelled before.' });
  if (status === 'SENT')
    return refuse('conflict', { description: 'All messages of this campaign have gone out.' });
  await updateCancelled(client, key);
  return { ...row, state: 'cancelled', isAhead: false };
}
