// CARRIERS_FILE read again while the service runs: one reload at a time, all of it or nothing.
import type { Logger } from 'pino';
import type { LinkConfig } from './config.ts';

type Parts = {
  log: Logger;
  /** Reads and checks everything; throws where something is wrong. */
  read(): LinkConfig[];
  use(links: LinkConfig[]): Promise<void>;
};

/** `ask` wants a reload; while one runs, any number of them want one more. `stop` waits for the one that runs. */
export function openReload({ log, read, use }: Parts): { ask(): void; stop(): Promise<void> } {
  let isAsked = false;
  let stopped = false;
  let running = Promise.resolve();

  async function reload() {
    isAsked = false;
    if (stopped) return;
    try {
      const links = read();
      await use(links);
      log.info({ links: links.map(({ id }) => id) }, 'these links are at work now');
    } catch (error) {
      log.error({ err: error }, `the links stay as they are: ${(error as Error).message}`);
    }
  }

  return {
    ask() {
      if (isAsked) return;
      isAsked = true;
      running = running.then(reload);
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
