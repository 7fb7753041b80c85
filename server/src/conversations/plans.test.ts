// Rows that conversations read without statistics: in proportion to the rows shown, not to the rows stored.
import { MESSAGES_PER_PAGE, THREADS_PER_PAGE, UNREAD_SEARCHED } from '@godwit/contract/conversations';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { rowsReadBy } from '../../test/staleStatistics.ts';
import { LAST_ID, newId } from '../ids.ts';
import {
  selectConversation,
  selectConversations,
  selectEdge,
  selectState,
  upsertReadOfTeam,
} from './publicQueries.ts';
import {
  countUnread,
  findThreads,
  selectMessages,
  selectNumber,
  selectThreads,
  updateThreads,
  upsertRead,
  upsertThreads,
} from './queries.ts';

const { pool } = await testDatabase();
const THREADS = 5_000;
const MESSAGES = 5_000;
const PEER = '+94771234567';
/** The most rows a statement may read per row shown, whatever its plan. */
const MOST_EACH = 30;

/** A project with this many threads of one message each, and this many more messages of one number. */
async function fill(threads: number, messages: number) {
  const [teamId, projectId, userId] = [newId(), newId(), newId()];
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     select $1, (left(uuid_floor(now() - make_interval(secs => i))::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid, $2, 'LIVE',
       (case when i % 2 = 0 then 'INCOMING' else 'OUTGOING' end)::message_direction, 'MESSAGING', 'API',
       case when i % 2 = 1 then '+94112300300' when i <= $4 then $5 else '+9477' || lpad(i::text, 7, '0') end, false,
       case when i % 2 = 0 then '+94112300300' when i <= $4 then $5 else '+9477' || lpad(i::text, 7, '0') end,
       'Hello', 'GSM7', 5, 1, 0, 0, now(), 'delivered', now()
     from generate_series(1, $3::integer) as i`,
    [teamId, projectId, threads + messages, messages, PEER],
  );
  await pool.query(
    `insert into conversations
     select $1, $2, 'LIVE', '+9477' || lpad(i::text, 7, '0'), id, id, 'INCOMING', 'Order ' || i
     from generate_series(1, $3::integer) as i cross join lateral (select gen_random_uuid() as id, i as of) as made`,
    [teamId, projectId, threads],
  );
  await pool.query(
    `with person as (
       insert into users (id, email, first_name, last_name, password_hash) values ($2::uuid, $2::uuid || '@example.com', 'Nimal', '', '') returning id
     ) insert into team_members (team_id, user_id, role) select $1, id, 'OWNER' from person`,
    [teamId, userId],
  );
  return { teamId, projectId, userId, mode: 'LIVE' } as const;
}

await pool.query('select ensure_message_partitions(current_date - 31, 3)');
await fill(100, 100);
const { rows: partitions } = await pool.query<{ name: string }>(
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
);
// Never analyzed: missing statistics make a table look even smaller than old ones do.
for (const table of [
  ...partitions.map(({ name }) => name),
  'conversations',
  'conversation_reads',
  'contacts',
])
  await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
const mine = await fill(THREADS, MESSAGES);
const read = (run: (client: Pool) => Promise<unknown>) =>
  rowsReadBy(pool, async (_db, client) => {
    // Named statements run on connections with these settings.
    await client.query(
      'set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off',
    );
    await run(client as unknown as Pool);
  });

it('the details of a number', async () => {
  const rows = await read((client) => selectNumber(client, mine, '+94770000005'));
  expect(rows).toBeLessThanOrEqual(MOST_EACH);
});

it('a page of threads', async () => {
  const rows = await read(async (client) =>
    expect(await selectThreads(client, mine, LAST_ID)).toHaveLength(THREADS_PER_PAGE + 1),
  );
  expect(rows / THREADS_PER_PAGE).toBeLessThan(MOST_EACH);
});

it.each([false, true])('a page of conversations over the API, read back: %s', async (isBack) => {
  const place = { cursor: null, isBack, limit: THREADS_PER_PAGE };
  const rows = await read(async (client) =>
    expect(await selectConversations(client, mine, { ...place, unread: null, edge: null })).toHaveLength(
      THREADS_PER_PAGE,
    ),
  );
  expect(rows / THREADS_PER_PAGE).toBeLessThan(MOST_EACH);
});

it.each([false, true])('a search for conversations that are read, back: %s', async (isBack) => {
  const place = { cursor: null, isBack, limit: THREADS_PER_PAGE };
  const rows = await read(async (client) => {
    const edge = await selectEdge(client, mine, place);
    expect(edge).not.toBeNull();
    expect(await selectConversations(client, mine, { ...place, unread: false, edge })).toEqual([]);
  });
  expect(rows / UNREAD_SEARCHED).toBeLessThan(MOST_EACH);
});

it('one conversation over the API, and its marks', async () => {
  const number = '+94770000007';
  const rows = await read(async (client) => {
    const conversation = await selectConversation(client, mine, number);
    await selectState(client, mine, conversation!.id);
    await upsertReadOfTeam(client, mine, { number, messageId: conversation!.id });
    expect(await selectConversation(client, mine, number)).toMatchObject({ unread: false });
  });
  expect(rows).toBeLessThan(2 * MOST_EACH);
});

it('the count of unread threads', async () => {
  const rows = await read((client) => countUnread(client, mine));
  expect(rows / UNREAD_SEARCHED).toBeLessThan(MOST_EACH);
});

it('a search by contact names', async () => {
  const contacts = 100;
  await pool.query(
    `insert into contacts (team_id, id, number, first_name) select $1, gen_random_uuid(), '+9477' || lpad(i::text, 7, '0'), 'Nimal'
     from generate_series(1, $2::integer) as i`,
    [mine.teamId, contacts],
  );
  const rows = await read(async (client) =>
    expect(await findThreads(client, mine, { text: 'nimal', numbers: ['nimal'] })).toHaveLength(
      THREADS_PER_PAGE,
    ),
  );
  expect(rows / contacts).toBeLessThan(MOST_EACH);
});

it.each([
  ['a number', { text: '+94770004999', numbers: ['+94770004999'] }, 1],
  ['a text', { text: 'order 4999', numbers: [] }, 1],
  ['a country', { text: '+94', numbers: ['+94'] }, THREADS_PER_PAGE],
])('a search for %s', async (_what, search, found) => {
  const rows = await read(async (client) =>
    expect(await findThreads(client, mine, search)).toHaveLength(found),
  );
  // Up to 500 are examined for the newest of them.
  expect(rows).toBeLessThan(found === 1 ? MOST_EACH : 5_000);
});

const LONG = { cursor: null, limit: MESSAGES_PER_PAGE + 1 };

it('a page of a long thread', async () => {
  const rows = await read(async (client) => {
    const page = await selectMessages(client, mine, PEER, { ...LONG, isBack: false });
    expect(page).toHaveLength(LONG.limit);
  });
  expect(rows / MESSAGES_PER_PAGE).toBeLessThan(MOST_EACH);
});

// The thread begins after half of the log. Without statistics, PostgreSQL rates the index of a small log as
// good as that of the number.
it('a page of a long thread, read back from its first message on', async () => {
  const rows = await read(async (client) => {
    for (const { name } of partitions) await client.query(`analyze ${name}`);
    const page = await selectMessages(client, mine, PEER, { ...LONG, isBack: true });
    expect(page).toHaveLength(LONG.limit);
  });
  expect(rows / MESSAGES_PER_PAGE).toBeLessThan(MOST_EACH);
});

it('storing a thread, and reading it', async () => {
  const passed = [{ ...mine, number: '+94770004999', id: newId(), text: 'Again' }];
  const rows = await read(async (client) => {
    await upsertThreads(client, passed);
    await updateThreads(client, [{ ...passed[0]!, id: newId() }]);
    await upsertRead(client, mine, { number: '+94770004999', messageId: newId() });
  });
  expect(rows).toBeLessThan(MOST_EACH);
});
