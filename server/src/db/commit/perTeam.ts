// Limits the pool connections one team uses at a time. Further work of the team queues in memory and delays
// no other team.
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { LineFullError } from './batchCommit.ts';

const asking = new AsyncLocalStorage<string>();

/** Runs a team's work; connections it takes count as the team's. */
export function asTeam<T>(teamId: string, work: () => T): T {
  return asking.run(teamId, work);
}

/** Runs work for several teams together; its connections count for no team. */
export function asNoTeam<T>(work: () => T): T {
  return asking.exit(work);
}

/** Longest queue of a team; each entry is a request held in memory. */
const MOST_WAITING = 1_000;

/**
 * Limits each team to `perTeam` connections of a pool at a time. A request waits at most `waitMs` for one of
 * them.
 */
export function limitTeams(pool: pg.Pool, { perTeam, waitMs }: { perTeam: number; waitMs: number }): pg.Pool {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  const places = openSlots(perTeam, waitMs);
  const holders = new WeakMap<pg.PoolClient, string>();
  pool.on('release', (_error, client) => {
    const teamId = holders.get(client);
    holders.delete(client);
    if (teamId !== undefined) places.leave(teamId);
  });

  async function connectFor(teamId: string): Promise<pg.PoolClient> {
    await places.enter(teamId);
    try {
      const client = await connect();
      holders.set(client, teamId);
      return client;
    } catch (error) {
      places.leave(teamId);
      throw error;
    }
  }

  return Object.assign(pool, {
    // Supports pg's callback form too, because query() uses it.
    connect(callback?: (error?: Error, client?: pg.PoolClient) => void) {
      const teamId = asking.getStore();
      if (teamId === undefined) return connect(callback);
      const connected = connectFor(teamId);
      if (!callback) return connected;
      connected.then((client) => callback(undefined, client), callback);
    },
  });
}

/** Slots for each team. A free slot goes to the team's request that has waited longest. */
function openSlots(perTeam: number, waitMs: number) {
  const teams = new Map<string, { taken: number; line: Set<() => void> }>();

  return {
    async enter(teamId: string): Promise<void> {
      const team = teams.get(teamId) ?? { taken: 0, line: new Set() };
      teams.set(teamId, team);
      if (team.taken < perTeam) {
        team.taken++;
        return;
      }
      if (team.line.size >= MOST_WAITING) throw new LineFullError('Too many requests of the team wait');
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          team.line.delete(start);
          reject(new LineFullError('Other requests of the team take too long'));
        }, waitMs);
        team.line.add(start);
      });
    },
    leave(teamId: string): void {
      const team = teams.get(teamId)!;
      const [startNext] = team.line;
      if (startNext) {
        team.line.delete(startNext);
        startNext();
      } else if (--team.taken === 0) teams.delete(teamId);
    },
  };
}
