// Carriers at work in this process: the links of the configuration, dispatch over them, receipts from them, recovery.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';
import type { Origins } from '../messages/origin.ts';
import { groupLinks, type LinkConfig } from './config.ts';
import { startDispatch, TIMINGS, type Timings } from './dispatch.ts';
import { openHealth } from './health.ts';
import { type LinkHooks, openLink } from './link.ts';
import { selectPausedIds } from './linkQueries.ts';
import { openProgress } from './progress.ts';
import { startReceipts } from './receipts.ts';
import { startRecovery } from './recover.ts';
import { startRegrouping } from './regroup.ts';
import type { Judged } from './routing.ts';
import { startWatch } from './watch.ts';

export type Carriers = {
  /**
   * Puts another set of links to work. Those that stay the same keep their sessions; the others see through what they have begun.
   */
  reload(links: LinkConfig[]): Promise<void>;
  /** Stops picking, waits for what is under way, unbinds. */
  stop(): Promise<void>;
};

type Parts = { pool: Pool; signals: Signals; origins: Origins; log: Logger; timings?: Timings };

const UNBIND_GRACE_MS = 2_000;

/** Opens links and starts to carry messages over them. */
export async function startCarriers(parts: Parts, configs: LinkConfig[]): Promise<Carriers> {
  const { pool, signals, origins, log, timings = TIMINGS } = parts;
  const recovery = startRecovery({ pool, log, timings });
  let links = new Map<string, Judged>();
  let running: ReturnType<typeof begin> | undefined;
  const progress = openProgress(pool, (id) => links.get(id)?.link.config);

  /** Begins with a set of links; of the present ones those that are the same go on. */
  function begin(wanted: LinkConfig[], paused: string[]) {
    const linkGroups = groupLinks(wanted);
    const receipts = startReceipts({ pool, links: wanted, log, pollMs: timings.pollMs });
    links = new Map(
      wanted.map((config) => {
        const present = links.get(config.id);
        return [config.id, present && stays(present, config) ? present : open(config)];
      }),
    );
    // Before anything is sent: a link that staff paused stays so when a process starts.
    for (const id of paused) links.get(id)?.link.setPaused(true);
    const dispatch = startDispatch({ pool, signals, origins, log, links, linkGroups, timings });
    const watched = { pool, signals, log, links, linkGroups, everyMs: timings.tellEveryMs };
    const watch = startWatch(watched, dispatch.linkChanged);
    const regrouping = startRegrouping({ pool, log, linkGroups, everyMs: timings.recoverEveryMs });
    return { receipts, dispatch, watch, regrouping };
  }

  function open(config: LinkConfig): Judged {
    const onChange = () => running?.dispatch.linkChanged();
    const hooks: LinkHooks = {
      log,
      responseTimeoutMs: timings.responseTimeoutMs,
      progress,
      onDeliver: (linkId, pdu) => running!.receipts.store(linkId, pdu),
      onChange,
    };
    return { link: openLink(config, hooks), health: openHealth(onChange), reserved: 0 };
  }

  /** Stops sending once what is under way is answered, and closes the links that `goes` names. */
  async function settle(present: NonNullable<typeof running>, goes: (link: Judged) => boolean) {
    await present.watch.stop();
    await present.regrouping.stop();
    await present.dispatch.stop();
    const going = [...links.values()].filter(goes);
    for (const { health } of going) health.close();
    await Promise.all(going.map(({ link }) => link.close(UNBIND_GRACE_MS)));
  }

  running = begin(configs, await selectPausedIds(pool));
  return {
    async reload(wanted) {
      const before = running!;
      const paused = await selectPausedIds(pool);
      await settle(before, (link) => !wanted.some((config) => stays(link, config)));
      running = begin(wanted, paused);
      await before.receipts.stop();
    },
    async stop() {
      await recovery.stop();
      await settle(running!, () => true);
      await running!.receipts.stop();
    },
  };
}

/**
 * Whether a link can go on with its sessions; its routes may be others. One that the carrier refused is opened anew: what was wrong may have
 * been mended there.
 */
function stays({ link }: Judged, wanted: LinkConfig): boolean {
  const connection = (config: LinkConfig) => JSON.stringify({ ...config, routes: null });
  return !link.refused() && connection(link.config) === connection(wanted);
}
