// The sending profile of a project, as accept needs it: its team, limits, senders and prices.

import type { ContentClass } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { indexPrices, type PriceIndex } from '@godwit/contract/payments/priceByPrefix';
import { type Brand, brandOf, tradingName } from '@godwit/contract/rules/brandInText';
import { placeOf } from '@godwit/contract/rules/table';
import { senderKey } from '@godwit/contract/senders';
import type { ClientBase, Pool } from 'pg';
import { freshCache } from '../../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { readBlocks } from './blockQueries.ts';
import { type Blocks, blockedNameOf } from './blocks.ts';
import { type ProfileRow, readSendingProfile } from './profileQueries.ts';

/** A price of the region's list, in micro-units per segment. */
export type ProfilePrice = { dial_prefix: string; name: string; price_micros: bigint };

/** A project as accept sees it. `senders`: the approved ones. */
export type SendingProfile = Omit<
  ProfileRow,
  'blockedCodes' | 'senders' | 'registered' | 'numbers' | 'priceLists' | 'releasedTexts'
> & {
  blockedCodes: ReadonlySet<string>;
  senders: ReadonlyMap<string, ProfileSender>;
  /** The names that registers of countries hold now: see `isRegistered`. */
  registered: ReadonlySet<string>;
  /** The keys of `TextHold`s that staff have released for the team. */
  releasedTexts: ReadonlySet<string>;
  /** The two-way numbers of the project, each with its mode. */
  numbers: ReadonlyMap<string, Mode>;
  priceLists: readonly PriceList[];
  /** The same for all projects. */
  blocks: Blocks;
};

/**
 * An approved sender. `key`: its name as registers hold it. `brand`: its names as texts have them; null if
 * none has enough letters. It is made when the first text is checked.
 */
export type ProfileSender = {
  key: string;
  contentClass: ContentClass;
  substitute: string | null;
  brand(): Brand | null;
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
/** A cached profile keeps its blocks, so the two ages together must stay below the second above. */
const BLOCKS_MAX_AGE_MS = 250;

/**
 * Reads sending profiles through a cache, so sending costs no reads of its own. `newTeamDays`: null if
 * destinations are counted for no team.
 */
export function openSendingProfiles(
  pool: Pool,
  signals: Pick<Signals, 'on'>,
  newTeamDays: () => number | null = () => null,
): SendingProfiles {
  const blocks = openBlocks(pool);
  const load = async (projectId: string, client?: ClientBase) => {
    const row = await readSendingProfile(client ?? pool, projectId, newTeamDays());
    return row && toSendingProfile(row, await blocks(client));
  };
  const cached = freshCache((projectId) => load(projectId), {
    maxAgeMs: PROFILE_MAX_AGE_MS,
    capacity: CAPACITY,
  });
  signals.on(SETTINGS_TOPIC, (teamId) => {
    if (!teamId) blocks.expire();
    cached.expire((profile) => !teamId || profile?.teamId === teamId);
  });
  return (projectId, client) => cached(projectId, client && ((id) => load(id, client)));
}

/** Reads the blocks. While they do not change, all profiles share one object. */
function openBlocks(pool: Pool) {
  let known: { text: string; blocks: Blocks } | null = null;
  const read = async (database: ClientBase | Pool): Promise<Blocks> => {
    const rows = await readBlocks(database);
    const text = JSON.stringify(rows);
    if (known?.text !== text) known = { text, blocks: toBlocks(rows) };
    return known.blocks;
  };
  const cached = freshCache(() => read(pool), { maxAgeMs: BLOCKS_MAX_AGE_MS, capacity: 1 });
  const current = (client?: ClientBase) => cached('', client && (() => read(client)));
  return Object.assign(current, { expire: () => cached.expire(() => true) });
}

const toBlocks = (rows: Awaited<ReturnType<typeof readBlocks>>): Blocks => ({
  domains: new Set(rows.flatMap(({ domain }) => domain ?? [])),
  names: new Set(
    rows.flatMap(({ teamId, senderKey: key }) => (teamId && key ? blockedNameOf(teamId, key) : [])),
  ),
});

function toSendingProfile(row: ProfileRow, blocks: Blocks): SendingProfile {
  return {
    ...row,
    blocks,
    blockedCodes: new Set(row.blockedCodes),
    releasedTexts: new Set(row.releasedTexts),
    senders: new Map(row.senders.map((sender) => [sender.sender, toSender(sender)])),
    registered: new Set(row.registered.map(({ key, ...place }) => `${placeOf(place)} ${key}`)),
    numbers: new Map(row.numbers.map(({ number, mode }) => [number, mode])),
    priceLists: row.priceLists.map(({ valid_from, prices }) => ({
      validFrom: new Date(valid_from),
      prices: indexPrices(prices.map((price) => ({ ...price, price_micros: BigInt(price.price_micros) }))),
    })),
  };
}

function toSender({ sender, contentClass, substitute, aliases, owner }: ProfileRow['senders'][number]) {
  let brand: Brand | null | undefined;
  const names = owner === null ? [sender, ...aliases] : [sender, tradingName(owner), ...aliases];
  return {
    ...{ key: senderKey(sender), contentClass, substitute },
    brand() {
      if (brand === undefined) brand = brandOf(names);
      return brand;
    },
  };
}

/**
 * Whether one of these places (`placesFor`) holds a sender of the project, in any case, as dispatch decides
 * it.
 */
export const isRegistered = (
  { registered, senders }: Pick<SendingProfile, 'registered' | 'senders'>,
  sender: string,
  places: readonly string[],
): boolean => {
  const key = senders.get(sender)?.key ?? senderKey(sender);
  return places.some((place) => registered.has(`${place} ${key}`));
};

/**
 * The sender that goes instead of a name for a recipient of these places; null if the project has chosen
 * none, or cannot send from it now, as dispatch decides it.
 */
export function substituteFor(
  profile: Pick<SendingProfile, 'teamId' | 'senders' | 'numbers' | 'registered' | 'blocks'>,
  { from, mode }: { from: string; mode: Mode },
  places: readonly string[],
): string | null {
  const approved = profile.senders.get(from);
  const substitute = approved?.substitute ?? null;
  if (!approved || substitute === null) return null;
  if (profile.blocks.names.has(blockedNameOf(profile.teamId, substitute))) return null;
  if (isTwoWayNumber(substitute)) {
    const numberMode = profile.numbers.get(substitute);
    return numberMode === 'LIVE' || (numberMode && mode === 'TEST') ? substitute : null;
  }
  const isAlike = profile.senders.get(substitute)?.contentClass === approved.contentClass;
  return isAlike && isRegistered(profile, substitute, places) ? substitute : null;
}

const NO_PRICES = indexPrices<ProfilePrice>([]);

/** The prices at an instant: those of the list that began last. */
export function pricesAt(
  { priceLists }: Pick<SendingProfile, 'priceLists'>,
  instant: Date,
): PriceIndex<ProfilePrice> {
  return priceLists.find(({ validFrom }) => validFrom <= instant)?.prices ?? NO_PRICES;
}
