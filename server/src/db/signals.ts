// Wake-ups between parts of Godwit: immediate within a process, by LISTEN/NOTIFY to others. They are hints:
// listeners also poll, so a lost signal only delays work.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Kysely, sql } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { DB } from './types.ts';

export type Signals = {
  /**
   * Notifies all listeners of a topic. A topic contains no blanks; `detail` has at most a kilobyte. In a
   * burst, equal signals become one.
   */
  send(topic: string, detail?: string): void;
  /** Calls `listener` for each signal of the topic. Returns a function that ends this. */
  on(topic: string, listener: (detail: string) => void): () => void;
  close(): Promise<void>;
};

/**
 * The topic of a team's settings: its projects, keys, senders, limits, verification and opt-outs. The detail
 * is the team's id; without one, the signal concerns all teams.
 */
export const SETTINGS_TOPIC = 'settings';

const CHANNEL = 'godwit';
// NOTIFY takes a lock over all commits of the cluster, so the signals of a burst are sent together.
const APART_MS = 25;
const RECONNECT_MS = 1_000;

/**
 * Signals a topic to all processes when the transaction on this connection commits. For commands, which do
 * not open signals.
 */
export async function signalAtCommit(client: ClientBase, topic: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, bare(topic)]);
}

/** Like `signalAtCommit`, for a transaction of Kysely. */
export async function signalWithin(trx: Kysely<DB>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${bare(topic)})`.execute(trx);
}

/** A signal without a process id, which this process receives too. */
function bare(topic: string): string {
  return `${randomUUID()} ${topic} `;
}

/** Opens the signals of this process on a connection of their own. */
export function openSignals(pool: Pool, log: Logger): Signals {
  const self = randomUUID();
  const local = new EventEmitter().setMaxListeners(0);
  let reconnectTimer: NodeJS.Timeout | undefined;
  let client: PoolClient | undefined;
  let closed = false;

  async function listen() {
    try {
      const connection = await pool.connect();
      if (closed) return connection.release(true);
      client = connection;
      connection.on('notification', ({ payload = '' }) => {
        const [sender, topic = '', ...detail] = payload.split(' ');
        if (sender !== self) local.emit(topic, detail.join(' '));
      });
      connection.once('error', lost);
      await connection.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost(error);
    }
  }

  /** Releases the connection only once, because another error may arrive on it when the database stops. */
  function disconnect() {
    client?.release(true);
    client = undefined;
  }

  function lost(error: unknown) {
    disconnect();
    if (closed) return;
    log.warn({ err: error }, 'lost the connection for signals; polling goes on');
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(listen, RECONNECT_MS).unref();
  }

  void listen();
  const outgoing = openOutgoing(async (signals) => {
    const payloads = signals.map((signal) => `${self} ${signal}`);
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    try {
      await client?.query(text, [CHANNEL, payloads]);
    } catch (error) {
      log.warn({ err: error }, 'could not signal the other processes; they poll');
    }
  });
  return {
    send(topic, detail = '') {
      local.emit(topic, detail);
      outgoing.add(`${topic} ${detail}`);
    },
    on(topic, listener) {
      local.on(topic, listener);
      return () => local.off(topic, listener);
    },
    async close() {
      closed = true;
      outgoing.close();
      clearTimeout(reconnectTimer);
      disconnect();
    },
  };
}

/**
 * Sends the signals of an event loop turn together, and those of a burst every 25 ms. One `notify` runs at a
 * time, because a connection runs one statement at a time. After a pause a signal goes out at once.
 */
function openOutgoing(notify: (signals: string[]) => Promise<void>) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  async function flush() {
    const signals = [...waiting];
    waiting.clear();
    await notify(signals);
    notifiedAt = performance.now();
    timer = undefined;
    if (waiting.size > 0) plan();
  }

  function plan() {
    const waitMs = Math.max(0, notifiedAt + APART_MS - performance.now());
    if (!closed) timer ??= setTimeout(flush, waitMs).unref();
  }

  return {
    add(signal: string) {
      waiting.add(signal);
      plan();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
