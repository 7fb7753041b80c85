// Uploaded files: what is kept of them and how, who can open them, and how they are deleted.
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_TYPES } from '@godwit/contract/files';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { makeOwner } from '../../test/factories.ts';
import { PICTURE, pdf, png, uploadFrom } from '../../test/files.ts';
import { multipart } from '../../test/upload.ts';
import { inspect } from './inspect.ts';
import { removeOrphans, removeStrays } from './remove.ts';
import { cleanName } from './upload.ts';

const t = await testApp({ limitUploads: { count: 5, seconds: 86_400 } });
const { pool } = t.services;
const folder = join(t.services.settings.dataDir, 'files');

let browser: Browser;
beforeAll(async () => {
  ({ browser } = await makeOwner(t));
});

const rowsOf = async () => (await pool.query('select * from files order by id')).rows;
const stored = () => readdir(folder).catch(() => [] as string[]);

describe('a file that is accepted', () => {
  it('is kept encrypted under a name of its own, and comes back as it was, as a download only', async () => {
    const uploaded = await uploadFrom(browser);
    expect(uploaded.statusCode, uploaded.body).toBe(200);
    expect(uploaded.json()).toEqual({
      id: expect.any(String),
      name: 'passport.png',
      size: png().length,
    });
    const row = (await rowsOf()).find(({ id }) => id === uploaded.json().id);
    expect(row).toMatchObject({ type: 'image/png', purpose: null, size_bytes: png().length });
    expect(row.stored_as).toMatch(/^[0-9a-f]{64}$/);
    const onDisk = await readFile(join(folder, row.stored_as));
    expect(onDisk.includes(png().subarray(0, 16))).toBe(false);
    expect(onDisk).toHaveLength(png().length + 16);

    const opened = await browser.get(`/v1/web/files/${uploaded.json().id}`);
    expect(opened.rawPayload).toEqual(png());
    expect(opened.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="passport.png"; filename*=UTF-8''passport.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
  });

  it('can be removed until a request has it', async () => {
    const id = (await uploadFrom(browser)).json().id;
    const before = (await stored()).length;
    expect((await browser.call('DELETE', `/v1/web/files/${id}`)).statusCode).toBe(200);
    expect((await stored()).length).toBe(before - 1);
    expect((await browser.get(`/v1/web/files/${id}`)).json().code).toBe(1001);
    expect((await browser.call('DELETE', `/v1/web/files/${id}`)).json().code).toBe(1001);
  });

  it('cannot be read once its bytes were changed or belong to another row', async () => {
    const { browser: other } = await makeOwner(t);
    const [one, two] = [(await uploadFrom(other)).json().id, (await uploadFrom(other)).json().id];
    await pool.query(
      `update files set stored_as = (select stored_as from files where id = $2),
         sealed_key = (select sealed_key from files where id = $2) where id = $1`,
      [one, two],
    );
    expect((await other.get(`/v1/web/files/${two}`)).statusCode).toBe(200);
    expect((await other.get(`/v1/web/files/${one}`)).json().code).toBe(1000);
  });
});

describe('ordinary files', () => {
  it('are accepted: a PDF as a program writes it, with pictures and compressed pages', async () => {
    const document = new PDFDocument({ info: { Title: 'Certificate of registration' } });
    const pieces: Buffer[] = [];
    document.on('data', (piece: Buffer) => pieces.push(piece));
    const ended = once(document, 'end');
    for (const page of ['Page 1', 'Page 2']) document.text(page.repeat(500)).addPage();
    document.end();
    await ended;
    expect(await inspect('application/pdf', Buffer.concat(pieces))).toBeNull();
  });

  it('are accepted: a JPEG with a camera’s notes before it and a second picture behind it', async () => {
    const notes = Buffer.concat([
      Buffer.from([0xff, 0xe1, 0, 12]),
      Buffer.from('Exif\0\0\xff\xd8\xff\xd9', 'latin1'),
    ]);
    const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0x0f, 0xa0, 0x0b, 0xb8, 1, 1, 0x11, 0]);
    const data = Buffer.from([0xff, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x55, 0xff, 0, 0xff, 0xd9]);
    const one = Buffer.concat([Buffer.from([0xff, 0xd8]), notes, frame, data]);
    expect(await inspect('image/jpeg', Buffer.concat([one, one]))).toBeNull();
  });
});

