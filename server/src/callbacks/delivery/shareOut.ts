// Schedules calls fairly among waiting receivers, so none waits for the slow calls of another team or host.

import type { Receiver } from '../../db/callQueue.ts';
import { hostOf } from '../../db/receivers.ts';

/** Limits on calls in flight, per process and per host (S44). */
const OF_ALL = { most: 500, keptFree: 100 };
const OF_HOST = { most: 10, keptFree: 2 };
/** The last ones are for receivers of the team that have none, so that slow ones do not stop the others. */
const OF_TEAM = { most: 50, keptFree: 10 };
/** How many teams and receivers are remembered as served. A forgotten one comes first. */
const REMEMBERED = 10_000;

/** A receiver, and how many more calls to it may start now. */
export type Share = Receiver & { capacity: number };

/** Assigns free capacity among `waiting` and counts it as served. Leaves out receivers that get none. */
export type ShareOut = (waiting: readonly Receiver[], inFlight: readonly Receiver[]) => Share[];

/**
 * Opens a fair scheduler with memory. Two resources are scarce, and each goes to the longest-waiting: sockets
 * of a host to receivers, and calls of the process to teams, whose receivers then alternate.
 * Part of both is reserved for those without a call in flight.
 */
export function openShareOut(): ShareOut {
  const ofTeams = openOrder();
  const ofReceivers = openOrder();

  return (waiting, inFlight) => {
    const use = usageOf(inFlight);
    const open = waiting.filter(({ teamId }) => hasCall(use, teamId));
    const withCall = new Set(use.receivers.keys());
    const inOrder = ofReceivers.longestFirst(open, keyOf);
    const sockets = shareSockets(inOrder, use);
    const withSocket = inOrder.filter((receiver) => sockets.has(keyOf(receiver)));
    const byTeam = Map.groupBy(withSocket, ({ teamId }) => teamId);
    const teams = ofTeams.longestFirst([...byTeam.keys()], (teamId) => teamId);
    const byKey = new Map<string, Share>();
    takeTurns(teams, (teamId) => {
      const receivers = byTeam.get(teamId)!;
      if (!hasCall(use, teamId)) return false;
      const isForNew = (use.teams.get(teamId) ?? 0) >= OF_TEAM.most - OF_TEAM.keptFree;
      const next = isForNew ? receivers.findIndex((one) => !withCall.has(keyOf(one))) : 0;
      const [receiver] = next === -1 ? [] : receivers.splice(next, 1);
      if (!receiver) return false;
      const key = keyOf(receiver);
      withCall.add(key);
      const left = sockets.get(key)! - 1;
      sockets.set(key, left);
      if (left > 0) receivers.push(receiver);
      byKey.set(key, { ...receiver, capacity: (byKey.get(key)?.capacity ?? 0) + 1 });
      use.teams.set(teamId, (use.teams.get(teamId) ?? 0) + 1);
      use.all++;
      return true;
    });
    const shares = [...byKey.values()];
    for (const share of shares) {
      ofTeams.moveToEnd(share.teamId);
      ofReceivers.moveToEnd(keyOf(share));
    }
    return shares;
  };
}

type Usage = {
  all: number;
  teams: Map<string, number>;
  hosts: Map<string, number>;
  receivers: Map<string, number>;
};

function usageOf(inFlight: readonly Receiver[]): Usage {
  const count = (keyFor: (receiver: Receiver) => string) =>
    new Map([...Map.groupBy(inFlight, keyFor)].map(([key, calls]) => [key, calls.length]));
  return {
    all: inFlight.length,
    teams: count(({ teamId }) => teamId),
    hosts: count(({ host }) => hostOf(host)),
    receivers: count(keyOf),
  };
}

/** Whether a team may have one more call in flight. */
function hasCall({ all, teams }: Usage, teamId: string): boolean {
  const ofTeam = teams.get(teamId) ?? 0;
  return ofTeam < OF_TEAM.most && hasCapacity(OF_ALL, all, ofTeam);
}

/** How many more sockets of its host each receiver may have. Leaves out receivers that may have none. */
function shareSockets(inOrder: readonly Receiver[], { hosts, receivers }: Usage): Map<string, number> {
  const sockets = new Map<string, number>();
  takeTurns(inOrder, (receiver) => {
    const key = keyOf(receiver);
    const host = hostOf(receiver.host);
    const ofHost = hosts.get(host) ?? 0;
    const own = receivers.get(key) ?? 0;
    if (!hasCapacity(OF_HOST, ofHost, own)) return false;
    hosts.set(host, ofHost + 1);
    receivers.set(key, own + 1);
    sockets.set(key, (sockets.get(key) ?? 0) + 1);
    return true;
  });
  return sockets;
}

/** Whether a party that has `own` of the `used` slots may have one more. */
function hasCapacity({ most, keptFree }: typeof OF_ALL, used: number, own: number): boolean {
  return used < (own === 0 ? most : most - keptFree);
}

/** Gives one each in round robin until nobody takes any more. */
function takeTurns<Item>(items: readonly Item[], takesOne: (item: Item) => boolean): void {
  let left = items;
  while (left.length > 0) left = left.filter(takesOne);
}

/** Remembers the order in which keys were last served. */
function openOrder() {
  // A Map keeps the order in which its keys were set.
  const turns = new Map<string, number>();
  let turn = 0;
  return {
    moveToEnd(key: string): void {
      turns.delete(key);
      turns.set(key, ++turn);
      if (turns.size > REMEMBERED) turns.delete(turns.keys().next().value!);
    },
    longestFirst<Item>(items: readonly Item[], keyFor: (item: Item) => string): Item[] {
      return items
        .map((item) => ({ item, turn: turns.get(keyFor(item)) ?? 0 }))
        .sort((a, b) => a.turn - b.turn)
        .map(({ item }) => item);
    },
  };
}

/** The key of a receiver. */
export function keyOf({ teamId, host }: Receiver): string {
  return `${teamId} ${host}`;
}
