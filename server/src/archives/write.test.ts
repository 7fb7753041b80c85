// Months that move to files: whole, once, and unharmed by processes that die, compete, or change messages.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeEnded, oldMonths, partsOf } from '../../test/archives.ts';
import { startBucket } from '../../test/bucket.ts';
import { testDatabase } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { archive, archiveCheck } from '../commands/archive.ts';
import { dropMonth, type Month } from '../db/schema/months.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { readPart } from './blocks.ts';
import { selectBlocksAfter } from './queries.ts';
import { removeDead } from './remove.ts';
import { type Store, storeOf } from './store.ts';
import { archiveMonth } from './write.ts';

const database = await testDatabase();
const { pool } = database;
const folder = throwawayFolder();
const t = await testApp({ archiveUrl: pathToFileURL(folder).href }, {}, database);
const store = storeOf(t.services.settings)!;
const runtime = t.services as unknown as Runtime;
const none = { 'dry-run': false };
const { teamId, project } = await makeSender(t);
const past = { teamId, projectId: project.id, timezone: project.timezone };
await makeEnded(pool, past, 600);

const rowsOf = async ({ name }: Month) =>
  (await pool.query<{ row: string }>(`select to_jsonb(m)::text as row from ${name} m order by id`)).rows.map(
    ({ row }) => JSON.parse(row),
  );
const nextMonth = async () => (await oldMonths(pool)).find(({ ends }) => ends > new Date(0))!;
const filesIn = async () => (await readdir(folder)).sort();
const statesOf = async () =>
  (await pool.query('select state from message_archives order by starts')).rows.map(({ state }) => state);

