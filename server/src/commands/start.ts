// `godwit start`: composes the roles of this process and stops them in order.
import { fitsOptOutLine } from '@godwit/contract/messages/optOutLine';
import { type AppParts, buildApp } from '../app.ts';
import { startCallbacks } from '../callbacks/delivery/deliver.ts';
import { startReplays } from '../callbacks/log/replay.ts';
import { passOnWakes } from '../callbacks/wake.ts';
import { rollUpCampaignCounts } from '../campaigns/counts.ts';
import { startCampaigns } from '../campaigns/run/run.ts';
import { type LinkCounters, openLinkCounters } from '../carriers/counts/counters.ts';
import type { Network } from '../carriers/links/config.ts';
import { groupLinks } from '../carriers/links/groups.ts';
import { startSimulatorProcess } from '../carriers/links/simulator.ts';
import { NetworkError } from '../carriers/network/document.ts';
import { openNetwork } from '../carriers/network/source.ts';
import { receiptUrl } from '../carriers/receipts/push.ts';
import { type Carriers, startCarriers } from '../carriers/start.ts';
import { startForgetting } from '../contacts/undo/undo.ts';
import { UnreachableDatabaseError } from '../db/pool.ts';
import { openSignals, type Signals } from '../db/signals.ts';
import { callFormats } from '../dropIns/formats.ts';
import { type SmtpParts, startSmtp } from '../dropIns/smtp/start.ts';
import { startWebhooks } from '../events/endpoints/deliver.ts';
import { startPositioningEvents } from '../events/position.ts';
import { startRemovingOrphans } from '../files/remove.ts';
import { openDrain } from '../http/drain.ts';
import { whyNotReady } from '../http/health.ts';
import type { App } from '../http/types.ts';
import { startKeywordActions } from '../incoming/keywords/actions.ts';
import { openReceiver } from '../incoming/receive/receive.ts';
import { startIncoming } from '../incoming/receive/worker.ts';
import { passOnChanges } from '../live/changes.ts';
import { startMail } from '../mail/worker.ts';
import type { Accept } from '../messages/accept/accept.ts';
import { openMessaging } from '../messages/accept/open.ts';
import { readyForMessages, startHousekeeping } from '../messages/state/housekeeping.ts';
import { startReconciling } from '../payments/checkout/reconcile.ts';
import { openKeys } from '../projects/apiKeys.ts';
import { startRetention } from '../retention/run.ts';
import { applyRuleSet, type ReadSet, startFollowingRules } from '../rules/follow.ts';
import { openRuntime, type Runtime, SERVICE_POOLS } from '../runtime.ts';
import { startSenderMails } from '../senders/dueMails.ts';
import { startRegistrationExpiry } from '../senders/registrationExpiry.ts';
import { servicesFor } from '../services.ts';
import { missingOfSeller } from '../settingPairs.ts';
import type { Settings } from '../settings.ts';
import { startSmpp } from '../smppAccounts/start.ts';
import { startExpiry } from '../smppAccounts/submit/parts.ts';
import { startRollups } from '../stats/rollup.ts';
import { startDatabaseWatch } from '../status/databaseWatch.ts';
import { startFigures, startLedgerChecks } from '../status/figures.ts';
import { startHeartbeat } from '../status/heartbeat.ts';
import { openMetrics, serveMetrics } from '../status/metrics.ts';
import { startLookingAtDomains } from '../team/singleSignOn/domains.ts';
import { startForgettingNumbers } from '../verify/forget.ts';
import { checkClock } from './clock.ts';
import { ledgerDifferences } from './ledger.ts';
import { explainListen, explainPort, reservePort } from './ports.ts';
import { type HangUp, handleHangUps, reloadFiles } from './reloadFiles.ts';
import { CommandError } from './report.ts';
import { certificateTrouble, checkSettingFiles } from './settingFiles.ts';
import { warnOfStandbys } from './standbys.ts';
import { bringUpToDate } from './upToDate.ts';
import { welcome } from './welcome.ts';

