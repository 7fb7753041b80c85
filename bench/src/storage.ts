// Measures the bytes of a LIVE message in every table with its indexes, and in the write-ahead log: while it
// waits in the queue, once it is delivered, and after the short retention periods.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { fire } from './accept.ts';
import { type Account, create } from './campaign.ts';
import { openSink, writeLink } from './sink.ts';
import { createAccount, type Stack, startStack, withDatabase } from './stack.ts';
import { allowLive, fillGroup, SENDER } from './team.ts';

/** 108 characters in one part. */
const BODY =
  'Your order 48213 is packed and leaves Colombo today. Track it at lankaretail.lk/t/48213 or call 0112 345 678';
/** Receipts of phones take seconds, so they find the refs of their messages stored. */
const RECEIPT_MS = 10_000;
const SETTLE_MS = 300_000;
/** The most bytes of a message over all tables, before and after the short retention periods. */
const MOST_UNDER_WAY = 1_600;
const MOST_AFTER = 900;

/** Work that waits: their rows go when it is done, and others use their space again. */
const QUEUES = ['send_queue', 'callback_outbox', 'receipt_inbox', 'carrier_polls', 'campaign_recipients'];
/** Rows that are deleted after hours or days. */
const SHORT = [...QUEUES, 'carrier_refs', 'idempotency_keys', 'callback_attempts', 'events'];
/** Filled before the first message. */
const OTHERS = ['contacts', 'contact_groups', 'contact_group_members'];

/** `share` of the messages, for kinds that take longer. */
type Kind = {
  what: string;
  share?: number;
  batch?: number;
  connections?: number;
  isKeyed?: boolean;
  hasCallback?: boolean;
};
const KINDS: readonly Kind[] = [
  { what: 'one at a time', share: 0.2, connections: 1 },
  { what: 'single with key', isKeyed: true },
  { what: 'single with callbacks', share: 0.2, hasCallback: true },
  { what: 'batch of 50', batch: 50 },
  { what: 'campaign' },
];

/** Bytes by table, and the position in the write-ahead log. */
type Sizes = { tables: Map<string, number>; wal: number };

/** Accepts and delivers `count` messages of each kind, on a new database each, and prints their bytes. */
export async function storage(count: number, only?: string): Promise<void> {
  for (const kind of KINDS)
    if (!only || kind.what === only) await measure(kind, Math.round(count * (kind.share ?? 1)));
}

async function measure(kind: Kind, count: number): Promise<void> {
  const sink = await openSink(RECEIPT_MS);
  const folder = throwawayFolder();
  const customer = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await once(customer.listen(0, '127.0.0.1'), 'listening');
  const settings = {
    CARRIERS_FILE: writeLink(folder, 'storage', sink.port),
    CALLBACKS_ALLOW_PRIVATE: 'true',
  };
  const stack = await startStack('web,jobs', { settings });
  try {
    const account = await createAccount(stack.url);
    const callback = `http://127.0.0.1:${(customer.address() as AddressInfo).port}/`;
    await withDatabase(stack.dataDir, async (pool) => {
      await allowLive(pool, account);
      const groupId = kind.what === 'campaign' ? await fillGroup(pool, account, count) : null;
      const before = await sizesOf(pool);
      await acceptAll(kind, { stack, pool, account, groupId, callback, count });
      const waiting = await sizesOf(pool);
      const sender = await startStack('send,jobs', { beside: stack, settings });
      await until(pool, `select from messages where state <> 'delivered' limit 1`);
      await until(pool, 'select from callback_outbox limit 1');
      await sender.stop();
      const delivered = await sizesOf(pool);
      await print(kind, pool, { before, waiting, delivered });
    });
  } finally {
    await stack.stop();
    await sink.close();
    customer.close();
    rmSync(folder, { recursive: true });
  }
}

type Given = { stack: Stack; pool: Pool; account: Account; callback: string; count: number };

async function acceptAll(kind: Kind, given: Given & { groupId: string | null }): Promise<void> {
  const { stack, pool, account, groupId, callback, count } = given;
  if (groupId) {
    await create({ ...stack, pool, account, groupId });
    await until(pool, `select where (select count(*) from messages) < ${count}`);
    return;
  }
  const { batch = 1, hasCallback, ...load } = kind;
  const shape = { ...load, batch, from: SENDER, body: BODY, callback: hasCallback ? callback : undefined };
  await fire(stack.url, account.live, Math.round(count / batch), shape);
}

