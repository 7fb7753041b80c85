// Tests a backup made during work, its restore into another database, and the result.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeBackup } from '../src/backup/backup.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore.ts';
import { restored } from '../src/commands/backup.ts';
import { ledgerDifferences } from '../src/commands/ledger.ts';
import { RESTORE_MARK } from '../src/db/embedded/cluster.ts';
import { databaseName, pendingMigrations } from '../src/db/schema/migrate.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { openFile } from '../src/files/open.ts';
import { openKey } from '../src/projects/keys.ts';
import type { Runtime } from '../src/runtime.ts';
import { startHeartbeat } from '../src/status/heartbeat.ts';
import { testApp } from './app.ts';
import { testDatabase } from './database.ts';
import { makeOwner, makeProject } from './factories.ts';
import { serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'all.backup');
const t = await testApp();
const empty = await testDatabase('empty');

describe('a backup', () => {
  const target = {
    ...t.services,
    ...empty,
    settings: { ...t.services.settings, dataDir: join(folder, 'restored') },
  };
  const runtime = target as unknown as Runtime;
  const later = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
  let project: { id: string; api_key_live: string };

  it('has everything as of one moment', async () => {
    await fillDemo(t.services, 0.005);
    const owner = await makeOwner(t);
    project = await makeProject(owner.browser);
    const given = {
      projectId: project.id,
      mode: 'TEST',
      platform: 'API',
      from: 'SANDBOX',
      body: 'Hi',
    } as const;
    for (const to of ['+94770000001', '+94770000002']) await t.messaging.accept({ ...given, to });
    await t.messaging.accept({ ...given, to: '+94770000003', sendAt: later });
    await t.services.pool.query(
      `insert into campaigns (team_id, id, project_id, mode, name, content, sender, group_ids, due_at, state, started_at, recipients)
       values ($1, gen_random_uuid(), $2, 'TEST', 'Begun', 'Hi', 'SANDBOX', '{}', now(), 'running', now(), 0)`,
      [owner.teamId, project.id],
    );
    const made = await makeBackup(t.services as Runtime, file);
    expect(made).toMatchObject({ files: 6, missing: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['all.backup']);
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut short by a byte', (bytes) => bytes.subarray(0, -1), /cut short: its end is missing/],
    ['cut in half', (bytes) => bytes.subarray(0, bytes.length / 2), /cut short: its end is missing/],
    ['cut after its first line', (bytes) => bytes.subarray(0, 24), /cut short: its end is missing/],
    [
      'changed',
      (bytes) => Buffer.from(bytes).fill(0x41, bytes.length >> 1, (bytes.length >> 1) + 64),
      /damaged|was changed/,
    ],
    [
      'has a later format',
      (bytes) => Buffer.concat([Buffer.from('godwit backup, format 9\n'), bytes.subarray(24)]),
      /format 9, which this version does not know/,
    ],
    ['is another file', () => Buffer.from('PGDMP and so on'), /is no backup of Godwit/],
    ['is empty', () => Buffer.alloc(0), /is no backup of Godwit/],
  ])('is refused if it %s', async (_what, change, words) => {
    const wrong = join(folder, 'wrong.backup');
    writeFileSync(wrong, change(readFileSync(file)));
    await expect(checkBackup(wrong)).rejects.toThrow(words);
  });

  it('is restored consistently, and sends nothing again', async () => {
    const restored = await restoreBackup(runtime, file, await checkBackup(file));
    // The two messages that were due, and the campaign that had started.
    expect(restored).toMatchObject({ unknown: 2, campaigns: 1, files: 6 });
    expect(await ledgerDifferences(empty.pool)).toEqual([]);
    const counts = async (pool: typeof empty.pool) => {
      const { rows } = await pool.query(
        'select team_id, mode, count(*) from messages group by 1, 2 order by 1, 2',
      );
      return rows;
    };
    expect(await counts(empty.pool)).toEqual(await counts(t.services.pool));
    const { rows } = await empty.pool.query(
      `select m.recipient, m.state, m.failure, q.message_id is not null as queued from messages m
       left join send_queue q on q.message_id = m.id where m.project_id = $1 order by m.recipient`,
      [project.id],
    );
    expect(rows).toEqual([
      { recipient: '+94770000001', state: 'failed', failure: 'UNKNOWN', queued: false },
      { recipient: '+94770000002', state: 'failed', failure: 'UNKNOWN', queued: false },
      { recipient: '+94770000003', state: 'accepted', failure: null, queued: true },
    ]);
  });

  it('of an older version is restored into tables of that version, and then migrated', async () => {
    const older = join(folder, 'older.backup');
    const at = { ...t.services, settings: target.settings } as Runtime;
    await t.services.pool.query(`begin; delete from migrations where number in (13, 60);
      alter table teams drop column verified_name; alter table incoming_settings drop column recipient_name;
      alter table campaigns drop column to_landlines; commit`);
    await makeBackup(at, older);
    const fresh = await testDatabase('empty');
    const head = await checkBackup(older);
    const into = { ...runtime, ...fresh } as Runtime;
    expect(await restoreBackup(into, older, head)).toMatchObject({ unknown: 2, campaigns: 1 });
    expect(await pendingMigrations(fresh.pool)).toEqual([]);
    // The migrations also change the restored rows.
    const { rows } = await fresh.pool.query(
      'select count(*)::integer as n from teams where verified_at is not null and verified_name = name',
    );
    expect(rows[0].n).toBeGreaterThan(0);
    expect(await ledgerDifferences(fresh.pool)).toEqual([]);
    expect(existsSync(join(target.settings.dataDir, RESTORE_MARK))).toBe(false);
    // One of a newer version is not.
    const another = await testDatabase('empty');
    const newer = {
      ...head,
      migrations: [...head.migrations, { number: 9_999, name: '9999_x.sql', checksum: '' }],
    };
    await expect(restoreBackup({ ...into, ...another } as Runtime, older, newer)).rejects.toThrow(
      /does not know/,
    );
  });

  it('ends all sessions, and its keys and documents are read with the same SECRET_KEY', async () => {
    expect((await empty.pool.query('select from sessions')).rowCount).toBe(0);
    const keys = await empty.pool.query(
      `select sealed from api_keys where project_id = $1 and mode = 'LIVE'`,
      [project.id],
    );
    expect(openKey(t.services.secrets, keys.rows[0].sealed)).toBe(project.api_key_live);
    const { rows } = await empty.pool.query('select team_id as "teamId", id as "fileId" from files');
    for (const one of rows)
      expect(await openFile(target, one)).toMatchObject({
        content: expect.any(Buffer),
        type: 'application/pdf',
      });
    // Ids and sequences continue.
    await empty.pool.query(`insert into receipt_inbox (link_id, pdu) values ('a', '')`);
  });
});

it('a database restored by its own tools sends nothing again once no process runs on it', async () => {
  const back = await testApp();
  const { services } = back;
  const { browser, teamId } = await makeOwner(back);
  const { id } = await makeProject(browser);
  await back.messaging.accept({
    ...{ projectId: id, mode: 'TEST', platform: 'API', from: 'SANDBOX' },
    ...{ body: 'Hi', to: '+94770000001' },
  });
  const own = { ...services, settings: { ...services.settings, databaseUrl: 'postgresql://db/godwit' } };
  const server = await startHeartbeat(services);
  const name = await databaseName(services.pool);
  await expect(restored(own as Runtime, [name])).rejects.toThrow(/service runs on this database/);
  await server.stop();
  for (const other of [[], ['godwit']])
    await expect(restored(own as Runtime, other)).rejects.toThrow(`godwit restored ${name}`);
  expect(await restored(own as Runtime, [name])).toMatchObject({
    data: { unknown: 1, campaigns: 0, differences: 0 },
    text: expect.stringMatching(/^1 messages were to be sent.*The ledger has 0 differences\.$/s),
  });
  const { rows } = await services.pool.query('select state, failure from messages where team_id = $1', [
    teamId,
  ]);
  expect(rows).toEqual([{ state: 'failed', failure: 'UNKNOWN' }]);
  expect((await services.pool.query('select from sessions')).rowCount).toBe(0);
  await expect(restored(services as Runtime, [name])).rejects.toThrow(/godwit restore does this by itself/);
});

describe('the commands', () => {
  const service = serviceFolder({}, 'embedded');
  const other = serviceFolder({}, 'embedded');

  it('back up a running service, and restore into an empty folder that has the secret', async () => {
    await service.start();
    const backup = join(folder, 'running.backup');
    expect(await service.godwit('backup', backup)).toMatchObject({ messages: 0, files: 0 });
    expect(await service.fails('backup', backup)).toMatch(/is there already/);
    expect(await service.fails('restore', backup)).toMatch(/is not empty/);
    expect(await other.fails('restore', backup)).toMatch(/belongs to another SECRET_KEY.*secret\.key/);
    copyFileSync(join(service.dataDir, 'secret.key'), join(other.dataDir, 'secret.key'));
    const cut = join(folder, 'cut.backup');
    copyFileSync(backup, cut);
    truncateSync(cut, statSync(cut).size - 100);
    expect(await other.fails('restore', cut)).toMatch(/cut short/);
    expect(existsSync(join(other.dataDir, 'postgres'))).toBe(false);
    expect(await other.godwit('restore', backup)).toMatchObject({ messages: 0, unknown: 0, differences: 0 });
    // As a restore leaves it that is killed.
    writeFileSync(join(other.dataDir, RESTORE_MARK), '');
    expect(await other.fails('start')).toMatch(/^A restore into .* did not end/);
  });
});
