// From which addresses API keys are used is stored once an hour, and removed with sessions.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { removeOld } from '../retention/run.ts';
import { openKeyUses } from './keyUses.ts';

const t = await testApp();
const { pool, log } = t.services;
const HOUR_MS = 3_600_000;

it('stores a key and an address once an hour, and removes old ones', async () => {
  const { teamId, project } = await makeSender(t);
  const use = { teamId, projectId: project.id, mode: 'LIVE', keyId: null } as const;
  const stored = async () =>
    (
      await pool.query('select hour, address from key_uses where team_id = $1 order by hour, address', [
        teamId,
      ])
    ).rows;
  const begin = new Date('2026-03-01T10:00:00Z');
  let now = begin.getTime() + 5;
  const [one, other] = [openKeyUses({ pool, log }, () => now), openKeyUses({ pool, log }, () => now)];
  for (const uses of [one, one, other]) uses.note({ ...use, address: '203.0.113.7' });
  one.note({ ...use, address: '203.0.113.8' });
  now += HOUR_MS;
  one.note({ ...use, address: '203.0.113.7' });
  await Promise.all([one.stop(), other.stop()]);
  const next = new Date(begin.getTime() + HOUR_MS);
  expect(await stored()).toEqual([
    { hour: begin, address: '203.0.113.7' },
    { hour: begin, address: '203.0.113.8' },
    { hour: next, address: '203.0.113.7' },
  ]);
  await pool.query(`update key_uses set hour = date_trunc('hour', now()) where hour = $1`, [next]);
  await removeOld(t.services, { restSeconds: 0 });
  expect(await stored()).toMatchObject([{ address: '203.0.113.7' }]);
});

it('notes the address of a call with the key of a project', async () => {
  const { teamId, authorization } = await makeSender(t);
  await t.app.inject({ url: '/v1/balance', headers: { authorization: authorization.TEST } });
  const row = await waitFor(
    async () => (await pool.query('select * from key_uses where team_id = $1', [teamId])).rows[0] ?? null,
  );
  expect(row).toMatchObject({ mode: 'TEST', key_id: null, address: '127.0.0.1' });
});
