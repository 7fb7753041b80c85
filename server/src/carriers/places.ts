// Places on links that are kept for messages while accept stores them, so that they go out as soon as that is committed.
import type { KeepPlaces, Place, Ready } from '../messages/accept.ts';
import type { RoutedLink } from './config.ts';
import type { Work } from './queries.ts';
import { type Assigned, assign, type Links, release, reserve } from './routing.ts';
import type { Shares } from './shares.ts';

/** `isClear`: whether the last look at its queue found all that was due, and room for it. */
type Group = { name: string; routes: RoutedLink[]; shares: { links: Shares<string> }; isClear: boolean };

type Parts<Some extends Group> = {
  groups: readonly Some[];
  links: Links;
  leaseMs: number;
  handOver(group: Some, leased: readonly Assigned<Work>[]): void;
  /** A link has a place again. */
  linkChanged(): void;
};

/** Opens the keeping of places on these links. */
export function openPlaces<Some extends Group>({
  groups,
  links,
  leaseMs,
  handOver,
  linkChanged,
}: Parts<Some>) {
  const kept = openKept();

  function placeOf(group: Some, one: Assigned<Work>): Place {
    reserve(one.to);
    const ended = kept.begin();
    return {
      linkId: one.to.link.config.id,
      leaseMs,
      go() {
        handOver(group, [one]);
        ended();
      },
      giveBack() {
        release(one.to);
        ended();
        linkChanged();
      },
    };
  }

  /** Keeps places for what of these has a link in a group in which nothing waits. What finds none has the queue looked at before more go at once. */
  const keep: KeepPlaces = (ready) => {
    const places = new Map<string, Place>();
    if (kept.isOver()) return places;
    for (const group of groups.filter(({ isClear }) => isClear)) {
      const works = ready.filter(({ linkGroup }) => linkGroup === group.name).map(asWork);
      const assigned = assign(works, { routes: group.routes, links, shares: group.shares.links });
      group.isClear = assigned.length === works.length;
      for (const one of assigned) places.set(one.work.id, placeOf(group, one));
    }
    return places;
  };

  return { keep, end: kept.end };
}

/** A message that is stored as leased, as one that was picked; nothing has been tried, and all has been checked. */
function asWork(ready: Ready): Work {
  const { id, teamId, projectId, mode, sender, promotional, recipient, body, traceParent } = ready;
  return {
    ...{ id, teamId, projectId, mode, sender, promotional, recipient, body, traceParent },
    ...{ attempts: 0, triedLink: null, begunLink: null },
    ...{ expired: false, validForS: ready.validityMs / 1_000, optedOut: false, cancelled: false },
  };
}

/** Counts the places that are kept for what is being committed. */
function openKept() {
  let count = 0;
  let over: PromiseWithResolvers<void> | undefined;
  return {
    isOver: () => over !== undefined,
    /** Returns what to call when the place is used or given back. */
    begin() {
      count++;
      return () => {
        if (--count === 0) over?.resolve();
      };
    },
    /** Keeps no more, and resolves when none is kept. */
    end(): Promise<void> {
      over ??= Promise.withResolvers<void>();
      if (count === 0) over.resolve();
      return over.promise;
    },
  };
}
