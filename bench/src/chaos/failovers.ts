// Disruptions of a database that is a primary with standbys.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Cluster } from './cluster.ts';
import type { Kind, World } from './kind.ts';

/** How long a manager takes to notice that the primary is gone. */
const noticed = (random: Random) => sleep(random.between(500, 4_000));

/** The kinds for this cluster. Each begins once all servers are back from the one before. */
export const failoverKinds = (cluster: Cluster): Kind[] =>
  KINDS.map(({ what, run }) => ({
    what,
    prepare: cluster.isWhole,
    run: (world, random) => run(cluster, world, random),
  }));

const KINDS: { what: string; run(cluster: Cluster, world: World, random: Random): Promise<void> }[] = [
  { what: 'failover: kill -9 primary', run: (cluster, _, random) => loseThePrimary(cluster, random) },
  {
    what: 'failover: kill -9 primary and server',
    run(cluster, { server }, random) {
      server.signal('SIGKILL');
      return loseThePrimary(cluster, random);
    },
  },
  {
    what: 'failover: kill -9 primary, and both processes after it',
    async run(cluster, { server, second }, random) {
      await loseThePrimary(cluster, random);
      for (const process of [server, second]) process.signal('SIGKILL');
    },
  },
  {
    what: 'failover: the primary hangs, and returns as a primary',
    async run(cluster, _, random) {
      const old = cluster.primary();
      old.hang();
      await noticed(random);
      await cluster.failOver();
      old.goOn();
      await sleep(random.between(2_000, 6_000));
      await old.kill();
      cluster.bringBack(old);
    },
  },
  {
    what: 'failover: hand over to a standby',
    async run(cluster) {
      const old = cluster.primary();
      await old.stop();
      await cluster.failOver();
      cluster.bringBack(old);
    },
  },
  {
    what: 'kill -9 primary, which starts again',
    async run(cluster) {
      const primary = cluster.primary();
      await primary.kill();
      await primary.start();
      await cluster.followed(1);
    },
  },
  {
    what: 'stop primary',
    async run(cluster, _, random) {
      const primary = cluster.primary();
      primary.hang();
      await sleep(random.between(1_000, 13_000));
      primary.goOn();
    },
  },
  {
    what: 'kill -9 a standby',
    async run(cluster, _, random) {
      const standby = random.pick(cluster.standbys());
      await standby.kill();
      await standby.start(cluster.primary());
    },
  },
  {
    what: 'kill -9 all standbys: commits wait',
    async run(cluster, _, random) {
      const standbys = cluster.standbys();
      await Promise.all(standbys.map((standby) => standby.kill()));
      await sleep(random.between(1_000, 8_000));
      await Promise.all(standbys.map((standby) => standby.start(cluster.primary())));
      await cluster.followed(1);
    },
  },
];

async function loseThePrimary(cluster: Cluster, random: Random): Promise<void> {
  const old = cluster.primary();
  await old.kill();
  await noticed(random);
  await cluster.failOver();
  cluster.bringBack(old);
}