/** The rows of the newest archive, from its files alone. */
async function archivedRows(from: Store = store): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from message_archives where state = 'KEPT' order by archived_at desc limit 1`,
  );
  const read: { id: string }[] = [];
  for (const block of await selectBlocksAfter(pool, rows[0]!.id, undefined, 10_000)) {
    const texts = JSON.parse(await readPart(from, block.texts!));
    for (const [i, row] of JSON.parse(await readPart(from, block.rows)).entries())
      read.push({ ...row, body: texts[i] });
  }
  return read.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** As rows are in files: without columns that are null. */
const withoutNulls = (rows: object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));

it('a month is in files, row by row, and no longer in the database', async () => {
  const month = await nextMonth();
  const before = await rowsOf(month);
  const outcome = await archiveMonth(partsOf(pool, store), month);
  expect(outcome).toEqual({ outcome: 'DONE', messages: before.length });
  expect(await archivedRows()).toEqual(withoutNulls(before));
  expect(await oldMonths(pool)).not.toContainEqual(month);
  const { rows } = await pool.query('select from messages where id = any($1)', [before.map(({ id }) => id)]);
  expect(rows).toEqual([]);
});

it('a bucket keeps them as well', async () => {
  const bucket = await startBucket();
  const inBucket = storeOf({ archiveUrl: bucket.url(), dataDir: throwawayFolder() })!;
  const month = await nextMonth();
  const before = await rowsOf(month);
  expect(before.length).toBeGreaterThan(0);
  expect((await archiveMonth(partsOf(pool, inBucket), month)).outcome).toBe('DONE');
  expect(await archivedRows(inBucket)).toEqual(withoutNulls(before));
  const [name] = bucket.objects.keys();
  expect(await inBucket.sizeOf(name!)).toBe(bucket.objects.get(name!)!.content.length);
  expect(await inBucket.sizeOf('another')).toBeNull();
  // Later tests have the folder.
  for (const [file, { content }] of bucket.objects) await writeFile(join(folder, file), content);
});

describe('a process that dies', () => {
  /** Lets the first `calls` calls to the database and the store happen; the next one never returns. */
  function dying(calls: number, isDone: boolean) {
    let left = calls;
    const never = () => new Promise<never>(() => {});
    let died = () => {};
    const death = new Promise<void>((resolve) => {
      died = resolve;
    });
    const wrap = <Of extends object>(of: Of): Of =>
      new Proxy(of, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...args: unknown[]) => {
            if (left < 0) return never();
            if (left-- > 0) return value.apply(target, args);
            if (isDone) await value.apply(target, args);
            died();
            return never();
          };
        },
      });
    return { pool: wrap(pool as Pool), store: wrap(store), death };
  }

  it.each([true, false])('loses nothing at any step; its last step done: %s', async (isDone) => {
    const month = await nextMonth();
    const before = await rowsOf(month);
    for (let calls = 0; ; calls++) {
      const { death, ...parts } = dying(calls, isDone);
      const ended = archiveMonth(partsOf(parts.pool, parts.store), month).then(({ outcome }) => outcome);
      const how = await Promise.race([ended, death.then(() => 'DIED')]);
      const { rows } = await pool.query(`select to_regclass($1) is not null as stored`, [month.name]);
      const kept = await pool.query(
        `select 1 from message_archives where partition = $1 and state = 'KEPT'`,
        [month.name],
      );
      // In the database or in the archive, and never in neither or both.
      expect([calls, rows[0].stored]).toEqual([calls, kept.rows.length === 0]);
      if (rows[0].stored) expect(await rowsOf(month)).toEqual(before);
      await pool.query(`update message_archives set lease_until = '-infinity' where state = 'WRITING'`);
      if (how === 'DONE' || !rows[0].stored) {
        expect(calls).toBeGreaterThan(10);
        break;
      }
    }
    expect(await archivedRows()).toEqual(withoutNulls(before));
    // Another run deletes what the others left.
    const next = await nextMonth();
    expect((await archiveMonth(partsOf(pool, store), next)).outcome).toBe('DONE');
    const { rows } = await pool.query<{ name: string }>(
      'select name from message_archive_files order by name',
    );
    expect(await filesIn()).toEqual(rows.map(({ name }) => name));
    expect(new Set(await statesOf())).toEqual(new Set(['KEPT']));
  });
});

it('what a process left a day ago goes, also if its month is gone: files, texts and all', async () => {
  const month = await nextMonth();
  const id = newId();
  await pool.query(
    `insert into message_archives (id, partition, starts, ends, lease_until) values ($1, 'messages_gone', $2, $3, now() - interval '23 hours')`,
    [id, month.starts, month.ends],
  );
  const name = `messages-left-${id}-texts.json.zst`;
  await pool.query('insert into message_archive_files (archive_id, name, has_texts) values ($1, $2, true)', [
    id,
    name,
  ]);
  await store.write(name, Buffer.from('texts'));
  await removeDead(pool, store);
  expect(await filesIn()).toContain(name);
  await pool.query(`update message_archives set lease_until = now() - interval '25 hours' where id = $1`, [
    id,
  ]);
  await removeDead(pool, store);
  expect(await filesIn()).not.toContain(name);
  expect((await pool.query('select from message_archives where id = $1', [id])).rowCount).toBe(0);
});

it('two processes archive a month once', async () => {
  const month = await nextMonth();
  const outcomes = await Promise.all([1, 2].map(() => archiveMonth(partsOf(pool, store), month)));
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['BUSY', 'DONE']);
});

describe('a month stays in the database', () => {
  let month: Month;
  let before: unknown[];
  beforeEach(async () => {
    month = await nextMonth();
    before = await rowsOf(month);
  });
  afterEach(async () => {
    expect(await rowsOf(month)).toHaveLength(before.length);
    expect(new Set(await statesOf())).toEqual(new Set(['KEPT']));
  });

  /** Runs `work` when the first file was written. */
  function during(work: () => Promise<unknown>): Store {
    let isFirst = true;
    return {
      ...store,
      async write(name, content) {
        await store.write(name, content);
        if (isFirst) await work();
        isFirst = false;
      },
    };
  }

  it('if a message changes while it is copied', async () => {
    const change = `update ${month.name} set carrier_error = 'late' where id = (select min(id::text)::uuid from ${month.name})`;
    // Back as it was: the rows are the same, and the change is noticed all the same.
    const undo = () =>
      pool.query(`update ${month.name} set carrier_error = null where carrier_error = 'late'`);
    const outcome = await archiveMonth(
      partsOf(
        pool,
        during(() => pool.query(change).then(undo)),
      ),
      month,
    );
    expect(outcome).toEqual({ outcome: 'CHANGED' });
  });

  it('if a file is not what was written', async () => {
    const lossy: Store = {
      ...store,
      write: (name, content) => store.write(name, Buffer.from(content).fill(0, 20, 21)),
    };
    await expect(archiveMonth(partsOf(pool, lossy), month)).rejects.toThrow('is damaged at byte 0');
    expect(await rowsOf(month)).toEqual(before);
    // Another run begins again.
    expect((await archiveMonth(partsOf(pool, store), month)).outcome).toBe('DONE');
    month = await nextMonth();
    before = await rowsOf(month);
  });

  it('if a message has not ended', async () => {
    const { rows } = await pool.query(
      `update ${month.name} set state = 'queued', failure = null where id = (select min(id::text)::uuid from ${month.name}) returning id`,
    );
    expect(await archiveMonth(partsOf(pool, store), month)).toEqual({ outcome: 'OPEN', open: 1 });
    await expect(archive(runtime, none)).rejects.toThrow('1 of its messages have not ended');
    expect((await archive(runtime, { 'dry-run': true })).text).toContain('1 of them not ended');
    await pool.query(`update ${month.name} set state = 'sent' where id = $1`, [rows[0].id]);
  });

  it('while a dump reads it, and moves in a moment after the dump', async () => {
    const dump = await pool.connect();
    await dump.query('begin');
    await dump.query(`select count(*) from ${month.name}`);
    expect(await archiveMonth(partsOf(pool, store), month)).toEqual({ outcome: 'LOCKED' });
    expect(await rowsOf(month)).toEqual(before);
    await dump.query('rollback');
    dump.release();
    let writes = 0;
    const counting: Store = { ...store, write: async () => void writes++ };
    expect((await archiveMonth(partsOf(pool, counting), month)).outcome).toBe('DONE');
    // Verified files are not written again.
    expect(writes).toBe(0);
    month = await nextMonth();
    before = await rowsOf(month);
  });

  it('if retention drops it first', async () => {
    const other = { ...month };
    const drop = () => dropMonth(pool, other.name);
    expect((await archiveMonth(partsOf(pool, during(drop)), month)).outcome).toBe('CHANGED');
    month = await nextMonth();
    before = await rowsOf(month);
  });
});

describe('the command', () => {
  it('archives the oldest months first, and only those that are old enough', async () => {
    const [first, second] = await oldMonths(pool);
    const nameOf = ({ starts }: Month) => starts.toISOString().slice(0, 7);
    await expect(archive(runtime, { ...none, month: nameOf(second!) })).rejects.toThrow(
      `Archive ${nameOf(first!)} first`,
    );
    await expect(archive(runtime, { ...none, 'older-than': '30' })).rejects.toThrow('at least 31');
    const now = new Date().toISOString().slice(0, 7);
    await expect(archive(runtime, { ...none, month: now })).rejects.toThrow('ended less than 31 days ago');
    expect((await archive(runtime, { ...none, month: nameOf(first!) })).text).toMatch(
      new RegExp(`^${nameOf(first!)}: \\d+ messages moved`),
    );
    await archive(runtime, { ...none, 'older-than': '60' });
    const left = await oldMonths(pool);
    expect(left.length).toBeLessThanOrEqual(1);
    expect((await archive(runtime, { ...none, 'older-than': '400' })).text).toBe('No month is old enough.');
  });

  it('checks all files, and names those that are damaged or missing', async () => {
    expect((await archiveCheck(runtime)).text).toMatch(/^All \d+ archive files match/);
    const [one, other] = await filesIn();
    const content = await readFile(join(folder, one!));
    await writeFile(join(folder, one!), Buffer.from(content).fill(0, 20, 21));
    expect(await archiveCheck(runtime)).toMatchObject({ failed: true, text: expect.stringContaining(one!) });
    await rm(join(folder, other!));
    expect((await archiveCheck(runtime)).text).toContain(`${other} is missing from`);
  });

  it('needs to know where the archive is', async () => {
    const nowhere = { ...runtime, settings: { ...runtime.settings, archiveUrl: null } };
    await expect(archive(nowhere, none)).rejects.toThrow('Set ARCHIVE_URL');
  });
});
