// Rows that a read costs when messages are new and the statistics do not include them: a search and the
// summary on Home.
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { newId } from '../../ids.ts';
import { numberPrefixes } from '../../phoneNumbers.ts';
import { selectDeliveryTimes, sumFailures } from '../../stats/queries.ts';
import { countFound, listFound, selectTexts } from './queries.ts';

const { pool } = await testDatabase();
const MESSAGES = 5_000;
const MOST_COUNTED = 100;
/** The most rows a statement may read per match, whatever its plan. */
const MOST_EACH = 30;

/**
 * A project with one message a second until now, to ascending numbers, every five hundredth from another
 * sender.
 */
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
await freezeStatistics(pool, [...partitions.map(({ name }) => name), 'failure_counts']);
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
  failures: null,
} as const;

it.each([
  {
    what: 'the start of a number',
    search: { sender: '+9477000499', numbers: ['+9477000499'], shownId: null },
    matches: 10,
  },
  {
    what: 'eight digits of a number',
    search: { sender: '77000499', numbers: numberPrefixes('77000499', 'LK'), shownId: null },
    matches: 10,
  },
  { what: 'a sender', search: { sender: 'rare', numbers: [], shownId: null }, matches: 10 },
  { what: 'a country', search: { sender: '+94', numbers: ['+94'], shownId: null }, matches: MESSAGES },
])('the cost of $what depends on the matches only', async ({ search, matches }) => {
  const filter = { ...whole, search };
  const rows = await rowsReadBy(pool, async (db) => {
    const { found, frequent } = await countFound(db, filter, MOST_COUNTED);
    expect(found).toBe(Math.min(matches, MOST_COUNTED));
    const page = { order: 'DESC', offset: 0, limit: 25, frequent } as const;
    expect(await listFound(db, filter, page)).toHaveLength(Math.min(matches, 25));
  });
  expect(rows / matches).toBeLessThan(MOST_EACH);
});

it('the texts and names of a page cost a few rows each', async () => {
  const { rows: page } = await pool.query<{ id: string; number: string }>(
    'select id, recipient as number from messages where project_id = $1 order by id desc limit 100',
    [projectId],
  );
  const [ids, numbers] = [page.map(({ id }) => id), page.map(({ number }) => number)];
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const texts = await selectTexts(client as unknown as Pool, { teamId, ids, numbers, length: 160 });
    expect(texts).toHaveLength(100);
  });
  expect(rows / 100).toBeLessThan(MOST_EACH);
});

it('delivery times are read from the newest messages only', async () => {
  const most = 100;
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const scope = { teamId, projectId, mode: 'LIVE' } as const;
    const times = await selectDeliveryTimes(client as unknown as Pool, scope, stretch, most);
    expect(times).toEqual({ delivered: most, medianSeconds: 0 });
  });
  expect(rows / most).toBeLessThan(MOST_EACH);
});

it('failure reasons are read from the counts of the requested days', async () => {
  const day = new Date('2026-06-10T00:00:00Z');
  // Every hour of 400 days, besides the one requested day.
  await pool.query(
    `insert into failure_counts
     select $1::uuid, $2::uuid, 'LIVE'::message_mode, grain, at, 'OUTGOING'::message_direction, 'REJECTED', '94', 1
     from generate_series($3::timestamptz - interval '200 days', $3::timestamptz + interval '200 days', '1 hour') as at
     cross join unnest('{QUARTER,HOUR}'::count_grain[]) as grain
     union all select $1, $2, 'LIVE', 'DAY', $3, 'OUTGOING', 'REJECTED', '94', 24`,
    [teamId, projectId, day],
  );
  const pieces = [{ grain: 'DAY', from: day, before: new Date(day.getTime() + 86_400_000) } as const];
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const scope = { teamId, projectId, mode: 'LIVE' } as const;
    expect(await sumFailures(client as unknown as Pool, scope, pieces)).toEqual([
      { failure: 'REJECTED', destination: '94', count: 24 },
    ]);
  });
  expect(rows).toBeLessThan(MOST_EACH);
});
