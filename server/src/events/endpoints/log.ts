// The log of an endpoint, and a test call to it, for members of the team.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import type { Event } from '@godwit/contract/publicApi/events';
import { type Delivery, SHOWN_DELIVERIES } from '@godwit/contract/webhookEndpoints';
import type { Pool } from 'pg';
import type { Poster } from '../../callbacks/delivery/post.ts';
import { payloadAt, postOnce } from '../../callbacks/log/testCall.ts';
import { newId } from '../../ids.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { describeEvents } from '../describe.ts';
import type { Stream } from '../queries.ts';
import { readEndpoint } from './endpoints.ts';
import { selectDeliveries } from './logQueries.ts';
import { selectSecrets } from './queries.ts';
import { openSecrets } from './secret.ts';

/** The newest calls of an endpoint, each with its last attempt. Refusals: notFound, keyMismatch. */
export async function readDeliveries(
  pool: Pool,
  stream: Stream,
  id: string,
  failedOnly: boolean,
): Promise<Delivery[] | Refusal> {
  const endpoint = await readEndpoint(pool, stream, id);
  if (isRefusal(endpoint)) return endpoint;
  const limit = SHOWN_DELIVERIES;
  const rows = await selectDeliveries(pool, { teamId: stream.teamId, id }, { failedOnly, limit });
  const events = await describeEvents(pool, rows);
  return rows.map((row, index) => ({
    event_id: row.id,
    type: row.type,
    happened_at: row.happenedAt.toISOString(),
    number: numberOf(events[index]!),
    ...{ attempts: row.attempts, answer: row.answer, error: row.error, accepted: row.taken },
    called_at: row.calledAt.toISOString(),
    next_at: row.nextAt?.toISOString() ?? null,
  }));
}

/** The number of the person whom an event is about. */
function numberOf({ type, data }: Event): string | null {
  const { to, from, number } = Object(data) as Partial<Record<'to' | 'from' | 'number', string | null>>;
  return (type === 'message.incoming' ? from : (to ?? number)) ?? null;
}

/**
 * Calls an endpoint once with an invented event, also one that is disabled. Changes nothing about it.
 * Refusals: notFound, keyMismatch.
 */
export async function testEndpoint(
  services: Pick<Services, 'pool' | 'secrets'>,
  poster: Poster,
  stream: Stream,
  id: string,
): Promise<CallbackTest | Refusal> {
  const endpoint = await readEndpoint(services.pool, stream, id);
  if (isRefusal(endpoint)) return endpoint;
  const sealed = await selectSecrets(services.pool, stream.teamId, id);
  if (!sealed) return refuse('notFound');
  const event = inventedEvent(stream);
  return postOnce(poster, {
    ...{ url: endpoint.url, id: event.id, payload: event, secrets: openSecrets(services, sealed) },
  });
}

function inventedEvent({ projectId, mode }: Stream): Event {
  const now = new Date().toISOString();
  const { sequence: _sequence, ...data } = payloadAt(projectId, now);
  return {
    ...{ id: newId(), type: 'message.delivered', project_id: projectId, mode, created_at: now },
    data: { ...data, mode },
  };
}
