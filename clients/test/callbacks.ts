// A callback from the service, and ways to invalidate it.
import { randomBytes } from 'node:crypto';
import type { Account } from '../../server/test/client.ts';
import { waitFor } from '../../server/test/database.ts';
import type { Receiver } from '../../server/test/receiver.ts';

/** A callback as a client verifies it. The body is in base64, to keep its bytes. */
export type Given = {
  secret: string | string[];
  headers: Record<string, string>;
  body: string;
  now?: number;
};

/**
 * Rotates the secret, sends the message and waits for its first callback, which is signed with both secrets.
 */
export async function receiveCallback(
  url: string,
  { project, authorization, call }: Account,
  message: object,
  receiver: Receiver,
): Promise<{ given: Given; old: string }> {
  const path = `/v1/web/projects/${project.id}/callback_secret`;
  const { secret: old } = await call<{ secret: string }>('GET', path);
  const { secret } = await call<{ secret: string }>('POST', `${path}/rotate`, {});
  const headers = { authorization: authorization.TEST, 'content-type': 'application/json' };
  await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(message) });
  await waitFor(() => receiver.calls.length > 0);
  const [first] = receiver.calls;
  const body = Buffer.from(first!.body).toString('base64');
  return { given: { secret, headers: first!.headers as Record<string, string>, body }, old };
}

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
export const rewritten = (body: string) =>
  JSON.stringify(JSON.parse(Buffer.from(body, 'base64').toString()), null, 1);
export const toBase64Url = (one: string) =>
  `v1,${one.slice(3).replaceAll('+', '-').replaceAll('/', '_').replace('=', '')}`;
export const toHex = (one: string) => `v1,${Buffer.from(one.slice(3), 'base64').toString('hex')}`;
export const changed = ({ headers }: Given, change: (one: string) => string) => ({
  headers: {
    ...headers,
    'webhook-signature': headers['webhook-signature']!.split(' ').map(change).join(' '),
  },
});
