// What goes wrong around the service, drawn from the seed: every kind once before any comes again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from '../../../server/test/disk.ts';
import { type Random, seeded } from '../random.ts';
import { familyOf, postmasterOf, type Supervised } from './processes.ts';
import type { LinkProxy } from './proxy.ts';
import type { Blow } from './record.ts';

export type World = {
  dataDir: string;
  server: Supervised;
  second: Supervised;
  carrier: Supervised;
  sink: Supervised;
  proxies: ReadonlyMap<string, LinkProxy>;
  disk: Disk;
  /** How many messages have been asked for: they stand still while no process serves. */
  sends(): number;
  /** Off by so much the second process's clock is from its next start on. */
  setClock(offsetMs: number): void;
};

/** How often it waits until there is something to break again; else it strikes what is still starting. */
const RECOVERED_SHARE = 0.7;
const RECOVERED_SENDS = 30;
const RECOVERED_WITHIN_MS = 20_000;

type Kind = { what: string; strike(world: World, random: Random): Promise<void> };

/** How long a killed database may take to answer again. */
const RECOVERS_WITHIN_MS = 3_000;
const CLOCK_OFFSETS_MS = [90_000, -90_000, 5_000];

const KINDS: Kind[] = [
  { what: 'kill -9 server', strike: async ({ server }) => server.signal('SIGKILL') },
  { what: 'kill -9 second process', strike: async ({ second }) => second.signal('SIGKILL') },
  {
    what: 'kill -9 both processes',
    async strike({ server, second }) {
      server.signal('SIGKILL');
      second.signal('SIGKILL');
    },
  },
  { what: 'kill -9 database', strike: async ({ dataDir }) => killDatabase(dataDir) },
  {
    what: 'kill -9 server and database',
    async strike({ dataDir, server }) {
      server.signal('SIGKILL');
      await killDatabase(dataDir);
    },
  },
  { what: 'kill -9 carrier', strike: async ({ carrier }) => carrier.signal('SIGKILL') },
  { what: 'kill -9 callback sink', strike: async ({ sink }) => sink.signal('SIGKILL') },
  { what: 'stop server', strike: ({ server }, random) => pause([server.pid()], random) },
  { what: 'stop second process', strike: ({ second }, random) => pause([second.pid()], random) },
  { what: 'stop carrier', strike: ({ carrier }, random) => pause([carrier.pid()], random) },
  {
    what: 'stop database',
    strike: ({ dataDir }, random) => pause(familyOf(postmasterOf(dataDir) ?? -1), random),
  },
  {
    what: 'cut all connections to the carrier',
    async strike({ proxies }) {
      for (const proxy of proxies.values()) proxy.cut();
    },
  },
  { what: 'cut one link', strike: async ({ proxies }, random) => oneOf(proxies, random).cut() },
  {
    what: 'half-open link',
    async strike({ proxies }, random) {
      const ms = random.between(3_000, 14_000);
      oneOf(proxies, random).freeze(ms);
      await sleep(ms);
    },
  },
  {
    what: 'slow link',
    async strike({ proxies }, random) {
      const ms = random.between(2_000, 6_000);
      oneOf(proxies, random).slow(ms);
      await sleep(ms);
    },
  },
  { what: 'garbage from a link', strike: async ({ proxies }, random) => oneOf(proxies, random).litter() },
  {
    what: 'full disk',
    async strike({ disk }, random) {
      disk.setFull!(true);
      await sleep(random.between(1_500, 4_000));
      disk.setFull!(false);
    },
  },
  {
    what: 'wrong clock in the second process',
    async strike({ second, setClock }, random) {
      setClock(random.pick(CLOCK_OFFSETS_MS));
      second.signal('SIGKILL');
    },
  },
];

/** Strikes `kills` times, with a pause of up to `waitMs` before each; `onBlow` is called at every blow. */
export async function strikeAll(
  world: World,
  { seed, kills, waitMs }: { seed: number; kills: number; waitMs: number },
  onBlow: (blow: Blow) => void,
): Promise<Blow[]> {
  const random = seeded(`${seed} killer`);
  const known = KINDS.filter(({ what }) => what !== 'full disk' || world.disk.setFull);
  const blows: Blow[] = [];
  let deck: Kind[] = [];
  while (blows.length < kills) {
    if (deck.length === 0) deck = random.shuffled(known);
    const { what, strike } = deck.pop()!;
    await sleep(random.between(waitMs / 4, waitMs));
    if (random.chance(RECOVERED_SHARE)) await recovered(world);
    const from = Date.now();
    await strike(world, random);
    const blow = { what, from, until: Date.now() };
    blows.push(blow);
    onBlow(blow);
  }
  return blows;
}

/** Waits until customers get on. */
async function recovered({ sends }: World): Promise<void> {
  const before = sends();
  const until = Date.now() + RECOVERED_WITHIN_MS;
  while (sends() < before + RECOVERED_SENDS && Date.now() < until) await sleep(100);
}

/** As a crash of the machine's database service is: its log on disk stays. */
async function killDatabase(dataDir: string): Promise<void> {
  const postmaster = postmasterOf(dataDir);
  if (!postmaster) return;
  process.kill(postmaster, 'SIGKILL');
  await sleep(RECOVERS_WITHIN_MS);
}

/** Stops processes for some seconds, now and then for longer than a carrier may take to answer. */
async function pause(pids: (number | null)[], random: Random): Promise<void> {
  const ms = random.chance(0.25) ? random.between(10_500, 13_000) : random.between(1_000, 5_000);
  const each = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      if (pid === null || pid <= 0) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
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
