// Carriers at work in this process: the links of the configuration, dispatch over them, receipts from them, recovery.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';
import type { Origins } from '../messages/origin.ts';
import { groupLinks, type LinkConfig, type LinkGroups } from './config.ts';
import { type Dispatch, startDispatch, TIMINGS, type Timings } from './dispatch.ts';
import { type Link, openLink } from './link.ts';
import { selectPausedIds } from './linkQueries.ts';
import { openProgress } from './progress.ts';
import { regroupRows } from './queries.ts';
import { startReceipts } from './receipts.ts';
import { startRecovery } from './recover.ts';
import { startWatch } from './watch.ts';

export type Carriers = {
  /** Puts another set of links to work once the present one has finished what it has under way. */
  reload(links: LinkConfig[]): Promise<void>;
  /** Stops picking, waits for what is under way, unbinds. */
  stop(): Promise<void>;
};

type Parts = { pool: Pool; signals: Signals; origins: Origins; log: Logger; timings?: Timings };

const UNBIND_GRACE_MS = 2_000;

/** Opens links and starts to carry messages over them. */
export async function startCarriers(parts: Parts, links: LinkConfig[]): Promise<Carriers> {
  const { pool, log, timings = TIMINGS } = parts;
  const recovery = startRecovery({ pool, log, timings });
  let running = await startLinks(parts, links, timings);
  return {
    async reload(changed) {
      await running.stop();
      running = await startLinks(parts, changed, timings);
    },
    async stop() {
      await recovery.stop();
      await running.stop();
    },
  };
}

async function startLinks({ pool, signals, origins, log }: Parts, configs: LinkConfig[], timings: Timings) {
  const linkGroups: LinkGroups = groupLinks(configs);
  await regroupRows(pool, [...linkGroups.groups.keys()], linkGroups.find);
  // Before anything is sent: a link that staff paused stays so when a process starts.
  const paused = await selectPausedIds(pool);

  const receipts = startReceipts({ pool, links: configs, log, pollMs: timings.pollMs });
  const links = new Map<string, Link>();
  let dispatch: Dispatch | undefined;
  const { responseTimeoutMs } = timings;
  const hooks = {
    log,
    responseTimeoutMs,
    progress: openProgress(pool, configs),
    onDeliver: receipts.store,
    onChange: () => dispatch?.linkChanged(),
  };
  for (const config of configs) links.set(config.id, openLink(config, hooks));
  for (const id of paused) links.get(id)?.setPaused(true);
  dispatch = startDispatch({ pool, signals, origins, log, links, linkGroups, timings });
  const watch = startWatch(
    { pool, signals, log, links, linkGroups, everyMs: timings.tellEveryMs },
    dispatch.linkChanged,
  );

  return {
    async stop() {
      await watch.stop();
      await dispatch.stop();
      await Promise.all([...links.values()].map((link) => link.close(UNBIND_GRACE_MS)));
      await receipts.stop();
    },
  };
}
