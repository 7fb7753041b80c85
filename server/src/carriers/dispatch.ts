// The way out: picks what is due, checks it once more, leases it, submits it over a link and stores what the carrier said.
// A lease is committed before the first byte leaves; an answer is stored before the message leaves the queue.
import { setImmediate } from 'node:timers/promises';
import type { FailureCode } from '@godwit/contract/statuses';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../db/pool.ts';
import type { Signals } from '../db/signals.ts';
import { FIRST_ID, instantOf } from '../ids.ts';
import { openMinimumInterval } from '../jobs/interval.ts';
import { startLoop } from '../jobs/loop.ts';
import { checkCountry } from '../messages/draft.ts';
import { queueTopic } from '../messages/open.ts';
import type { SendingProfiles } from '../messages/sendingProfile.ts';
import { applyTransitions } from '../messages/transitions.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal } from '../refusal.ts';
import { isTraced, noteSpan, SpanKind, traced } from '../tracing.ts';
import { type Answer, openAnswers } from './answers.ts';
import type { LinkGroups, RoutedLink } from './config.ts';
import type { SendEvents, SendOutcome } from './parts.ts';
import { openPlaces } from './places.ts';
import { unsentFailures } from './progress.ts';
import {
  deleteRows,
  leaseRows,
  pickWork,
  postponeRows,
  type Turn,
  teamsWithWork,
  type Waiting,
  type Work,
} from './queries.ts';
import {
  type Assigned,
  assign,
  capacityOf,
  hasOther,
  isBesideOpen,
  type Judged,
  type Links,
  release,
  reserve,
  staysWith,
} from './routing.ts';
import { openShares, type Shares } from './shares.ts';

/** How long things take before recovery looks after them, and how often loops look. */
export const TIMINGS = {
  /** A claimed message whose lease runs out is in doubt: longer than a message in many parts takes to be answered. */
  leaseMs: 30_000,
  doubtMs: 60_000,
  responseTimeoutMs: 10_000,
  pollMs: 250,
  recoverEveryMs: 5_000,
  /** How often a process reports how its links do, and reads which of them staff paused. */
  reportEveryMs: 1_000,
  /** What has waited for a place of its link for so long is checked again: an opt-out has its effect within a second. */
  checkedForMs: 500,
};
export type Timings = typeof TIMINGS;

type Failed = Work & { code: FailureCode };
const worksOf = (assigned: readonly Assigned<Work>[]) => assigned.map(({ work }) => work);

/** API and console messages, then campaigns': three to one where both wait. */
const PRIORITIES = [
  { priority: 0, weight: 3 },
  { priority: 1, weight: 1 },
];
/** A campaign whose messages have waited for so long has as large a share as what is sent one by one. */
const AGED_MS = 600_000;
/** How soon the other parts of a message look again for capacity on its link. */
const HELD_MS = 200;
const MAX_PICK = 500;
const MAX_TEAMS = 64;

type DispatchParts = {
  pool: Pool;
  signals: Signals;
  sendingProfiles: SendingProfiles;
  log: Logger;
  links: Links;
  linkGroups: LinkGroups;
  timings: Timings;
  storeAnswer(answer: Answer): Promise<void>;
};

/** One group's share of the work: whose turn it is in each priority, what priorities and links had so far, whether its loop waits for capacity. */
type Group = {
  name: string;
  routes: RoutedLink[];
  turns: Turn[];
  shares: { priorities: Shares<number>; links: Shares<string> };
  isFull: boolean;
  /** Whether the last look at the queue found all that was due, and room for it. */
  isClear: boolean;
};