/** Connections that the system keeps until they are accepted; as many as Linux keeps at most. */
const BACKLOG = 4_096;

/** Time for in-flight requests to finish before a stop closes their connections. */
const REQUESTS_WITHIN_MS = 3_000;

type Stop = () => Promise<void>;

/** A service that starts: `ready` resolves to its address once it serves. */
export type Service = {
  ready: Promise<string>;
  /** Ends it in order, also while it starts: no new work, finish, unbind, close. */
  stop(): Promise<void>;
  /** Ends the processes it started and leaves everything else; in-flight work is safe in the database. */
  abandon(): Promise<void>;
};

/** Thrown by a start that is stopped. */
class StoppedError extends Error {}

/** Starts the service. */
export function start(given: Settings): Service {
  const over = new AbortController();
  // Each part is stopped before those it was built on.
  const stops: Stop[] = [];
  const processes: Stop[] = [];
  const stopAll = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  const hangUp = handleHangUps(given);

  async function begin(): Promise<string> {
    try {
      checkSettingFiles(given);
      const { settings, release } = await reservePort(given);
      stops.push(release);
      const runtime = await openRuntime(settings, 'start', SERVICE_POOLS, over.signal);
      stops.push(() => runtime.close());
      processes.push(() => runtime.abandon());
      const goOn = () => over.signal.throwIfAborted();
      goOn();
      const watch = startDatabaseWatch(runtime);
      stops.push(() => watch.stop());
      const entered = await enterDatabase(runtime, stops).catch((error: unknown) => {
        // A failover, perhaps. The supervisor starts this process again.
        throw UnreachableDatabaseError.explain(error, settings.databaseUrl);
      });
      goOn();
      return await startRoles(runtime, { stops, processes, goOn, hangUp, release, ...entered });
    } catch (error) {
      await stopAll();
      throw error;
    }
  }

  const ready = begin();
  ready.catch(() => {});
  return {
    ready,
    async stop() {
      over.abort(new StoppedError('It is stopped while it starts'));
      await ready.catch(() => {});
      await stopAll();
    },
    async abandon() {
      await Promise.allSettled(processes.map((end) => end()));
    },
  };
}

/** Checks the database, enters this process among those that run, and reads the rules of staff. */
async function enterDatabase(runtime: Runtime, stops: Stop[]): Promise<Entered> {
  let processId = '';
  await bringUpToDate(runtime, async () => {
    const heartbeat = await startHeartbeat({ ...runtime, pool: runtime.pools.urgent.pool });
    stops.push(() => heartbeat.stop());
    processId = heartbeat.id;
  });
  await checkClock(runtime);
  await warnOfStandbys(runtime);
  await runtime.countryRules.ported.reload();
  const ruleSet = await applyRuleSet(runtime);
  return { processId, ruleSet };
}

/** `processId`: the row of this process. `ruleSet`: the rules of staff that it starts with. */
type Entered = { processId: string; ruleSet: ReadSet };

type Starting = Entered & {
  stops: Stop[];
  processes: Stop[];
  goOn(): void;
  hangUp: HangUp;
  release: Stop;
};

