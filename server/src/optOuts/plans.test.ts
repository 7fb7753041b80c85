// Rows that a team's new opt-outs cost without statistics: in proportion to their number.
import type pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../test/staleStatistics.ts';
import { newId } from '../ids.ts';
import type { Database } from '../services.ts';
import {
  deleteOptOuts,
  insertImported,
  keepNumbers,
  selectFollowing,
  selectOptedOut,
  selectPage,
  selectPreceding,
} from './queries.ts';

const { pool } = await testDatabase();
const NUMBERS = 3_000;
const MOST_PER_NUMBER = 25;

const numberOf = (i: number) => `+9477${String(i).padStart(7, '0')}`;

async function fill(count: number): Promise<string> {
  const teamId = newId();
  await pool.query(
    `insert into scoped_opt_outs (team_id, mode, number, scope, source)
     select $1, 'LIVE', '+9477' || lpad(i::text, 7, '0'), 'ALL', 'IMPORT'
     from generate_series(1, $2) as i`,
    [teamId, count],
  );
  return teamId;
}

await fill(100);
await freezeStatistics(pool, ['scoped_opt_outs', 'opt_outs']);
const list = { teamId: await fill(NUMBERS), mode: 'LIVE' as const };

async function exportAll(client: pg.Pool): Promise<void> {
  let after = (await selectFollowing(client, list, { limit: 100 })).at(-1);
  while (after) after = (await selectFollowing(client, list, { after, limit: 100 })).at(-1);
}

it.each([
  ['a page', null],
  ['a page of a search', ['+94770', '+9477']],
])('%s reads as much as is shown of a longer list', async (_what, prefixes) => {
  const most = 100;
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const page = { prefixes, offset: 60, limit: 25 };
    const { found, rows } = await selectPage(client as unknown as pg.Pool, list, page, most);
    expect([found, rows.length]).toEqual([most, 25]);
  });
  expect(rows / most).toBeLessThan(MOST_PER_NUMBER);
});

it.each<[string, number, (client: pg.Pool, db: Database) => Promise<unknown>]>([
  [
    'a page',
    NUMBERS,
    (client) => selectPage(client, list, { prefixes: null, offset: 1_000, limit: 25 }, NUMBERS),
  ],
  [
    'a page of a search',
    NUMBERS,
    (client) => selectPage(client, list, { prefixes: ['+94770'], offset: 0, limit: 25 }, NUMBERS),
  ],
  ['exporting', NUMBERS, exportAll],
  [
    'walking back from the end',
    100,
    (client) =>
      selectPreceding(client, list, { before: { number: numberOf(NUMBERS), scope: 'ALL' }, limit: 100 }),
  ],
  ['taking one off', 10, (client) => deleteOptOuts(client, { ...list, number: numberOf(7) }, ['IMPORT'])],
  [
    'asking before a thousand messages',
    1_000,
    (client) => {
      const keys = Array.from({ length: 1_000 }, (_, i) => ({
        ...list,
        recipient: numberOf(i),
        contentClass: i % 2 === 0 ? ('PROMOTIONAL' as const) : ('SERVICE' as const),
      }));
      return selectOptedOut(client as never, keys);
    },
  ],
  [
    'importing',
    NUMBERS,
    async (client, db) => {
      await client.query(
        'create temporary table import_rows (number text collate "C", scope opt_out_scope) on commit drop',
      );
      await client.query('insert into import_rows (number) select $1 || i from generate_series(1, $2) as i', [
        '+9471000',
        NUMBERS,
      ]);
      await keepNumbers(db, 'ALL');
      await insertImported(db, list);
    },
  ],
])('%s is linear', async (_what, numbers, run) => {
  const rows = await rowsReadBy(pool, (db, client) => run(client as unknown as pg.Pool, db));
  expect(rows).toBeGreaterThan(0);
  expect(rows / numbers).toBeLessThan(MOST_PER_NUMBER);
});