/** Starts dispatching every group of `linkGroups` over `links`. */
export function startDispatch(parts: DispatchParts) {
  const { signals, log, links, linkGroups, timings, storeAnswer } = parts;
  const answers = openAnswers(storeAnswer, log);

  const handOver = (group: Group, leased: readonly Assigned<Work>[]) => {
    for (const { work, to } of leased)
      answers.follow(work, to.link.config.id, (events) => submit({ work, to }, group, links, events));
  };

  const begin = (group: Group) => {
    const minimumInterval = openMinimumInterval();
    return startLoop({
      name: `dispatching ${group.name}`,
      log,
      everyMs: timings.pollMs,
      wakeOn: { signals, topic: queueTopic(group.name) },
      async round() {
        const capacity = capacityOf(group.routes, links);
        group.isFull = capacity === 0;
        if (group.isFull) group.isClear = false;
        // Nothing polls while a link is down or full: its next change wakes this group.
        if (group.isFull) return Infinity;
        const { isAll, leased } = await pickForGroup(parts, group, Math.min(MAX_PICK, capacity), (some) =>
          handOver(group, some),
        ).catch((error) => {
          group.isClear = false;
          throw error;
        });
        group.isClear = isAll;
        // What was handed over takes up its capacity within this turn of the event loop.
        await setImmediate();
        if (!isAll) return 0;
        await minimumInterval(leased);
        return timings.pollMs;
      },
    });
  };

  const groups = [...linkGroups.groups].map(([name, routes]): Group => {
    const turns = PRIORITIES.map(({ priority }) => ({ priority, lastTeam: FIRST_ID }));
    const shares = { priorities: openShares<number>(), links: openShares<string>() };
    return { name, routes, turns, shares, isFull: false, isClear: false };
  });
  const loops = groups.map((group) => ({ group, loop: begin(group) }));

  /** A link may have capacity again: wakes the groups that wait for some. */
  function linkChanged() {
    for (const { group, loop } of loops) if (group.isFull) loop.wake();
  }

  const places = openPlaces({ groups, links, leaseMs: timings.leaseMs, handOver, linkChanged });

  return {
    linkChanged,
    /** Keeps places on links for messages that are about to be stored. */
    keepPlaces: places.keep,
    /** Stops picking, and keeping places. */
    async stop() {
      await Promise.all([places.end(), ...loops.map(({ loop }) => loop.stop())]);
    },
    /** Resolves when what was picked is answered, or given up, and stored. */
    drained: answers.drained,
  };
}

/** Hands a message over and returns what became of it; `events` are called for what comes before and after. */
async function submit(
  { work, to }: Assigned<Work>,
  { routes }: Group,
  links: Links,
  events: SendEvents,
): Promise<SendOutcome> {
  const { link, health } = to;
  to.reserved--;
  const onLate = (late: SendOutcome) => {
    health.settledLate(late);
    events.onLate(late);
  };
  const outcome = await sendTraced(work, link, { ...events, onLate }).catch((error) => {
    health.settled(null);
    throw error;
  });
  health.settled(outcome, !isBesideOpen(routes, links, link.config.id));
  // What its first link did not take goes to another one at once, where there is one; otherwise it waits for `afterMs`.
  // A message of which it has taken a part stays with it: another may cut it differently, and would send all of it again.
  const isFirst = outcome.kind === 'retry' && work.triedLink === null && outcome.taken.length === 0;
  return isFirst && hasOther(routes, links, link.config.id) ? { ...outcome, afterMs: 0 } : outcome;
}

/** Sends a message over a link; the time that it waited, and that until the answer, are spans. */
function sendTraced(work: Work, link: Judged['link'], events: SendEvents): Promise<SendOutcome> {
  const { id, traceParent: parent, attempts, mode } = work;
  if (!isTraced || !parent) return link.send(work, events);
  const attributes = { 'godwit.message.id': id, 'godwit.mode': mode, 'godwit.link': link.config.id };
  if (attempts === 0) noteSpan('queue', { parent, attributes }, [instantOf(id), new Date()]);
  return traced(
    'submit',
    { parent, kind: SpanKind.CLIENT, attributes: { ...attributes, 'godwit.attempt': attempts + 1 } },
    () => link.send(work, events),
    ({ kind, parts }) => ({ 'godwit.outcome': kind, 'godwit.parts': parts }),
  );
}

/**
 * Picks, checks and leases up to `capacity` messages of a group: priorities by their shares, and inside a priority teams take turns. What a
 * priority has leased is handed over as soon as that is committed, whatever becomes of the next one.
 * Returns how many that were, and whether there was no more to pick.
 */
async function pickForGroup(
  parts: DispatchParts,
  group: Group,
  capacity: number,
  handOver: (leased: Assigned<Work>[]) => void,
): Promise<{ isAll: boolean; leased: number }> {
  let isAll = true;
  const maxTeams = Math.min(MAX_TEAMS, capacity);
  const waiting = await teamsWithWork(parts.pool, {
    linkGroup: group.name,
    turns: group.turns,
    limit: maxTeams,
  });
  let left = capacity;
  for (const { priority, most } of sharePriorities(group.shares.priorities, waiting, capacity)) {
    // What an earlier priority does not need is this one's.
    const limit = priority === waiting.at(-1)!.priority ? left : Math.min(left, most);
    const teams = waiting
      .filter((team) => team.priority === priority)
      .map(({ teamId }) => teamId)
      .slice(0, limit);
    if (teams.length === 0) {
      isAll = false;
      continue;
    }
    const { found, leased } = await pickPriority(parts, group, { priority, teams, limit });
    handOver(leased);
    left -= leased.length;
    // Rows that others hold at the moment are looked for later.
    const mayBeMore = teams.length === maxTeams || found >= Math.ceil(limit / teams.length);
    if (found > 0 && (mayBeMore || leased.length < found)) isAll = false;
  }
  return { isAll, leased: capacity - left };
}

