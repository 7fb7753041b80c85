// Reserves window slots on links for messages while accept stores them, so they are submitted right after the
// commit.
import type { Ready, ReserveSlots, Slot } from '../../messages/accept/store.ts';
import type { Links } from '../link.ts';
import type { LinkGroups, RoutedLink } from '../links/groups.ts';
import { wireSender } from '../links/wireSender.ts';
import type { ClaimedMessage } from './queueQueries.ts';
import { type Assigned, assign, release, reserve } from './routing.ts';
import type { WeightedFairQueue } from './weightedFairQueue.ts';

/** `isClear`: whether the last pick found all due messages, and a slot for each. */
type Group = { name: string; routes: RoutedLink[]; linkQueue: WeightedFairQueue<string>; isClear: boolean };

type Parts<Some extends Group> = {
  groups: readonly Some[];
  linkGroups: Pick<LinkGroups, 'hasRules' | 'find'>;
  links: Links;
  leaseMs: number;
  handOver(group: Some, leased: readonly Assigned<ClaimedMessage>[]): void;
  /** A link has a free slot again. */
  linkChanged(): void;
};

/** Opens slot reservations on these links. */
export function openSlots<Some extends Group>({
  groups,
  linkGroups: { hasRules, find },
  links,
  leaseMs,
  handOver,
  linkChanged,
}: Parts<Some>) {
  const reservations = openReservations();

  function slotFor(group: Some, one: Assigned<ClaimedMessage>): Slot {
    reserve(one.to);
    const ended = reservations.begin();
    return {
      linkId: one.to.link.config.id,
      leaseMs,
      submit() {
        handOver(group, [one]);
        ended();
      },
      release() {
        release(one.to);
        ended();
        linkChanged();
      },
    };
  }

  /**
   * Whether a message may take a slot of a group. Accept may have chosen the group by earlier rules; such a
   * message waits until it is moved. So does one whose sender its country may stamp, until dispatch has read
   * and stored what the recipient sees.
   */
  const isOf = (ready: Ready, { name }: Some) =>
    ready.linkGroup === name &&
    wireSender(ready) === ready.sender &&
    (!hasRules || find({ ...ready, country: () => ready.country }) === name);

  /**
   * Reserves slots for messages of groups in which nothing waits. Once a message finds no slot, later ones
   * wait in the queue until a pick has found all due messages.
   */
  const reserveSlots: ReserveSlots = (ready) => {
    const slots = new Map<string, Slot>();
    if (reservations.isOver()) return slots;
    for (const group of groups.filter(({ isClear }) => isClear)) {
      const messages = ready.filter((one) => isOf(one, group)).map(asClaimed);
      const assigned = assign(messages, { routes: group.routes, links, queue: group.linkQueue });
      group.isClear = assigned.length === messages.length;
      for (const one of assigned) slots.set(one.message.id, slotFor(group, one));
    }
    return slots;
  };

  return { reserveSlots, end: reservations.end };
}

/** A message stored with a lease, in the shape of a claimed one: never tried, and already checked. */
function asClaimed(ready: Ready): ClaimedMessage {
  const { id, teamId, projectId, mode, sender, contentClass, recipient, body, linkGroup, traceparent } =
    ready;
  return {
    ...{ id, teamId, projectId, mode, sender, contentClass, recipient, body, linkGroup, traceparent },
    ...{ senderSent: sender, senderBegun: null, senderStored: null, seenOver: () => sender },
    ...{ proof: null, proofOver: () => null, registerCountry: null },
    ...{ registeredIn: null, refusedSender: false },
    ...{ attempts: 0, triedLink: null, begunLink: null },
    ...{ expired: false, validForS: ready.validityMs / 1_000, optedOut: false, cancelled: false },
    ...{ campaignId: null, tlvs: null },
  };
}

/** Counts the slots reserved for messages that are being committed. */
function openReservations() {
  let count = 0;
  let over: PromiseWithResolvers<void> | undefined;
  return {
    isOver: () => over !== undefined,
    /** Returns a function to call when the slot is used or released. */
    begin() {
      count++;
      return () => {
        if (--count === 0) over?.resolve();
      };
    },
    /** Stops reservations, and resolves when none is left. */
    end(): Promise<void> {
      over ??= Promise.withResolvers<void>();
      if (count === 0) over.resolve();
      return over.promise;
    },
  };
}
