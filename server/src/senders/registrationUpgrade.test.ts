// Registrations of the version in which one person set them, after the upgrade.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { migrate } from '../db/schema/migrate.ts';
import { newId } from '../ids.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const { pool } = await testDatabase('empty');
const before = mkdtempSync(join(tmpdir(), 'godwit-before-'));
afterAll(() => rmSync(before, { recursive: true }));
const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && file !== 'schema.sql');
const older = files.slice(
  0,
  files.findIndex((file) => file.includes('registrations')),
);
for (const file of older) copyFileSync(join(MIGRATIONS, file), join(before, file));
await migrate(pool, { directory: before });

it('what one person had registered counts for 30 days, one spelling of a name stays', async () => {
  const teamId = newId();
  const projectId = newId();
  // The project of these sender ids does not matter to the migration.
  await pool.query('alter table sender_ids disable trigger all');
  await pool.query("insert into teams (id, name, region_id) values ($1, 'Sydney', 'AU')", [teamId]);
  const elsewhere = newId();
  await pool.query("insert into teams (id, name, region_id) values ($1, 'Colombo', 'LK')", [elsewhere]);
  await pool.query(
    `with name as (insert into sender_ids (team_id, project_id, sender, promotional) values ($1, $2, 'Ceylon', false))
      insert into sender_registrations (team_id, project_id, sender, country, state) values ($1, $2, 'Ceylon', 'AU', 'NOT_REGISTERED')`,
    [elsewhere, newId()],
  );
  for (const [sender, state] of [
    ['Asked', 'PENDING'],
    ['None', 'NOT_REGISTERED'],
    ['Acme', 'PENDING'],
    ['ACME', 'REGISTERED'],
    ['acme', 'NOT_REGISTERED'],
  ])
    await pool.query(
      `with name as (insert into sender_ids (team_id, project_id, sender, promotional) values ($1, $2, $3, false))
        insert into sender_registrations (team_id, project_id, sender, country, state, updated_at)
        values ($1, $2, $3, 'AU', $4, '2026-08-01')`,
      [teamId, projectId, sender, state],
    );
  await migrate(pool);
  const { rows } = await pool.query(
    `select sender, sender_key, state, valid_from = '2026-08-01' as since,
        ceil(extract(epoch from expires_at - now()) / 86400)::integer as days,
        expires_at = date_trunc('day', expires_at, 'UTC') as "isMidnight"
      from sender_registrations order by sender_key`,
  );
  expect(rows).toEqual([
    { sender: 'ACME', sender_key: 'acme', state: 'REGISTERED', since: true, days: 31, isMidnight: true },
    { sender: 'Asked', sender_key: 'asked', state: 'SUBMITTED', since: null, days: null, isMidnight: null },
    { sender: 'None', sender_key: 'none', state: 'DRAFT', since: null, days: null, isMidnight: null },
  ]);
  const events = await pool.query(
    `select e.to_state, r.sender from sender_registration_events e join sender_registrations r on r.id = e.registration_id`,
  );
  expect(events.rows).toEqual([{ to_state: 'REGISTERED', sender: 'ACME' }]);
});