describe('a file that is not accepted', () => {
  it.each([
    ['a text', new File(['hello'], 'note.txt'), 1011, /pdf, png, gif or jpeg/],
    ['a page that calls itself a picture', new File(['<html>'], 'a.png'), 1011, /content is not what/],
    ['a picture of another kind', new File([new Uint8Array(png())], 'a.jpeg'), 1011, /content is not what/],
    ['an empty one', new File([], 'a.pdf'), 1002, /empty/],
    ['one cut short', new File([new Uint8Array(png().subarray(0, -12))], 'a.png'), 1002, /cut short/],
    ['too many pixels', new File([new Uint8Array(png(10_000, 4_001))], 'a.png'), 1002, /40 megapixels/],
    ['a PDF with a script', new File([pdf('<</S/JavaScript/JS(app.alert())>>')], 'a.pdf'), 1002, /scripts/],
    ['a locked PDF', new File([pdf('trailer <</Encrypt 9 0 R>>')], 'a.pdf'), 1002, /password/],
  ])('%s is refused with a reason and leaves nothing', async (_what, file, code, words) => {
    const before = [await rowsOf(), await stored()];
    const answer = await uploadFrom(browser, file);
    expect(answer.json()).toMatchObject({ code, fields: { file: expect.stringMatching(words) } });
    expect([await rowsOf(), await stored()]).toEqual(before);
  });

  it('is refused when the form has no part of that name, or is no form', async () => {
    const { payload, headers } = await multipart({ picture: PICTURE });
    const url = '/v1/web/generic/file_upload';
    expect((await browser.call('POST', url, { json: payload, headers })).json().code).toBe(1002);
    expect((await browser.call('POST', url, { json: {} })).json().code).toBe(1011);
    expect((await browser.call('POST', url, { form: { file: 'x' } })).json().code).toBe(1011);
  });

  it('is one more than the team may hand in within a day', async () => {
    const { browser: other } = await makeOwner(t);
    const all = await Promise.all(Array.from({ length: 8 }, () => uploadFrom(other)));
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    for (const refused of all.filter(({ statusCode }) => statusCode !== 200)) {
      expect(refused.json().code).toBe(1006);
      expect(refused.headers['retry-after']).toBe('86400');
    }
    expect((await uploadFrom(browser)).statusCode).toBe(200);
  });
});

describe('orphans', () => {
  it('go after a day with their content, what a request has stays', async () => {
    const { browser: other } = await makeOwner(t);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await uploadFrom(other)).json().id);
    await other.call('POST', '/v1/web/verification_requests', {
      json: [{ id: ids[0], name: 'Passport' }],
    });
    await pool.query(`update files set created_at = now() - interval '25 hours' where id = any($1)`, [
      ids.slice(0, 2),
    ]);
    const before = (await stored()).length;
    expect(await removeOrphans(t.services)).toBe(1);
    expect((await stored()).length).toBe(before - 1);
    const left = (await rowsOf()).map(({ id }) => id);
    expect(ids.map((id) => left.includes(id))).toEqual([true, false, true]);
  });
});

it('contents without a file go after a day, a few at a time; nothing else does', async () => {
  const { browser: other } = await makeOwner(t);
  const { id } = (await uploadFrom(other)).json();
  const { stored_as: kept } = (await rowsOf()).find((row) => row.id === id);
  const first = kept[0] as string;
  const [stray, young] = ['a', 'b'].map((digit) => `${first}${digit.repeat(63)}`) as [string, string];
  const elsewhere = `${first === '0' ? '1' : '0'}${'c'.repeat(63)}`;
  for (const name of [stray, young, elsewhere, `${first}.txt`]) await writeFile(join(folder, name), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [kept, stray, elsewhere, `${first}.txt`])
    await utimes(join(folder, name), yesterday, yesterday);
  expect(await removeStrays(t.services, first)).toBe(1);
  const left = await stored();
  expect(left).not.toContain(stray);
  expect(left).toEqual(expect.arrayContaining([kept, young, elsewhere, `${first}.txt`]));
});

describe('names', () => {
  it('lose folders, line breaks and direction marks, and keep everything else', () => {
    expect(cleanName('../../etc/passwd.png')).toBe('passwd.png');
    expect(cleanName('C:\\Users\\me\\scan.pdf')).toBe('scan.pdf');
    expect(cleanName('a\r\nSet-Cookie: x=1.pdf')).toBe('aSet-Cookie: x=1.pdf');
    expect(cleanName('invoice\u202efdp.png')).toBe('invoicefdp.png');
    expect(cleanName('ප්‍රසාද්.jpeg')).toBe('ප්‍රසාද්.jpeg');
    expect(cleanName('.pdf')).toBe('document.pdf');
    expect(cleanName('')).toBe('document');
    expect(cleanName(`${'x'.repeat(500)}.jpeg`)).toBe(`${'x'.repeat(115)}.jpeg`);
  });

  it('are never long, empty or more than a name, and clean once cleaned', () => {
    const endings = Object.values(FILE_TYPES).flat();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', ...endings), (stem, ending) => {
        const name = cleanName(ending && `${stem}.${ending}`);
        expect(name).not.toMatch(/[\p{Cc}/\\]/u);
        expect(name.length).toBeGreaterThan(0);
        expect([...name].length).toBeLessThanOrEqual(120);
        expect(cleanName(name)).toBe(name);
        if (ending) expect(name.endsWith(`.${ending}`)).toBe(true);
      }),
    );
  });
});
