// Starts an orderly stop: reports not ready, keeps answering until balancers have removed the process, then
// stops listening.
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export type Drain = {
  /** Makes /readyz report not ready. */
  isDraining(): boolean;
  /** It listens no more, and each answer ends its connection. */
  isLeaving(): boolean;
  /**
   * Drains for `ms`, then has `server` listen no more; resolves when the connections that proxies kept may
   * be closed.
   */
  begin(server: Server, ms: number): Promise<void>;
};

/**
 * For so long requests on kept connections are still answered; a proxy that knows no /readyz leaves the
 * process at the first connection refused.
 */
const LEAVING_MS = 500;

/** Opens the drain of a process. */
export function openDrain(): Drain {
  let [isDraining, isLeaving] = [false, false];
  return {
    isDraining: () => isDraining,
    isLeaving: () => isLeaving,
    async begin(server, ms) {
      isDraining = true;
      await sleep(ms);
      // Closing the socket resets connections in its backlog. Fewest wait right after an accept and while
      // proxies reuse kept connections, so those end only from now on.
      await nextTurn();
      isLeaving = true;
      // The close of HTTP would cut kept connections at once, also one that a request is in progress on.
      Server.prototype.close.call(server);
      if (ms > 0) await sleep(LEAVING_MS);
    },
  };
}
