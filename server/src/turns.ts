// A line for work that takes much: a few at a time, one of a team at a time, teams in turn.
import { type Refusal, refuse } from './refusal.ts';

/**
 * Runs `work` when it is a team's turn, and gives what it gives. Refusals: tooManyRequests, where too much of the team waits already;
 * unavailable, where the turn did not come in time. When `signal` aborts while it waits, it leaves the line and throws.
 */
export type InTurn = <T>(
  teamId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T | Refusal>;

type Limits = { atOnce: number; waitMs: number; mostWaiting?: number; busy: string };

/**
 * Opens a line: `atOnce` works run at a time, each of another team, and nothing waits for longer than `waitMs`. Without `mostWaiting`
 * of a team, how many wait is bounded by whoever lets them in. `busy`: what a refusal says.
 */
export function openTurns({ atOnce, waitMs, mostWaiting = Infinity, busy }: Limits): InTurn {
  const running = new Set<string>();
  /** What waits, by team; the team whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>();

  function startNext(): void {
    for (const [teamId, line] of lines) {
      if (running.size >= atOnce) return;
      if (running.has(teamId)) continue;
      const start = line.shift()!;
      lines.delete(teamId);
      if (line.length > 0) lines.set(teamId, line);
      running.add(teamId);
      start();
    }
  }

  function leave(teamId: string, start: () => void): void {
    const line = lines.get(teamId)!;
    line.splice(line.indexOf(start), 1);
    if (line.length === 0) lines.delete(teamId);
  }

  function waitForTurn(teamId: string, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        leave(teamId, start);
        resolve(false);
      }, waitMs);
      const giveUp = () => {
        clearTimeout(timer);
        leave(teamId, start);
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      lines.set(teamId, [...(lines.get(teamId) ?? []), start]);
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
      // Who has just had a turn comes after all others.
      const line = lines.get(teamId);
      lines.delete(teamId);
      if (line) lines.set(teamId, line);
      startNext();
    }
  };
}
