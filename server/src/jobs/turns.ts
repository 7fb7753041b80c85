// A line for work that takes much: a few at a time, one of a team at a time, teams in turn.
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Runs `work` when it is a team's turn, and returns its result. Refusals: tooManyRequests, where too much of the team waits already;
 * unavailable, where the turn did not come in time. When `signal` aborts while it waits, it leaves the line and throws.
 */
export type InTurn = <T>(
  teamId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T | Refusal>;

type Limits = { atOnce: number; waitMs: number; mostWaiting?: number; busy: string };

/** What waits: called when its turn has come, and when its wait begins anew. */
type Waiting = { start: () => void; waitAnew: () => void };

/**
 * Opens a line: `atOnce` works run at a time, each of another team, and nothing waits for longer than `waitMs` while other teams have their
 * turns: the wait begins anew with the end of each turn of the own team. Without `mostWaiting`
 * of a team, how many wait is bounded by the caller. `busy`: what a refusal says.
 */
export function openTurns({ atOnce, waitMs, mostWaiting = Infinity, busy }: Limits): InTurn {
  const running = new Set<string>();
  /** What waits, by team; the team whose turn is next comes first. */
  const lines = new Map<string, Waiting[]>();

  function startNext(): void {
    for (const [teamId, line] of lines) {
      if (running.size >= atOnce) return;
      if (running.has(teamId)) continue;
      const { start } = line.shift()!;
      lines.delete(teamId);
      if (line.length > 0) lines.set(teamId, line);
      running.add(teamId);
      start();
    }
  }

  function waitForTurn(teamId: string, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        end();
        leave(lines, teamId, waiting);
        reject(signal!.reason);
      };
      const timer = setTimeout(() => {
        // Behind its own team's work it waits for that, and not for other teams.
        if (running.has(teamId)) return void timer.refresh();
        end();
        leave(lines, teamId, waiting);
        resolve(false);
      }, waitMs);
      const waiting: Waiting = {
        start: () => {
          end();
          resolve(true);
        },
        waitAnew: () => void timer.refresh(),
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      lines.set(teamId, [...(lines.get(teamId) ?? []), waiting]);
      startNext();
    });
  }

  return async (teamId, work, signal) => {
    signal?.throwIfAborted();
    if ((lines.get(teamId)?.length ?? 0) >= mostWaiting)
      return refuse('tooManyRequests', { description: busy, retryAfterSeconds: 10 });
    if (!(await waitForTurn(teamId, signal)))
      return refuse('unavailable', { description: busy, retryAfterSeconds: 30 });
    try {
      return await work();
    } finally {
      running.delete(teamId);
      // A team that has just had a turn comes after all others.
      const line = lines.get(teamId);
      lines.delete(teamId);
      if (line) lines.set(teamId, line);
      for (const { waitAnew } of line ?? []) waitAnew();
      startNext();
    }
  };
}

function leave(lines: Map<string, Waiting[]>, teamId: string, waiting: Waiting): void {
  const line = lines.get(teamId)!;
  line.splice(line.indexOf(waiting), 1);
  if (line.length === 0) lines.delete(teamId);
}
