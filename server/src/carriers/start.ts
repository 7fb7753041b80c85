// Starts the carriers in this process: links, dispatch, receipts and recovery.
import { randomUUID } from 'node:crypto';
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import { isReceipt } from '@godwit/smpp/codec/receipt';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { CountryRules } from '../countryRules.ts';
import { whileAway } from '../db/commit/batchCommit.ts';
import { groupCommit } from '../db/commit/groupCommit.ts';
import type { Signals } from '../db/signals.ts';
import type { SendingProfiles } from '../messages/accept/sendingProfile.ts';
import type { ReserveSlots } from '../messages/accept/store.ts';
import type { Secrets } from '../secrets.ts';
import { startBalances } from './counts/balance.ts';
import { type LinkCounters, openLinkCounters } from './counts/counters.ts';
import { startStoringCounts } from './counts/storeCounts.ts';
import type { JudgedLink, Links, Outgoing } from './link.ts';
import { isHttp, isSafeToRepeat, type LinkConfig } from './links/config.ts';
import { type LinkShares, startLinkShares } from './links/contractShares.ts';
import { groupLinks, type LinkGroups } from './links/groups.ts';
import { openHealth } from './links/health.ts';
import type { LinkHooks, OnIncoming } from './links/hooks.ts';
import { openHttpLink } from './links/http/httpLink.ts';
import { selectPausedIds } from './links/queries.ts';
import { startLinkReports } from './links/reports.ts';
import type { Rule } from './links/rules.ts';
import { openSmppLink } from './links/smppLink.ts';
import { startPolling } from './receipts/poll.ts';
import { startStore } from './receipts/store.ts';
import { startRecovery } from './recovery/recovery.ts';
import { startAskingDoubt } from './sending/askDoubt.ts';
import { storeBatchReference } from './sending/askQueries.ts';
import { startDispatch, TIMINGS, type Timings } from './sending/dispatch.ts';
import { openProgress } from './sending/partProgress.ts';
import { selectSendable } from './sending/queueQueries.ts';
import { startRerouting } from './sending/reroute.ts';

export type Carriers = {
  /** Reserves slots on the links for messages that are being accepted: see `sending/slots.ts`. */
  reserveSlots: ReserveSlots;
  /**
   * Switches to another set of links and rules. Unchanged links keep running. The others finish messages in
   * flight, for at most one lease; then a changed link opens again.
   */
  reload(links: LinkConfig[], rules?: Rule[]): Promise<void>;
  /** Stops picking, waits for submits in flight, and unbinds. */
  stop(): Promise<void>;
};

type Parts = {
  pool: Pool;
  signals: Signals;
  sendingProfiles: SendingProfiles;
  countryRules: CountryRules;
  /** Opens hidden texts. */
  secrets: Pick<Secrets, 'open'>;
  log: Logger;
  onIncoming: OnIncoming;
  /** The address to which an HTTP carrier sends receipts of a link. */
  receiptUrl?: LinkHooks['receiptUrl'];
  now?: LinkHooks['now'];
  /** The rules that choose among the links, until a reload brings others. */
  rules?: Rule[];
  timings?: Timings;
  /** Counts what the links of this process do; its own if left out. */
  counters?: LinkCounters;
  /** Identifies this process to others. Random if left out. */
  processId?: string;
};

type Complete = Required<Omit<Parts, 'rules'>>;

const MAX_CHECKED = 500;

/** Batches the check of many messages into one query. */
function openSendableCheck({
  pool,
  countryRules,
}: Pick<Complete, 'pool' | 'countryRules'>): LinkHooks['mayStillSend'] {
  const checks = groupCommit<Outgoing & { telco: string | null }, boolean>(
    async (messages) => {
      const sendable = await selectSendable(pool, messages, countryRules);
      return messages.map(({ id }) => sendable.has(id));
    },
    { maxBatch: MAX_CHECKED, concurrency: 1 },
  );
  return (message, telco) => checks.add({ ...message, telco });
}

const UNBIND_GRACE_MS = 2_000;

