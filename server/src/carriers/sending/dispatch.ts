// Dispatches queued messages: picks due ones, checks them again, leases them, submits them over a link and
// stores the result. A lease is committed before the first byte leaves. The result is stored before the
// message leaves the queue.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { type CountryRules, learnNetworks, unknownNetworks } from '../../countryRules.ts';
import type { Signals } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { FIRST_ID, instantOf } from '../../ids.ts';
import { openMinimumInterval } from '../../jobs/interval.ts';
import { startLoop } from '../../jobs/loop.ts';
import { PRIORITIES } from '../../messages/accept/accept.ts';
import { queueTopic } from '../../messages/accept/open.ts';
import type { SendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { applyTransitions } from '../../messages/state/transitions.ts';
import type { Secrets } from '../../secrets.ts';
import { isTraced, noteSpan, SpanKind, traced } from '../../tracing.ts';
import type { JudgedLink, Links, SendEvents, SendOutcome } from '../link.ts';
import type { LinkGroups, RoutedLink } from '../links/groups.ts';
import { wireSender } from '../links/wireSender.ts';
import { checkAgain, type Failed } from './checkAgain.ts';
import { lastServed, partsOf } from './lastServed.ts';
import { unsentFailures } from './partProgress.ts';
import {
  type ClaimedMessage,
  claimMessages,
  deleteRows,
  leaseRows,
  postponeRows,
  type RoundRobin,
  teamsWithMessages,
  type Waiting,
} from './queueQueries.ts';
import { moveMisplaced } from './reroute.ts';
import {
  type Assigned,
  assign,
  capacityOf,
  decideSender,
  hasOther,
  isBesideOpen,
  release,
  reserve,
  staysWith,
  telcosOf,
  waitsForTelco,
} from './routing.ts';
import { storeSendersSent } from './senderSentQueries.ts';
import { openSlots } from './slots.ts';
import { openSubmitResults, type SendResult } from './submitResults.ts';
import { openWeightedFairQueue, type WeightedFairQueue } from './weightedFairQueue.ts';

/** Deadlines after which recovery takes over, and intervals of the loops. */
export const TIMINGS = {
  /**
   * A claimed message is in doubt when its lease ends. The lease outlasts the answers to a message in many
   * parts.
   */
  leaseMs: 30_000,
  doubtMs: 60_000,
  responseTimeoutMs: 10_000,
  pollMs: 250,
  recoverEveryMs: 5_000,
  /** How often a process reports its links and reads which of them staff have paused. */
  reportEveryMs: 1_000,
  /**
   * A message that has waited this long for a slot is checked again, so an opt-out takes effect within a
   * second.
   */
  checkedForMs: 500,
  /** The wait before a carrier is first asked for the receipt of a message, and the shortest between two. */
  receiptPollMs: 30_000,
  /**
   * The wait before a carrier is first asked about a message in doubt, and between two requests. A carrier
   * may still be working on a request that it has not answered.
   */
  askDoubtMs: 20_000,
  /** How often a process adds what its links did to the counts of all processes. */
  countEveryMs: 5_000,
  /** How often a carrier is asked for the balance of a link. */
  balanceEveryMs: 300_000,
};
export type Timings = typeof TIMINGS;

const messagesOf = (assigned: readonly Assigned<ClaimedMessage>[]) => assigned.map(({ message }) => message);

/** Campaign messages that have waited this long get as large a share as single messages. */
const AGED_MS = 600_000;
/** The delay after which a message that must stay with its link checks the link's capacity again. */
const STAYING_RETRY_MS = 200;
/** The same for a message that only some links may carry. Longer, because many such messages may wait. */
const TELCO_RETRY_MS = 1_000;
/** The same for a message that staff have blocked, which they seldom allow again. */
const BLOCKED_RETRY_MS = 60_000;
const MAX_PICK = 500;
const MAX_TEAMS = 64;

type DispatchParts = {
  pool: Pool;
  signals: Signals;
  sendingProfiles: SendingProfiles;
  countryRules: CountryRules;
  secrets: Pick<Secrets, 'open'>;
  log: Logger;
  links: Links;
  linkGroups: LinkGroups;
  timings: Timings;
  storeSubmitResult(result: SendResult): Promise<void>;
};

/**
 * A link group's dispatch state: fair scheduling per priority and link, and whether its loop waits for
 * capacity.
 */
type Group = {
  name: string;
  routes: RoutedLink[];
  roundRobins: RoundRobin[];
  priorityQueue: WeightedFairQueue<number>;
  linkQueue: WeightedFairQueue<string>;
  isFull: boolean;
  /** Whether the last pick found all due messages, and a slot for each. */
  isClear: boolean;
};

/** Starts dispatching every group of `linkGroups` over `links`. */
export function startDispatch(parts: DispatchParts) {
  const { signals, log, links, linkGroups, timings, storeSubmitResult } = parts;
  const submitResults = openSubmitResults(storeSubmitResult, log);

  const handOver = (group: Group, leased: readonly Assigned<ClaimedMessage>[]) => {
    for (const { message, to } of leased)
      submitResults.follow(message, to.link.config.id, (events) =>
        submit({ message, to }, group, links, events),
      );
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
        // Does not poll while the links are down or full: the next change of a link wakes this group.
        if (group.isFull) return Infinity;
        const { isAll, leased } = await pickForGroup(parts, group, Math.min(MAX_PICK, capacity), (some) =>
          handOver(group, some),
        ).catch((error) => {
          group.isClear = false;
          throw error;
        });
        group.isClear = isAll;
        // Messages handed over take up their capacity within this turn of the event loop.
        await nextTurn();
        if (!isAll) return 0;
        await minimumInterval(leased);
        return timings.pollMs;
      },
    });
  };

  const groups = [...linkGroups.groups].map(([name, routes]): Group => {
    const roundRobins = Object.values(PRIORITIES).map(({ priority }) => ({ priority, lastTeam: FIRST_ID }));
    return {
      ...{ name, routes, roundRobins },
      priorityQueue: openWeightedFairQueue<number>(),
      linkQueue: openWeightedFairQueue<string>(),
      ...{ isFull: false, isClear: false },
    };
  });
  const loops = groups.map((group) => ({ group, loop: begin(group) }));

  /** A link may have capacity again. Wakes the groups that wait for some. */
  function linkChanged() {
    for (const { group, loop } of loops) if (group.isFull) loop.wake();
  }

  const slots = openSlots({ groups, linkGroups, links, leaseMs: timings.leaseMs, handOver, linkChanged });

  return {
    linkChanged,
    /** Reserves window slots for messages that are about to be stored. */
    reserveSlots: slots.reserveSlots,
    /** Stops picking and reserving. */
    async stop() {
      await Promise.all([slots.end(), ...loops.map(({ loop }) => loop.stop())]);
    },
    /** Resolves when every submit has been answered or given up, and its result stored. */
    drained: submitResults.drained,
  };
}

