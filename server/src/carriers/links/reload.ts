// Reloads CARRIERS_FILE while the service runs: one reload at a time, and all of the file or nothing.
import type { Logger } from 'pino';
import type { Network } from './config.ts';

type Parts = {
  log: Logger;
  /** Reads and checks the whole file. Throws if anything is wrong. */
  read(): Network;
  use(network: Network): Promise<void>;
};

/**
 * `request` starts a reload; all requests during a reload share one more. `stop` waits for the running
 * reload.
 */
export function openReload({ log, read, use }: Parts): { request(): void; stop(): Promise<void> } {
  let isRequested = false;
  let stopped = false;
  let running = Promise.resolve();

  async function reload() {
    isRequested = false;
    if (stopped) return;
    try {
      const network = read();
      await use(network);
      const { links, rules } = network;
      const names = { links: links.map(({ id }) => id), rules: rules.map(({ name }) => name) };
      log.info(names, 'these links and rules are now in use');
    } catch (error) {
      log.error(
        { err: error },
        `CARRIERS_FILE is not applied, and the links stay as they are: ${(error as Error).message}`,
      );
    }
  }

  return {
    request() {
      if (isRequested) return;
      isRequested = true;
      running = running.then(reload);
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
