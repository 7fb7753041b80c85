// Holds messages until staff release them: unusually many of a new team to one destination, which limits
// artificially inflated traffic (SMS pumping) through a misused form, and stolen keys; and texts with
// signs of fraud. Held messages are accepted and charged, and wait in the queue.
import { countriesOf, mainCodeOf } from '@godwit/contract/numbers/dialCodes';
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max';
import type { PoolClient } from 'pg';
import { kyselyWithin } from '../../db/kysely.ts';
import type { Limit, Settings } from '../../settings.ts';
import { supportLine } from '../../support.ts';
import { mailAdmins } from '../../team/notify.ts';
import type { Draft } from './draft.ts';
import {
  type Count,
  countHeldTexts,
  type DestinationKey,
  hasOtherTexts,
  lockDestinations,
  MANY,
  storeCounts,
} from './holdQueries.ts';
import type { SendingProfile } from './sendingProfile.ts';

type Counted = Pick<Draft, 'teamId' | 'dialCode' | 'textHold'> & {
  profile: Pick<SendingProfile, 'region' | 'countsDestinations'>;
};

/**
 * Counts messages about to be stored by destination and by what was found in their texts, in their
 * transaction and in order of arrival. Returns those that are held, each with the key of its hold: a text
 * before a destination. Counts are exact in any number of processes, because their rows stay locked until the
 * commit. The team's owners and admins get a mail when a hold begins.
 */
export type Holds = <T extends Counted>(
  client: PoolClient,
  messages: readonly T[],
) => Promise<ReadonlyMap<T, string>>;

/** Opens the counting. */
export function openHolds(settings: Settings): Holds {
  const mail = openMails(settings);
  return async <T extends Counted>(client: PoolClient, messages: readonly T[]) => {
    const held = new Map<T, string>();
    if (messages.length === 0) return held;
    const counted = messages.flatMap((message) => keysOf(message).map((key) => ({ ...key, message })));
    const texts = counted.filter(({ reason }) => reason !== null);
    const many = texts.map(({ teamId }) => ({ teamId, destination: MANY }));
    const known = await lockDestinations(client, distinct([...counted, ...many]));
    const isKnown = new Set(known.map(keyOf));
    const others = await beyondMost(client, distinct(texts.filter((one) => !isKnown.has(keyOf(one)))));
    const keyed = counted.map((one) => (others.has(keyOf(one)) ? { ...one, destination: MANY } : one));
    const groups = [...Map.groupBy(keyed, keyOf).values()];
    const counts: Count[] = [];
    for (const group of groups) {
      const { teamId, destination, reason, message } = group[0]!;
      const before = known.find((one) => one.teamId === teamId && one.destination === destination);
      if (before?.isReleased) continue;
      const limit = reason ? NONE : isHome(message) ? settings.limitNewHome : settings.limitNewAbroad;
      const starts = !before || (limit !== null && before.ageMs >= limit.seconds * 1_000);
      const soFar = starts ? 0 : before.messages;
      const room = before?.isHeld ? 0 : Math.max(0, (limit?.count ?? Number.POSITIVE_INFINITY) - soFar);
      const waiting = group.slice(room);
      for (const one of waiting) if (reason || !held.has(one.message)) held.set(one.message, destination);
      const holds = waiting.length > 0 && !before?.isHeld;
      const total = Math.min(soFar + group.length, MOST);
      counts.push({ teamId, destination, reason, messages: total, starts, holds });
    }
    if (counts.length > 0) await storeCounts(client, counts);
    for (const count of counts.filter(({ holds }) => holds)) await mail(client, count);
    return held;
  };
}

const keyOf = ({ teamId, destination }: DestinationKey) => `${teamId} ${destination}`;

/** One of each key. */
const distinct = (keys: readonly DestinationKey[]): DestinationKey[] => [
  ...new Map(keys.map((key) => [keyOf(key), key])).values(),
];

/** The most keys of held texts of a team. A link can differ in each of 100,000 messages of a campaign. */
const MOST_TEXTS = 50;

/** Those of these new keys of texts for which their team has no room. */
async function beyondMost(client: PoolClient, fresh: readonly DestinationKey[]): Promise<Set<string>> {
  if (fresh.length === 0) return new Set();
  const byTeam = Map.groupBy(fresh, ({ teamId }) => teamId);
  const held = await countHeldTexts(client, [...byTeam.keys()]);
  const beyond = [...byTeam].flatMap(([teamId, keys]) =>
    keys.slice(Math.max(0, MOST_TEXTS - (held.get(teamId) ?? 0))),
  );
  return new Set(beyond.map(keyOf));
}

/**
 * Mails the owners and admins of a team that a hold has begun. While other texts are held they know: a text
 * that differs in each message leads to one mail.
 */
function openMails(settings: Settings) {
  const support = supportLine(settings);
  return async (client: PoolClient, { teamId, destination, reason }: Count) => {
    const trx = kyselyWithin(client);
    const link = new URL('/logs?mode=LIVE', settings.publicUrl);
    if (reason === 'ADVERT')
      return mailAdmins(trx, teamId, (mails) =>
        mails.advertHeld({ sender: destination, link: link.href, support }),
      );
    if (reason && (await hasOtherTexts(client, { teamId, destination }))) return;
    if (reason)
      return mailAdmins(trx, teamId, (mails) =>
        mails.textHeld({ found: destination, link: link.href, support }),
      );
    link.searchParams.set('q', `+${destination}`);
    const countries = countriesOf(destination).join(', ');
    const words = countries ? `+${destination} (${countries})` : `+${destination}`;
    return mailAdmins(trx, teamId, (mails) =>
      mails.destinationHeld({ destination: words, link: link.href, support }),
    );
  };
}

/** Caps a count, since held messages are counted too. */
const MOST = 1_000_000_000;

/** Every text with such a sign is held. */
const NONE: Limit = { count: 0, seconds: Number.POSITIVE_INFINITY };

type Key = DestinationKey & Pick<Count, 'reason'>;

/** The keys to which a message counts. A country with several dial codes is one destination. */
function keysOf({ teamId, dialCode, textHold, profile }: Counted): Key[] {
  const text = textHold ? [{ teamId, destination: textHold.key, reason: textHold.reason }] : [];
  return profile.countsDestinations
    ? [...text, { teamId, destination: mainCodeOf(dialCode), reason: null }]
    : text;
}

const isHome = ({ dialCode, profile }: Counted) =>
  dialCode === getCountryCallingCode(profile.region as CountryCode);