/** How many places of `capacity` each priority with work has, first come the messages sent one by one. */
function sharePriorities(
  priorities: Shares<number>,
  waiting: Waiting[],
  capacity: number,
): { priority: number; most: number }[] {
  const candidates = PRIORITIES.flatMap(({ priority, weight }) => {
    const ofPriority = waiting.filter((team) => team.priority === priority);
    if (ofPriority.length === 0) return [];
    const age = Math.min(1, Math.max(...ofPriority.map(({ waitedMs }) => waitedMs)) / AGED_MS);
    return [{ key: priority, weight: weight + age * (PRIORITIES[0]!.weight - weight), most: 0 }];
  });
  if (candidates.length === 0) return [];
  for (let place = 0; place < capacity; place++) priorities.next(candidates).most++;
  return candidates.map(({ key, most }) => ({ priority: key, most }));
}

/** Picks in one priority, in the order of `teams`, and moves its turn on; `found`: how many rows there were. */
async function pickPriority(
  { pool, sendingProfiles, links, timings }: DispatchParts,
  { name, routes, turns, shares }: Group,
  { priority, teams, limit }: { priority: number; teams: string[]; limit: number },
): Promise<{ found: number; leased: Assigned<Work>[] }> {
  const perTeam = Math.ceil(limit / teams.length);
  let assigned: Assigned<Work>[] = [];
  let leased: Assigned<Work>[] = [];
  try {
    return await transaction(pool, async (client) => {
      const work = await pickWork(client, { linkGroup: name, priority, teams, perTeam, limit });
      const { good, failed } = await checkAgain(work, (projectId) => sendingProfiles(projectId, client));
      assigned = assign(good, { routes, links, shares: shares.links });
      for (const { to } of assigned) reserve(to);
      const given = new Set(worksOf(assigned));
      const held = good.filter((one) => !given.has(one) && staysWith(one, routes, links));
      await postponeRows(client, held, HELD_MS);
      leased = await settle(client, assigned, failed, timings.leaseMs);
      // A team for which there was no place any more is the first one next time.
      const served = new Set([...worksOf(leased), ...failed].map(({ teamId }) => teamId));
      const turn = turns.find((one) => one.priority === priority)!;
      if (work.length === 0) turn.lastTeam = teams.at(-1)!;
      else turn.lastTeam = teams.findLast((id) => served.has(id)) ?? turn.lastTeam;
      return { found: work.length - held.length, leased };
    });
  } catch (error) {
    leased = [];
    throw error;
  } finally {
    for (const one of assigned) if (!leased.includes(one)) release(one.to);
  }
}

/** Checks again what may have changed since a message was accepted; scheduled ones may have waited for months. */
async function checkAgain(
  work: Work[],
  sendingProfiles: SendingProfiles,
): Promise<{ good: Work[]; failed: Failed[] }> {
  const good: Work[] = [];
  const failed: Failed[] = [];
  for (const message of work) {
    const code = await reasonToFail(message, sendingProfiles);
    if (code) failed.push({ ...message, code });
    else good.push(message);
  }
  return { good, failed };
}

async function reasonToFail(work: Work, sendingProfiles: SendingProfiles): Promise<FailureCode | null> {
  if (work.expired) return 'EXPIRED';
  if (work.cancelled) return 'CANCELLED';
  if (work.optedOut) return 'OPTED_OUT';
  const profile = await sendingProfiles(work.projectId);
  if (profile?.archived) return 'ARCHIVED';
  if (work.mode === 'LIVE' && !profile?.verified) return 'UNVERIFIED';
  if (!profile || profile.blockedCodes.size === 0) return null;
  const recipient = parseRecipient(work.recipient);
  return !isRefusal(recipient) && checkCountry(profile, recipient) ? 'BLOCKED' : null;
}

/** Leases what is to be submitted and fails what is not; returns what may be submitted. */
async function settle(
  client: PoolClient,
  assigned: Assigned<Work>[],
  failed: Failed[],
  leaseMs: number,
): Promise<Assigned<Work>[]> {
  await deleteRows(client, failed);
  for (const [linkId, ofLink] of Map.groupBy(assigned, ({ to }) => to.link.config.id))
    await leaseRows(client, linkId, worksOf(ofLink), leaseMs);
  const submitting = worksOf(assigned);
  const failures = await unsentFailures(client, failed);
  const moved = new Set(await applyTransitions(client, { submitting, failed: failures }));
  // What has ended meanwhile, as by a receipt of one of its parts, has nothing left to send.
  const ended = submitting.filter(({ id }) => !moved.has(id));
  await deleteRows(client, ended);
  return assigned.filter(({ work }) => moved.has(work.id));
}
