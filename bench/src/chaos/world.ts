// Starts every process of a run: two processes of the service on one database, the carriers behind a proxy
// per link, and the receiver of callbacks.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from '../../../server/test/database.ts';
import { openDisk } from '../../../server/test/disk.ts';
import { payhere, startStripe } from '../../../server/test/paymentProviders.ts';
import { openCluster } from './cluster.ts';
import type { World } from './kind.ts';
import { carriersFile, HTTP_LINK, LINKS } from './misbehaviour.ts';
import { freePort, isAlive, postmasterOf, type Supervised, simulatorOf, supervise } from './processes.ts';
import { type LinkProxy, openProxy } from './proxy.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MAIN = here('../../../server/src/main.ts');
const WEBHOOK_SECRET = 'whsec_of_chaos_only';
const MERCHANT = { merchant: '1219283', secret: 'TXlNZXJjaGFudFNlY3JldA==' };
const SECRET_KEY = 'of the chaos only, more than 32 characters';
const STARTS_WITHIN_MS = 120_000;
const GONE_WITHIN_MS = 10_000;

export type Running = Awaited<ReturnType<typeof startWorld>>;

/** `failover`: the database is a cluster instead of the embedded one. */
type Form = { seed: number; without: string; failover: boolean };

/**
 * Starts everything and waits until both processes serve. The carrier's faults come from `seed`, except those
 * in `without`.
 */
export async function startWorld({ seed, without, failover }: Form) {
  const stripe = await startStripe(WEBHOOK_SECRET);
  const { cluster, external } = await openExternal(failover);
  const environment = await openEnvironment({ ...paymentSettings(stripe.base), ...external });
  if (cluster) await godwit(environment.settings, ['migrate']);
  const { disk, records, journals, ports, proxies, settings } = environment;
  const started = Date.now();
  let calm = false;
  let clockMs = 0;
  const service = (port: number) => ({ args: [MAIN, 'start'], env: { ...settings, PORT: String(port) } });
  const carrierOf = (program: string, port: number, journal: string) => () => {
    const args = Object.entries({ port, seed, journal, started, without });
    const options = args.map(([name, value]) => `--${name}=${value}`);
    return { args: [here(program), ...options, ...(calm ? ['--calm'] : [])] };
  };
  const carrier = supervise('carrier', records, carrierOf('./carrier.ts', ports.carrier, journals.carrier));
  const httpCarrier = supervise(
    'http-carrier',
    records,
    carrierOf('./httpCarrier.ts', ports.httpCarrier, journals.httpCarrier),
  );
  const sink = supervise('sink', records, () => ({
    args: [here('./sink.ts'), `--port=${ports.sink}`, `--journal=${journals.sink}`],
  }));
  const server = supervise('server', records, () => service(ports.server));
  await serves(ports.server);
  const second = supervise('second', records, () => {
    const { args, env } = service(ports.second);
    const wrongClock = ['--import', here('./clock.ts')];
    return { args: [...wrongClock, ...args], env: { ...env, CHAOS_CLOCK_MS: String(clockMs) } };
  });
  await serves(ports.second);

  const world: Omit<World, 'sends'> = {
    dataDir: settings.DATA_DIR,
    server,
    second,
    carrier,
    httpCarrier,
    sink,
    proxies,
    disk,
    cluster,
    setClock: (offsetMs) => {
      clockMs = offsetMs;
    },
  };
  return {
    world,
    journals,
    records,
    urls: [ports.server, ports.second].map((port) => `http://127.0.0.1:${port}`),
    stripe,
    local: payhere(MERCHANT),
    sinkUrl: `http://127.0.0.1:${ports.sink}`,
    /** From now on the carriers have no faults. */
    becomeCalm() {
      calm = true;
      for (const one of [carrier, httpCarrier]) one.signal('SIGUSR2');
    },
    godwit: (...args: string[]) => godwit(settings, args),
    async stop() {
      const left = await stop(settings.DATA_DIR, [second, server, carrier, httpCarrier, sink], proxies);
      await stripe.close();
      return [...left, ...((await cluster?.stop()) ?? [])];
    },
    /** Removes the records. */
    removeRecords: () => rmSync(records, { recursive: true, force: true }),
  };
}

