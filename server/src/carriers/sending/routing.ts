// Chooses the link for each message: the lowest tier with capacity, within it by weight and health. A message
// returns to a link that has just not taken it only if no other can.
import { type ContentClass, isPromotional } from '@godwit/contract/contentClass';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import type { JudgedLink, Links } from '../link.ts';
import { hasFixedSender, isSafeToRepeat, telcoOf } from '../links/config.ts';
import type { RoutedLink } from '../links/groups.ts';
import { BEGUN, wireSender } from '../links/wireSender.ts';
import { isSplitAlike } from './partProgress.ts';
import type { ClaimedMessage } from './queueQueries.ts';
import type { WeightedFairQueue } from './weightedFairQueue.ts';

/** A message and the link assigned to it. */
export type Assigned<Message> = { message: Message; to: JudgedLink };

type Open = { key: string; judged: JudgedLink; tier: number; weight: number; capacity: number };

/**
 * How many messages these routes take now: the capacity of the lowest tier that has any.
 * A link that is only probed does not count as available, so the next tier is open beside it.
 */
export function capacityOf(routes: readonly RoutedLink[], links: Links): number {
  const open = openLinks(routes, links);
  const reliable = open.filter(({ judged }) => judged.health.state() !== 'PROBING');
  const lowest = Math.min(...reliable.map(({ tier }) => tier));
  return open.filter(({ tier }) => tier <= lowest).reduce((sum, { capacity }) => sum + capacity, 0);
}

/** Whether another link of these routes can take a message now. */
export function hasOther(routes: readonly RoutedLink[], links: Links, linkId: string): boolean {
  return openLinks(routes, links).some(({ key }) => key !== linkId);
}

/** Whether another link of these routes is open, even if full. */
export function isBesideOpen(routes: readonly RoutedLink[], links: Links, linkId: string): boolean {
  return routes.some(({ linkId: id }) => {
    const other = id === linkId ? undefined : links.get(id);
    return other?.link.bound() && ['OPEN', 'LOWERED'].includes(other.health.state());
  });
}

type Tried = {
  triedLink: string | null;
  begunLink: string | null;
  /** How often it was written without an answer. */
  attempts?: number;
  contentClass?: ContentClass;
};

/** A message's own sender, and what decides the one that recipients see: see `ClaimedMessage`. */
type Named = Pick<ClaimedMessage, 'sender' | 'senderBegun' | 'registeredIn' | 'seenOver'>;

/**
 * The link that a message is kept for: the one that has some of its parts, because another link may split it
 * differently and would send all of it again; or the one that may have taken it and recognises a repeat.
 */
function keptFor({ begunLink, triedLink, attempts = 0 }: Tried, links: Links): string | null {
  if (begunLink !== null || triedLink === null || attempts === 0) return begunLink;
  return isSafeToRepeat(links.get(triedLink)?.link.config) ? triedLink : null;
}

/**
 * Whether a message waits for the link that it is kept for. True while that link works, here or in another
 * process, even if it is full or slow. A promotional message that the link may have taken also waits while it
 * does not work, because a second copy is worse than none.
 */
export function staysWith(message: Tried, routes: readonly RoutedLink[], links: Links): boolean {
  const kept = keptFor(message, links);
  const judged = kept !== null && routes.some(({ linkId }) => linkId === kept) && links.get(kept);
  if (!judged) return false;
  if (message.contentClass && isPromotional(message.contentClass) && message.begunLink === null) return true;
  return judged.link.elsewhere() || (judged.link.bound() && judged.health.state() !== 'CLOSED');
}

const configsOf = (routes: readonly RoutedLink[], links: Links) =>
  routes.map(({ linkId }) => links.get(linkId)?.link.config);

/**
 * The telcos of the links of these routes that show senders; null for links that name none. Only these links
 * carry messages whose sender a register decides.
 */
export const telcosOf = (routes: readonly RoutedLink[], links: Links): (string | null)[] => [
  ...new Set(
    configsOf(routes, links)
      .filter((config) => !hasFixedSender(config))
      .map(telcoOf),
  ),
];

/** Whether a message may not go over some of the links, so that it waits for others. */
export const waitsForTelco = (
  { registeredIn, seenOver }: Named,
  routes: readonly RoutedLink[],
  links: Links,
): boolean =>
  (registeredIn !== null && configsOf(routes, links).some(hasFixedSender)) ||
  telcosOf(routes, links).some((telco) => seenOver(telco) === null);

type Begun = Pick<ClaimedMessage, 'senderBegun' | 'begunLink'>;
type To = Pick<JudgedLink, 'link'>;

