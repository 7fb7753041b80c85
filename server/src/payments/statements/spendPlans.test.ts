// Rows that the figures of spending read without statistics: in proportion to the sample, not to the rows
// stored.
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { rowsReadBy } from '../../../test/staleStatistics.ts';
import { newId } from '../../ids.ts';
import { selectProjectDays, sumDestinations } from './spendQueries.ts';

const { pool } = await testDatabase();
const MOST = 500;
const HOUR_MS = 3_600_000;

/** A project with this many messages, one a second until now, and a year of spending. */
async function fill(messages: number) {
  const [teamId, projectId] = [newId(), newId()];
  await pool.query(`insert into teams (id, name, region_id) values ($1, 'Lanka Retail', 'LK')`, [teamId]);
  await pool.query(
    `insert into projects (id, team_id, name, timezone) values ($2, $1, 'Shop', 'Asia/Colombo')`,
    [teamId, projectId],
  );
  await pool.query(
    `insert into project_days (team_id, project_id, day, spent_micros)
     select $1, $2, current_date - i, 800000 from generate_series(0, 364) as i`,
    [teamId, projectId],
  );
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     select $1, (left(uuid_floor(now() - make_interval(secs => i))::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid, $2,
       'LIVE', 'MESSAGING', 'API', 'Lanka Shop', false, '+9477' || lpad(i::text, 7, '0'), 'Hello', 'GSM7', 5, 1, 800000, 800000,
       current_date, 'delivered', now()
     from generate_series(1, $3::integer) as i`,
    [teamId, projectId, messages],
  );
  return { teamId, projectId };
}

await pool.query('select ensure_message_partitions(current_date - 31, 3)');
await fill(100);
const { rows: partitions } = await pool.query<{ name: string }>(
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
);
// Never analyzed: missing statistics make a table look even smaller than old ones do.
for (const table of [...partitions.map(({ name }) => name), 'project_days', 'projects'])
  await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
const mine = await fill(10_000);
const read = (run: (client: Pool) => Promise<unknown>) =>
  rowsReadBy(pool, (_db, client) => run(client as unknown as Pool));

it.each([
  ['a month with many messages', 24 * HOUR_MS],
  ['a month with few', HOUR_MS / 60],
])('the destinations of %s', async (_what, ms) => {
  const now = Date.now();
  const stretch = { from: new Date(now - ms), before: new Date(now + HOUR_MS) };
  const rows = await read((client) => sumDestinations(client, [mine.projectId], stretch, MOST));
  expect(rows / MOST).toBeLessThan(8);
});

it('the days of a month', async () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const rows = await read((client) => selectProjectDays(client, { teamId: mine.teamId, ...days }));
  expect(rows).toBeLessThan(150);
});
