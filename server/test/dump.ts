// A pg_dump that has all tables locked for as long as a test needs it; only on a PostgreSQL that is
// installed, as the embedded one has none.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { waitFor } from './database.ts';
import { installedPostgres } from './installed.ts';

const { url } = inject('databaseServer');
const bin = installedPostgres();

export const canDump = Boolean(url && bin);

/** Starts one of a pool's database, which has the table `mails`; the result has it go on to its end. */
export async function startDump(pool: pg.Pool): Promise<() => Promise<void>> {
  // More than a pipe holds, so that it stops there with all tables locked, as long as nobody reads what it
  // writes.
  await pool.query(
    `insert into mails (id, recipient, subject, text_body, html_body) select gen_random_uuid(), 'a@b.c', 'x', repeat(i::text, 1000), '' from generate_series(1, 1000) as i`,
  );
  const { rows } = await pool.query('select current_database() as name');
  const at = new URL(url!);
  at.pathname = rows[0].name;
  const dump = spawn(join(bin!, 'pg_dump'), [at.href], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(dump, 'close');
  dump.stdout.pause();
  await waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_locks l join pg_stat_activity a using (pid) where a.application_name = 'pg_dump' and l.granted
           and l.relation = 'messages'::regclass`,
      );
      return rows.length > 0;
    },
    { what: 'the dump to have its locks', timeoutMs: 30_000 },
  );
  return async () => {
    dump.stdout.resume();
    expect(await ended).toEqual([0, null]);
  };
}
