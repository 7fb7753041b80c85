// `godwit start`: the roles of this process, put together, and their orderly stop.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { OPT_OUT_ROOM } from '@godwit/contract/segments';
import { startCallbacks } from '../callbacks/deliver.ts';
import { passOnWakes } from '../callbacks/wake.ts';
import { startCampaigns } from '../campaigns/run.ts';
import { groupLinks, readCarriersFile, simulatorLinks } from '../carriers/config.ts';
import { openReload } from '../carriers/reload.ts';
import { startSimulatorProcess } from '../carriers/simulator.ts';
import { type Carriers, startCarriers } from '../carriers/start.ts';
import { openSignals } from '../db/signals.ts';
import { startRemovingOrphans } from '../files/remove.ts';
import { buildApp } from '../http/app.ts';
import { makeRoomForFiles } from '../http/openFiles.ts';
import { passOnChanges } from '../live/changes.ts';
import { startMail } from '../mail/worker.ts';
import { readyForMessages, startHousekeeping } from '../messages/housekeeping.ts';
import { openMessaging } from '../messages/open.ts';
import { shortestLine } from '../optOuts/links.ts';
import { openRuntime, type Runtime } from '../runtime.ts';
import { isLoopback, type Settings } from '../settings.ts';
import { startFolding } from '../stats/fold.ts';
import { bringUpToDate } from './upToDate.ts';
import { welcome } from './welcome.ts';

const CONNECTIONS = 20;
/** Connections that the system keeps until they are accepted; as many as Linux keeps at most. */
const BACKLOG = 4_096;
/** As many connections at once as are expected at most. */
const OPEN_FILES = 10_000;

type Stop = () => Promise<void>;

/** Starts the service and resolves once it serves; `stop` ends it in order: no new work, finish, unbind, close. */
export async function start(given: Settings): Promise<{ url: string; stop: Stop }> {
  const settings = await withPort(given);
  const runtime = await openRuntime(settings, 'start', CONNECTIONS);
  // Each part is stopped before those it was built on.
  const stops: Stop[] = [() => runtime.close()];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    await bringUpToDate(runtime);
    const url = await startRoles(runtime, stops);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With PORT=0 the port is chosen here and not by listening: links in mails name it. */
async function withPort(settings: Settings): Promise<Settings> {
  if (settings.port !== 0) return settings;
  const probe = createServer().listen(0, settings.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const { publicUrl } = settings;
  return {
    ...settings,
    port,
    publicUrl: publicUrl.port === '0' ? new URL(`http://localhost:${port}`) : publicUrl,
  };
}

async function startRoles(runtime: Runtime, stops: Stop[]): Promise<string> {
  const { settings, pool, log } = runtime;
  await readyForMessages(pool);
  const simulator = await startSimulatorProcess(settings.dataDir, log);
  stops.push(() => simulator.stop());
  const links = chooseLinks(settings, simulator.port);
  let routes = groupLinks(links);
  let carriers: Carriers | undefined;
  const reload = openReload({
    log,
    read: () => chooseLinks(settings, simulator.port),
    async use(changed) {
      await carriers?.reload(changed);
      // What this process accepts goes by them too, whether it sends or not.
      routes = groupLinks(changed);
    },
  });
  process.on('SIGHUP', reload.ask);
  stops.push(async () => void process.off('SIGHUP', reload.ask));

  const signals = openSignals(pool, log);
  stops.push(() => signals.close());
  passOnChanges(signals);
  passOnWakes(signals);
  const messaging = openMessaging(runtime, signals, { find: (...asked) => routes.find(...asked) });
  if (shortestLine(settings.publicUrl) > OPT_OUT_ROOM)
    log.warn(
      'PUBLIC_URL is too long for opt-out links: promotional messages may take a part more than is charged',
    );
  const { accept, origins } = messaging;

  if (settings.roles.has('jobs')) {
    const mail = startMail(runtime);
    const callbacks = startCallbacks(runtime, signals);
    const housekeeping = startHousekeeping(runtime);
    const folding = startFolding(runtime);
    const campaigns = startCampaigns({ pool, accept, signals, log });
    const orphans = startRemovingOrphans(runtime);
    stops.push(
      () => campaigns.stop(),
      () => orphans.stop(),
      () => folding.stop(),
      () => housekeeping.stop(),
      () => callbacks.stop(),
      () => mail.stop(),
    );
  }
  if (settings.roles.has('send')) {
    carriers = await startCarriers({ pool, signals, origins, log }, links);
    stops.push(() => carriers!.stop());
  }
  // A reload that runs is done before anything of what it works on is stopped.
  stops.push(() => reload.stop());
  if (!settings.roles.has('web')) return '';

  const app = await buildApp(runtime, { messaging, signals });
  stops.push(async () => {
    await app.close();
    await accept.drained();
  });
  makeRoomForFiles(OPEN_FILES);
  await app.listen({ host: settings.host, port: settings.port, backlog: BACKLOG });
  welcome(settings, { adopted: runtime.adopted, practice: carriesLiveByPractice(settings) });
  return settings.publicUrl.origin;
}

/** TEST always has the simulator. LIVE has what CARRIERS_FILE names; without it, only a practice machine has the simulator for it. */
function chooseLinks(settings: Settings, simulatorPort: number) {
  const live = settings.carriersFile ? readCarriersFile(settings.carriersFile) : [];
  return [
    ...simulatorLinks(simulatorPort, carriesLiveByPractice(settings) ? ['TEST', 'LIVE'] : ['TEST']),
    ...live,
  ];
}

function carriesLiveByPractice({ carriersFile, databaseUrl, host }: Settings): boolean {
  return carriersFile === null && databaseUrl === null && isLoopback(host);
}