/** Opens links and starts to send messages over them. */
export async function startCarriers(given: Parts, configs: LinkConfig[]): Promise<Carriers> {
  const parts = withDefaults(given);
  const { pool, log, timings } = parts;
  /** The last configuration of every link so far, because parts and receipts outlive links. */
  const known = new Map<string, LinkConfig>();
  const recovery = startRecovery({ ...parts, isSafe: (id) => isSafeToRepeat(known.get(id)) });
  const counting = startStoringCounts({ ...parts, known, everyMs: timings.countEveryMs });
  let links = new Map<string, JudgedLink>();
  let running: Running | undefined;
  let [wanted, linkGroups, isStopped] = [configs, groupLinks(configs, given.rules), false];
  /** Closing links by their ids, and dispatches whose results are still being stored. */
  const ending = new Map<string | Running, Promise<void>>();
  /** The closing links, which hold their contract share until they are closed. */
  const closing = new Set<JudgedLink>();
  let switched = Promise.resolve();
  let shares: LinkShares | undefined;
  const hooks = openHooks(parts, known, () => ({ running, shares }));

  /** Opens the wanted links. Unchanged ones keep running; one that is still closing opens later. */
  function begin(paused: string[]) {
    for (const config of wanted) known.set(config.id, config);
    const opened = wanted.filter(({ id }) => !ending.has(id));
    links = new Map(opened.map((config) => [config.id, links.get(config.id) ?? openJudged(config, hooks)]));
    // Before any send: a link that staff paused stays paused when a process starts.
    for (const id of paused) links.get(id)?.link.setPaused(true);
    running = startSending(parts, { links, linkGroups, known });
  }

  /** Switches to `next`, or opens wanted links that had to wait. One change runs at a time. */
  function change(next?: LinkConfig[], rules: Rule[] = []): Promise<void> {
    const changing = switched.then(async () => {
      if (isStopped) return;
      const [before, paused] = [running!, await selectPausedIds(pool)];
      if (next) [wanted, linkGroups] = [next, groupLinks(next, rules)];
      await stopTaking(before);
      const stored = before.dispatch.drained().finally(() => ending.delete(before));
      ending.set(before, stored);
      const going = [...links].filter(([, link]) => !wanted.some((config) => stays(link, config)));
      for (const [id, judged] of going) ending.set(id, close(id, judged));
      begin(paused);
      await before.store.stop();
    });
    switched = changing.catch(() => {});
    return changing;
  }

  /** Closes a link first, and then opens its wanted form: some carriers let an account bind only once. */
  async function close(id: string, judged: JudgedLink) {
    closing.add(judged);
    await closeLink(judged, timings.leaseMs).finally(() => closing.delete(judged));
    await shares?.closed(id);
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
    await shares?.stop();
    await running!.store.stop().then(counting.stop);
  }
  begin(await selectPausedIds(pool));
  shares = startLinkShares({ ...parts, links: () => ({ working: links.values(), closing }) });
  return { reserveSlots: (ready) => running!.dispatch.reserveSlots(ready), reload: change, stop };
}

function withDefaults(given: Parts): Complete {
  const counters = openLinkCounters();
  const defaults = { timings: TIMINGS, processId: randomUUID(), receiptUrl: () => '', now: Date.now };
  return { ...defaults, counters, ...given };
}

/** The callbacks by which links reach the rest of this process. */
function openHooks(
  { pool, countryRules, log, timings, onIncoming, receiptUrl, now: clock }: Complete,
  known: ReadonlyMap<string, LinkConfig>,
  now: () => { running: Running | undefined; shares: LinkShares | undefined },
): LinkHooks {
  return {
    ...{ log, receiptUrl, now: clock, ...timings },
    progress: openProgress(pool, (id) => known.get(id)),
    mayStillSend: openSendableCheck({ pool, countryRules }),
    storeReference: (ids, reference) => storeBatchReference(pool, ids, reference),
    onDeliver: (id, pdu) => take(pdu, known.get(id)!, now().running!, onIncoming),
    onChange: () => now().running?.dispatch.linkChanged(),
    onGivenBack: () => now().shares?.givenBack(),
  };
}

/** Receipts come from the carrier itself; every other deliver_sm comes from a phone. */
function take(pdu: DeliverSm, link: LinkConfig, { store }: Running, onIncoming: Parts['onIncoming']) {
  return isReceipt(pdu) ? store.receipt(link.id, pdu) : onIncoming(link, pdu);
}

type Running = ReturnType<typeof startSending>;
type ActiveLinks = { links: Links; linkGroups: LinkGroups; known: ReadonlyMap<string, LinkConfig> };

function startSending(parts: Complete, { links, linkGroups, known }: ActiveLinks) {
  const { timings } = parts;
  const store = startStore({ ...parts, links: [...known.values()] });
  const dispatch = startDispatch({ ...parts, links, linkGroups, storeSubmitResult: store.submitResult });
  const reported = { ...parts, links, linkGroups, everyMs: timings.reportEveryMs };
  const reports = startLinkReports(reported, dispatch.linkChanged);
  const rerouting = startRerouting({ ...parts, linkGroups, everyMs: timings.recoverEveryMs });
  const polling = startPolling({ ...parts, links, firstMs: timings.receiptPollMs });
  const balances = startBalances({ ...parts, links, everyMs: timings.balanceEveryMs });
  const asking = startAskingDoubt({ ...parts, links, storeSubmitResult: store.submitResult });
  return { store, dispatch, reports, rerouting, polling, balances, asking };
}

async function stopTaking({
  reports,
  rerouting,
  polling,
  balances,
  asking,
  dispatch,
}: Running): Promise<void> {
  await Promise.all([reports, rerouting, polling, balances, asking].map((one) => one.stop()));
  await dispatch.stop();
}

function openJudged(config: LinkConfig, hooks: LinkHooks): JudgedLink {
  const link = isHttp(config) ? openHttpLink(config, hooks) : openSmppLink(config, hooks);
  return { link, health: openHealth(hooks.onChange), reserved: 0 };
}

async function closeLink({ link, health }: JudgedLink, withinMs: number): Promise<void> {
  await link.close(withinMs, UNBIND_GRACE_MS);
  health.close();
}

/**
 * Whether a link can keep its sessions. Its routes may change. A link that the carrier refused opens again,
 * since the fault may have been fixed.
 */
function stays({ link }: JudgedLink, wanted: LinkConfig): boolean {
  const connection = (config: LinkConfig) => JSON.stringify({ ...config, routes: null });
  return !link.refused() && connection(link.config) === connection(wanted);
}
