// Creates, changes and deletes webhook endpoints of a project and mode.
import type { EventType } from '@godwit/contract/publicApi/events';
import {
  MOST_ENDPOINTS,
  type NewWebhookEndpoint,
  type ResentEvent,
  type WebhookEndpoint,
} from '@godwit/contract/publicApi/webhooks';
import type { Pool, PoolClient } from 'pg';
import { checkCallbackUrl } from '../../callbacks/delivery/url.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { endpointReceiver } from '../../db/receivers.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { Settings } from '../../settings.ts';
import { mailOwners } from '../../team/notify.ts';
import { refuseStream } from '../list.ts';
import type { Stream } from '../queries.ts';
import { mayMail } from './deliveryQueries.ts';
import {
  countEndpoints,
  deleteEndpoint,
  dropCalls,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  MOST_RESENT,
  moveCalls,
  queueAgain,
  replaceSecret,
  updateEndpoint,
} from './queries.ts';
import { makeSecret } from './secret.ts';

const NO_EVENT =
  'This project has no event with this id in this mode, or it is older than 7 days and was removed. Nothing was sent.';
const FULL = refuse('conflict', {
  description: `This project has ${MOST_ENDPOINTS} webhook endpoints in this mode, the maximum, so none was created. Delete one first.`,
});

/** Creates an endpoint. Only this answer contains its secret. */
export async function createEndpoint(
  { pool, secrets, settings }: Pick<Services, 'pool' | 'secrets' | 'settings'>,
  stream: Stream,
  { url: typed, types }: { url: string; types: readonly EventType[] },
): Promise<NewWebhookEndpoint | Refusal> {
  const url = checkUrl(typed, settings);
  if (isRefusal(url)) return url;
  const notOpen = await refuseStream(pool, stream);
  if (notOpen) return notOpen;
  const { secret, sealed } = makeSecret({ secrets });
  return transaction(pool, async (client) => {
    if ((await countEndpoints(client, stream)) >= MOST_ENDPOINTS) return FULL;
    const id = newId();
    const host = endpointReceiver(stream.mode, url, id);
    const row = await insertEndpoint(client, { ...stream, id, url, host, types, sealed });
    await mailSet(client, stream, row);
    return { ...toEndpoint(row), secret };
  });
}

/** An endpoint of a project and mode. Refusals: notFound, keyMismatch. */
export async function readEndpoint(pool: Pool, stream: Stream, id: string): Promise<EndpointRow | Refusal> {
  const found = await findEndpoint(pool, stream, id);
  if (!found) return refuse('notFound');
  return found.mode === stream.mode ? found : refuse('keyMismatch');
}

type Change = { url?: string | undefined; types?: EventType[] | undefined; enabled?: boolean | undefined };

/** Changes an endpoint. One that is disabled loses its waiting calls. */
export async function changeEndpoint(
  { pool, settings }: Pick<Services, 'pool' | 'settings'>,
  stream: Stream,
  id: string,
  { url: typed, types, enabled }: Change,
): Promise<WebhookEndpoint | Refusal> {
  const known = await readEndpoint(pool, stream, id);
  if (isRefusal(known)) return known;
  const url = typed === undefined ? null : checkUrl(typed, settings);
  if (isRefusal(url)) return url;
  const notOpen = enabled ? await refuseStream(pool, stream) : null;
  if (notOpen) return notOpen;
  const host = url === null ? null : endpointReceiver(stream.mode, url, id);
  const change = { url, host, types: types ?? null, enabled: enabled ?? null };
  const changed = await transaction(pool, async (client) => {
    const row = await updateEndpoint(client, { teamId: stream.teamId, id }, change);
    if (row && row.url !== known.url) await mailSet(client, stream, row);
    return row;
  });
  if (!changed) return refuse('notFound');
  if (changed.disabledReason) await dropCalls(pool, id);
  else if (host !== null) await moveCalls(pool, id, host);
  return toEndpoint(changed);
}

/**
 * Replaces the secret of an endpoint. Only this answer contains the new one. Calls are also signed with the
 * previous secret for a day. Refusals: notFound, keyMismatch.
 */
export async function rotateEndpointSecret(
  { pool, secrets }: Pick<Services, 'pool' | 'secrets'>,
  stream: Stream,
  id: string,
): Promise<{ row: EndpointRow; secret: string } | Refusal> {
  const known = await readEndpoint(pool, stream, id);
  if (isRefusal(known)) return known;
  const { secret, sealed } = makeSecret({ secrets });
  const row = await replaceSecret(pool, { teamId: stream.teamId, id }, sealed);
  return row ? { row, secret } : refuse('notFound');
}

/** Deletes an endpoint with its waiting calls. */
export async function removeEndpoint(
  pool: Pool,
  stream: Stream,
  id: string,
): Promise<WebhookEndpoint | Refusal> {
  const known = await readEndpoint(pool, stream, id);
  if (isRefusal(known)) return known;
  await deleteEndpoint(pool, stream.teamId, id);
  await dropCalls(pool, id);
  return toEndpoint(known);
}

const NONE_TAKES = refuse('conflict', {
  description:
    'No enabled webhook endpoint of this project takes events of this type in this mode, so nothing was sent. Enable or create one first.',
});
const MANY_RESENT = `${MOST_RESENT} events of this project in this mode were sent again within a minute, the maximum, so this one was not. Repeat the call after the time in Retry-After.`;

/**
 * Calls the enabled endpoints that take an event with it again, also those that were enabled after it
 * happened; only one of them if `endpointId` is given. Refusals: notFound; conflict if there is no such
 * endpoint; tooManyRequests.
 */
export async function resendEvent(
  pool: Pool,
  stream: Stream,
  id: string,
  endpointId: string | null = null,
): Promise<ResentEvent | Refusal> {
  const { isKnown, isOver, waitSeconds, endpoints } = await queueAgain(pool, stream, { id, endpointId });
  if (!isKnown) return refuse('notFound', { description: NO_EVENT });
  if (isOver)
    return refuse('tooManyRequests', {
      description: MANY_RESENT,
      retryAfterSeconds: Math.max(1, waitSeconds),
    });
  return endpoints.length > 0 ? { id, endpoints } : NONE_TAKES;
}

/** Tells the owners: whoever has stolen a key could have the team's messages sent to a URL of theirs. */
async function mailSet(
  client: PoolClient,
  { teamId }: Stream,
  { url, id, mode }: EndpointRow,
): Promise<void> {
  if (await mayMail(client, teamId, 'SET'))
    await mailOwners(kyselyWithin(client), { teamId }, (mails) => mails.webhookSet({ url, id, mode }));
}

function checkUrl(typed: string, settings: Settings): string | Refusal {
  const missing = refuseField('invalidArgument', 'url', 'Give the URL in `url`');
  return checkCallbackUrl(typed, 'url', settings) ?? missing;
}

/** An endpoint as the public API has it. */
export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    ...{ id: row.id, project_id: row.projectId, mode: row.mode, url: row.url, types: row.types },
    enabled: row.disabledReason === null,
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    last_answer: row.lastAnswer,
    last_error: row.lastError,
    last_called_at: row.lastCalledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
