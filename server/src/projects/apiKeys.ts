// Public API credentials: HTTP Basic with the project id as user name and a key as password.
import type { Scope } from '@godwit/contract/apiKeys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { freshCache } from '../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { knownAddressOf } from '../http/address.ts';
import { createLimiter } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { countConnections } from '../identity/guards.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { chooseVersion, versionHeaders } from './apiVersion.ts';
import {
  type KeyCap,
  type KeyLimits,
  openKeyLimits,
  refuseAddress,
  refuseRate,
  refuseScope,
  scopeOfRoute,
} from './keyLimits.ts';
import { keyLookups, keyMode, namedKeyLookups } from './keys.ts';
import { openKeyUses } from './keyUses.ts';
import { openLastUsed } from './lastUsed.ts';
import { selectKey } from './namedKeyQueries.ts';
import { type KeyOwner, selectKeyOwner } from './queries.ts';

/**
 * A key that a call carries. `limits`, `cap` and `apiVersion`, the version of the API that the key was made
 * for, are null for the live and the test key of a project.
 */
export type CallKey = KeyOwner & { limits: KeyLimits | null; cap: KeyCap | null; apiVersion: string | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request carries. Only inside what `requireKey` guards. */
    key: CallKey;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs for the call. */
    scope?: Scope | 'any';
  }
}

// A revoked key fails within a second also if no signal of it arrives.
const MAX_AGE_MS = 500;
const CAPACITY = 50_000;
const IN_THE_CLEAR =
  'This call came over plain HTTP, so its key could be read on the way: revoke that key and call the https address. ' +
  'If a proxy ends TLS, TRUSTED_PROXIES has to name it and it has to send X-Forwarded-Proto: https.';
const BASIC = /^Basic ([A-Za-z0-9+/=_-]{1,500})$/i;

/** Credentials of a call: a project and one of its keys. */
export type Credentials = { projectId: string; key: string };

/**
 * Finds the key of a call and counts the call. Throws the refusal of a call without a valid key (4003), from
 * an address that the key does not allow or without the scope (1015), or above a rate (1006).
 */
export type CheckKey = (
  request: FastifyRequest,
  reply: FastifyReply,
  needs: { scope: Scope | 'any' | undefined; credentials: Credentials },
) => Promise<CallKey>;

/** The keys of a process. All protocols that take them share their limits. */
export type Keys = {
  /** Finds a key; undefined if it is none of the project. Throws 1015 if it does not allow the address. */
  find(credentials: Credentials, address: string): Promise<CallKey | undefined>;
  /**
   * Counts a call, and notes its address. Throws the refusal of a key without the scope (1015), or above a
   * rate (1006).
   */
  count(
    key: CallKey,
    call: { scope: Scope | 'any' | undefined; address: string },
    reply: FastifyReply | null,
  ): void;
  stop(): Promise<void>;
};

/** Opens the keys of this process. */
export function openKeys(services: Services, signals: Pick<Signals, 'on'>): Keys {
  const keys = freshCache(loadKeys(services), { maxAgeMs: MAX_AGE_MS, capacity: CAPACITY });
  signals.on(SETTINGS_TOPIC, (teamId) => keys.expire((key) => !teamId || key?.teamId === teamId));
  const noting = { pool: services.pools.jobs.pool, log: services.log };
  const [lastUsed, uses] = [openLastUsed(noting), openKeyUses(noting)];
  const limit = createLimiter('api', () => services.settings.limitApi);
  return {
    async find({ projectId, key }, address) {
      // A key that is none of ours by its checksum is not worth a look-up.
      const found = keyMode(key) && (await keys(key));
      if (!found || found.projectId !== projectId) return undefined;
      // Before the call is counted, so a stolen key that is used elsewhere does not use up the limit.
      if (found.limits && !found.limits.allows(address)) throw new RefusalError(refuseAddress(address));
      return found;
    },
    count({ teamId, projectId, mode, limits }, { scope, address }, reply) {
      // All keys of a project and mode together, so that more keys are no way to more calls.
      limit(`${projectId} ${mode}`, reply);
      if (limits) {
        lastUsed.note(limits.id);
        checkLimits(limits, scope);
      }
      uses.note({ teamId, projectId, mode, keyId: limits?.id ?? null, address: address || 'unknown' });
    },
    async stop() {
      await lastUsed.stop();
      await uses.stop();
    },
  };
}