/**
 * Submits a message and returns its outcome. `events` report parts taken early and answers that come late.
 */
async function submit(
  { message, to }: Assigned<ClaimedMessage>,
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
  const outcome = await sendTraced(message, link, { ...events, onLate }).catch((error) => {
    health.settled(null);
    throw error;
  });
  health.settled(outcome, !isBesideOpen(routes, links, link.config.id));
  // If its first link did not take the message and another one can, retry at once; otherwise after `afterMs`.
  // If the link took a part, the message stays with it: another link may split it differently and would send
  // all of it again.
  const isFirst = outcome.kind === 'retry' && message.triedLink === null && outcome.taken.length === 0;
  return isFirst && hasOther(routes, links, link.config.id) ? { ...outcome, afterMs: 0 } : outcome;
}

const NOT_BEGUN: SendOutcome = { kind: 'retry', afterMs: 0, carrierError: null, parts: 1, taken: [] };

/** Sends a message over a link, with one span for its wait in the queue and one until the answer. */
async function sendTraced(
  message: ClaimedMessage,
  link: JudgedLink['link'],
  events: SendEvents,
): Promise<SendOutcome> {
  const { id, traceparent: parent, attempts, mode } = message;
  const outgoing = { ...message, sender: message.senderSent };
  // Its registration has ended since it was claimed, so its sender is decided and stored again.
  if (wireSender(outgoing) !== outgoing.sender) return NOT_BEGUN;
  if (!isTraced || !parent) return link.send(outgoing, events);
  const attributes = { 'godwit.message.id': id, 'godwit.mode': mode, 'godwit.link': link.config.id };
  if (attempts === 0) noteSpan('queue', { parent, attributes }, [instantOf(id), new Date()]);
  return traced(
    'submit',
    { parent, kind: SpanKind.CLIENT, attributes: { ...attributes, 'godwit.attempt': attempts + 1 } },
    () => link.send(outgoing, events),
    ({ kind, parts }) => ({ 'godwit.outcome': kind, 'godwit.parts': parts }),
  );
}

