// The way out: picks what is due, checks it once more, leases it, submits it over a link and stores what the carrier said.
// A lease is committed before the first byte leaves; an answer is stored before the message leaves the queue.
import type { FailureCode } from '@godwit/contract/statuses';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import type { Signals } from '../db/signals.ts';
import { checkCountry } from '../messages/draft.ts';
import { failMessages, moveMessages } from '../messages/moves.ts';
import { parseRecipient } from '../messages/numbers.ts';
import type { Origins } from '../messages/origin.ts';
import { isRefusal } from '../refusal.ts';
import { type Answer, storeAnswers } from './answers.ts';
import type { LinkGroups, RoutedLink } from './config.ts';
import type { Link } from './link.ts';
import { deleteRows, leaseRows, pickWork, teamsWithWork, type Work } from './queries.ts';

/** How long things take before someone else looks after them. */
export type Timings = {
  /** A claimed message whose lease runs out is in doubt: longer than a message in many parts takes to be answered. */
  leaseMs: number;
  doubtMs: number;
  responseTimeoutMs: number;
  pollMs: number;
  recoverEveryMs: number;
  /** How often links tell how they do, and hear whether staff paused them. */
  tellEveryMs: number;
};
export const TIMINGS: Timings = {
  leaseMs: 30_000,
  doubtMs: 60_000,
  responseTimeoutMs: 10_000,
  pollMs: 250,
  recoverEveryMs: 5_000,
  tellEveryMs: 1_000,
};

export type Dispatch = {
  /** A link may have room again: wakes the groups it serves. */
  linkChanged(): void;
  /** Stops picking and waits for what is under way to be answered and stored. */
  stop(): Promise<void>;
};

type Assigned = { work: Work; link: Link };
type Failed = { work: Work; code: FailureCode };

const LANES = [0, 1];
const NO_TEAM = '00000000-0000-0000-0000-000000000000';
const MAX_PICK = 500;
const MAX_TEAMS = 64;
const MAX_ANSWERS = 1_000;

/** The topic that tells a link group's senders of new work. */
export const queueTopic = (linkGroup: string) => `queue:${linkGroup}`;

type DispatchParts = {
  pool: Pool;
  signals: Signals;
  origins: Origins;
  log: Logger;
  links: ReadonlyMap<string, Link>;
  linkGroups: LinkGroups;
  timings: Timings;
};

/** One group's share of the work: whose turn it is in each lane. */
type Group = { name: string; routes: RoutedLink[]; turns: { lane: number; lastTeam: string }[] };

