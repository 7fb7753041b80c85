// Picks the next calls of a process from a queue: reads all waiting ones, a window at a time, and claims
// those that are due and have their turn.

import type { Queue, Receiver } from '../../db/callQueue.ts';
import { batchCommit, isDatabaseAway } from '../../db/commit/batchCommit.ts';
import { FIRST_ID } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { keyOf, openShareOut, type Share } from './shareOut.ts';

/** Bounds one scan, so a team with very many hosts costs the others nothing. */
const WINDOW = { teams: 200, hosts: 50 };
/** How long a receiver is skipped after its calls could not be claimed. */
const ASIDE_MS = 60_000;
/** The wait if no call is queued. */
export const WAIT_MS = 1_000;
/** The wait between scans of the many hosts of one team. */
const SHORT_WAIT_MS = 50;

export type PickOptions<Call extends Receiver> = {
  queue: Queue<Call>;
  leaseMs: number;
  window?: typeof WINDOW;
  now?: () => number;
};

/** Opens a picker. It remembers its scan position, and which teams and receivers were served. */
export function openPicker<Call extends Receiver>(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  { queue, leaseMs, window = WINDOW, now = () => performance.now() }: PickOptions<Call>,
) {
  const shareOut = openShareOut();
  const hostOf = new Map<string, string>();
  const asideUntilMs = new Map<string, number>();
  let afterTeam = FIRST_ID;

  /** The receivers of the next window that have a due call. */
  async function look(): Promise<{ due: Receiver[]; isLast: boolean }> {
    const teams = await queue.waitingTeams(pool, { ...window, afterTeam, hostOf });
    const isLast = teams.length < window.teams;
    const lastTeam = teams.at(-1)?.teamId ?? FIRST_ID;
    for (const teamId of hostOf.keys()) {
      if (teamId > afterTeam && (isLast || teamId <= lastTeam)) hostOf.delete(teamId);
    }
    for (const { teamId, hosts } of teams) {
      if (hosts.length === window.hosts) hostOf.set(teamId, hosts.at(-1)!);
    }
    afterTeam = isLast ? FIRST_ID : lastTeam;
    return { due: teams.flatMap(({ teamId, due }) => due.map((host) => ({ teamId, host }))), isLast };
  }

  function isAside(receiver: Receiver): boolean {
    const key = keyOf(receiver);
    const untilMs = asideUntilMs.get(key);
    if (untilMs === undefined || now() < untilMs) return untilMs !== undefined;
    asideUntilMs.delete(key);
    return false;
  }

  async function claim(shares: Share[]): Promise<Call[]> {
    const taken = await batchCommit(shares, async (part) => {
      const found = Map.groupBy(await queue.claim(pool, part, leaseMs), keyOf);
      return part.map((share) => found.get(keyOf(share)) ?? []);
    });
    return taken.flatMap((calls, index) => {
      if (calls.status === 'fulfilled') return calls.value;
      if (isDatabaseAway(calls.reason)) throw calls.reason;
      const { teamId, host } = shares[index]!;
      log.error({ err: calls.reason, team: teamId, host }, 'The calls of a receiver cannot be claimed');
      asideUntilMs.set(keyOf({ teamId, host }), now() + ASIDE_MS);
      return [];
    });
  }

  return {
    /**
     * Claims calls that may start now, besides those in flight. `waitMs`: how long to wait for the next pick
     * unless woken.
     */
    async pick(inFlight: readonly Receiver[]): Promise<{ claimed: Call[]; waitMs: number }> {
      const { due, isLast } = await look();
      const open = due.filter((receiver) => !isAside(receiver));
      const shares = shareOut(open, inFlight);
      const claimed = shares.length > 0 ? await claim(shares) : [];
      if (claimed.length > 0 || !isLast) return { claimed, waitMs: 0 };
      return { claimed, waitMs: hostOf.size > 0 ? SHORT_WAIT_MS : WAIT_MS };
    },
  };
}