/**
 * Picks, checks and leases up to `capacity` messages of a group, by weight between priorities and fairly
 * between teams. Each priority's messages are handed over as soon as their lease is committed, even if the
 * next priority fails. Returns the number leased, and whether the queue has no more.
 */
async function pickForGroup(
  parts: DispatchParts,
  group: Group,
  capacity: number,
  handOver: (leased: Assigned<ClaimedMessage>[]) => void,
): Promise<{ isAll: boolean; leased: number }> {
  let isAll = true;
  const maxTeams = Math.min(MAX_TEAMS, capacity);
  const waiting = await teamsWithMessages(parts.pool, {
    linkGroup: group.name,
    roundRobins: group.roundRobins,
    limit: maxTeams,
  });
  let left = capacity;
  let sent = 0;
  const asked: ClaimedMessage[] = [];
  for (const { priority, most } of splitByPriority(group.priorityQueue, waiting, capacity)) {
    // The last priority gets everything that earlier ones did not need.
    const room = priority === waiting.at(-1)!.priority ? left : Math.min(left, most);
    const ofPriority = waiting.filter((team) => team.priority === priority);
    const teams = ofPriority.map(({ teamId }) => teamId).slice(0, room);
    if (teams.length === 0) {
      isAll = false;
      continue;
    }
    // If more teams may wait than are picked, all get the same, and the next pick begins after them.
    const limit = teams.length === maxTeams ? room - (room % teams.length) : room;
    const { found, leased, unknown } = await pickPriority(parts, group, { priority, teams, limit });
    handOver(leased);
    sent += leased.length;
    asked.push(...unknown);
    // Slots for rows with unknown networks stay free for the next pick, which finds them again.
    left -= leased.length + unknown.length;
    // Rows locked by others are picked later.
    const mayBeMore = teams.length === maxTeams || found >= Math.floor(limit / teams.length);
    if (found > 0 && (mayBeMore || leased.length < found)) isAll = false;
  }
  if (asked.length === 0) return { isAll, leased: sent };
  await learnNetworks(parts.countryRules, asked);
  return { isAll: false, leased: sent };
}

/**
 * How many messages of `capacity` each waiting priority may pick, codes first. Codes get as much as all
 * others that wait, so at most half.
 */
function splitByPriority(
  queue: WeightedFairQueue<number>,
  waiting: Waiting[],
  capacity: number,
): { priority: number; most: number }[] {
  const { CODES, MESSAGING, CAMPAIGN } = PRIORITIES;
  const candidates = [MESSAGING, CAMPAIGN].flatMap(({ priority, weight }) => {
    const ofPriority = waiting.filter((team) => team.priority === priority);
    if (ofPriority.length === 0) return [];
    const age = Math.min(1, Math.max(...ofPriority.map(({ waitedMs }) => waitedMs)) / AGED_MS);
    return [{ key: priority, weight: weight + age * (MESSAGING.weight - weight), most: 0 }];
  });
  const others = candidates.reduce((sum, { weight }) => sum + weight, 0);
  if (waiting.some(({ priority }) => priority === CODES.priority))
    candidates.unshift({ key: CODES.priority, weight: others || 1, most: 0 });
  if (candidates.length === 0) return [];
  for (let slot = 0; slot < capacity; slot++) queue.next(candidates).most++;
  return candidates.map(({ key, most }) => ({ priority: key, most }));
}

