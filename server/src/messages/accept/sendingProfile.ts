// The sending profile of a project, as accept needs it: its team, limits, senders and prices.

import type { Mode } from '@godwit/contract/messages/statuses';
import { indexPrices, type PriceIndex } from '@godwit/contract/payments/priceByPrefix';
import { placeOf } from '@godwit/contract/rules/table';
import { senderKey } from '@godwit/contract/senders';
import type { ClientBase, Pool } from 'pg';
import { freshCache } from '../../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { type ProfileRow, readSendingProfile } from './profileQueries.ts';

/** A price of the region's list, in micro-units per segment. */
export type ProfilePrice = { dial_prefix: string; name: string; price_micros: bigint };

/** A project as accept sees it. `senders`: the approved ones. */
export type SendingProfile = Omit<
  ProfileRow,
  'blockedCodes' | 'senders' | 'registered' | 'numbers' | 'priceLists'
> & {
  blockedCodes: ReadonlySet<string>;
  senders: ReadonlyMap<string, { promotional: boolean }>;
  /** The names that registers of countries hold now: see `isRegistered`. */
  registered: ReadonlySet<string>;
  /** The two-way numbers of the project, each with its mode. */
  numbers: ReadonlyMap<string, Mode>;
  priceLists: readonly PriceList[];
};

/** A price list and its start; the newest list comes first. */
export type PriceList = { validFrom: Date; prices: PriceIndex<ProfilePrice> };

/**
 * Returns the profile of a project: at most half a second old, and newer than every change this process knows
 * of. Null if there is no such project.
 * Inside a transaction, pass its connection as `client`.
 */
export type SendingProfiles = (projectId: string, client?: ClientBase) => Promise<SendingProfile | null>;

/**
 * Half of the second within which a withdrawn verification, a block or a sender must take effect, if no
 * signal arrives.
 */
export const PROFILE_MAX_AGE_MS = 500;
const CAPACITY = 10_000;

/**
 * Reads sending profiles through a cache, so sending costs no reads of its own. `newTeamDays`: null if
 * destinations are counted for no team.
 */
export function openSendingProfiles(
  pool: Pool,
  signals: Pick<Signals, 'on'>,
  newTeamDays: number | null = null,
): SendingProfiles {
  const load = (database: ClientBase | Pool, projectId: string) =>
    loadSendingProfile(database, projectId, newTeamDays);
  const cached = freshCache((projectId) => load(pool, projectId), {
    maxAgeMs: PROFILE_MAX_AGE_MS,
    capacity: CAPACITY,
  });
  signals.on(SETTINGS_TOPIC, (teamId) => cached.expire((profile) => !teamId || profile?.teamId === teamId));
  return (projectId, client) => cached(projectId, client && ((id) => load(client, id)));
}

async function loadSendingProfile(
  database: ClientBase | Pool,
  projectId: string,
  newTeamDays: number | null,
): Promise<SendingProfile | null> {
  const row = await readSendingProfile(database, projectId, newTeamDays);
  if (!row) return null;
  return {
    ...row,
    blockedCodes: new Set(row.blockedCodes),
    senders: new Map(row.senders.map(({ sender, ...kept }) => [sender, kept])),
    registered: new Set(row.registered.map(({ key, ...place }) => `${placeOf(place)} ${key}`)),
    numbers: new Map(row.numbers.map(({ number, mode }) => [number, mode])),
    priceLists: row.priceLists.map(({ valid_from, prices }) => ({
      validFrom: new Date(valid_from),
      prices: indexPrices(prices.map((price) => ({ ...price, price_micros: BigInt(price.price_micros) }))),
    })),
  };
}

/**
 * Whether one of these places (`placesFor`) holds a sender of the project, in any case, as dispatch decides
 * it.
 */
export const isRegistered = (
  { registered }: Pick<SendingProfile, 'registered'>,
  sender: string,
  places: readonly string[],
): boolean => {
  const key = senderKey(sender);
  return places.some((place) => registered.has(`${place} ${key}`));
};

const NO_PRICES = indexPrices<ProfilePrice>([]);

/** The prices at an instant: those of the list that began last. */
export function pricesAt(
  { priceLists }: Pick<SendingProfile, 'priceLists'>,
  instant: Date,
): PriceIndex<ProfilePrice> {
  return priceLists.find(({ validFrom }) => validFrom <= instant)?.prices ?? NO_PRICES;
}