async function startRoles(
  runtime: Runtime,
  { stops, processes, goOn, hangUp, processId, ruleSet, release }: Starting,
): Promise<string> {
  const { settings, log } = runtime;
  let started = false;
  const isStarted = () => started;
  const { pool } = runtime.pools.urgent;
  await readyForMessages({ pool, log });
  const simulator = await startSimulatorProcess(settings.dataDir, log);
  for (const those of [stops, processes]) those.push(() => simulator.stop());
  goOn();
  const simulatorPort = simulator.port;
  const source = await openNetwork({ ...runtime, pool, simulatorPort, processId }).catch(explainNetwork);
  let { links, rules } = source.network;
  let routes = groupLinks(links, rules);
  let carriers: Carriers | undefined;
  async function use(changed: Network) {
    await carriers?.reload(changed.links, changed.rules);
    // Messages this process accepts use these routes, whether it sends or not.
    routes = groupLinks(changed.links, changed.rules);
    ({ links, rules } = changed);
  }

  const signals = openSignals(runtime.sessions, log);
  stops.push(() => signals.close());
  const { take: onIncoming, stop: stopIncoming } = openReceiver({ pool, signals, log });
  stops.push(stopIncoming); // After the workers, which hand over messages until they have stopped.
  // All workers stop at once: a slow request or mail server must not delay the unbind of the links.
  const workers: Stop[] = [];
  stops.push(() => stopTogether(workers));
  passOnChanges(signals);
  passOnWakes(signals);
  const messaging = openMessaging(runtime, signals, () => routes);
  const counters = openLinkCounters();
  const measured = { accept: messaging.accept, workers, processId, isStarted, links: counters.totals() };
  messaging.accept = await startMetrics(runtime, measured);
  warnOfSettings(runtime);
  const { accept, sendingProfiles } = messaging;

  if (settings.roles.has('jobs')) startJobs(runtime, { accept, signals, workers });
  if (settings.roles.has('send')) {
    const receiptsTo = (id: string) => receiptUrl(runtime, id);
    const parts = {
      ...{ pool, signals, sendingProfiles, log, onIncoming, receiptUrl: receiptsTo, rules, counters },
      ...{ countryRules: runtime.countryRules, secrets: runtime.secrets },
    };
    carriers = await startCarriers(parts, links);
    messaging.sendOver(carriers.reserveSlots);
  }
  const reload = source.follow({ signals, use });
  workers.push(async () => {
    // A reload that runs is done before what it works on is stopped.
    await reload.stop();
    await carriers?.stop();
  });
  workers.push(startFollowingRules({ ...runtime, pool, signals, processId, started: ruleSet }).stop);
  stops.push(reloadFiles(runtime, reload.request, hangUp));
  started = true;
  if (!settings.roles.has('web')) return '';

  const keys = openKeys(servicesFor(runtime, 'urgent'), signals);
  await startMailPort(runtime, { accept, signals, keys, workers });
  await startBinds(runtime, { accept, signals, workers });
  await startWeb(runtime, {
    ...{ messaging, signals, keys, simulatorPort, links: () => links, onIncoming },
    ...{ workers, goOn, release, practice: source.isPractice },
  });
  return settings.publicUrl.origin;
}

type Web = Omit<AppParts, 'drain'> & { workers: Stop[]; goOn(): void; release: Stop; practice: boolean };

/** Serves HTTP. */
async function startWeb(
  runtime: Runtime,
  { workers, goOn, release, practice, ...parts }: Web,
): Promise<void> {
  const { settings } = runtime;
  const drain = openDrain();
  const app = await buildApp(runtime, { ...parts, drain });
  workers.push(async () => {
    await drain.begin(app.server, settings.drainSeconds * 1_000);
    const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_WITHIN_MS);
    await app.close().finally(() => clearTimeout(cut));
    await parts.messaging.accept.drained();
  });
  goOn();
  await release();
  await listen(app, settings);
  welcome(settings, { adopted: runtime.adopted, practice });
}

async function listen(app: App, settings: Settings): Promise<void> {
  await app
    .listen({ host: settings.host, port: settings.port, backlog: BACKLOG })
    .catch((error) => Promise.reject(explainListen(error, settings)));
}

/** Takes customers' binds if there is a port for them. */
async function startBinds(
  runtime: Runtime,
  { accept, signals, workers }: { accept: Accept; signals: Signals; workers: Stop[] },
): Promise<void> {
  const { settings } = runtime;
  if (settings.smppPort === null) return;
  const smpp = await startSmpp(servicesFor(runtime, 'urgent'), { accept, signals }).catch((error) =>
    Promise.reject(explainPort(error, settings, 'SMPP')),
  );
  workers.push(() => smpp.stop());
}

