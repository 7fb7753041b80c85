// Schedules expensive tasks fairly: a few at a time, one per team, teams in round robin.
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Runs `work` when its team is next, and returns its result.
 * Refusals: tooManyRequests if too much of the team waits already; unavailable if the wait is too long. If
 * `signal` aborts during the wait, it throws.
 */
export type RunFairly = <T>(
  teamId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T | Refusal>;

type Limits = { atOnce: number; waitMs: number; mostWaiting?: number; busy: string };

/** A waiting task: `start` begins it, `restartWait` restarts its time limit. */
type Waiting = { start: () => void; restartWait: () => void };

/**
 * Opens a scheduler: `atOnce` tasks run at a time, each of a different team. No task waits longer than
 * `waitMs` for other teams; the limit restarts with the end of each task of its own team.
 * Without `mostWaiting` per team, the caller bounds the number of waiting tasks. `busy`: the refusal's text.
 */
export function openFairScheduler({ atOnce, waitMs, mostWaiting = Infinity, busy }: Limits): RunFairly {
  const running = new Set<string>();
  /** Waiting tasks by team; the next team comes first. */
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
        // A task behind its own team's task waits for that, not for other teams.
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
        restartWait: () => void timer.refresh(),
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
      // A team that was just served goes behind all others.
      const line = lines.get(teamId);
      lines.delete(teamId);
      if (line) lines.set(teamId, line);
      for (const { restartWait } of line ?? []) restartWait();
      startNext();
    }
  };
}

function leave(lines: Map<string, Waiting[]>, teamId: string, waiting: Waiting): void {
  const line = lines.get(teamId)!;
  line.splice(line.indexOf(waiting), 1);
  if (line.length === 0) lines.delete(teamId);
}