/** Checks the keys of calls. */
export function openKeyCheck(keys: Keys, settings: Settings): CheckKey {
  return async (request, reply, { scope, credentials }) => {
    refuseInTheClear(request, settings);
    const address = knownAddressOf(request);
    const found = await keys.find(credentials, address);
    if (!found) {
      reply.header('www-authenticate', 'Basic realm="Godwit", charset="UTF-8"');
      throw new RefusalError(
        refuse('invalidCredentials', {
          description: 'Invalid credentials. Use HTTP Basic with the project id and one of its API keys.',
        }),
      );
    }
    keys.count(found, { scope, address }, reply);
    return found;
  };
}

/**
 * Makes every route of a part of the app need a key with its scope, as HTTP Basic: `request.key`. A call may
 * name the version of the API (1002 if there is none), and its answer says which it has.
 */
export function requireKey(api: App, checkKey: CheckKey): void {
  api.decorateRequest('key');
  api.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      route.config = { ...route.config, scope: scopeOfRoute(method, route.url) };
  });
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { scope } = request.routeOptions.config;
    const credentials = basicCredentials(request.headers.authorization);
    request.key = await checkKey(request, reply, { scope, credentials });
    const named = request.headers['godwit-version'] as string | undefined;
    reply.headers(versionHeaders(orThrow(chooseVersion(named, request.key.apiVersion))));
  });
  countConnections(api, ({ key }) => key.teamId);
}

/** Refuses (1012) a key that comes over plain HTTP if `PUBLIC_URL` is https. */
export function refuseInTheClear({ protocol }: FastifyRequest, { publicUrl }: Settings): void {
  // Only the X-Forwarded-Proto of a trusted proxy says https. A loopback peer proves nothing: it may be a
  // proxy that sends no such header.
  if (publicUrl.protocol === 'https:' && protocol !== 'https')
    throw new RefusalError(refuse('notAllowed', { description: IN_THE_CLEAR }));
}

/** Checks the scope and the rate of a named key. A route without a scope is refused. */
function checkLimits({ has, rate }: KeyLimits, scope: Scope | 'any' | undefined): void {
  if (scope === undefined) throw new RefusalError(refuse('keyNotAllowed'));
  if (scope !== 'any' && !has(scope)) throw new RefusalError(refuseScope(scope));
  if (rate && !rate.take(1)) throw new RefusalError(refuseRate(rate));
}

/** Loads keys by their text. */
function loadKeys({ pool, secrets }: Pick<Services, 'pool' | 'secrets'>) {
  const limitsOf = openKeyLimits();
  return async (key: string): Promise<CallKey | undefined> => {
    const found = await selectKey(pool, keyLookups(secrets, key), namedKeyLookups(secrets, key));
    if (!found) return undefined;
    const { owner, named } = found;
    if (!named) return { ...owner, limits: null, cap: null, apiVersion: null };
    const { family, dailyMicros, apiVersion } = named;
    const cap = dailyMicros === null ? null : { family, dailyMicros };
    return { ...owner, limits: limitsOf(named), cap, apiVersion };
  };
}

/**
 * The project and mode of a project's live or test key; undefined for any other key. Named keys do not bind
 * over SMPP.
 */
export async function findKeyOwner(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  key: string,
): Promise<KeyOwner | undefined> {
  return keyMode(key) === null ? undefined : selectKeyOwner(kysely, keyLookups(secrets, key));
}

/** The user name and the password of an Authorization header; empty without them. */
export function basicCredentials(header: string | undefined): Credentials {
  const encoded = BASIC.exec(header ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  // A password may hold colons (RFC 7617 §2).
  const [, projectId = '', key = ''] = /^([^:]*):(.*)$/s.exec(decoded) ?? [];
  return { projectId, key };
}
