// Rows that a walk through the log reads if its messages are newer than the statistics.
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { ensureMonths } from '../../db/schema/months.ts';
import { newId } from '../../ids.ts';
import { listFromCursor } from './cursorQueries.ts';

const { pool } = await testDatabase();
const MESSAGES = 5_000;
const LIMIT = 50;
/** The most rows a walk may read per message, whatever its plan. */
const MOST_EACH = 10;
/** The same with filters, whose plans have more nodes. */
const MOST_FILTERED = 20;

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
const NO_FILTER = { recipient: null, sender: null, states: null, campaignId: null, reference: null };

it.each([
  ['ASC', null],
  ['DESC', null],
  ['ASC', 'all'],
  ['DESC', 'all'],
] as const)('are those it returns: %s, reference %s', async (order, reference) => {
  const { rows: middle } = await pool.query<{ id: string }>(
    'select id from messages where team_id = $1 order by id offset $2 limit 1',
    [teamId, MESSAGES / 2],
  );
  const filter = { ...NO_FILTER, reference };
  const walk = { teamId, projectId, mode: 'LIVE', stretch, filter, cursor: middle[0]!.id } as const;
  const read = await rowsReadBy(pool, async (_db, client) => {
    const { rows } = await listFromCursor(client as unknown as Pool, walk, { order, limit: LIMIT });
    expect(rows).toHaveLength(LIMIT);
  });
  expect(read / LIMIT).toBeLessThan(MOST_EACH);
});

/** The rows that one page of a filter reads; `lists`: how many messages it has. */
const readBy = (
  filter: object,
  { order, most, lists }: { order: 'ASC' | 'DESC'; most: number; lists: number },
) =>
  rowsReadBy(pool, async (_db, client) => {
    const walk = {
      teamId,
      projectId,
      mode: 'LIVE',
      stretch,
      filter: { ...NO_FILTER, ...filter },
      cursor: null,
    } as const;
    const { rows } = await listFromCursor(client as unknown as Pool, walk, { order, limit: LIMIT, most });
    expect(rows).toHaveLength(lists);
  });

it.each(
  [
    { what: 'a status that all have', filter: { states: ['accepted'] } },
    { what: 'a sender that all have', filter: { sender: 'shop' } },
    { what: 'a recipient that all have', filter: { recipient: '+94771234567' } },
    { what: 'a reference and a status', filter: { reference: 'all', states: ['accepted'] } },
  ].flatMap((one) => [
    { ...one, order: 'ASC' as const },
    { ...one, order: 'DESC' as const },
  ]),
)('are those it returns: $what, $order', async ({ filter, order }) => {
  const read = await readBy(filter, { order, most: MESSAGES, lists: LIMIT });
  expect(read / LIMIT).toBeLessThan(MOST_FILTERED);
});

it.each(
  [
    { what: 'a status', filter: { states: ['failed'] } },
    { what: 'a campaign', filter: { campaignId: newId() } },
    { what: 'a sender and a status', filter: { sender: 'shop', states: ['failed'] } },
    { what: 'a recipient and a status', filter: { recipient: '+94771234567', states: ['failed'] } },
    { what: 'a reference and a status', filter: { reference: 'all', states: ['failed'] } },
  ].flatMap((one) => [
    { ...one, order: 'ASC' as const },
    { ...one, order: 'DESC' as const },
  ]),
)('are bounded if none matches: $what, $order', async ({ filter, order }) => {
  const most = 200;
  expect((await readBy(filter, { order, most, lists: 0 })) / most).toBeLessThan(MOST_EACH);
});

it.each([
  { what: 'a sender', filter: { sender: 'nobody' } },
  { what: 'a recipient', filter: { recipient: '+94770000000' } },
])('are none if no message has $what', async ({ filter }) => {
  for (const order of ['ASC', 'DESC'] as const)
    expect(await readBy(filter, { order, most: MESSAGES, lists: 0 })).toBeLessThan(LIMIT);
});
