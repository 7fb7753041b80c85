// Signatures of Standard Webhooks 1.0 (standardwebhooks/standard-webhooks, spec/standard-webhooks.md).
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, as its owner gets it: `whsec_` and base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What is signed: the id is the same at every attempt at a call, the time is each attempt's own. */
export type Signed = { id: string; at: Date; body: string };

/** The headers by which a receiver verifies a call; one signature for each secret, the newest first. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]) {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** All headers of a call. */
export function callHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Godwit-Callbacks/1',
    ...signatureHeaders(signed, secrets),
  };
}
