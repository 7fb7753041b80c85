// Shares a carrier contract among sending processes. Each process renews a lease on its part of every link's
// sessions and rate.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../../db/signals.ts';
import { startLoop } from '../../jobs/loop.ts';
import type { JudgedLink, Link } from '../link.ts';
import { deleteShares, type GrantedShare, type LinkShare, renewShares } from './queries.ts';

/**
 * Length of a lease by the database's clock, after which other processes take over the share. The holder
 * counts from before its request, so its own count always ends first.
 */
const LEASE_MS = 4_000;
/**
 * Messages are written for this long after a renewal. The carrier can then answer messages in flight until
 * the cut.
 */
const WRITE_MS = 3_000;
const CUT_MS = 3_750;
const RENEW_EVERY_MS = 1_000;
/** Delay before a process checks again after another process's lease has ended. */
const AFTER_END_MS = 10;
/**
 * A process without a bound session for this long gives up its share for a while, if another process sends
 * over the link.
 */
const UNBOUND_MS = 10_000;
const YIELD_MS = 60_000;
/** Signals on this topic make processes look for shares that were given back. */
const SHARES_TOPIC = 'link-shares';

type Parts = {
  pool: Pool;
  signals: Pick<Signals, 'on' | 'send'>;
  log: Logger;
  processId: string;
  /** The links in use, and those that are closing. */
  links(): { working: Iterable<JudgedLink>; closing: Iterable<JudgedLink> };
};

export type LinkShares = {
  /** Gives back the share of a closed link. */
  closed(linkId: string): Promise<void>;
  /** Called when a session that other processes wait for has closed. */
  givenBack(): void;
  /** Stops renewing. Call it after all links have closed. */
  stop(): Promise<void>;
};

/** Starts renewing the shares of this process. */
export function startLinkShares({ pool, signals, log, processId, links }: Parts): LinkShares {
  const patience = openPatience();
  let round = 0;
  let cut: NodeJS.Timeout | undefined;
  /** The last report, to detect what was given back since. */
  let before = new Map<string, LinkShare>();

  function current() {
    const { working, closing } = links();
    const all = [
      ...[...working].map((one) => [one, true] as const),
      ...[...closing].map((one) => [one, false] as const),
    ];
    return all.filter(([{ link }]) => link.config.isContract);
  }

  const loop = startLoop({
    name: 'sharing the links with other processes',
    log,
    everyMs: RENEW_EVERY_MS,
    wakeOn: { signals, topic: SHARES_TOPIC },
    async round() {
      const ours = current();
      if (ours.length === 0) return undefined;
      const askedAt = performance.now();
      const shares = ours.map(([judged, isWanted]) =>
        shareOf(judged, isWanted && patience.wants(judged.link)),
      );
      const granted = await renewShares(pool, { processId, round: ++round, leaseMs: LEASE_MS, shares });
      if (shares.some((share) => isLess(share, before.get(share.id)))) signals.send(SHARES_TOPIC);
      before = new Map(shares.map((share) => [share.id, share]));
      clearTimeout(cut);
      cut = setTimeout(lapse, Math.max(0, askedAt + CUT_MS - performance.now()));
      const waits = ours.map(([{ link }]) => take(link, granted.get(link.config.id)!, askedAt + WRITE_MS));
      return Math.min(RENEW_EVERY_MS, ...waits);
    },
  });

  function lapse() {
    log.warn(
      'the contract shares of the links could not be renewed in time; their sessions stay closed until they are',
    );
    for (const [{ link }] of current()) link.lapse();
  }

  return {
    async closed(linkId) {
      if (!before.delete(linkId)) return;
      await giveBack([linkId]);
    },
    givenBack: loop.wake,
    async stop() {
      await loop.stop();
      clearTimeout(cut);
      if (before.size > 0) await giveBack([...before.keys()]);
    },
  };

  /** If the report fails, the share becomes free when its lease ends. */
  async function giveBack(ids: string[]) {
    await deleteShares(pool, processId, ids).then(
      () => signals.send(SHARES_TOPIC),
      (err) =>
        log.warn(
          { err, links: ids },
          'the contract shares of these links become free only when their leases end, in a few seconds',
        ),
    );
  }
}

/** Applies a granted share to its link. Returns the milliseconds until the next renewal has anything new. */
function take(link: Link, { next_ms, works_elsewhere, sessions, throughput }: GrantedShare, untilMs: number) {
  const held = link.held();
  link.setShare({ sessions, throughput, worksElsewhere: works_elsewhere, untilMs });
  // Report a lower rate at once, because other processes wait for it.
  if (link.held().throughput < held.throughput) return 0;
  return next_ms === null ? Infinity : Math.max(0, next_ms) + AFTER_END_MS;
}

const isLess = (now: LinkShare, before: LinkShare | undefined) =>
  before !== undefined &&
  (now.held_sessions < before.held_sessions || now.held_throughput < before.held_throughput);

function shareOf({ link, health }: JudgedLink, wants: boolean): LinkShare {
  const { id, sessions, throughput } = link.config;
  const held = link.held();
  const works = link.bound() && health.state() !== 'CLOSED';
  return {
    ...{ id, sessions, throughput, works, wants },
    ...{ held_sessions: held.sessions, held_throughput: held.throughput },
  };
}

/**
 * Decides whether this process wants its share. If it cannot reach the carrier, it leaves the share to
 * processes that can.
 */
function openPatience() {
  const since = new Map<string, { boundAt: number; yieldsUntil: number }>();
  return {
    wants(link: Link): boolean {
      const now = performance.now();
      const known = since.get(link.config.id) ?? { boundAt: now, yieldsUntil: 0 };
      since.set(link.config.id, known);
      if (now < known.yieldsUntil) return false;
      if (link.bound() || link.held().sessions === 0) known.boundAt = now;
      if (now - known.boundAt < UNBOUND_MS || !link.worksElsewhere()) return true;
      known.boundAt = now + YIELD_MS;
      known.yieldsUntil = now + YIELD_MS;
      return false;
    },
  };
}
