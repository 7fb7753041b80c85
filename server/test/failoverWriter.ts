// A program that stores numbers in a table while the database fails over, over the service's own pools.
import { onTestFinished } from 'vitest';
import { isDatabaseAway } from '../src/db/commit/batchCommit.ts';
import { openPool } from '../src/db/pool.ts';
import { openDatabaseServers } from '../src/db/servers/database.ts';
import { waitFor } from './database.ts';
import type { Replica } from './replicas.ts';

/** The table that writers store into. */
export const NUMBERS = 'create table numbers (writer text, n integer, primary key (writer, n))';

export type Writer = ReturnType<typeof startWriter>;

/**
 * Starts a writer that stores one number after the other, and repeats each until it is confirmed; `pooled`:
 * over PgBouncer. It ends with the test.
 */
export function startWriter(name: string, url: string, { pooled = false } = {}) {
  const servers = openDatabaseServers();
  const pool = openPool(
    { connectionString: url, servers: servers.at(url) },
    { max: 1, applicationName: name, pooled },
  );
  const confirmed: number[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const text = 'insert into numbers values ($1, $2) on conflict do nothing';
  const store = (n: number) =>
    pool.query({ text, values: [name, n] }).then(
      () => confirmed.push(n),
      (error) => void (isDatabaseAway(error) || failures.push(error)),
    );
  const writing = (async () => {
    for (let n = 0; !isOver; n++)
      await waitFor(async () => isOver || (await store(n)), { timeoutMs: 60_000 });
  })();
  const looking = (async () => {
    while (!isOver) await waitFor(() => servers.look().then(() => true));
  })();
  onTestFinished(async () => {
    isOver = true;
    await pool.end();
    await Promise.all([writing, looking]);
  });
  return {
    name,
    refused: servers.refused,
    confirmed,
    failures,
    /** Waits until more numbers are stored. */
    async progresses(withinMs = 60_000) {
      const enough = confirmed.length + 10;
      await waitFor(() => confirmed.length > enough, { what: 'numbers to be stored', timeoutMs: withinMs });
    },
  };
}

/** The numbers of a writer that a server has. */
export async function numbersIn(
  { run }: Pick<Replica, 'run'>,
  { name }: Pick<Writer, 'name'>,
): Promise<number[]> {
  const rows: { n?: number }[] = await run(`select n from numbers where writer = '${name}'`);
  return rows.map(({ n }) => n!);
}