/**
 * The sender with which a link of the same telco that splits texts alike has taken parts. It stays, because
 * phones join the parts. Null if the sender is decided again: a link that splits differently or shows another
 * sender sends the whole message.
 */
function keptSender({ senderBegun, begunLink }: Begun, { link }: To, links: Links): string | null {
  if (senderBegun === null || begunLink === null) return null;
  const begun = links.get(begunLink)?.link.config;
  return isSplitAlike(begun, link.config) && telcoOf(begun) === telcoOf(link.config) ? senderBegun : null;
}

/**
 * The sender that recipients see if this link sends the message; null if it must not send it. A link with a
 * fixed sender shows its own to everybody, so it carries nothing that a register decides.
 */
export function senderOver(message: Named & Begun, to: To, links: Links): string | null {
  if (message.registeredIn !== null && hasFixedSender(to.link.config)) return null;
  return keptSender(message, to, links) ?? message.seenOver(telcoOf(to.link.config));
}

/** Decides the sender of a message that a link sends, with its proof, as the link will write it. */
export function decideSender(message: ClaimedMessage, to: To, links: Links): void {
  const isKept = keptSender(message, to, links) !== null;
  const sender = senderOver(message, to, links) ?? message.sender;
  message.proof = isKept ? BEGUN : message.proofOver(telcoOf(to.link.config));
  message.senderSent = wireSender({ ...message, sender });
}

/**
 * The open links over which recipients see the message's own sender. If there are none: those over which they
 * see its substitute; if there are none of these either, all.
 */
function shownFirst(message: Tried & Named, open: readonly Open[], links: Links): readonly Open[] {
  const seen = open.map((one) => ({ one, as: senderOver(message, one.judged, links) }));
  const own = seen.filter(({ as }) => as === message.sender);
  const shown = own.length > 0 ? own : seen.filter(({ as }) => as !== UNVERIFIED_SENDER);
  return shown.length > 0 ? shown.map(({ one }) => one) : open;
}

/**
 * Spreads messages over the open links within their capacity, and leaves out those that find none.
 * `triedLink`: the link that had the message last; `begunLink`: the one that has parts of it; both null for
 * none. See `keptFor`.
 * `queue`: the routes' shares so far. `isBegun`: see `Link.capacity`.
 */
export function assign<Message extends Tried & Named>(
  messages: readonly Message[],
  {
    routes,
    links,
    queue,
    isBegun,
  }: { routes: readonly RoutedLink[]; links: Links; queue: WeightedFairQueue<string>; isBegun?: boolean },
): Assigned<Message>[] {
  const all = openLinks(routes, links, isBegun);
  return messages.flatMap((message) => {
    const free = all.filter(
      ({ capacity, judged }) => capacity > 0 && senderOver(message, judged, links) !== null,
    );
    const untried = free.filter(({ key }) => key !== message.triedLink);
    const candidates = staysWith(message, routes, links)
      ? free.filter(({ key }) => key === keptFor(message, links))
      : lowestTier(shownFirst(message, untried.length > 0 ? untried : free, links));
    if (candidates.length === 0) return [];
    const next = queue.next(candidates);
    next.capacity--;
    return [{ message, to: next.judged }];
  });
}

/**
 * A link that works only in another process still keeps higher tiers closed here, because that process sends
 * its messages.
 */
function openLinks(routes: readonly RoutedLink[], links: Links, isBegun = false): Open[] {
  const elsewhere = routes.filter(({ linkId }) => links.get(linkId)?.link.elsewhere());
  const last = Math.min(...elsewhere.map(({ tier }) => tier));
  return routes.flatMap(({ linkId, tier, weight }) => {
    const judged = links.get(linkId);
    if (tier > last || !judged?.link.bound()) return [];
    const capacity = Math.min(judged.link.capacity(isBegun) - judged.reserved, judged.health.capacity());
    return capacity > 0
      ? [{ key: linkId, judged, tier, weight: weight * judged.health.share(), capacity }]
      : [];
  });
}

function lowestTier(open: readonly Open[]): readonly Open[] {
  const lowest = Math.min(...open.map(({ tier }) => tier));
  return open.filter(({ tier }) => tier === lowest);
}

/** Takes a slot on a link for a message that is not handed over yet. */
export function reserve(to: JudgedLink) {
  to.reserved++;
  to.health.took();
}

/** Returns the slot: the message is not handed over. */
export function release(to: JudgedLink) {
  to.reserved--;
  to.health.settled(null);
}
