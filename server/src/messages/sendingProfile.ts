// What accept must know about the project a message comes from: its team, limits, senders and prices.
import { indexPrices, type PriceIndex } from '@godwit/contract/prices';
import type { Mode } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { freshCache } from '../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { type ProfileRow, readSendingProfile } from './queries.ts';

/** A price of the region's list, per segment. */
export type ProfilePrice = { dial_prefix: string; name: string; price_micros: bigint };

/** A project as accept sees it. `senders` are the approved ones, with whether they are promotional. */
export type SendingProfile = Omit<ProfileRow, 'blockedCodes' | 'senders' | 'numbers' | 'priceLists'> & {
  blockedCodes: ReadonlySet<string>;
  senders: ReadonlyMap<string, { promotional: boolean }>;
  /** The two-way numbers of the project, each with the mode that it is for. */
  numbers: ReadonlyMap<string, Mode>;
  priceLists: readonly PriceList[];
};

/** A price list and when it begins to count; the newest comes first. */
export type PriceList = { validFrom: Date; prices: PriceIndex<ProfilePrice> };

/**
 * Returns the profile of a project id as it is after every change that this process knows of, and at most half a second old; null where
 * there is no such project. Inside a transaction its connection is to be passed as `client`.
 */
export type SendingProfiles = (projectId: string, client?: ClientBase) => Promise<SendingProfile | null>;

/** Half of the second that a withdrawn verification, a block or a sender may take to count where no signal of it arrives. */
export const PROFILE_MAX_AGE_MS = 500;
const CAPACITY = 10_000;

/** Reads sending profiles through a cache, so that the message path costs no reads of its own. `newTeamDays`: null where no team is watched. */
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
    senders: new Map(row.senders.map(({ sender, promotional }) => [sender, { promotional }])),
    numbers: new Map(row.numbers.map(({ number, mode }) => [number, mode])),
    priceLists: row.priceLists.map(({ valid_from, prices }) => ({
      validFrom: new Date(valid_from),
      prices: indexPrices(prices.map((price) => ({ ...price, price_micros: BigInt(price.price_micros) }))),
    })),
  };
}

const NO_PRICES = indexPrices<ProfilePrice>([]);

/** The prices that count at an instant: those of the list that began last. */
export function pricesAt(
  { priceLists }: Pick<SendingProfile, 'priceLists'>,
  instant: Date,
): PriceIndex<ProfilePrice> {
  return priceLists.find(({ validFrom }) => validFrom <= instant)?.prices ?? NO_PRICES;
}