/** Waits until the query returns no row. */
async function until(pool: Pool, query: string): Promise<void> {
  const lateMs = Date.now() + SETTLE_MS;
  while ((await pool.query(query)).rowCount) {
    if (Date.now() > lateMs) throw new Error(`still after ${SETTLE_MS} ms: ${query}`);
    await sleep(500);
  }
}

/** Sizes after a vacuum, so dead rows at the end of a table do not count. */
async function sizesOf(pool: Pool): Promise<Sizes> {
  const { rows: at } = await pool.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  await pool.query('vacuum');
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select coalesce(parent.relname, class.relname) as name, sum(pg_total_relation_size(class.oid))::float8 as bytes
      from pg_class class
        left join pg_inherits on inhrelid = class.oid left join pg_class parent on parent.oid = inhparent
      where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace group by 1`,
  );
  return { tables: new Map(rows.map(({ name, bytes }) => [name, bytes])), wal: at[0]!.wal };
}

type Phases = { before: Sizes; waiting: Sizes; delivered: Sizes };

async function print({ what }: Kind, pool: Pool, { before, waiting, delivered }: Phases): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*) from messages)::integer as messages, (select count(*) from ledger_entries where kind = 'CHARGE')::integer as charges`,
  );
  const { messages, charges } = rows[0];
  const each = (sizes: Sizes, table: string) =>
    ((sizes.tables.get(table) ?? 0) - (before.tables.get(table) ?? 0)) / messages;
  const tables = [...before.tables.keys()].filter((table) => !OTHERS.includes(table));
  const sum = (sizes: Sizes, without: readonly string[] = []) =>
    tables
      .filter((table) => !without.includes(table))
      .reduce((total, table) => total + each(sizes, table), 0);
  const show = (name: string, ...figures: number[]) =>
    console.log(
      `  ${name.padEnd(26)}${figures.map((figure) => Math.round(figure).toLocaleString('en-US').padStart(11)).join('')}`,
    );
  console.log(
    `\n  ${what}: ${messages.toLocaleString('en-US')} messages, ${(messages / charges).toFixed(1)} a ledger entry; bytes a message\n` +
      `  ${''.padEnd(26)}${['waiting', 'delivered', 'after'].map((name) => name.padStart(11)).join('')}`,
  );
  for (const table of tables.sort((a, b) => each(delivered, b) - each(delivered, a))) {
    if (Math.max(each(waiting, table), each(delivered, table)) < 1) continue;
    const ended = QUEUES.includes(table) ? 0 : each(delivered, table);
    show(table, each(waiting, table), ended, SHORT.includes(table) ? 0 : ended);
  }
  const underWay = Math.max(sum(waiting), sum(delivered, QUEUES));
  const after = sum(delivered, SHORT);
  show('all tables', sum(waiting), sum(delivered, QUEUES), after);
  show('write-ahead log', (waiting.wal - before.wal) / messages, (delivered.wal - waiting.wal) / messages);
  console.log(
    `  under way ${Math.round(underWay)} (at most ${MOST_UNDER_WAY}), after ${Math.round(after)} (at most ${MOST_AFTER})`,
  );
  await printUpdates(pool);
}

/** How many updates stayed in their page without touching an index (HOT). */
async function printUpdates(pool: Pool): Promise<void> {
  await pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const { rows } = await pool.query<{ name: string; updates: number; inPlace: number }>(
    `select coalesce(parent.relname, class.relname) as name, sum(n_tup_upd)::float8 as updates, sum(n_tup_hot_upd)::float8 as "inPlace"
      from pg_stat_user_tables join pg_class class on class.oid = relid
        left join pg_inherits on inhrelid = class.oid left join pg_class parent on parent.oid = inhparent
      group by 1 having sum(n_tup_upd) > 1000 order by 2 desc`,
  );
  for (const { name, updates, inPlace } of rows)
    console.log(
      `  ${name}: ${inPlace.toLocaleString('en-US')} of ${updates.toLocaleString('en-US')} updates in place`,
    );
}
