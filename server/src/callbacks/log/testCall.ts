// A test call to a project's receiver: signed and guarded like real ones, about a message that does not
// exist.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import type { StatusCallbackPayload } from '@godwit/contract/publicApi/log';
import { newId } from '../../ids.ts';
import { CALL_HEADERS } from '../../outgoing/ownCalls.ts';
import type { Services } from '../../services.ts';
import type { Poster } from '../delivery/post.ts';
import { callHeaders } from '../delivery/sign.ts';
import type { Owner } from '../queries.ts';
import { signingSecrets } from '../secret.ts';

/** Calls a URL once and returns the request and its result. */
export async function callToTest(
  services: Services,
  poster: Poster,
  owner: Owner,
  url: string,
): Promise<CallbackTest> {
  const payload = payloadAt(owner.projectId, new Date().toISOString());
  const secrets = await signingSecrets(services, owner);
  return postOnce(poster, { url, id: `${payload.id}-${payload.sequence}`, payload, secrets });
}

type TestCall = { url: string; id: string; payload: object; secrets: readonly string[] };

/** Posts a signed payload once and returns the request and its result. */
export async function postOnce(
  poster: Poster,
  { url, id, payload, secrets }: TestCall,
): Promise<CallbackTest> {
  const body = JSON.stringify(payload);
  const headers = callHeaders({ id, at: new Date(), body }, secrets);
  const startedMs = performance.now();
  const posted = await poster.call({ method: 'POST', url, headers, body });
  const duration_ms = Math.round(performance.now() - startedMs);
  return { ...posted, duration_ms, headers: { ...headers, ...CALL_HEADERS }, body };
}

/** An invented message that was delivered. */
export function payloadAt(projectId: string, now: string): StatusCallbackPayload {
  return {
    id: newId(),
    project_id: projectId,
    status: 'DELIVERED',
    mode: 'TEST',
    to: '+94771234567',
    from: 'SANDBOX',
    sender_shown: null,
    client_reference: null,
    events: { accepted_at: now, queued_at: now, sent_at: now, delivered_at: now, failed_at: null },
    failure: null,
    sequence: 2,
  };
}
