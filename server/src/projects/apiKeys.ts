// Public API credentials: HTTP Basic with the project id as user name and a key as password.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { freshCache } from '../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { createLimiter } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { countConnections } from '../identity/guards.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { keyLookups, keyMode } from './keys.ts';
import { type KeyOwner, selectKeyOwner } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The project and mode whose key the request carries. Only inside what `requireKey` guards. */
    key: KeyOwner;
  }
}

// A revoked key fails within a second also if no signal of it arrives.
const MAX_AGE_MS = 500;
const CAPACITY = 50_000;
const IN_THE_CLEAR =
  'This call came over plain HTTP, so its API key could be read on the way: revoke that key and call the https address. ' +
  'If a proxy ends TLS, TRUSTED_PROXIES has to name it and it has to send X-Forwarded-Proto: https.';
const BASIC = /^Basic ([A-Za-z0-9+/=_-]{1,500})$/i;

/** Makes every route of a part of the app need a key (4003), and counts its calls: `request.key`. */
export function requireKey(api: App, services: Services, signals: Pick<Signals, 'on'>): void {
  const { settings, secrets } = services;
  const owners = freshCache((key) => selectKeyOwner(services.kysely, keyLookups(secrets, key)), {
    maxAgeMs: MAX_AGE_MS,
    capacity: CAPACITY,
  });
  signals.on(SETTINGS_TOPIC, (teamId) => owners.expire((owner) => !teamId || owner?.teamId === teamId));
  const limit = createLimiter('api', settings.limitApi);
  const https = settings.publicUrl.protocol === 'https:';

  api.decorateRequest('key');
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // Only the X-Forwarded-Proto of a trusted proxy says so. A loopback peer proves nothing: it may be a
    // proxy that sends no such header.
    if (https && request.protocol !== 'https')
      throw new RefusalError(refuse('notAllowed', { description: IN_THE_CLEAR }));
    const { projectId, key } = readCredentials(request.headers.authorization);
    // A key that is none of ours by its checksum is not worth a look-up.
    const owner = keyMode(key) && (await owners(key));
    if (!owner || owner.projectId !== projectId) {
      reply.header('www-authenticate', 'Basic realm="Godwit", charset="UTF-8"');
      throw new RefusalError(
        refuse('invalidCredentials', {
          description: 'Invalid credentials. Use HTTP Basic with the project id and one of its API keys.',
        }),
      );
    }
    limit(`${owner.projectId} ${owner.mode}`, reply);
    request.key = owner;
  });
  countConnections(api, ({ key }) => key.teamId);
}

/** The project and mode of an API key; undefined if it is unknown or revoked. */
export async function findKeyOwner(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  key: string,
): Promise<KeyOwner | undefined> {
  return keyMode(key) === null ? undefined : selectKeyOwner(kysely, keyLookups(secrets, key));
}

function readCredentials(header: string | undefined): { projectId: string; key: string } {
  const encoded = BASIC.exec(header ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  // A password may hold colons (RFC 7617 §2).
  const [, projectId = '', key = ''] = /^([^:]*):(.*)$/s.exec(decoded) ?? [];
  return { projectId, key };
}
