// The database of a run with failovers: a primary with two synchronous standbys, and the manager that
// promotes.
import { waitFor } from '../../../server/test/database.ts';
import { openReplicas, type Replica } from '../../../server/test/replicas.ts';
import { processesIn } from './processes.ts';

const SERVERS = 3;
const DATABASE = 'godwit';
const STREAMS = { what: 'a standby to follow', timeoutMs: 60_000 };
const ENDED = { what: 'the sessions of the service to end', timeoutMs: 10_000 };

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Starts the servers. Commits wait for any one standby, also after a failover. */
export async function openCluster() {
  const servers = await openReplicas(SERVERS);
  let primary = servers[0]!;
  let failovers = 0;
  let returning: Promise<unknown> = Promise.resolve();
  const others = () => servers.filter((server) => server !== primary);

  await primary.start();
  await primary.run(`create database ${DATABASE}`);
  await primary.set('synchronous_standby_names', 'ANY 1 (*)');
  for (const standby of others()) await standby.follow(primary);

  /** Returns once so many standbys follow the primary. */
  const followed = (count: number) => {
    const sql = `select from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`;
    return waitFor(async () => (await primary.run(sql)).length >= count, STREAMS);
  };
  await followed(SERVERS - 1);

  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `postgresql://${primary.config.user}@${hosts}/${DATABASE}`,
    primary: () => primary,
    standbys: others,
    followed,
    failovers: () => failovers,
    /**
     * Promotes the standby that received most, while the primary is away or hangs. Returns once commits on it
     * are confirmed.
     */
    async failOver(): Promise<void> {
      const standbys = others();
      // First nobody confirms a commit of the old primary any more. A standby that received more than the
      // chosen one could not follow it.
      await Promise.all(standbys.map((standby) => standby.receiveFrom(null)));
      await Promise.all(standbys.map(receivesNothing));
      const received = await Promise.all(standbys.map(receivedBytes));
      primary = standbys[received.indexOf(Math.max(...received))]!;
      failovers++;
      await primary.promote();
      const rest = standbys.filter((standby) => standby !== primary);
      await Promise.all(rest.map((standby) => standby.receiveFrom(primary)));
      await followed(rest.length);
    },
    /** A server that is down becomes a standby, with a base backup; `isWhole` waits for it. */
    bringBack(server: Replica): void {
      returning = server.follow(primary);
      // `isWhole` throws it.
      returning.catch(() => {});
    },
    /** Returns once the primary has all of its standbys again. */
    async isWhole(): Promise<void> {
      await returning;
      await followed(SERVERS - 1);
    },
    /** Stops all servers; returns what was left, once the service has stopped. */
    stop: () => stopAll(primary, others()),
  };
}

/** Stops the primary before its standbys, which receive all of its log. */
async function stopAll(primary: Replica, standbys: readonly Replica[]): Promise<string[]> {
  const sessions = `select from pg_stat_activity where datname = '${DATABASE}'`;
  const hasEnded = async () => (await primary.run(sessions)).length === 0;
  const left: string[] = await waitFor(hasEnded, ENDED).then(
    () => [],
    () => ['sessions of the service in the database were left'],
  );
  const servers = [primary, ...standbys];
  for (const server of servers) await server.stop();
  const running = servers.flatMap(({ directory }) => processesIn(directory));
  for (const server of servers) server.remove();
  if (running.length > 0) left.push(`${running.length} processes of PostgreSQL were left running`);
  return left;
}

const receivesNothing = (standby: Replica) =>
  waitFor(async () => (await standby.run('select from pg_stat_wal_receiver')).length === 0, STREAMS);

/** The position up to which a standby has the log on its disk. */
async function receivedBytes(standby: Replica): Promise<number> {
  const newest = 'greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())';
  const rows: { bytes?: string }[] = await standby.run(`select (${newest} - '0/0')::text as bytes`);
  return Number(rows[0]!.bytes);
}
