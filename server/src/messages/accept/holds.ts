// Holds unusually many messages of a new team to one destination until staff release them. This limits
// artificially inflated traffic (SMS pumping) through a misused form, and stolen keys. Held messages are
// accepted and charged, and wait in the queue.
import { countriesOf, mainCodeOf } from '@godwit/contract/numbers/dialCodes';
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max';
import type { PoolClient } from 'pg';
import { kyselyWithin } from '../../db/kysely.ts';
import type { Limit, Settings } from '../../settings.ts';
import { supportLine } from '../../support.ts';
import { mailAdmins } from '../../team/notify.ts';
import type { Draft } from './draft.ts';
import { type Count, type DestinationKey, lockDestinations, storeCounts } from './holdQueries.ts';
import type { SendingProfile } from './sendingProfile.ts';

/**
 * How many messages a new team may send before they are held: to its own country, and to each other one. Null
 * means no limit.
 */
type HoldLimits = { home: Limit | null; abroad: Limit | null };

type Counted = Pick<Draft, 'teamId' | 'dialCode'> & { profile: Pick<SendingProfile, 'region'> };

/**
 * Counts messages about to be stored by destination, in their transaction and in order of arrival. Returns
 * those that are held, each with its destination. Counts are exact in any number of processes, because their
 * rows stay locked until the commit. The team's owners and admins get a mail when a hold begins.
 */
export type Holds = <T extends Counted>(
  client: PoolClient,
  messages: readonly T[],
) => Promise<ReadonlyMap<T, string>>;

/** Opens the counting. */
export function openHolds(limits: HoldLimits, settings: Settings): Holds {
  const { publicUrl } = settings;
  const support = supportLine(settings);
  return async <T extends Counted>(client: PoolClient, messages: readonly T[]) => {
    const held = new Map<T, string>();
    if (messages.length === 0) return held;
    const groups = Map.groupBy(messages, (message) => Object.values(keyOf(message)).join(' '));
    const keys = [...groups.values()].map(([first]) => keyOf(first!));
    const known = await lockDestinations(client, keys);
    const counts: Count[] = [];
    for (const group of groups.values()) {
      const { teamId, destination } = keyOf(group[0]!);
      const before = known.find((one) => one.teamId === teamId && one.destination === destination);
      if (before?.isReleased) continue;
      const limit = isHome(group[0]!) ? limits.home : limits.abroad;
      const starts = !before || (limit !== null && before.ageMs >= limit.seconds * 1_000);
      const soFar = starts ? 0 : before.messages;
      const room = before?.isHeld ? 0 : Math.max(0, (limit?.count ?? Number.POSITIVE_INFINITY) - soFar);
      const waiting = group.slice(room);
      for (const message of waiting) held.set(message, destination);
      const holds = waiting.length > 0 && !before?.isHeld;
      counts.push({ teamId, destination, messages: Math.min(soFar + group.length, MOST), starts, holds });
    }
    if (counts.length > 0) await storeCounts(client, counts);
    for (const { teamId, destination } of counts.filter(({ holds }) => holds)) {
      const countries = countriesOf(destination).join(', ');
      const words = countries ? `+${destination} (${countries})` : `+${destination}`;
      const link = new URL(`/logs?mode=LIVE&q=%2B${destination}`, publicUrl).href;
      await mailAdmins(kyselyWithin(client), teamId, (mails) =>
        mails.destinationHeld({ destination: words, link, support }),
      );
    }
    return held;
  };
}

/** Caps a count, since held messages are counted too. */
const MOST = 1_000_000_000;

/** A country with several dial codes is one destination. */
const keyOf = ({ teamId, dialCode }: Counted): DestinationKey => ({
  teamId,
  destination: mainCodeOf(dialCode),
});

const isHome = ({ dialCode, profile }: Counted) =>
  dialCode === getCountryCallingCode(profile.region as CountryCode);
