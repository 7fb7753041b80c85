// A line for work that takes much: a few at a time, one of a team at a time, teams in turn.
import { type Refusal, refuse } from './refusal.ts';

/** Runs `work` when it is a team's turn, and gives what it gives. Refusal: unavailable, where the turn did not come in time. */
export type InTurn = <T>(teamId: string, work: () => Promise<T>) => Promise<T | Refusal>;

/**
 * Opens a line: `atOnce` works run at a time, each of another team, and nothing waits for longer than `waitMs`. How many wait is
 * bounded by whoever lets them in.
 */
export function openTurns({ atOnce, waitMs }: { atOnce: number; waitMs: number }): InTurn {
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

  function waitForTurn(teamId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        leave(teamId, start);
        resolve(false);
      }, waitMs);
      lines.set(teamId, [...(lines.get(teamId) ?? []), start]);
      startNext();
    });
  }

  return async (teamId, work) => {
    if (!(await waitForTurn(teamId)))
      return refuse('unavailable', { description: BUSY, retryAfterSeconds: 30 });
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

const BUSY = 'Many files are being worked on, and this one has not been taken in. Upload it again shortly.';