/** The cluster, and the settings that lead to it; nothing for the embedded database. */
async function openExternal(failover: boolean) {
  const cluster = failover ? await openCluster() : null;
  return { cluster, external: cluster && { DATABASE_URL: cluster.url, SECRET_KEY } };
}

/** Payment settings with providers that this process simulates. */
function paymentSettings(stripe: URL): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: 'sk_test_of_chaos_only',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.href,
    PAYHERE_MERCHANT_ID: MERCHANT.merchant,
    PAYHERE_SECRET: MERCHANT.secret,
  };
}

/** Creates folders, ports, proxies and settings, and removes them when this process ends. */
async function openEnvironment(more: Record<string, string>) {
  const disk = openDisk();
  // The judge's records are not on the disk that gets full.
  const records = mkdtempSync(join(tmpdir(), 'godwit-chaos-records-'));
  const journals = {
    carrier: join(records, 'carrier.jsonl'),
    httpCarrier: join(records, 'http-carrier.jsonl'),
    sink: join(records, 'sink.jsonl'),
  };
  const ports = {
    carrier: await freePort(),
    httpCarrier: await freePort(),
    sink: await freePort(),
    server: await freePort(),
    second: await freePort(),
  };
  const proxies = new Map<string, LinkProxy>();
  for (const { id } of LINKS) proxies.set(id, await openProxy(ports.carrier));
  proxies.set(HTTP_LINK.id, await openProxy(ports.httpCarrier));
  const carriers = join(records, 'carriers.json');
  writeFileSync(carriers, JSON.stringify(carriersFile((id) => proxies.get(id)!.port)));
  const settings = {
    DATA_DIR: join(disk.folder, 'data'),
    CARRIERS_FILE: carriers,
    CALLBACKS_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'warn',
    LIMIT_REGISTER: '0',
    LIMIT_LOGIN: '0',
    LIMIT_NEW_HOME: '0',
    LIMIT_NEW_ABROAD: '0',
    ...more,
  };
  process.once('exit', () => {
    const left = [postmasterOf(settings.DATA_DIR), simulatorOf(settings.DATA_DIR)];
    for (const pid of left) if (pid) process.kill(pid, 'SIGQUIT');
    disk.remove();
  });
  return { disk, records, journals, ports, proxies, settings };
}

/** Runs a command of the service; returns its JSON output, also if the command fails. */
async function godwit(settings: Record<string, string>, args: string[]): Promise<Record<string, unknown>> {
  const options = { env: { ...process.env, ...settings }, maxBuffer: 100_000_000 };
  const running = promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], options);
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Stops everything in order; returns the processes that did not stop, and orphans of those that did. */
async function stop(
  dataDir: string,
  parts: Supervised[],
  proxies: ReadonlyMap<string, LinkProxy>,
): Promise<string[]> {
  const left = { database: postmasterOf(dataDir), simulator: simulatorOf(dataDir) };
  const failures: string[] = [];
  for (const part of parts) if (!(await part.stop())) failures.push(`${part.name} did not stop in time`);
  for (const [name, pid] of Object.entries(left)) {
    const isGone = () => pid === null || !isAlive(pid);
    const hasGone = await waitFor(isGone, { timeoutMs: GONE_WITHIN_MS }).catch(() => false);
    if (!hasGone) failures.push(`the ${name} was left running`);
  }
  for (const proxy of proxies.values()) proxy.close();
  return failures;
}

async function serves(port: number): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await waitFor(isReady, { what: 'the service', timeoutMs: STARTS_WITHIN_MS });
}
