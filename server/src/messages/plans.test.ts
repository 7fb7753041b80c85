// What a search of a project's log costs when its messages came in a moment ago and the statistics know nothing of them: as much as it matches.
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../test/staleStatistics.ts';
import { newId } from '../ids.ts';
import { countFound, listFound } from './logQueries.ts';

const { pool } = await testDatabase();
const MESSAGES = 5_000;
const MOST_COUNTED = 100;
/** Of what a statement may go through for each message that a search matches, whatever its plan. */
const MOST_EACH = 30;

/** A project of one message a second until now, to numbers that count up, every five hundredth from another sender. */
async function fill(messages: number) {
  const [teamId, projectId] = [newId(), newId()];
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, api_type, platform, sender, promotional, recipient, body, encoding, characters,
       segments, cost_micros, charged_micros, day, state, accepted_at, queued_at, sent_at, delivered_at)
     select $1, (left(uuid_floor(at)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid, $2, 'LIVE', 'MESSAGING', 'API',
       case when i % 500 = 0 then 'Rare' else 'Shop' end, false, '+9477' || lpad(i::text, 7, '0'), 'Hello', 'GSM7', 5,
       1, 0, 0, at, 'delivered', at, at, at, at
     from generate_series(1, $3::integer) as i cross join lateral (select now() - make_interval(secs => i) as at) as accepted`,
    [teamId, projectId, messages],
  );
  return { teamId, projectId };
}

await pool.query('select ensure_message_partitions(current_date - 31, 3)');
await fill(100);
const { rows: partitions } = await pool.query<{ name: string }>(
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
);
await freezeStatistics(
  pool,
  partitions.map(({ name }) => name),
);
const { teamId, projectId } = await fill(MESSAGES);
const stretch = { from: new Date(Date.now() - 365 * 86_400_000), before: new Date(Date.now() + 60_000) };
const whole = {
  teamId,
  projectId,
  mode: 'LIVE',
  stretch,
  status: null,
  states: null,
  direction: null,
} as const;

it.each([
  {
    what: 'the start of a number',
    search: { sender: '+9477000499', numbers: ['+9477000499'], shownId: null },
    matches: 10,
  },
  { what: 'a sender', search: { sender: 'rare', numbers: [], shownId: null }, matches: 10 },
  { what: 'a country', search: { sender: '+94', numbers: ['+94'], shownId: null }, matches: MESSAGES },
])('$what costs what it matches', async ({ search, matches }) => {
  const filter = { ...whole, search };
  const rows = await rowsReadBy(pool, async (_db, client) => {
    // One connection, of a transaction that is rolled back, in the place of the pool.
    const connection = client as unknown as Pool;
    const { found, frequent } = await countFound(connection, filter, MOST_COUNTED);
    expect(found).toBe(Math.min(matches, MOST_COUNTED));
    const page = { order: 'DESC', offset: 0, limit: 25, frequent } as const;
    expect(await listFound(connection, filter, page)).toHaveLength(Math.min(matches, 25));
  });
  expect(rows / matches).toBeLessThan(MOST_EACH);
});
