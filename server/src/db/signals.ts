// Wake-ups between the parts of Godwit: at once within a process, through LISTEN/NOTIFY to the others. Only hints: whoever
// waits for one also looks by itself from time to time, so a lost signal delays and never loses.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

export type Signals = {
  /** Tells everyone who listens to a topic that there is something for them. */
  send(topic: string): void;
  /** Calls `listener` at each signal of the topic; returns how to stop that. */
  on(topic: string, listener: () => void): () => void;
  close(): Promise<void>;
};

const CHANNEL = 'godwit';
// NOTIFY takes a lock over all commits of the cluster, so a burst of signals is told to the others once.
const COALESCE_MS = 25;
const RECONNECT_MS = 1_000;

/** Opens the signals of this process on a connection of their own. */
export function openSignals(pool: Pool, log: Logger): Signals {
  const self = randomUUID();
  const local = new EventEmitter().setMaxListeners(0);
  const outgoing = new Set<string>();
  let flushTimer: NodeJS.Timeout | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let client: PoolClient | undefined;
  let closed = false;

  async function listen() {
    try {
      const connection = await pool.connect();
      if (closed) return connection.release(true);
      client = connection;
      connection.on('notification', ({ payload = '' }) => {
        const [sender, topic = ''] = payload.split(' ');
        if (sender !== self) local.emit(topic);
      });
      connection.once('error', lost);
      await connection.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost(error);
    }
  }

  function lost(error: unknown) {
    client?.release(true);
    client = undefined;
    if (closed) return;
    log.warn({ err: error }, 'lost the connection for signals; polling goes on');
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(listen, RECONNECT_MS).unref();
  }

  async function flush() {
    const payloads = [...outgoing].map((topic) => `${self} ${topic}`);
    outgoing.clear();
    try {
      await client?.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloads,
      ]);
    } catch (error) {
      log.warn({ err: error }, 'could not signal the other processes; they poll');
    }
    // What came meanwhile waits for its own turn: one statement at a time on this connection.
    flushTimer = outgoing.size > 0 && !closed ? setTimeout(flush, COALESCE_MS).unref() : undefined;
  }

  void listen();
  return {
    send(topic) {
      local.emit(topic);
      outgoing.add(topic);
      flushTimer ??= setTimeout(flush, COALESCE_MS).unref();
    },
    on(topic, listener) {
      local.on(topic, listener);
      return () => local.off(topic, listener);
    },
    async close() {
      closed = true;
      clearTimeout(flushTimer);
      clearTimeout(reconnectTimer);
      client?.release(true);
    },
  };
}
