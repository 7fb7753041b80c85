// The limits of a named API key: its scopes, the addresses it is used from, its rate and its daily cap.
import { KEY_LIMITS, type Scope } from '@godwit/contract/apiKeys';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import { isIn, networksOf } from '../http/networks.ts';
import { openRate, type Rate } from '../http/rate.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { NamedKeyRow } from './namedKeyQueries.ts';

/** The most that the keys of a family may spend on a day of their project. */
export type KeyCap = { family: string; dailyMicros: bigint };

/** The restrictions of a named key, ready to be checked by each call. */
export type KeyLimits = {
  id: string;
  rate: Rate | null;
  /** Whether the key may be used from an address; '' is one that is not known. */
  allows(address: string): boolean;
  has(scope: Scope): boolean;
};

/** The scope that each route of the public API needs: `GET /v1/messages/:id`. */
const SCOPE_OF: ReadonlyMap<string, Scope | 'any'> = new Map(
  PUBLIC_CALLS.map(({ method, path, scope }) => [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, scope]),
);

/**
 * The scope that a route needs. Throws if the contract declares none, so a service with such a route does not
 * start.
 */
export function scopeOfRoute(method: string, path: string): Scope | 'any' {
  const scope = SCOPE_OF.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  if (scope === undefined) throw new Error(`${method} ${path} has no scope: declare it in PUBLIC_CALLS`);
  return scope;
}

/** Refuses a key that is used from an address that it does not allow. */
export const refuseAddress = (address: string): Refusal =>
  refuse('keyNotAllowed', {
    description: `This API key may not be used from ${address || 'this address'}, so nothing has happened. Use a key that allows the address.`,
  });

/** Refuses a key that lacks the scope of a call. */
export const refuseScope = (scope: Scope): Refusal =>
  refuse('keyNotAllowed', {
    description: `This API key lacks the scope ${scope}, so nothing has happened. Use a key that has it.`,
  });

/** Refuses a call of a key above its rate. */
export const refuseRate = ({ perSecond, waitSeconds }: Rate): Refusal =>
  refuse('tooManyRequests', {
    description: `This API key is limited to ${perSecond} calls a second, and each message of a batch counts as one. Nothing was sent or charged. Repeat the call after the time in Retry-After.`,
    retryAfterSeconds: waitSeconds(),
  });

/** Families whose rates are kept; the one that was opened first is dropped. */
const MOST_RATES = 50_000;

/**
 * Opens the limits of keys in this process. The keys of a family share a rate for as long as it stays the
 * same.
 */
export function openKeyLimits(): (row: NamedKeyRow) => KeyLimits {
  const rates = new Map<string, Rate>();

  function rateOf({ family, perSecond }: NamedKeyRow): Rate | null {
    if (perSecond === null) return null;
    const known = rates.get(family);
    if (known?.perSecond === perSecond) return known;
    const rate = openRate(Math.min(perSecond, KEY_LIMITS.perSecond));
    rates.set(family, rate);
    if (rates.size > MOST_RATES) rates.delete(rates.keys().next().value as string);
    return rate;
  }

  return (row) => {
    const scopes: ReadonlySet<string> = new Set(row.scopes);
    const networks = row.networks.length === 0 ? null : networksOf(row.networks);
    return {
      id: row.id,
      rate: rateOf(row),
      allows: (address) => networks === null || (address !== '' && isIn(networks, address)),
      has: (scope) => scopes.has(scope),
    };
  };
}
