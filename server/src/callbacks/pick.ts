// What a process calls next: looks at all that waits, a window at a time, and claims of it what is due and has its turn.
import { commitTogether, isDatabaseAway } from '../db/together.ts';
import { FIRST_ID } from '../ids.ts';
import type { Services } from '../services.ts';
import { type ClaimedCallback, claimCallbacks, type Receiver, waitingTeams } from './queries.ts';
import { keyOf, openShareOut, type Share } from './shareOut.ts';

/** How much is looked at in one step, so that a team with ever so many hosts costs the others nothing. */
const WINDOW = { teams: 200, hosts: 50 };
/** How long a receiver is left out whose calls cannot be claimed. */
const ASIDE_MS = 60_000;
/** How long there is nothing to do where nothing waits. */
export const WAIT_MS = 1_000;
/** Between looks at the many hosts of one team. */
const SHORT_WAIT_MS = 50;

export type PickOptions = { leaseMs: number; window?: typeof WINDOW; now?: () => number };

/** Opens a picker; it remembers where it stopped looking, and which teams and receivers have had a turn. */
export function openPicker(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  { leaseMs, window = WINDOW, now = () => performance.now() }: PickOptions,
) {
  const shareOut = openShareOut();
  const hostOf = new Map<string, string>();
  const asideUntilMs = new Map<string, number>();
  let afterTeam = FIRST_ID;

  /** The receivers of the next window with a due call. */
  async function look(): Promise<{ due: Receiver[]; isLast: boolean }> {
    const teams = await waitingTeams(pool, { ...window, afterTeam, hostOf });
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

  async function claim(shares: Share[]): Promise<ClaimedCallback[]> {
    const taken = await commitTogether(shares, async (part) => {
      const found = Map.groupBy(await claimCallbacks(pool, part, leaseMs), keyOf);
      return part.map((share) => found.get(keyOf(share)) ?? []);
    });
    return taken.flatMap((calls, index) => {
      if (calls.status === 'fulfilled') return calls.value;
      if (isDatabaseAway(calls.reason)) throw calls.reason;
      const { teamId, host } = shares[index]!;
      log.error({ err: calls.reason, team: teamId, host }, 'The callbacks of a receiver cannot be claimed');
      asideUntilMs.set(keyOf({ teamId, host }), now() + ASIDE_MS);
      return [];
    });
  }

  return {
    /** Claims calls that may start now, beside those under way. `waitMs`: how long there is nothing to do unless something happens. */
    async pick(underWay: readonly Receiver[]): Promise<{ claimed: ClaimedCallback[]; waitMs: number }> {
      const { due, isLast } = await look();
      const open = due.filter((receiver) => !isAside(receiver));
      const shares = shareOut(open, underWay);
      const claimed = shares.length > 0 ? await claim(shares) : [];
      if (claimed.length > 0 || !isLast) return { claimed, waitMs: 0 };
      return { claimed, waitMs: hostOf.size > 0 ? SHORT_WAIT_MS : WAIT_MS };
    },
  };
}