/** Takes mail of customers' programs if there is a port for it. */
async function startMailPort(
  runtime: Runtime,
  { workers, ...parts }: SmtpParts & { workers: Stop[] },
): Promise<void> {
  const { settings } = runtime;
  // A start that fails later has to end too.
  workers.push(() => parts.keys.stop());
  if (settings.smtpInPort === null) return;
  const smtp = await startSmtp(servicesFor(runtime, 'urgent'), parts).catch((error) =>
    Promise.reject(explainPort(error, settings, 'SMTP_IN')),
  );
  workers.push(() => smtp.stop());
}

function warnOfSettings({ settings, log }: Pick<Runtime, 'settings' | 'log'>): void {
  const trouble = settings.roles.has('web') ? certificateTrouble(settings) : null;
  const missing = missingOfSeller(settings);
  if (trouble) log.warn(trouble);
  if (missing) log.warn(missing);
  if (fitsOptOutLine(settings.publicUrl.origin)) return;
  log.warn(
    'PUBLIC_URL is too long for opt-out links: promotional messages may take a part more than is charged',
  );
}

/**
 * Serves metrics and health, and has the figures read that they and the status page show. Returns accept with
 * its measurements.
 */
async function startMetrics(
  runtime: Runtime,
  { accept, workers, processId, isStarted, links }: Measured,
): Promise<Accept> {
  const metrics = openMetrics(runtime, links, runtime.servers.refused);
  const { metricsPort: port, metricsHost: host } = runtime.settings;
  const { log } = runtime;
  const { pool } = runtime.pools.urgent;
  const whyNot = async () => (isStarted() ? whyNotReady({ pool, log }) : 'This process is starting.');
  const served = await serveMetrics(metrics, whyNot, { host, port }).catch((error) =>
    Promise.reject(explainListen(error, { host, port: port ?? 0 }, 'METRICS_')),
  );
  workers.push(() => served.stop());
  log.info({ url: served.url }, 'metrics are served');
  const figures = startFigures(servicesFor(runtime, 'jobs'), {
    processId,
    onStatus: metrics.show,
    accepted: metrics.accepted,
  });
  workers.push(() => figures.stop());
  return metrics.measure(accept);
}

type Measured = {
  accept: Accept;
  workers: Stop[];
  processId: string;
  isStarted(): boolean;
  links: ReturnType<LinkCounters['totals']>;
};

/** Everything that this process does by itself besides sending. */
function startJobs(
  runtime: Runtime,
  { accept, signals, workers }: { accept: Accept; signals: Signals; workers: Stop[] },
): void {
  const jobs = servicesFor(runtime, 'jobs');
  const running = [
    startMail(jobs, signals),
    startCallbacks(jobs, signals, { formats: callFormats(jobs, accept) }),
    startPositioningEvents(jobs, signals),
    startWebhooks(jobs, signals),
    startIncoming({ pool: jobs.pool, signals, log: runtime.log }),
    startKeywordActions({ services: jobs, accept, signals, log: runtime.log }),
    startReplays(jobs),
    startCampaigns({ pool: jobs.pool, accept, signals, log: runtime.log }),
    startRollups(jobs, [() => rollUpCampaignCounts(jobs.pool)]),
    startHousekeeping(jobs),
    startExpiry(jobs),
    startForgettingNumbers(jobs),
    startRetention(jobs),
    startForgetting(jobs),
    startRemovingOrphans(jobs),
    startReconciling(jobs),
    startLookingAtDomains(jobs),
    startRegistrationExpiry(jobs),
    startSenderMails(jobs),
    startLedgerChecks(jobs, ledgerDifferences),
  ];
  workers.push(...running.map((job) => () => job.stop()));
}

/** Stops all of these at once, also if one of them fails. */
async function stopTogether(workers: readonly Stop[]): Promise<void> {
  const results = await Promise.allSettled(workers.map((stop) => stop()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** A version of the network that this process cannot use, with what to do. */
function explainNetwork(error: unknown): never {
  if (!(error instanceof NetworkError)) throw error;
  throw new CommandError(
    `${error.message}. Import a network that it can use (godwit network import), or set CARRIERS_FILE.`,
  );
}
