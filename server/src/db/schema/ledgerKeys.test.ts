// The migration that took the key from charges and gave refs another primary key, on a database that is in
// use: statements of the version before it run before, during and after it.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { postEntries, selectDifferences } from '../../billing/queries.ts';
import { newId } from '../../ids.ts';
import { transaction } from '../transaction.ts';
import { migrate } from './migrate.ts';
import { ensureMonths } from './months.ts';

const { pool } = await testDatabase('empty');
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const before = mkdtempSync(join(tmpdir(), 'godwit-migrations-'));
for (const file of readdirSync(MIGRATIONS))
  if (file < '0144') cpSync(join(MIGRATIONS, file), join(before, file));
afterAll(() => rmSync(before, { recursive: true }));

const [teamId, projectId] = [newId(), newId()];
const DAY = '2026-11-29';
const MANY = 5_000;

// As the version before wrote them.
const CHARGE = {
  name: 'old-charge',
  text: `with posted as (
      insert into ledger_entries (team_id, id, kind, amount_micros, business_key, project_id, day)
      values ($1, $2::uuid, 'CHARGE', -1, 'charge:' || $2::uuid, $3, $4)
    ), spent as (
      update project_days set spent_micros = spent_micros + 1 where team_id = $1 and project_id = $3 and day = $4
    ) update balances set balance_micros = balance_micros - 1 where team_id = $1`,
};
const REF = {
  name: 'old-ref',
  text: `insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts, recipient, sender)
      values ('colombo', $3::text, $1, $2, 1, 1, '+94770000009', 'Shop')
    on conflict (link_id, carrier_id, message_id, part) do nothing`,
};
const OUTCOME = {
  name: 'old-outcome',
  text: `update carrier_refs set outcome = 'delivered' where link_id = 'colombo' and carrier_id = $1 and outcome is null`,
};

it('keeps keys unique and old statements working, and the ledger agrees', async () => {
  await migrate(pool, { directory: before });
  await ensureMonths(pool);
  await pool.query(
    `insert into project_days (team_id, project_id, day, spent_micros) values ($1, $2, $3, 0)`,
    [teamId, projectId, DAY],
  );
  await pool.query('insert into balances (team_id, balance_micros) values ($1, $2)', [teamId, MANY]);
  const entry = { teamId, projectId: null, day: null, reason: null, kind: 'ADJUSTMENT' as const };
  const paid = { ...entry, id: newId(), amountMicros: 1_000_000n, businessKey: 'adjustment:1' };
  await transaction(pool, (client) => postEntries(client, [paid]));
  await pool.query(
    `insert into ledger_entries (team_id, id, kind, amount_micros, business_key)
      select $1, gen_random_uuid(), 'ADJUSTMENT', 1, 'adjustment:past ' || i from generate_series(1, $2::integer) as i`,
    [teamId, MANY],
  );

  let isMigrated = false;
  let written = 0;
  const old = async () => {
    const client = await pool.connect();
    try {
      for (let rounds = 0; rounds < 20; isMigrated && rounds++, written++) {
        await client.query({ ...CHARGE, values: [teamId, newId(), projectId, DAY] });
        await client.query({ ...REF, values: [teamId, newId(), String(written)] });
        await client.query({ ...OUTCOME, values: [String(written)] });
      }
    } finally {
      client.release();
    }
  };
  const writes = old();
  expect(await migrate(pool)).toEqual(expect.arrayContaining([expect.stringMatching(/^0145_/)]));
  isMigrated = true;
  await writes;

  const charge = {
    ...entry,
    projectId,
    day: DAY,
    kind: 'CHARGE' as const,
    amountMicros: -1n,
    businessKey: null,
  };
  await transaction(pool, (client) =>
    postEntries(client, [
      { ...charge, id: newId() },
      { ...charge, id: newId() },
    ]),
  );
  const { rows } = await pool.query(
    `select (select count(*) from carrier_refs where outcome = 'delivered')::integer as refs,
      (select count(*) from ledger_entries where kind = 'CHARGE')::integer as charges,
      (select spent_micros from project_days)::integer as spent`,
  );
  expect(rows[0]).toEqual({ refs: written, charges: written + 2, spent: written + 2 });
  const again = transaction(pool, (client) => postEntries(client, [{ ...paid, id: newId() }]));
  await expect(again).rejects.toThrow('ledger_entries_key');
  const unnamed = transaction(pool, (client) =>
    postEntries(client, [{ ...paid, id: newId(), businessKey: null }]),
  );
  await expect(unnamed).rejects.toThrow('ledger_entries_named');
  const differences = await transaction(pool, selectDifferences);
  // No message was stored for these charges.
  expect(differences.map(({ problem }) => problem)).not.toContain('balance is not the sum of its entries');
});
