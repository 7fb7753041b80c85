// What a team's opt-outs cost that came in a moment ago, when the statistics know nothing of them: as much as their number says.
import type pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../test/staleStatistics.ts';
import { newId } from '../ids.ts';
import {
  deleteOptOut,
  insertImported,
  keepNumbers,
  selectFollowing,
  selectOptedOut,
  selectPage,
} from './queries.ts';

const { pool } = await testDatabase();
const NUMBERS = 3_000;
const MOST_PER_NUMBER = 25;

const numberOf = (i: number) => `+9477${String(i).padStart(7, '0')}`;

async function fill(count: number): Promise<string> {
  const teamId = newId();
  await pool.query(
    `insert into opt_outs (team_id, number, source) select $1, '+9477' || lpad(i::text, 7, '0'), 'IMPORT'
     from generate_series(1, $2) as i`,
    [teamId, count],
  );
  return teamId;
}

await fill(100);
await freezeStatistics(pool, ['opt_outs']);
const teamId = await fill(NUMBERS);

async function exportAll(client: pg.Pool): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    after = (await selectFollowing(client, teamId, { after, limit: 100 })).at(-1)?.number;
  }
}

it.each([
  ['a page', null],
  ['a page of a search', ['+94770', '+9477']],
])('%s reads as much as is shown of a longer list', async (_what, prefixes) => {
  const most = 100;
  const rows = await rowsReadBy(pool, async (_db, client) => {
    const page = { prefixes, offset: 60, limit: 25 };
    const { found, rows } = await selectPage(client as unknown as pg.Pool, teamId, page, most);
    expect([found, rows.length]).toEqual([most, 25]);
  });
  expect(rows / most).toBeLessThan(MOST_PER_NUMBER);
});

it.each<[string, number, (client: pg.Pool) => Promise<unknown>]>([
  [
    'a page',
    NUMBERS,
    (client) => selectPage(client, teamId, { prefixes: null, offset: 1_000, limit: 25 }, NUMBERS),
  ],
  [
    'a page of a search',
    NUMBERS,
    (client) => selectPage(client, teamId, { prefixes: ['+94770'], offset: 0, limit: 25 }, NUMBERS),
  ],
  ['exporting', NUMBERS, exportAll],
  ['taking one off', 10, (client) => deleteOptOut(client, { teamId, number: numberOf(7) }, ['IMPORT'])],
  [
    'asking before a thousand messages',
    1_000,
    (client) => {
      const keys = Array.from({ length: 1_000 }, (_, i) => ({ teamId, recipient: numberOf(i) }));
      return selectOptedOut(client as never, keys);
    },
  ],
  [
    'importing',
    NUMBERS,
    async (client) => {
      await client.query('create temporary table import_rows (number text collate "C") on commit drop');
      await client.query('insert into import_rows select $1 || i from generate_series(1, $2) as i', [
        '+9471000',
        NUMBERS,
      ]);
      await keepNumbers(client as never);
      await insertImported(client as never, teamId);
    },
  ],
])('%s is linear', async (_what, numbers, run) => {
  const rows = await rowsReadBy(pool, (_db, client) => run(client as unknown as pg.Pool));
  expect(rows).toBeGreaterThan(0);
  expect(rows / numbers).toBeLessThan(MOST_PER_NUMBER);
});
