// Retention of archived months: whole months go with their files, texts if they are too old, and closed teams
// from files that others keep.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { AGO, archiveAll, makeEnded } from '../../test/archives.ts';
import { makeSender } from '../../test/factories.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { verifyFiles } from '../archives/check.ts';
import { storeOf } from '../archives/store.ts';
import { checkArchives } from '../commands/checkArchives.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import type { Runtime } from '../runtime.ts';
import { parseRetention } from '../settingValues.ts';
import { readKept, removeOld } from './run.ts';

const folder = throwawayFolder();
const archiveUrl = pathToFileURL(folder).href;
const t = await testApp({ archiveUrl, retention: parseRetention('texts:0,messages:0,closed:1') });
const { pool, settings } = t.services;
const [one, two] = [await makeSender(t), await makeSender(t)];
for (const [seed, { teamId, project }] of [one, two].entries())
  await makeEnded(pool, { teamId, projectId: project.id, timezone: project.timezone }, 300, seed + 1);
const listed = async (who = one) =>
  (
    await who.browser.get(
      `/v1/web/messages?project_id=${who.project.id}&mode=TEST&sort_order=ASC&page_size=100`,
    )
  ).json();
const before = await listed();
const total = (await archiveAll(t)).length;
const store = storeOf(settings)!;

/** A process with another retention over the same archives. */
async function keep(retention: string) {
  const services = { ...t.services, settings: { ...settings, retention: parseRetention(retention) } };
  // Marked in one round, deleted in the next.
  for (let round = 0; ; round++) {
    await removeOld(services, { restSeconds: 0 });
    const { rows } = await pool.query('select from retention_runs where place is not null');
    if (round > 0 && rows.length === 0) return services;
  }
}

const archives = async () =>
  (
    await pool.query<{ ends: Date; has_texts: boolean }>(
      'select ends, has_texts from message_archives order by ends',
    )
  ).rows;
const filesOf = async (part: string) =>
  (await readdir(folder)).filter((name) => name.includes(`-${part}`)).sort();
const knownFiles = async () =>
  (await pool.query<{ name: string }>('select name from message_archive_files order by name')).rows.map(
    ({ name }) => name,
  );
const isRight = async () =>
  expect(await verifyFiles(pool, store, { whole: true })).toMatchObject({ problems: [] });

it('archived months are kept as long as all messages, and the ledger is right', async () => {
  await keep('texts:0,messages:0,closed:1');
  expect(await archives()).toHaveLength(total);
  expect(await listed()).toEqual(before);
  expect(await ledgerDifferences(pool)).toEqual([]);
  expect(
    (await readKept(t.services)).find(({ kind }) => kind === 'messages')!.oldest! < AGO(700).toISOString(),
  ).toBe(true);
});

it('texts that are too old are not shown, and their files go with the whole month', async () => {
  const services = await keep('texts:300,messages:0,closed:1');
  const kept = await archives();
  for (const { ends, has_texts } of kept) expect(has_texts).toBe(ends > AGO(300));
  expect(kept.filter((one) => one.has_texts).length).toBeGreaterThan(3);
  expect(await readdir(folder).then((names) => names.sort())).toEqual(await knownFiles());
  expect(await filesOf('texts')).not.toHaveLength((await filesOf('rows')).length);
  await isRight();
  const { results } = (await listed()) as { results: { accepted_at: string; excerpt: string | null }[] };
  const old = results.filter(({ accepted_at: at }) => at < AGO(320).toISOString());
  expect(old.length).toBeGreaterThan(10);
  expect(old.every(({ excerpt }) => excerpt === null)).toBe(true);
  expect(services.settings.retention.texts).toBe(300);
});

it('months that are too old go with their files', async () => {
  await keep('texts:300,messages:400,closed:1');
  const left = await archives();
  expect(left.length).toBeGreaterThan(5);
  expect(left.length).toBeLessThan(total);
  expect(left.every(({ ends }) => ends > AGO(400))).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(await knownFiles());
  await isRight();
  const { results, kept_from } = await listed();
  expect(results[0].accepted_at >= kept_from).toBe(true);
  expect(kept_from).not.toBeNull();
});

it('the messages of a closed team leave the files, and those of others stay as they were', async () => {
  const others = await listed(two);
  const contents = async () => {
    const texts = [];
    for (const name of await readdir(folder)) texts.push(unpack(await readFile(join(folder, name))));
    return texts.join();
  };
  expect(await contents()).toContain(one.teamId);
  await pool.query('update teams set closed_at = $2 where id = $1', [one.teamId, AGO(2)]);
  await keep('texts:300,messages:400,closed:1');
  expect(
    (await pool.query('select purged_at from teams where id = $1', [one.teamId])).rows[0].purged_at,
  ).not.toBeNull();
  const rest = await contents();
  expect(rest).not.toContain(one.teamId);
  expect(rest).toContain(two.teamId);
  expect((await readdir(folder)).sort()).toEqual(await knownFiles());
  await isRight();
  expect(await listed(two)).toEqual(others);
});

it('doctor says that the files are right, and what it means if ARCHIVE_URL is not set', async () => {
  expect(await checkArchives(t.services as Runtime)).toMatchObject({ ok: true });
  const without = { ...t.services, settings: { ...settings, archiveUrl: null } };
  expect(await checkArchives(without as Runtime)).toMatchObject({ ok: false });
});

const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The text of all frames of a file. */
function unpack(content: Buffer): string {
  const starts: number[] = [];
  for (let at = content.indexOf(FRAME); at >= 0; at = content.indexOf(FRAME, at + 1)) starts.push(at);
  return starts.map((at, i) => zstdDecompressSync(content.subarray(at, starts[i + 1])).toString()).join();
}
