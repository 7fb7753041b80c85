// Signatures of Standard Webhooks 1.0 (standardwebhooks/standard-webhooks, spec/standard-webhooks.md).
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret in the form its owner gets: `whsec_` and base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The signed content. The id is the same at every attempt of a call; each attempt has its own time. */
export type Signed = { id: string; at: Date; body: string };

/** The headers with which a receiver verifies a call: one signature per secret, the newest first. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]) {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The headers of a call in our own form. */
export function callHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...signatureHeaders(signed, secrets),
  };
}
