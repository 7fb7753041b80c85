// Concurrent uploads: a silent sender delays no other, no team takes every slot, and no upload leaves files
// behind.
import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { importCsv, uploadCsv } from '../../test/contacts.ts';
import { waitFor } from '../../test/database.ts';
import { makeOwner } from '../../test/factories.ts';
import { beginUpload, multipart, PART_END, partHead } from '../../test/upload.ts';
import { IMPORT_LIMITS, type ImportLimits } from './csv/upload.ts';

const CONTACTS = '/v1/web/contacts_csv';
const OPT_OUTS = '/v1/web/opt_outs_csv';
const FILE = '/v1/web/generic/file_upload';

const sending: ClientRequest[] = [];

async function begin(t: TestApp, browser: Browser, path: string, body = ''): Promise<ClientRequest> {
  const one = await beginUpload(t, browser, path);
  if (body !== '') one.write(body);
  sending.push(one);
  return one;
}

async function listening(limits: Partial<ImportLimits> = {}): Promise<TestApp> {
  const t = await testApp({}, { uploadLimits: { ...IMPORT_LIMITS, ...limits } });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  return t;
}

/** The answer to a call that is sending still, or has sent all. */
async function answerTo(one: ClientRequest) {
  const [answer] = (await once(one, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) };
}

/** The sizes of the files without a name that an app keeps open. Only Linux shows them. */
function spoolFiles({ services }: TestApp): number[] {
  const folder = join(services.settings.dataDir, 'spool');
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = `/proc/self/fd/${fd}`;
      return readlinkSync(path).startsWith(folder) ? [statSync(path).size] : [];
    } catch {
      return [];
    }
  });
}

afterEach(() => {
  for (const one of sending.splice(0)) one.destroy();
});

const t = await listening();
const hasten = await listening({ idleMs: 100, totalMs: 60_000 });
const short = await listening({ idleMs: 60_000, totalMs: 300 });
const small = await listening({ maxBytes: 100_000 });
const crowded = await listening({ atOnce: 2, graceMs: 0, minBytesPerSecond: Number.MAX_VALUE });
const full = await listening({ keepFreeBytes: Number.MAX_SAFE_INTEGER });

describe('uploads that have begun and send nothing', () => {
  it.each([
    ['contacts', CONTACTS],
    ['opt-outs', OPT_OUTS],
  ])('of %s hold up no other team', async (_what, path) => {
    const idle = await makeOwner(t);
    const idlers = await Promise.all(
      Array.from({ length: 4 }, () =>
        begin(t, idle.browser, path, `${partHead('csv', 'a.csv')}0771234567\n`),
      ),
    );
    await waitFor(() => spoolFiles(t).length === 4, { what: 'the idle uploads' });
    const { browser } = await makeOwner(t);
    expect(await importCsv(browser, '0771234567')).toMatchObject({ created: 1 });
    // A fifth one of their own team is refused for now, before it has sent anything.
    const fifth = await answerTo(await begin(t, idle.browser, path));
    expect(fifth).toMatchObject({ status: 429, headers: { 'retry-after': '10' }, body: { code: 1006 } });
    // Uploads in progress complete when they resume.
    idlers[0]!.end(`0771234568\n${PART_END}`);
    expect(await answerTo(idlers[0]!)).toMatchObject({ status: 200 });
    expect(await importCsv(idle.browser, '0771234569')).toMatchObject({ created: 1 });
  });

  it.each([
    ['before the form begins', CONTACTS, ''],
    ['within a file of contacts', CONTACTS, `${partHead('csv', 'a.csv')}0771234567\n`],
    ['within a file of opt-outs', OPT_OUTS, `${partHead('csv', 'a.csv')}0771234567\n`],
    ['within a document', FILE, `${partHead('file', 'a.pdf')}%PDF-1.7\n`],
  ])('are cut off with a reason: %s', async (_what, path, body) => {
    const { browser } = await makeOwner(hasten);
    const field = path === FILE ? 'file' : 'csv';
    const answer = await answerTo(await begin(hasten, browser, path, body));
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' }, body: { code: 1002 } });
    expect(answer.body.fields[field]).toMatch(/^Nothing came for 1 seconds?, and nothing of the file is in/);
    expect(spoolFiles(hasten)).toEqual([]);
    const { rows } = await hasten.services.pool.query('select from files');
    expect(rows).toEqual([]);
  });
});

