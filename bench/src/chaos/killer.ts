// The disruptions around the service, drawn from the seed: every kind once before any repeats.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seeded } from '../random.ts';
import { failoverKinds } from './failovers.ts';
import type { Kind, World } from './kind.ts';
import { familyOf, postmasterOf } from './processes.ts';
import type { LinkProxy } from './proxy.ts';
import type { Disruption } from './record.ts';

/**
 * The share of disruptions that wait until the service has recovered; the others hit a service that is still
 * starting.
 */
const RECOVERED_SHARE = 0.7;
const RECOVERED_SENDS = 30;
const RECOVERED_WITHIN_MS = 20_000;

/** How long a killed database may take to respond again. */
const RECOVERS_WITHIN_MS = 3_000;
const CLOCK_OFFSETS_MS = [90_000, -90_000, 5_000];

const KINDS: Kind[] = [
  { what: 'kill -9 server', run: async ({ server }) => server.signal('SIGKILL') },
  { what: 'kill -9 second process', run: async ({ second }) => second.signal('SIGKILL') },
  {
    what: 'kill -9 both processes',
    async run({ server, second }) {
      server.signal('SIGKILL');
      second.signal('SIGKILL');
    },
  },
  { what: 'kill -9 database', isEmbedded: true, run: async ({ dataDir }) => killDatabase(dataDir) },
  {
    what: 'kill -9 server and database',
    isEmbedded: true,
    async run({ dataDir, server }) {
      server.signal('SIGKILL');
      await killDatabase(dataDir);
    },
  },
  { what: 'kill -9 carrier', run: async ({ carrier }) => carrier.signal('SIGKILL') },
  { what: 'kill -9 HTTP carrier', run: async ({ httpCarrier }) => httpCarrier.signal('SIGKILL') },
  { what: 'kill -9 callback sink', run: async ({ sink }) => sink.signal('SIGKILL') },
  { what: 'stop server', run: ({ server }, random) => pause([server.pid()], random) },
  { what: 'stop second process', run: ({ second }, random) => pause([second.pid()], random) },
  { what: 'stop carrier', run: ({ carrier }, random) => pause([carrier.pid()], random) },
  { what: 'stop HTTP carrier', run: ({ httpCarrier }, random) => pause([httpCarrier.pid()], random) },
  {
    what: 'stop database',
    isEmbedded: true,
    run: ({ dataDir }, random) => pause(familyOf(postmasterOf(dataDir) ?? -1), random),
  },
  {
    what: 'cut all connections to the carriers',
    async run({ proxies }) {
      for (const proxy of proxies.values()) proxy.cut();
    },
  },
  { what: 'cut one link', run: async ({ proxies }, random) => oneOf(proxies, random).cut() },
  {
    what: 'half-open link',
    async run({ proxies }, random) {
      const ms = random.between(3_000, 14_000);
      oneOf(proxies, random).freeze(ms);
      await sleep(ms);
    },
  },
  {
    what: 'slow link',
    async run({ proxies }, random) {
      const ms = random.between(2_000, 6_000);
      oneOf(proxies, random).slow(ms);
      await sleep(ms);
    },
  },
  { what: 'garbage from a link', run: async ({ proxies }, random) => oneOf(proxies, random).litter() },
  {
    what: 'full disk',
    isEmbedded: true,
    async run({ disk }, random) {
      disk.setFull!(true);
      await sleep(random.between(1_500, 4_000));
      disk.setFull!(false);
    },
  },
  {
    what: 'wrong clock in the second process',
    async run({ second, setClock }, random) {
      setClock(random.pick(CLOCK_OFFSETS_MS));
      second.signal('SIGKILL');
    },
  },
];

function kindsFor({ cluster, disk }: World): Kind[] {
  if (cluster) return [...KINDS.filter(({ isEmbedded }) => !isEmbedded), ...failoverKinds(cluster)];
  return KINDS.filter(({ what }) => what !== 'full disk' || disk.setFull);
}

/** Runs `kills` disruptions with a pause of up to `waitMs` before each; calls `onDisruption` at each. */
export async function disruptAll(
  world: World,
  { seed, kills, waitMs }: { seed: number; kills: number; waitMs: number },
  onDisruption: (disruption: Disruption) => void,
): Promise<Disruption[]> {
  const random = seeded(`${seed} killer`);
  const known = kindsFor(world);
  const disruptions: Disruption[] = [];
  let deck: Kind[] = [];
  while (disruptions.length < kills) {
    if (deck.length === 0) deck = random.shuffled(known);
    const { what, prepare, run } = deck.pop()!;
    await sleep(random.between(waitMs / 4, waitMs));
    await prepare?.();
    if (random.chance(RECOVERED_SHARE)) await recovered(world);
    const from = Date.now();
    await run(world, random);
    const disruption = { what, from, until: Date.now() };
    disruptions.push(disruption);
    onDisruption(disruption);
  }
  return disruptions;
}

/** Waits until messages are accepted again. */
async function recovered({ sends }: World): Promise<void> {
  const before = sends();
  const until = Date.now() + RECOVERED_WITHIN_MS;
  while (sends() < before + RECOVERED_SENDS && Date.now() < until) await sleep(100);
}

/** Kills PostgreSQL as a crash of its service would: its log on disk remains. */
async function killDatabase(dataDir: string): Promise<void> {
  const postmaster = postmasterOf(dataDir);
  if (!postmaster) return;
  process.kill(postmaster, 'SIGKILL');
  await sleep(RECOVERS_WITHIN_MS);
}

/** Stops processes for some seconds, sometimes for longer than the carrier's response timeout. */
async function pause(pids: (number | null)[], random: Random): Promise<void> {
  const ms = random.chance(0.25) ? random.between(10_500, 13_000) : random.between(1_000, 5_000);
  const each = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      if (pid === null || pid <= 0) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended.
      }
    }
  };
  each('SIGSTOP');
  await sleep(ms);
  each('SIGCONT');
}

function oneOf(proxies: ReadonlyMap<string, LinkProxy>, random: Random): LinkProxy {
  return random.pick([...proxies.values()]);
}
