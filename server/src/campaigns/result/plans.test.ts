// Rows that the result of a campaign reads without statistics: in proportion to its recipients, not to the
// messages of its project and of other teams.
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openExplained } from '../../../test/plans.ts';
import { newId } from '../../ids.ts';
import { selectMessages } from '../run/recipientQueries.ts';
import { selectFailures, selectResult } from './queries.ts';

const { pool } = await testDatabase();
const explained = openExplained(pool.options);
const RECIPIENTS = 4_000;
/** The most rows a statement may read per recipient, whatever its plan. */
const MOST_EACH = 30;
const NEVER = new AbortController().signal;

/**
 * A campaign a day ago of which every tenth message failed, every twentieth recipient replied three times and
 * every fiftieth opted out; and, after it, as many messages to the same numbers outside of it.
 */
async function fill(recipients: number) {
  const [teamId, projectId] = [newId(), newId()];
  const createdAt = new Date(Date.now() - 86_400_000);
  const id = newId(createdAt);
  const insert = (of: string, values: unknown[]) =>
    pool.query(of, [teamId, projectId, recipients, ...values]);
  const messages = (minutes: number, direction: string, campaign: string | null, each: number) =>
    insert(
      `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
         characters, segments, cost_micros, charged_micros, day, state, failure, carrier_error, accepted_at, sent_at, delivered_at, campaign_id)
       select $1, (left(uuid_floor(at)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid, $2, 'LIVE', $4::message_direction,
         'CAMPAIGN', 'CAMPAIGN', case $4 when 'INCOMING' then number else '+94112300300' end, false,
         case $4 when 'INCOMING' then '+94112300300' else number end, 'Sale', 'GSM7', 4, 1, 0, 0, at::date,
         (case when failed then 'failed' else 'delivered' end)::message_state, (case when failed then 'UNDELIVERED' end)::failure_code,
         case when failed then '1' end, at, at, case when failed then null else at + make_interval(secs => i % 600) end, $5::uuid
       from (select i, '+9477' || lpad(i::text, 7, '0') as number, $6::timestamptz + make_interval(mins => $7, secs => i * 0.001) as at,
         $5::uuid is not null and i % 10 = 0 as failed from generate_series(1, $3::integer) as i where i % $8 = 0) as one`,
      [direction, campaign, createdAt, minutes, each],
    );
  await messages(1, 'OUTGOING', id, 1);
  await insert(
    `insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name, message_id)
       select $1, $4, recipient, '', '', id from messages where team_id = $1 and project_id = $2 and $3 > 0`,
    [id],
  );
  for (const hour of [2, 3, 4]) await messages(60 * hour, 'INCOMING', null, 20);
  await messages(30, 'OUTGOING', null, 1);
  await insert(
    `insert into conversations select $1, $2, 'LIVE', sender, id, id, 'INCOMING', 'Yes' from (
       select distinct on (sender) sender, id from messages
       where team_id = $1 and direction = 'INCOMING' and $3 > 0 order by sender, id desc) as last`,
    [],
  );
  await insert(
    `insert into scoped_opt_outs select $1, 'LIVE', '+9477' || lpad(i::text, 7, '0'), 'PROMOTIONAL', 'LINK', $4::timestamptz + interval '5 hours'
       from generate_series(1, $3::integer) as i where i % 50 = 0 and $2::uuid is not null`,
    [createdAt],
  );
  return { teamId, projectId, id, mode: 'LIVE', createdAt, startedAt: createdAt } as const;
}

it('reads each recipient once', async () => {
  await pool.query('select ensure_message_partitions(current_date - 31, 3)');
  await fill(20);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of tables) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
  await pool.query('analyze');
  await fill(RECIPIENTS);
  const mine = await fill(RECIPIENTS);

  const result = await selectResult(pool, mine, NEVER);
  expect(result).toMatchObject({
    delivered: RECIPIENTS * 0.9,
    failures: [{ kind: 'UNDELIVERED 1', count: RECIPIENTS / 10 }],
    replies: RECIPIENTS / 20,
    optOuts: RECIPIENTS / 50,
  });
  await selectResult(explained.pool, mine, NEVER);
  await selectFailures(explained.pool, mine);
  const found = {
    states: ['failed'],
    failures: null,
    kinds: ['UNDELIVERED 1'],
    limit: 25,
    offset: 0,
  } as const;
  expect(await selectMessages(explained.pool, mine, found)).toHaveLength(25);
  const read = explained.ran.map(({ rows, pages }) => Math.round((rows + pages) / RECIPIENTS));
  expect(read.filter((each) => each > 1)).toHaveLength(2);
  expect(Math.max(...read)).toBeLessThan(MOST_EACH);
});
