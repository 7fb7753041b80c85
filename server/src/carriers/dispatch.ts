// The way out: picks what is due, checks it once more, leases it, submits it over a link and stores what the carrier said.
// A lease is committed before the first byte leaves; an answer is stored before the message leaves the queue.
import type { FailureCode } from '@godwit/contract/statuses';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { type Bell, openBell } from '../bell.ts';
import { transaction } from '../db/pool.ts';
import type { Signals } from '../db/signals.ts';
import { checkCountry } from '../messages/draft.ts';
import { moveMessages } from '../messages/moves.ts';
import { parseRecipient } from '../messages/numbers.ts';
import type { Origins } from '../messages/origin.ts';
import { isRefusal } from '../refusal.ts';
import { openAnswers } from './answers.ts';
import type { LinkGroups, RoutedLink } from './config.ts';
import type { Link } from './link.ts';
import { failUnsent } from './progress.ts';
import { deleteRows, leaseRows, pickWork, type Turn, teamsWithWork, type Work } from './queries.ts';
import { openRest } from './rest.ts';

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

/** One group's share of the work: whose turn it is in each lane, and what its loop waits for. */
type Group = { name: string; routes: RoutedLink[]; turns: Turn[]; work: Bell; room: Bell };

/** Starts dispatching every group of `linkGroups` over `links`. */
export function startDispatch(parts: DispatchParts): Dispatch {
  const { pool, signals, log, links, linkGroups, timings } = parts;
  const answers = openAnswers(pool, log, timings.doubtMs);
  let stopping = false;

  async function dispatchGroup(group: Group) {
    const rest = openRest();
    while (!stopping) {
      const [work, freed] = [group.work.next(), group.room.next()];
      const room = openTier(group.routes, links).reduce((sum, { link }) => sum + link.room(), 0);
      if (room === 0) {
        // Nothing polls while a link is down or full: its next change wakes this group.
        await freed.heard;
        continue;
      }
      const { picked, isAll } = await pickForGroup(parts, group, Math.min(MAX_PICK, room)).catch((error) => {
        log.error({ err: error, group: group.name }, 'could not pick from the queue');
        return { picked: [], isAll: true };
      });
      for (const { work, link } of picked)
        answers.follow(work, link.config.id, (onLate) => link.send(work, onLate));
      if (!isAll) continue;
      await work.within(timings.pollMs);
      await rest();
    }
  }

  const groups = [...linkGroups.groups].map(([name, routes]): Group => {
    const turns = LANES.map((lane) => ({ lane, lastTeam: NO_TEAM }));
    return { name, routes, turns, work: openBell(), room: openBell() };
  });
  const unsubscribe = groups.map(({ name, work }) => signals.on(queueTopic(name), work.ring));
  const loops = groups.map(dispatchGroup);
  const linkChanged = () => {
    for (const { room } of groups) room.ring();
  };

  return {
    linkChanged,
    async stop() {
      stopping = true;
      for (const off of unsubscribe) off();
      for (const { work, room } of groups) {
        work.ring();
        room.ring();
      }
      await Promise.all(loops);
      await answers.drained();
    },
  };
}

/**
 * Picks, checks and leases up to `room` messages of a group, lane by lane; teams take turns inside a lane. `isAll` tells that there
 * was no more to pick.
 */
async function pickForGroup(
  { pool, origins, links, timings }: DispatchParts,
  { name, routes, turns }: Group,
  room: number,
): Promise<{ picked: Assigned[]; isAll: boolean }> {
  const picked: Assigned[] = [];
  let isAll = true;
  const maxTeams = Math.min(MAX_TEAMS, room);
  const waiting = await teamsWithWork(pool, { linkGroup: name, turns, limit: maxTeams });
  for (const [lane, ofLane] of Map.groupBy(waiting, (team) => team.lane)) {
    const limit = room - picked.length;
    if (limit <= 0) return { picked, isAll: false };
    const teams = ofLane.map(({ teamId }) => teamId).slice(0, limit);
    const perTeam = Math.ceil(limit / teams.length);
    const leased = await transaction(pool, async (client) => {
      const work = await pickWork(client, { linkGroup: name, lane, teams, perTeam, limit });
      const { good, failed } = await checkAgain(work, origins);
      await failBeforeSubmit(client, failed);
      const assigned = assign(good, routes, links);
      const mayBeMore = teams.length === maxTeams || work.length >= perTeam || assigned.length < good.length;
      // Rows that others hold at the moment are looked for later.
      if (work.length > 0 && mayBeMore) isAll = false;
      return lease(client, assigned, timings.leaseMs);
    });
    turns.find((turn) => turn.lane === lane)!.lastTeam = teams.at(-1)!;
    picked.push(...leased);
  }
  return { picked, isAll };
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
  if (work.cancelled) return 'CANCELLED';
  if (work.optedOut) return 'OPTED_OUT';
  const origin = await origins(work.projectId);
  if (origin?.archived) return 'ARCHIVED';
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
    await failUnsent(
      client,
      code,
      failed.filter((f) => f.code === code).map(({ work }) => work),
    );
  }
}

async function lease(client: PoolClient, assigned: Assigned[], leaseMs: number): Promise<Assigned[]> {
  if (assigned.length === 0) return [];
  for (const [linkId, ofLink] of Map.groupBy(assigned, ({ link }) => link.config.id)) {
    const ids = ofLink.map(({ work }) => work.id);
    await leaseRows(client, linkId, ids, leaseMs);
  }
  const moved = new Set(
    await moveMessages(
      client,
      'submitting',
      assigned.map(({ work }) => work),
    ),
  );
  return assigned.filter(({ work }) => moved.has(work.id));
}
