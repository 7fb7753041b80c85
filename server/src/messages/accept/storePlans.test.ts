// Rows that storing messages reads if keys, opted-out numbers and teams are new and the statistics do not
// include them.
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { type Bill, billsOf } from '../../billing/charge.ts';
import { ensureMonths } from '../../db/schema/months.ts';
import { newId } from '../../ids.ts';
import { claimKeys, type IdempotencyRow, insertAtOnce, releaseKeys } from './queries.ts';

const { pool } = await testDatabase();
const OTHERS = 5_000;
const MESSAGES = 100;
/** The most rows a statement may read per message, whatever its plan. */
const MOST_EACH = 40;
const TABLES = ['idempotency_keys', 'scoped_opt_outs', 'balances', 'project_days'];
const day = new Date().toISOString().slice(0, 10);

/** Adds `count` keys and opted-out numbers to a team with a balance, and as many other teams. */
async function fill(count: number) {
  const [teamId, projectId] = [newId(), newId()];
  const each = `from generate_series(1, ${count}) as i`;
  const values = [teamId, projectId];
  await pool.query(
    `insert into idempotency_keys select $1, $2, 'LIVE', 'past ' || i, '', gen_random_uuid(), now() ${each}`,
    values,
  );
  await pool.query(
    `insert into scoped_opt_outs (team_id, mode, number, scope, source) select $1, 'LIVE', '+9476' || i, 'ALL', 'CONSOLE' ${each}`,
    [teamId],
  );
  await pool.query(
    `insert into balances (team_id, balance_micros) select gen_random_uuid(), 1 ${each} union all select $1, 1000000000`,
    [teamId],
  );
  await pool.query(
    `insert into project_days (team_id, project_id, day, spent_micros)
     select gen_random_uuid(), gen_random_uuid(), $3::date, 1 ${each} union all select $1, $2, $3, 0`,
    [...values, day],
  );
  return { teamId, projectId };
}

await ensureMonths(pool);
await fill(1);
await freezeStatistics(pool, TABLES);
const ids = await fill(OTHERS);
const messages = Array.from({ length: MESSAGES }, (_, i) => ({
  ...ids,
  id: newId(),
  mode: 'LIVE' as const,
  apiType: 'MESSAGING' as const,
  platform: 'API' as const,
  sender: 'Shop',
  senderSent: null,
  contentClass: 'TRANSACTIONAL' as const,
  recipient: `+9477${String(i).padStart(7, '0')}`,
  body: 'Hello',
  encoding: 'GSM7' as const,
  characters: 5,
  segments: 1,
  costMicros: 800_000n,
  chargedMicros: 800_000n,
  day,
  statusCallback: null,
  sendAt: null,
  heldSince: null,
  acceptedAt: new Date(),
  campaignId: null,
  traceparent: null,
  linkGroup: 'LIVE:',
  priority: 0,
  validityMs: 1_000,
  linkId: null,
  leaseMs: null,
  heldFor: null,
  hidden: null,
}));
const keys = messages.map(
  ({ id, mode }, i): IdempotencyRow => ({
    ...ids,
    mode,
    key: `new ${i}`,
    bodyHash: Buffer.alloc(0),
    messageId: id,
  }),
);
const stopped = newId();
await pool.query(
  `insert into teams (id, name, region_id, paused_at, paused_by, paused_reason) values ($1, 'Stopped', 'LK', now(), 'staff', 'spam')`,
  [stopped],
);
const bills: Bill[] = billsOf(
  messages.map((message) => ({ ...message, dailyLimitMicros: 10n ** 9n, dailyWarnFraction: 0.8 })),
);

it('storing charged messages with keys reads only the rows that they concern', async () => {
  const rows = await rowsReadBy(pool, async (_db, client) => {
    // As on the connections of accept.
    await client.query(
      'set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off',
    );
    const connection = client as unknown as Pool;
    expect(
      await insertAtOnce(connection, messages, { bills, keys, recipients: messages, senders: [ids.teamId] }),
    ).toBe(true);
  });
  expect(rows / MESSAGES).toBeLessThan(MOST_EACH);
});

it('releasing the key of a refused message reads only that key', async () => {
  const [one] = keys;
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const refused = { ...one!, key: 'refused' };
    expect((await claimKeys(client, [refused])).size).toBe(1);
    await releaseKeys(client, [refused]);
    // The key is free again.
    expect((await claimKeys(client, [refused])).size).toBe(1);
  });
  expect(rows).toBeLessThan(MOST_EACH);
});

it.each([
  ['a balance that is too small', { bills: [{ ...bills[0]!, amountMicros: 10n ** 9n + 1n }] }],
  ['a day that is spent', { bills: [{ ...bills[0]!, dailyLimitMicros: 1n }] }],
  ['a day without a row', { bills: [{ ...bills[0]!, day: '2026-01-01' }] }],
  ['a warning that is due', { bills: [{ ...bills[0]!, chosenAtMicros: 1n }] }],
  ['a key that was used', { keys: [{ ...keys[0]!, key: 'past 7' }] }],
  [
    'a recipient who has opted out',
    {
      recipients: [
        { ...ids, mode: 'LIVE' as const, contentClass: 'TRANSACTIONAL' as const, recipient: '+94767' },
      ],
    },
  ],
  ['a team whose sending was stopped', { senders: [stopped] }],
])('%s prevents the whole batch from being stored', async (_what, against) => {
  expect(await insertAtOnce(pool, messages, { bills, keys, recipients: [], senders: [], ...against })).toBe(
    false,
  );
  const { rows } = await pool.query(
    `select (select count(*) from messages)::integer + (select count(*) from send_queue)::integer + (select count(*) from ledger_entries)::integer
       + (select count(*) from idempotency_keys where key like 'new %')::integer as n, (select spent_micros from project_days where team_id = $1)`,
    [ids.teamId],
  );
  expect(rows).toEqual([{ n: 0, spent_micros: 0n }]);
});
