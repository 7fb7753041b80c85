// Which link takes which message: the lowest tier that can take anything, inside it by weight and health, and never back to the
// link that has just not taken it while another can.
import type { RoutedLink } from './config.ts';
import type { Health } from './health.ts';
import type { Link } from './link.ts';
import type { Shares } from './shares.ts';

/** A link and how far it can be trusted; `reserved` messages are assigned to it and not handed over yet. */
export type Judged = { link: Link; health: Health; reserved: number };
export type Links = ReadonlyMap<string, Judged>;

/** A message and the link that is to take it. */
export type Assigned<Work> = { work: Work; to: Judged };

type Open = { key: string; judged: Judged; tier: number; weight: number; capacity: number };

/**
 * How many messages these routes take at this moment: the capacity of the lowest tier that has any. Links that are only probed do not count as
 * that: the next tier is open beside them.
 */
export function capacityOf(routes: readonly RoutedLink[], links: Links): number {
  const open = openLinks(routes, links);
  const works = open.filter(({ judged }) => judged.health.state() !== 'PROBING');
  const lowest = Math.min(...works.map(({ tier }) => tier));
  return open.filter(({ tier }) => tier <= lowest).reduce((sum, { capacity }) => sum + capacity, 0);
}

/** Whether a link of these routes other than this one can take a message now. */
export function hasOther(routes: readonly RoutedLink[], links: Links, linkId: string): boolean {
  return openLinks(routes, links).some(({ key }) => key !== linkId);
}

/** Whether a link of these routes other than this one is open, however full it is. */
export function isBesideOpen(routes: readonly RoutedLink[], links: Links, linkId: string): boolean {
  return routes.some(({ linkId: id }) => {
    const other = id === linkId ? undefined : links.get(id);
    return other?.link.bound() && ['OPEN', 'LOWERED'].includes(other.health.state());
  });
}

type Tried = { triedLink: string | null; begunLink: string | null };

/**
 * Whether the other parts of a message wait for the link that has some of its parts: another one may cut it differently, and would send all of
 * it again. It does as long as that link works, however full or slow it is.
 */
export function staysWith({ begunLink }: Tried, routes: readonly RoutedLink[], links: Links): boolean {
  const judged =
    begunLink !== null && routes.some(({ linkId }) => linkId === begunLink) && links.get(begunLink);
  return judged ? judged.link.bound() && judged.health.state() !== 'CLOSED' : false;
}

/**
 * Spreads messages over the open links, none beyond its capacity; what finds none is left out. `triedLink` is the link that had the
 * message last, `begunLink` the one that has parts of it, null for none; `shares` what each link of these routes had so far.
 */
export function assign<Work extends Tried>(
  works: readonly Work[],
  { routes, links, shares }: { routes: readonly RoutedLink[]; links: Links; shares: Shares<string> },
): Assigned<Work>[] {
  const all = openLinks(routes, links);
  return works.flatMap((work) => {
    const free = all.filter(({ capacity }) => capacity > 0);
    const untried = free.filter(({ key }) => key !== work.triedLink);
    const candidates = staysWith(work, routes, links)
      ? free.filter(({ key }) => key === work.begunLink)
      : lowestTier(untried.length > 0 ? untried : free);
    if (candidates.length === 0) return [];
    const next = shares.next(candidates);
    next.capacity--;
    return [{ work, to: next.judged }];
  });
}

function openLinks(routes: readonly RoutedLink[], links: Links): Open[] {
  return routes.flatMap(({ linkId, tier, weight }) => {
    const judged = links.get(linkId);
    if (!judged?.link.bound()) return [];
    const capacity = Math.min(judged.link.capacity() - judged.reserved, judged.health.capacity());
    return capacity > 0
      ? [{ key: linkId, judged, tier, weight: weight * judged.health.share(), capacity }]
      : [];
  });
}

function lowestTier(open: Open[]): Open[] {
  const lowest = Math.min(...open.map(({ tier }) => tier));
  return open.filter(({ tier }) => tier === lowest);
}

/** Takes up a place on a link for a message that is not handed over yet. */
export function reserve(to: Judged) {
  to.reserved++;
  to.health.took();
}

/** Gives the place back: the message is not handed over. */
export function release(to: Judged) {
  to.reserved--;
  to.health.settled(null);
}
