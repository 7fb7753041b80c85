// Rows that a walk through the log reads if its messages are newer than the statistics.
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { itOnOne } from '../../../test/plans.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { ensureMonths } from '../../db/schema/months.ts';
import { newId } from '../../ids.ts';
import { listFromCursor } from './cursorQueries.ts';

const { pool } = await testDatabase();
const MESSAGES = 5_000;
const LIMIT = 50;
/** The most rows a walk may read per message, whatever its plan. */
const MOST_EACH = 10;

/** A project with messages of the last seconds, all with one reference. */
async function fill(messages: number) {
  const [teamId, projectId] = [newId(), newId()];
  await pool.query(
    `with stored as (
       insert into messages (team_id, id, project_id, mode, api_type, platform, sender, promotional, recipient, body,
         encoding, characters, segments, cost_micros, charged_micros, day, state, accepted_at)
       select $1, (left(uuid_floor(at)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid, $2, 'LIVE', 'MESSAGING',
         'API', 'Shop', false, '+94771234567', 'Hello', 'GSM7', 5, 1, 0, 0, at, 'accepted', at
       from generate_series(1, $3::integer) as i cross join lateral (select now() + make_interval(secs => i / 1000.0) as at) as accepted
       returning team_id, id, project_id, mode)
     insert into client_references select *, 'all' from stored`,
    [teamId, projectId, messages],
  );
  return { teamId, projectId };
}

await ensureMonths(pool);
await fill(100);
const { rows: filled } = await pool.query<{ name: string }>(
  'select distinct tableoid::regclass::text as name from messages',
);
await freezeStatistics(pool, [...filled.map(({ name }) => name), 'client_references']);
const { teamId, projectId } = await fill(MESSAGES);
const stretch = { from: new Date(0), before: new Date('9999-12-31T00:00:00Z') };

itOnOne.each([
  ['ASC', null],
  ['DESC', null],
  ['ASC', 'all'],
  ['DESC', 'all'],
] as const)('are those it returns: %s, reference %s', async (order, reference) => {
  const { rows: middle } = await pool.query<{ id: string }>(
    'select id from messages where team_id = $1 order by id offset $2 limit 1',
    [teamId, MESSAGES / 2],
  );
  const walk = { teamId, projectId, mode: 'LIVE', stretch, reference, cursor: middle[0]!.id } as const;
  const read = await rowsReadBy(pool, async (_db, client) => {
    const rows = await listFromCursor(client as unknown as Pool, walk, { order, limit: LIMIT });
    expect(rows).toHaveLength(LIMIT);
  });
  expect(read / LIMIT).toBeLessThan(MOST_EACH);
});
