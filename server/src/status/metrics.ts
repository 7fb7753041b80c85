// Prometheus metrics of this process on a separate port. A scrape runs no query: SQL figures are the latest
// from `figures.ts`.
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isOwnName } from '../http/address.ts';
import { loopStates } from '../jobs/loop.ts';
import type { Accept } from '../messages/accept/accept.ts';
import type { PortedNumbers } from '../portedNumbers.ts';
import { isRefusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { isLoopback } from '../settings.ts';
import { openFigureGauges } from './figureGauges.ts';
import type { Accepted, Status } from './figures.ts';
import { countLinks, type LinkTotals } from './linkCounters.ts';

export type Metrics = {
  /** Accept, counted and timed by mode and result. */
  measure(accept: Accept): Accept;
  /** Messages accepted by second since the last read. */
  accepted(): Accepted;
  /** Takes over figures that were read. */
  show(status: Status): void;
  /** All of them in Prometheus' text format. */
  text(): Promise<string>;
};

const ACCEPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Opens the metrics of a process. `links`: what its links did since it started. `refused`: the servers of the
 * database that it does not use.
 */
export function openMetrics(
  { pools, settings, countryRules }: Pick<Services, 'pools' | 'settings' | 'countryRules'>,
  links: ReadonlyMap<string, LinkTotals> = new Map(),
  refused: () => readonly string[] = () => [],
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const accepts = new Histogram({
    name: 'godwit_accept_seconds',
    help: 'How long messages took to be accepted or refused, those of batches together',
    labelNames: ['mode', 'result'],
    buckets: ACCEPT_SECONDS,
    registers,
  });
  const messages = new Counter({
    name: 'godwit_accept_messages_total',
    help: 'Messages that were accepted or refused, by mode and result',
    labelNames: ['mode', 'result'],
    registers,
  });
  gaugePools(pools, registers);
  gaugeTroubles(refused, countryRules.ported, registers);
  gaugeLoops(registers);
  gaugeDisk(settings.dataDir, registers);
  countLinks(links, registers);
  const show = openFigureGauges(registers);

  const recent = openRecent();

  function count(mode: Mode, outcome: unknown, replayed = false): string {
    const result = isRefusal(outcome) ? outcome.refused : replayed ? 'replayed' : 'accepted';
    messages.inc({ mode, result });
    recent.count(result);
    return result;
  }

  return {
    accepted: recent.take,
    show,
    text: () => registry.metrics(),
    measure(accept) {
      const one: (...args: Parameters<Accept>) => ReturnType<Accept> = async (submission) => {
        const { mode } = submission;
        const stop = accepts.startTimer({ mode });
        const startedMs = performance.now();
        try {
          const outcome = await accept(submission);
          recent.took(performance.now() - startedMs);
          stop({ result: count(mode, outcome, 'replayed' in outcome && outcome.replayed) });
          return outcome;
        } catch (error) {
          messages.inc({ mode, result: 'error' });
          stop({ result: 'error' });
          throw error;
        }
      };
      const batch: Accept['batch'] = async (submissions, steps) => {
        const mode = submissions[0]!.mode;
        const stop = accepts.startTimer({ mode, result: 'batch' });
        const outcomes = await accept.batch(submissions, steps).finally(() => stop());
        for (const outcome of outcomes ?? []) count(mode, outcome);
        return outcomes;
      };
      // A dry run accepts nothing, so it is not counted.
      const { dryRun, drained } = accept;
      return Object.assign(one, { batch, dryRun, drained });
    },
  };
}

/** More labels would add no information. */
const MOST_TIMES = 2_000;

/** Messages accepted since the last read. */
function openRecent() {
  let since = performance.now();
  let counts = { accepted: 0, refused: 0 };
  let times: number[] = [];
  return {
    count(result: string) {
      counts[result === 'accepted' || result === 'replayed' ? 'accepted' : 'refused']++;
    },
    took(ms: number) {
      if (times.length < MOST_TIMES) times.push(ms);
    },
    take(): Accepted {
      const seconds = Math.max(1, (performance.now() - since) / 1_000);
      const sorted = times.toSorted((a, b) => a - b);
      const { accepted, refused } = counts;
      since = performance.now();
      counts = { accepted: 0, refused: 0 };
      times = [];
      return {
        accepted: accepted / seconds,
        refused: refused / seconds,
        acceptMs: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
      };
    },
  };
}

/** A disk of a network may not answer; a scrape waits no longer for it. */
const DISK_MS = 1_000;

function gaugeDisk(dataDir: string, registers: Registry[]): void {
  let asked: Promise<void> | null = null;
  // Asked once at a time, however often it is scraped.
  const ask = () => {
    asked ??= statfs(dataDir)
      .then(({ bavail, blocks, bsize }) => {
        free.set(bavail * bsize);
        size.set(blocks * bsize);
      })
      .catch(() => {})
      .finally(() => {
        asked = null;
      });
    return Promise.race([asked, sleep(DISK_MS, undefined, { ref: false })]);
  };
  const free = new Gauge({
    name: 'godwit_disk_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
    registers,
    collect: ask,
  });
  const size = new Gauge({
    name: 'godwit_disk_size_bytes',
    help: 'Bytes of that disk, free ones included',
    registers,
    collect: ask,
  });
}

function gaugePools(pools: Services['pools'], registers: Registry[]): void {
  new Gauge({
    name: 'godwit_database_connections',
    help: 'Connections of each pool that are in use or idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { pool }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
}

function gaugeTroubles(
  refused: () => readonly string[],
  { trouble }: PortedNumbers,
  registers: Registry[],
): void {
  new Gauge({
    name: 'godwit_database_refused_servers',
    help: 'Servers of the database that this process does not use, because they lack what it has stored',
    registers,
    collect() {
      this.set(refused().length);
    },
  });
  new Gauge({
    name: 'godwit_ported_numbers_trouble',
    help: '1 if PORTED_FILE or PORTED_URL has a fault, so prefixes may decide the network of ported numbers',
    registers,
    collect() {
      this.set(trouble() === null ? 0 : 1);
    },
  });
}

function gaugeLoops(registers: Registry[]): void {
  new Gauge({
    name: 'godwit_loop_failures',
    help: 'How many rounds of a background loop have failed in a row',
    labelNames: ['loop'],
    registers,
    collect() {
      this.reset();
      for (const { name, failures } of loopStates()) this.set({ loop: name }, failures);
    },
  });
  new Gauge({
    name: 'godwit_loop_round_seconds',
    help: 'For how long the present round of a background loop has run; 0 between rounds',
    labelNames: ['loop'],
    registers,
    collect() {
      this.reset();
      for (const { name, beganAt } of loopStates())
        this.set({ loop: name }, beganAt === null ? 0 : (Date.now() - beganAt) / 1_000);
    },
  });
}

/** The port that Prometheus knows as the one of exporters of OpenTelemetry. */
const DEFAULT_PORT = 9_464;

/** Why this process cannot work, as a sentence; null if it can. */
export type WhyNotReady = () => Promise<string | null>;

/**
 * Serves `/metrics`, `/healthz` and `/readyz`; resolves to its address once it listens. Without a port it
 * takes 9464, or any free one if another process has that.
 */
export async function serveMetrics(
  { text }: Metrics,
  whyNotReady: WhyNotReady,
  { host, port }: { host: string; port: number | null },
): Promise<{ url: string; stop(): Promise<void> }> {
  const answer: Record<string, () => Promise<[status: number, type: string, body: string]>> = {
    '/metrics': async () => [200, Registry.PROMETHEUS_CONTENT_TYPE, await text()],
    '/healthz': async () => [200, 'application/json', JSON.stringify({ status: 'ok' })],
    async '/readyz'() {
      const description = await whyNotReady();
      if (description === null) return [200, 'application/json', JSON.stringify({ status: 'ok' })];
      return [503, 'application/json', JSON.stringify({ description })];
    },
  };
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const read = request.method === 'GET' && Object.hasOwn(answer, path) ? answer[path] : undefined;
    // On a loopback address only a browser of this machine could be led here by a foreign page.
    const isRebound = isLoopback(host) && !isOwnName(request.headers.host);
    if (!read || isRebound) return void response.writeHead(404).end();
    const found = await read().catch(() => null);
    if (found === null) return void response.writeHead(500).end();
    const [status, type, body] = found;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  server.requestTimeout = 10_000;
  await listening(server, { host, port: port ?? DEFAULT_PORT }).catch((error: NodeJS.ErrnoException) => {
    if (port !== null || error.code !== 'EADDRINUSE') throw error;
    return listening(server, { host, port: 0 });
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}/metrics`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listening(server: Server, at: { host: string; port: number }): Promise<void> {
  server.listen(at);
  await once(server, 'listening');
}
