// Files that are no CSV, or have no end: refused with a reason over HTTP, and nothing of them is stored.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { MAX_CSV_BYTES } from '@godwit/contract/contacts';
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { importCsv, readAll, uploadCsv } from '../../test/contacts.ts';
import { makeOwner } from '../../test/factories.ts';
import { fingerprint } from '../../test/fingerprint.ts';
import { beginUpload, multipart, partHead } from '../../test/upload.ts';

const t = await testApp();
await t.app.listen({ host: '127.0.0.1', port: 0 });
const { browser } = await makeOwner(t);
await importCsv(browser, '0771234567,Nimal,Perera,Friends');
const before = await fingerprint(t.services.pool);

/** 20 good rows, which must not come in with what follows them. */
const GOOD = Array.from({ length: 20 }, (_, i) => `077${String(i).padStart(7, '0')},Good,,Never\n`).join('');
const MEGABYTE = 1024 * 1024;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

afterEach(async () => {
  expect(await fingerprint(t.services.pool)).toEqual(before);
  expect(await readAll(browser)).toHaveLength(1);
});

describe('a file', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
    ['empty', '', 1002, 'The file has no rows'],
    ['a header only', 'Mobile,FirstName,LastName,Group1,Group2\n', 1002, 'The file has no rows'],
    [
      'with an unclosed quote',
      `${GOOD}0712345678,"Kamala\n${GOOD}`,
      1002,
      'Line 21: a quote is never closed',
    ],
    [
      'with 100,000 columns',
      `${GOOD}${'0712345678,'.repeat(100_000)}\n`,
      1002,
      'Line 21: a row is longer than 64 KB',
    ],
    ['with null bytes', `${GOOD}0712345678,Kam\0ala\n`, 1002, 'This is not a text file'],
    ['an image', new Uint8Array(PNG), 1002, 'This is not a text file'],
    [
      'with a line of a megabyte',
      `${GOOD}${'x'.repeat(MEGABYTE)}`,
      1002,
      'Line 21: a row is longer than 64 KB',
    ],
    ['of too many rows', 'x\n'.repeat(501_000), 1010, 'more than 500,000 rows'],
    ['too large', `${GOOD}${',\n'.repeat(MAX_CSV_BYTES / 2)}`, 1010, 'larger than 50 MB'],
  ])('that is %s is refused with the reason', async (_what, csv, code, reason) => {
    const answer = await uploadCsv(browser, csv);
    expect(answer.json(), answer.body).toMatchObject({
      code,
      fields: { csv: expect.stringContaining(reason) },
    });
  });

  it('that is nothing but formulas has no good row', async () => {
    const report = await importCsv(browser, '=cmd|calc!A0,x\n@SUM(1),y\n"=HYPERLINK(""http://x"")"\n+,z\n');
    expect(report).toMatchObject({ created: 0, rejected_total: 4, groups_created: 0 });
  });
});

describe('a form', () => {
  it.each([
    ['another kind of body', { form: { csv: '0712345678' } }, 1011],
    ['another field', async () => multipart({ file: '0712345678' }), 1002],
    [
      'no field',
      { payload: Buffer.from('--x--\r\n'), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      1002,
    ],
    ['no boundary', { payload: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } }, 1002],
    ['no body', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 1002],
  ])('with %s is refused', async (_what, options, code) => {
    const answer = await browser.call(
      'POST',
      '/v1/web/contacts_csv',
      typeof options === 'function' ? await options() : options,
    );
    expect(answer.json(), answer.body).toMatchObject({
      code,
      fields: { csv: expect.stringContaining('in the field csv') },
    });
  });

  it('that ends within the file is refused', async () => {
    const { payload, headers } = await multipart({ csv: GOOD });
    const answer = await browser.call('POST', '/v1/web/contacts_csv', {
      payload: payload.subarray(0, 400),
      headers,
    });
    expect(answer.json()).toMatchObject({
      code: 1002,
      fields: { csv: expect.stringContaining('was cut before its end') },
    });
  });
});

describe('an upload', () => {
  it('of a gigabyte is refused before it is over', async () => {
    const sending = await beginUpload(t, browser, '/v1/web/contacts_csv');
    sending.write(partHead('csv', 'contacts.csv') + GOOD);
    const piece = Buffer.alloc(MEGABYTE, 'x');
    let megabytes = 0;
    let answer: IncomingMessage | undefined;
    const answered = once(sending, 'response').then(([response]) => {
      answer = response;
    });
    for (; !answer && megabytes < 1_024; megabytes++) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), answered]);
    }
    await answered;
    const told = await text(answer!);
    sending.destroy();
    expect(JSON.parse(told)).toMatchObject({
      code: 1010,
      fields: { csv: expect.stringContaining('larger than 50 MB') },
    });
    expect(megabytes).toBeLessThan(1_024);
  });
});