describe('an upload', () => {
  it('that goes on too slowly is cut off with a reason', async () => {
    const { browser } = await makeOwner(short);
    const one = await begin(short, browser, CONTACTS, partHead('csv', 'a.csv'));
    const drops = setInterval(() => one.write('0'), 20);
    const answer = await answerTo(one).finally(() => clearInterval(drops));
    expect(answer.body).toMatchObject({
      code: 1002,
      description: expect.stringMatching(/^The upload took more/),
    });
  });

  it('that is cut leaves nothing on the disk', async () => {
    const { browser } = await makeOwner(t);
    const one = await begin(t, browser, OPT_OUTS, `${partHead('csv', 'a.csv')}0771234567\n`);
    await waitFor(() => spoolFiles(t).length === 1, { what: 'the upload' });
    await waitFor(() => readdirSync(join(t.services.settings.dataDir, 'spool')).length === 0, {
      what: 'a file without a name',
    });
    one.destroy();
    await waitFor(() => spoolFiles(t).length === 0, { what: 'its end' });
    expect((await browser.get('/v1/web/opt_outs')).json().total).toBe(0);
  });

  it('is refused when all together would take more than the limit, and its share is free again', async () => {
    const { browser } = await makeOwner(small);
    const lines = `${'x'.repeat(59)}\n`.repeat(1_000);
    const first = await begin(small, browser, CONTACTS, partHead('csv', 'a.csv') + lines);
    await waitFor(() => spoolFiles(small)[0] === lines.length, { what: 'the first upload' });
    expect((await uploadCsv(browser, lines)).json().code).toBe(1014);
    first.end(PART_END);
    expect(await answerTo(first)).toMatchObject({ status: 200 });
    expect((await uploadCsv(browser, lines)).statusCode).toBe(200);
  });

  it('is refused when the disk is full', async () => {
    const { browser } = await makeOwner(full);
    const answer = await uploadCsv(browser, '0771234567');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '60', 1014]);
  });
});

describe('when every slot is taken', () => {
  it('the slowest upload is cut off for one that comes', async () => {
    const [trickling, slow, prompt] = await Promise.all([1, 2, 3].map(() => makeOwner(crowded)));
    const file = partHead('csv', 'a.csv');
    const slowest = await begin(crowded, trickling!.browser, CONTACTS, `${file}0771234567\n`);
    const slower = await begin(crowded, slow!.browser, OPT_OUTS, file + '0771234567\n'.repeat(50_000));
    await waitFor(() => spoolFiles(crowded).toSorted((a, b) => b - a)[0]! > 500_000, {
      what: 'the slow ones',
    });
    const answer = answerTo(slowest);
    expect(await importCsv(prompt!.browser, '0771234567')).toMatchObject({ created: 1 });
    const cut = await answer;
    expect(cut).toMatchObject({ status: 503, headers: { connection: 'close' }, body: { code: 1014 } });
    expect(cut.body.description).toMatch(/this one came too slowly, and nothing of it is in/);
    slower.end(PART_END);
    expect(await answerTo(slower)).toMatchObject({ status: 200 });
  });

  it('a complete file keeps its slot', async () => {
    const [whole, late] = await Promise.all([1, 2, 3].map(() => makeOwner(crowded)));
    const holding = await crowded.services.pool.connect();
    try {
      await holding.query('begin');
      await holding.query('lock table contacts in exclusive mode');
      const waiting = [1, 2].map(() => uploadCsv(whole!.browser, '0771234567'));
      // The team that is next has a second file.
      await waitFor(() => spoolFiles(crowded).length === 2 + 1, { what: 'whole files' });
      const refused = await uploadCsv(late!.browser, '0771234567');
      expect([refused.statusCode, refused.json().code]).toEqual([503, 1014]);
      await holding.query('commit');
      for (const answer of await Promise.all(waiting)) expect(answer.statusCode, answer.body).toBe(200);
    } finally {
      holding.release();
    }
  });
});

describe('files of several teams', () => {
  it('are imported round robin, one of a team at a time', async () => {
    const [one, other] = [await makeOwner(t), await makeOwner(t)];
    const upload = async ({ browser }: typeof one, path: string) =>
      browser.call('POST', path, await multipart({ csv: '0771234567' }));
    const { pool } = t.services;
    const holding = await pool.connect();
    try {
      await holding.query('begin');
      await holding.query('lock table opt_outs, contacts in exclusive mode');
      const answers = [
        ...[CONTACTS, OPT_OUTS, OPT_OUTS, CONTACTS].map((path) => upload(one, path)),
        upload(other, OPT_OUTS),
      ];
      // Five are whole. Two have a second file, for their rows: those that are processed now.
      await waitFor(() => spoolFiles(t).length === 5 + 2, { what: 'uploads that wait' });
      await holding.query('commit');
      for (const answer of await Promise.all(answers)) expect(answer.statusCode, answer.body).toBe(200);
    } finally {
      holding.release();
    }
    expect(spoolFiles(t)).toEqual([]);
  });
});