/** Starts dispatching every group of `linkGroups` over `links`. */
export function startDispatch(parts: DispatchParts): Dispatch {
  const { pool, signals, log, links, linkGroups, timings } = parts;
  const answers = groupCommit<Answer, null>((batch) => storeAnswers(pool, batch, timings.doubtMs), {
    maxBatch: MAX_ANSWERS,
    concurrency: 1,
  });
  const underWay = new Set<Promise<void>>();
  const wakers = new Map<string, () => void>();
  let stopping = false;

  async function submit({ work, link }: Assigned) {
    try {
      await answers.add({ work, linkId: link.config.id, outcome: await link.send(work) });
    } catch (error) {
      // The lease runs out and recovery takes the message up: it may have been written.
      log.error({ err: error, message: work.id }, 'could not store what became of a message');
    }
  }

  async function dispatchGroup(group: Group) {
    while (!stopping) {
      const wake = nextWake(wakers, group.name);
      const room = openTier(group.routes, links).reduce((sum, { link }) => sum + link.room(), 0);
      if (room === 0) {
        // Nothing polls while a link is down or full: its next change wakes this group.
        await wake.promise;
        continue;
      }
      const picked = await pickForGroup(parts, group, Math.min(MAX_PICK, room)).catch((error) => {
        log.error({ err: error, group: group.name }, 'could not pick from the queue');
        return [];
      });
      for (const assigned of picked) {
        const sending = submit(assigned).finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      if (picked.length === 0) await wake.within(timings.pollMs);
    }
  }

  const loops = [...linkGroups.groups].map(([name, routes]) =>
    dispatchGroup({ name, routes, turns: LANES.map((lane) => ({ lane, lastTeam: NO_TEAM })) }),
  );
  const unsubscribe = [...linkGroups.groups.keys()].map((name) =>
    signals.on(queueTopic(name), () => wakers.get(name)?.()),
  );
  const linkChanged = () => {
    for (const wake of wakers.values()) wake();
  };

  return {
    linkChanged,
    async stop() {
      stopping = true;
      for (const off of unsubscribe) off();
      linkChanged();
      await Promise.all(loops);
      await Promise.all(underWay);
      await answers.drained();
    },
  };
}

/** Picks, checks and leases up to `room` messages of a group, lane by lane; teams take turns inside a lane. */
async function pickForGroup(
  { pool, origins, links, timings }: DispatchParts,
  { name, routes, turns }: Group,
  room: number,
): Promise<Assigned[]> {
  const picked: Assigned[] = [];
  for (const turn of turns) {
    const limit = room - picked.length;
    if (limit <= 0) break;
    const teams = await teamsWithWork(pool, { linkGroup: name, ...turn, limit: Math.min(MAX_TEAMS, limit) });
    if (teams.length === 0) continue;
    const leased = await transaction(pool, async (client) => {
      const perTeam = Math.ceil(limit / teams.length);
      const work = await pickWork(client, { linkGroup: name, lane: turn.lane, teams, perTeam, limit });
      const { good, failed } = await checkAgain(work, origins);
      await failBeforeSubmit(client, failed);
      return lease(client, assign(good, routes, links), timings.leaseMs);
    });
    turn.lastTeam = teams.at(-1)!;
    picked.push(...leased);
  }
  return picked;
}

/** The wake-up a group waits for next; made before it looks for work, so that none is missed in between. */
function nextWake(wakers: Map<string, () => void>, name: string) {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  wakers.set(name, resolve);
  return {
    promise,
    async within(ms: number) {
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
  };
}

/** The links of the lowest tier that has one with room; higher tiers only carry what the lower ones cannot take. */
function openTier(routes: RoutedLink[], links: ReadonlyMap<string, Link>): { link: Link; weight: number }[] {
  const open = routes.flatMap(({ linkId, tier, weight }) => {
    const link = links.get(linkId);
    return link?.bound() && link.room() > 0 ? [{ link, tier, weight }] : [];
  });
  const lowest = Math.min(...open.map(({ tier }) => tier));
  return open.filter(({ tier }) => tier === lowest);
}

/** Spreads messages over the open links by weight, none beyond its room; what finds no room stays queued. */
function assign(work: Work[], routes: RoutedLink[], links: ReadonlyMap<string, Link>): Assigned[] {
  const open = openTier(routes, links).map(({ link, weight }) => ({
    link,
    weight,
    room: link.room(),
    given: 0,
  }));
  return work.flatMap((message) => {
    const candidates = open.filter(({ room, given }) => given < room);
    if (candidates.length === 0) return [];
    // The link that is furthest behind its share.
    const next = candidates.reduce((a, b) => (b.given / b.weight < a.given / a.weight ? b : a));
    next.given++;
    return [{ work: message, link: next.link }];
  });
}

/** Asks again what may have changed since a message was accepted; scheduled ones may have waited for months. */
async function checkAgain(work: Work[], origins: Origins): Promise<{ good: Work[]; failed: Failed[] }> {
  const good: Work[] = [];
  const failed: Failed[] = [];
  for (const message of work) {
    const code = await reasonToFail(message, origins);
    if (code) failed.push({ work: message, code });
    else good.push(message);
  }
  return { good, failed };
}

async function reasonToFail(work: Work, origins: Origins): Promise<FailureCode | null> {
  if (work.expired) return 'EXPIRED';
  const origin = await origins(work.projectId);
  if (work.mode === 'LIVE' && !origin?.verified) return 'UNVERIFIED';
  if (!origin || origin.blockedCodes.size === 0) return null;
  const recipient = parseRecipient(work.recipient);
  return !isRefusal(recipient) && checkCountry(origin, recipient) ? 'BLOCKED' : null;
}

async function failBeforeSubmit(client: PoolClient, failed: Failed[]) {
  if (failed.length === 0) return;
  await deleteRows(
    client,
    failed.map(({ work }) => work.id),
  );
  for (const code of new Set(failed.map((f) => f.code))) {
    await failMessages(
      client,
      code,
      failed.filter((f) => f.code === code).map(({ work }) => work),
    );
  }
}

async function lease(client: PoolClient, assigned: Assigned[], leaseMs: number): Promise<Assigned[]> {
  if (assigned.length === 0) return [];
  await leaseRows(
    client,
    assigned.map(({ work, link }) => ({ id: work.id, linkId: link.config.id })),
    leaseMs,
  );
  const moved = new Set(
    await moveMessages(
      client,
      'submitting',
      assigned.map(({ work }) => work),
    ),
  );
  return assigned.filter(({ work }) => moved.has(work.id));
}
