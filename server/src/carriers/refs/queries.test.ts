// Refs take their receipts without a new entry in any index, and are found without reading other refs of a
// carrier that gives every message the same id.
import type { ClientBase } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { refsByAddress, storeOutcomes } from '../receipts/queries.ts';
import { insertRefs, lockRefs, type NewRef } from './queries.ts';

const { pool } = await testDatabase();
const COUNT = 2_000;
/** The most rows a statement may read per ref. */
const MOST_EACH = 8;
const TURNS = 10;
const RECEIPT = Buffer.alloc(130, 'r');
const number = (i: number) => `+9477${String(i).padStart(7, '0')}`;

function refsWith(idOf: (i: number) => string): NewRef[] {
  const of = { linkId: 'colombo', teamId: newId(), part: 1, parts: 1, sender: 'Lanka Shop' };
  return Array.from({ length: COUNT }, (_, i) => {
    return { ...of, messageId: newId(), carrierId: idOf(i), recipient: number(i) };
  });
}

const delivered = (refs: readonly NewRef[]) =>
  refs.map((ref) => {
    return { ...ref, outcome: 'delivered' as const, error: '000', receipt: RECEIPT, receivedAt: null };
  });

beforeEach(async () => {
  await pool.query('truncate carrier_refs');
});

it('are updated in place if the receipts of a page come in several transactions', async () => {
  const refs = refsWith((i) => `${0x6f00_0000 + i}`);
  await transaction(pool, (client) => insertRefs(client, refs));
  let inPlace = 0;
  for (let turn = 0; turn < TURNS; turn++)
    await transaction(pool, async (client) => {
      await storeOutcomes(client, delivered(refs.filter((_, i) => i % TURNS === turn)));
      // Those of this transaction alone.
      const { rows } = await client.query<{ updates: number }>(
        `select n_tup_hot_upd::integer as updates from pg_stat_xact_user_tables where relname = 'carrier_refs'`,
      );
      inPlace += rows[0]!.updates;
    });
  expect(inPlace).toBeGreaterThan(COUNT * 0.95);
});

it('of one id are found by the recipient, and stored and locked by the message, if statistics know none', async () => {
  await freezeStatistics(pool, ['carrier_refs']);
  const refs = refsWith(() => '0');
  await transaction(pool, (client) => insertRefs(client, refs));
  const some = refs.slice(-50);
  const keys = some.map(({ linkId, carrierId, recipient, sender }) => {
    return { linkId, carrierId, recipient, sender, count: 1, receivedAt: null };
  });
  const ids = some.map(({ messageId }) => messageId);
  const found = await readBy(some, (client) => refsByAddress(client, keys));
  expect(found.map(({ messageId }) => messageId)).toEqual(ids);
  expect(await readBy(some, (client) => lockRefs(client, ids))).toHaveLength(some.length);
  await readBy(some, (client) => storeOutcomes(client, delivered(some)));
});

/** Runs a statement that may read a few rows for each ref, whatever its plan. */
async function readBy<T>(refs: readonly NewRef[], run: (client: ClientBase) => Promise<T>): Promise<T> {
  let result: T;
  const read = await rowsReadBy(pool, async (_, client) => {
    result = await run(client);
  });
  expect(read).toBeLessThanOrEqual(refs.length * MOST_EACH);
  return result!;
}
