// The clients of a pool: they connect to the server that takes writes, at a pace that an outage allows.
import pg from 'pg';
import { isOutcomeUnknown } from '../commit/batchCommit.ts';
import { type Attempt, gateOf, markOfDatabase, NotTriedError, outage } from '../outage.ts';
import type { Target } from './address.ts';
import { REACH_WITHIN_MS } from './answers.ts';
import { identify } from './identity.ts';
import type { Servers } from './servers.ts';

/** No connection was made. Its SQLSTATE 08001 means that no work was begun. */
class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly code = '08001';
}

/**
 * A commit was not confirmed by a synchronous standby, because somebody cancelled the wait for it. PostgreSQL
 * reports success, but a failover may lose it: SQLSTATE 08007 means that the outcome is unknown.
 */
class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError';
  readonly code = '08007';
}

/** PostgreSQL's function that warns of a commit without its standby; texts are translated, names are not. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';
const READ_ONLY = '25006';

/**
 * Returns the class of a pool's clients. All pools of this process to one database share one gate. Null for
 * the servers of a database that cannot fail over.
 */
export function clientClass(database: string, servers: Servers | null): new () => pg.Client {
  const enter = gateOf(database);
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('error', markOfDatabase);
      if (servers) heed(this, servers);
    }

    /** Pools connect with a callback. */
    override connect(done?: unknown): never {
      const callback = done as Attempt;
      const attempt = enter();
      const end = (error: Error | null) => {
        attempt instanceof Error || attempt(error);
        if (error) markOfDatabase(error);
        else outage.end();
        callback(error);
      };
      if (attempt instanceof Error) process.nextTick(callback, attempt);
      else if (servers)
        reach(this, servers, (connected) => super.connect(connected)).then(() => end(null), end);
      else super.connect(end as (error: Error) => void);
      return undefined as never;
    }
  };
}

/** Connects to the server that takes writes, and makes sure of that. */
async function reach(
  client: pg.Client,
  servers: Servers,
  connect: (done: (error: Error) => void) => void,
): Promise<void> {
  const target = await servers.place();
  if (client.connection.stream.destroyed) throw new NotTriedError(`${target.name} was found too late`);
  Object.assign(client, { host: target.host, port: target.port });
  const cut = () => void client.connection.stream.destroy();
  // With others to try, a server that does not answer is left sooner than the pool would.
  const timer = servers.hasOthers ? setTimeout(cut, REACH_WITHIN_MS) : undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      connect((error) => (error ? reject(error) : resolve()));
    });
    const leave = servers.enter(await identify(client), target, cut);
    client.once('end', leave);
  } catch (error) {
    cut();
    servers.noteLost(target);
    throw isOutcomeUnknown(error) ? notConnected(target, error as Error) : error;
  } finally {
    clearTimeout(timer);
  }
}

const notConnected = ({ name }: Target, cause: Error) =>
  new NotConnectedError(`${name} did not let us in: ${cause.message}`, { cause });

/** Notices what a server says beside its answers. */
function heed(client: pg.Client, servers: Servers): void {
  const { connection } = client;
  connection.on('readyForQuery', servers.noteAnswer);
  connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
    if (code !== READ_ONLY) return;
    void servers.suspect();
    // The statement gets its error first.
    setImmediate(() => connection.stream.destroy());
  });
  connection.on('notice', ({ routine }: pg.DatabaseError) => {
    // As a lost connection: the answer that follows must not count as success.
    if (routine === WAIT_FOR_STANDBY)
      connection.emit('error', new UnconfirmedCommitError('A commit was not confirmed by a standby'));
  });
}
