// All servers that a process uses: those of DATABASE_URL, of DATABASE_SESSION_URL, and of each PgBouncer.
import type { Logger } from 'pino';
import { openFence } from './fence.ts';
import { openServers, type Servers } from './servers.ts';

/** The servers of a process. */
export type DatabaseServers = {
  /** The servers of one URL, for its pools. */
  at(url: string): Servers;
  /** Looks at all of them; to be called every second (see `Servers`). */
  look(): Promise<void>;
  /** The names of servers that are refused, as they lack what this process has stored. */
  refused(): string[];
};

/**
 * Opens the servers of a process. They share one memory, so no pool uses a server that another one refuses.
 * `log` is for a service; the output of a command must stay its own.
 */
export function openDatabaseServers(log?: Pick<Logger, 'error' | 'warn' | 'info'>): DatabaseServers {
  const fence = openFence(log);
  const opened = new Map<string, Servers>();
  return {
    at(url) {
      const servers = opened.get(url) ?? openServers(url, fence);
      opened.set(url, servers);
      return servers;
    },
    async look() {
      await Promise.all([...opened.values()].map((servers) => servers.look()));
    },
    refused: fence.refused,
  };
}