/**
 * Picks in one priority, in the order of `teams`, and advances its round robin. `found`: the number of rows
 * picked. `unknown`: those left as they were, because PORTED_URL has to be asked about their numbers first.
 */
async function pickPriority(
  { pool, sendingProfiles, countryRules, secrets, links, linkGroups, timings }: DispatchParts,
  group: Group,
  { priority, teams, limit }: { priority: number; teams: string[]; limit: number },
): Promise<{ found: number; leased: Assigned<ClaimedMessage>[]; unknown: readonly ClaimedMessage[] }> {
  const { name, routes, roundRobins, linkQueue } = group;
  let assigned: Assigned<ClaimedMessage>[] = [];
  let leased: Assigned<ClaimedMessage>[] = [];
  try {
    return await transaction(pool, async (client) => {
      const telcos = telcosOf(routes, links);
      const due = { linkGroup: name, priority, teams, parts: partsOf(teams.length, limit), telcos };
      const claimed = await claimMessages(client, due, countryRules, secrets);
      const unknown = unknownNetworks(countryRules, claimed);
      const known = claimed.filter((one) => !unknown.includes(one));
      const own = await moveMisplaced(client, known, { linkGroups, group, links });
      const { good, failed, blocked } = await checkAgain(own, (id) => sendingProfiles(id, client));
      // A pick that has begun goes on: a priority that found the links too full now would leave its share to
      // the last one.
      assigned = assign(good, { routes, links, queue: linkQueue, isBegun: true });
      for (const { message, to } of assigned) {
        reserve(to);
        decideSender(message, to, links);
      }
      const given = new Set(messagesOf(assigned));
      const left = good.filter((one) => !given.has(one));
      const staying = left.filter((one) => staysWith(one, routes, links));
      const waiting = left.filter((one) => !staying.includes(one) && waitsForTelco(one, routes, links));
      await postponeRows(client, staying, STAYING_RETRY_MS);
      await postponeRows(client, waiting, TELCO_RETRY_MS);
      await postponeRows(client, blocked, BLOCKED_RETRY_MS);
      leased = await settle(client, assigned, failed, timings.leaseMs);
      // Blocked messages have had their turn: others must not wait behind them.
      const served = new Set([...messagesOf(leased), ...failed, ...blocked].map(({ teamId }) => teamId));
      const roundRobin = roundRobins.find((one) => one.priority === priority)!;
      const taken = { claimed: claimed.map(({ teamId }) => teamId), served };
      roundRobin.lastTeam = lastServed({ teams, limit }, taken) ?? roundRobin.lastTeam;
      const postponed = staying.length + waiting.length;
      return { found: known.length - postponed, leased, unknown };
    });
  } catch (error) {
    leased = [];
    throw error;
  } finally {
    for (const one of assigned) if (!leased.includes(one)) release(one.to);
  }
}

/** Leases the assigned messages and fails the failed ones. Returns the messages to submit. */
async function settle(
  client: PoolClient,
  assigned: Assigned<ClaimedMessage>[],
  failed: Failed[],
  leaseMs: number,
): Promise<Assigned<ClaimedMessage>[]> {
  await deleteRows(client, failed);
  for (const [linkId, ofLink] of Map.groupBy(assigned, ({ to }) => to.link.config.id))
    await leaseRows(client, linkId, messagesOf(ofLink), leaseMs);
  const submitting = messagesOf(assigned);
  const failures = await unsentFailures(client, failed);
  const moved = new Set(await applyTransitions(client, { submitting, failed: failures }));
  // A message that has ended, for example by a receipt of one of its parts, has nothing left to send.
  const ended = submitting.filter(({ id }) => !moved.has(id));
  await deleteRows(client, ended);
  const leased = assigned.filter(({ message }) => moved.has(message.id));
  await storeSendersSent(client, messagesOf(leased));
  return leased;
}
