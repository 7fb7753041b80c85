// How long nothing is accepted after a backend of the embedded database is killed at full load: PostgreSQL
// then ends all sessions and replays its log.
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import { createAccount, startStack, withDatabase } from './stack.ts';

const CONNECTIONS = 50;
const LOOK_MS = 250;
/** Share of the longest log to replay so far: a kill at such a moment costs about as much as one can. */
const WORST_SHARE = 0.9;
/** It is over once nothing was refused for so long. */
const OVER_MS = 2_000;
const GIVE_UP_MS = 120_000;
const MB = 1e6;

/** Loads the service for `seconds` before each of `kills`, and prints what each kill cost. */
export async function recovery(seconds: number, kills: number): Promise<void> {
  const stack = await startStack('web,send,jobs');
  const { authorization } = await createAccount(stack.url);
  let [accepted, refusedAtMs, backAtMs] = [0, 0, 0];
  const load = autocannon({
    ...{ url: `${stack.url}/v1/messages`, connections: CONNECTIONS, duration: 86_400, method: 'POST' },
    headers: { authorization, 'content-type': 'application/json' },
    setupClient(client) {
      const next = () => client.setBody(JSON.stringify(messageOf(accepted)));
      next();
      client.on('response', (status) => {
        next();
        if (status !== 201) refusedAtMs = performance.now();
        else if (backAtMs < refusedAtMs) backAtMs = performance.now();
        if (status === 201) accepted++;
      });
    },
  });
  try {
    await withDatabase(stack.dataDir, async (pool) => {
      for (let kill = 0; kill < kills; kill++) {
        const [before, startedAtMs] = [accepted, performance.now()];
        const bytes = await untilWorst(pool, seconds);
        const perSecond = ((accepted - before) * 1000) / (performance.now() - startedAtMs);
        const backend = await backendOf(pool);
        const killedAtMs = performance.now();
        process.kill(backend, 'SIGKILL');
        const isOver = () =>
          backAtMs > refusedAtMs && refusedAtMs > killedAtMs && performance.now() - refusedAtMs > OVER_MS;
        while (!isOver() && performance.now() - killedAtMs < GIVE_UP_MS) await sleep(LOOK_MS);
        console.log(
          `  ${Math.round(perSecond)} messages a second, ${Math.round(bytes / MB)} MB of log to replay: back after ${((backAtMs - killedAtMs) / 1000).toFixed(1)} s`,
        );
      }
    });
  } finally {
    load.stop();
    await stack.stop();
  }
}

/**
 * Waits until the load has run for so long and there is as much to replay as there ever was; returns how many
 * octets.
 */
async function untilWorst(pool: Pool, seconds: number): Promise<number> {
  const endAtMs = performance.now() + seconds * 1000;
  let most = 0;
  for (;;) {
    const bytes = await toReplay(pool);
    if (performance.now() > endAtMs && bytes >= most * WORST_SHARE) return bytes;
    most = Math.max(most, bytes);
    await sleep(LOOK_MS);
  }
}

/** Octets of log since the last checkpoint that is complete. */
async function toReplay(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::double precision as bytes from pg_control_checkpoint()',
  );
  return rows[0].bytes;
}

async function backendOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and application_name <> 'bench' limit 1`,
  );
  return rows[0].pid;
}

const messageOf = (index: number) => ({
  to: `+94771${String(index % 1_000_000).padStart(6, '0')}`,
  from: 'SANDBOX',
  body: 'Your order 48213 is packed and leaves Colombo today. Track it at lankaretail.lk/t/48213',
});
