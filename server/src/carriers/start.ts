// Carriers at work in this process: the links of the configuration, dispatch over them, receipts from them, recovery.
import type { DeliverSm } from '@godwit/smpp/pdu';
import { isReceipt } from '@godwit/smpp/receipt';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { groupCommit } from '../db/groupCommit.ts';
import type { Signals } from '../db/signals.ts';
import { whileAway } from '../db/together.ts';
import type { KeepPlaces } from '../messages/accept.ts';
import type { SendingProfiles } from '../messages/sendingProfile.ts';
import { groupLinks, type LinkConfig, type LinkGroups } from './config.ts';
import { startDispatch, TIMINGS, type Timings } from './dispatch.ts';
import { openHealth } from './health.ts';
import { type LinkHooks, type Outgoing, openLink } from './link.ts';
import { selectPausedIds } from './linkQueries.ts';
import { openProgress } from './progress.ts';
import { selectStillGoing } from './queries.ts';
import { startRecovery } from './recover.ts';
import { startRegrouping } from './regroup.ts';
import { startResults } from './results.ts';
import type { Judged, Links } from './routing.ts';
import { startWatch } from './watch.ts';

export type Carriers = {
  /** Keeps places on the links for messages that are being accepted: see `places.ts`. */
  keepPlaces: KeepPlaces;
  /**
   * Puts another set of links to work. Those that stay the same go on as they are; the others see through what they have begun, for as long as
   * a lease at the most, and a link that is only changed is opened anew after that.
   */
  reload(links: LinkConfig[]): Promise<void>;
  /** Stops picking, waits for what is under way, unbinds. */
  stop(): Promise<void>;
};

type Parts = {
  pool: Pool;
  signals: Signals;
  sendingProfiles: SendingProfiles;
  log: Logger;
  /** Takes what is no receipt; resolves with the status to answer. */
  onIncoming(link: Pick<LinkConfig, 'id' | 'mode'>, pdu: DeliverSm): Promise<number>;
  timings?: Timings;
};

const MAX_ASKED = 500;

/** Asks about many messages at once. */
function openStillGoing(pool: Pool): LinkHooks['mayStillGo'] {
  const asked = groupCommit<Outgoing, boolean>(
    async (messages) => {
      const going = await selectStillGoing(pool, messages);
      return messages.map(({ id }) => going.has(id));
    },
    { maxBatch: MAX_ASKED, concurrency: 1 },
  );
  return (message) => asked.add(message);
}

const UNBIND_GRACE_MS = 2_000;

/** Opens links and starts to send messages over them. */
export async function startCarriers(given: Parts, configs: LinkConfig[]): Promise<Carriers> {
  const parts = { timings: TIMINGS, ...given };
  const { pool, log, timings, onIncoming } = parts;
  const recovery = startRecovery(parts);
  /** Every link there has been, as it was last: parts and receipts outlive it. */
  const known = new Map<string, LinkConfig>();
  let links = new Map<string, Judged>();
  let running: Running | undefined;
  let wanted = configs;
  let isStopped = false;
  /** What ends beside the present set: links that see through what they have begun, by their ids, and work that is still answered and stored. */
  const ending = new Map<string | Running, Promise<void>>();
  let switched = Promise.resolve();
  const hooks: LinkHooks = {
    ...{ log, ...timings },
    progress: openProgress(pool, (id) => known.get(id)),
    mayStillGo: openStillGoing(pool),
    onDeliver: (id, pdu) => take(pdu, known.get(id)!, running!, onIncoming),
    onChange: () => running?.dispatch.linkChanged(),
  };

  /** Begins with the links that are wanted; of the present ones those that are the same go on, and one that still closes comes later. */
  function begin(paused: string[]) {
    for (const config of wanted) known.set(config.id, config);
    const opened = wanted.filter(({ id }) => !ending.has(id));
    links = new Map(opened.map((config) => [config.id, links.get(config.id) ?? openJudged(config, hooks)]));
    // Before anything is sent: a link that staff paused stays so when a process starts.
    for (const id of paused) links.get(id)?.link.setPaused(true);
    running = startWork(parts, { links, linkGroups: groupLinks(wanted), known });
  }

  /** Puts other links to work, or those that are wanted and were still to be opened; one such change at a time. */
  function change(next?: LinkConfig[]): Promise<void> {
    const changing = switched.then(async () => {
      if (isStopped) return;
      const before = running!;
      const paused = await selectPausedIds(pool);
      wanted = next ?? wanted;
      await stopTaking(before);
      const stored = before.dispatch.drained().finally(() => ending.delete(before));
      ending.set(before, stored);
      const going = [...links].filter(([, link]) => !wanted.some((config) => stays(link, config)));
      for (const [id, judged] of going) ending.set(id, close(id, judged));
      begin(paused);
      await before.results.stop();
    });
    switched = changing.catch(() => {});
    return changing;
  }

  /** Closes a link that goes, and opens it anew where it is wanted in another form: with some carriers an account may bind only once. */
  async function close(id: string, judged: Judged) {
    await closeLink(judged, timings.leaseMs);
    ending.delete(id);
    if (!wanted.some((config) => config.id === id)) return;
    whileAway(change).catch((error) => log.error({ err: error, link: id }, 'a changed link stays closed'));
  }

  async function stop() {
    isStopped = true;
    await switched;
    await recovery.stop();
    await stopTaking(running!);
    await Promise.all([running!.dispatch.drained(), ...ending.values()]);
    await Promise.all([...links.values()].map((judged) => closeLink(judged, 0)));
    await running!.results.stop();
  }
  begin(await selectPausedIds(pool));
  return { keepPlaces: (ready) => running!.dispatch.keepPlaces(ready), reload: change, stop };
}

/** A receipt is the carrier's own; all else came from a phone. */
function take(pdu: DeliverSm, link: LinkConfig, { results }: Running, onIncoming: Parts['onIncoming']) {
  return isReceipt(pdu) ? results.receipt(link.id, pdu) : onIncoming(link, pdu);
}

type Running = ReturnType<typeof startWork>;
type Work = { links: Links; linkGroups: LinkGroups; known: ReadonlyMap<string, LinkConfig> };

function startWork(parts: Required<Parts>, { links, linkGroups, known }: Work) {
  const { timings } = parts;
  const results = startResults({ ...parts, links: [...known.values()] });
  const dispatch = startDispatch({ ...parts, links, linkGroups, storeAnswer: results.answer });
  const watched = { ...parts, links, linkGroups, everyMs: timings.reportEveryMs };
  const watch = startWatch(watched, dispatch.linkChanged);
  const regrouping = startRegrouping({ ...parts, linkGroups, everyMs: timings.recoverEveryMs });
  return { results, dispatch, watch, regrouping };
}

async function stopTaking({ watch, regrouping, dispatch }: Running): Promise<void> {
  await Promise.all([watch.stop(), regrouping.stop()]);
  await dispatch.stop();
}

function openJudged(config: LinkConfig, hooks: LinkHooks): Judged {
  return { link: openLink(config, hooks), health: openHealth(hooks.onChange), reserved: 0 };
}

async function closeLink({ link, health }: Judged, withinMs: number): Promise<void> {
  await link.close(withinMs, UNBIND_GRACE_MS);
  health.close();
}

/**
 * Whether a link can go on with its sessions; its routes may be others. One that the carrier refused is opened anew: what was wrong may have
 * been mended there.
 */
function stays({ link }: Judged, wanted: LinkConfig): boolean {
  const connection = (config: LinkConfig) => JSON.stringify({ ...config, routes: null });
  return !link.refused() && connection(link.config) === connection(wanted);
}
