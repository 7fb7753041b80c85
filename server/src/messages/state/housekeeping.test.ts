import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { newId } from '../../ids.ts';
import { startHousekeeping } from './housekeeping.ts';

const t = await testApp();
const { pool } = t.services;
const { teamId, project } = await makeSender(t);

it('one failing step does not stop the others', async () => {
  await pool.query(
    `insert into idempotency_keys (team_id, project_id, mode, key, body_hash, message_id, created_at)
      select $1, $2, 'TEST', key, 'hash', $3, now() - age from (values ('old', interval '25 hours'), ('new', '23 hours')) as k (key, age)`,
    [teamId, project.id, newId()],
  );
  await pool.query('alter function ensure_message_partitions rename to no_partitions');
  const housekeeping = startHousekeeping(t.services, 20);
  const keys = async () => (await pool.query('select key from idempotency_keys')).rows;
  await waitFor(async () => (await keys()).length === 1);
  await housekeeping.stop();
  expect(await keys()).toEqual([{ key: 'new' }]);
});
