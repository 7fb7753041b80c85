import { expect, it } from 'vitest';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { openPool } from '../pool.ts';
import { isDatabaseAway } from './batchCommit.ts';
import { asNoTeam, asTeam } from './perTeam.ts';

const { config } = await testDatabase('empty');
const open = (acquireMs: number) =>
  openPool(config, { max: 5, perTeam: 2, acquireMs, applicationName: 'per team' });

it('a team has so many connections at a time, and gets the next one when it releases one', async () => {
  const pool = open(60_000);
  const first = await asTeam('a', () => pool.connect());
  const second = await asTeam('a', () => pool.connect());
  const told: unknown[] = [];
  const waiting = [1, 2].map((n) =>
    asTeam('a', () => pool.query('select $1::integer as n', [n])).then(({ rows }) => told.push(rows[0].n)),
  );
  const others = [
    asTeam('b', () => pool.query('select 1')),
    asTeam('a', () => asNoTeam(() => pool.query('select 1'))),
  ];
  await Promise.all([...others, pool.query('select 1')]);
  expect(told).toEqual([]);
  first.release();
  await Promise.all(waiting);
  expect(told).toEqual([1, 2]);
  // A connection that is dropped also frees its slot.
  second.release(true);
  const again = await Promise.all([1, 2].map(() => asTeam('a', () => pool.connect())));
  for (const client of again) client.release();
  await pool.end();
});

it('a request that waits too long is refused as by a database that is away, and leaves the line', async () => {
  // Long enough to open a connection on a busy machine.
  const pool = open(2_000);
  const held = await Promise.all([1, 2].map(() => asTeam('a', () => pool.connect())));
  const refused = await asTeam('a', () => pool.query('select 1')).catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  for (const client of held) client.release();
  await waitFor(() => asTeam('a', () => pool.query('select 1')));
  await pool.end();
});

it('a failed connection takes no slot', async () => {
  const pool = openPool(
    { ...config, port: 1 },
    { max: 5, perTeam: 1, acquireMs: 60_000, applicationName: 'x' },
  );
  for (let i = 0; i < 3; i++)
    await expect(asTeam('a', () => pool.query('select 1'))).rejects.toSatisfy(isDatabaseAway);
  await pool.end();
});
