// Changes of one team's contacts at the same moment over HTTP: all answered, nothing twice, no deadlock.
import type { ImportReport } from '@godwit/contract/contacts';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import {
  expectTotalsAgree,
  importCsv,
  makeContact,
  makeGroup,
  readAll,
  readPage,
  readSizes,
  uploadCsv,
} from '../../test/contacts.ts';
import { waitFor } from '../../test/database.ts';
import { makeOwner } from '../../test/factories.ts';
import { kyselyWithin } from '../db/kysely.ts';
import { lockContacts } from './queries.ts';

const t = await testApp();

const number = (i: number) => `+9477${String(i).padStart(7, '0')}`;
const rows = (from: number, to: number, cells: string) =>
  Array.from({ length: to - from }, (_, i) => `${number(from + i)},${cells}`).join('\n');

it('two files at once with rows in common are one after the other', async () => {
  const { browser } = await makeOwner(t);
  const answers = await Promise.all([
    uploadCsv(browser, rows(0, 3_000, 'Nimal,,Friends')),
    uploadCsv(browser, rows(2_000, 5_000, ',Perera,Shops,FRIENDS')),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const reports = answers.map((answer) => answer.json() as ImportReport);
  const sum = (of: (report: ImportReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  expect(sum(({ created }) => created)).toBe(5_000);
  expect(sum(({ updated }) => updated)).toBe(1_000);
  expect(sum(({ groups_created }) => groups_created)).toBe(2);
  const both = await readPage(browser, `q=${encodeURIComponent(number(2_500))}`);
  expect(both.results).toMatchObject([{ first_name: 'Nimal', last_name: 'Perera' }]);
  expect(Object.values(await readSizes(browser)).sort()).toEqual([3_000, 5_000]);
  await expectTotalsAgree(browser);
});

it('one file many times at once is in once', async () => {
  const { browser } = await makeOwner(t);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => uploadCsv(browser, rows(0, 500, 'Nimal,,Friends,Shops'))),
  );
  const created = answers.map((answer) => (answer.json() as ImportReport).created);
  expect(created.sort()).toEqual([0, 0, 0, 500]);
  await expectTotalsAgree(browser);
});

it('deleting, grouping and renaming go on beside files', async () => {
  const { browser } = await makeOwner(t);
  await importCsv(browser, rows(0, 1_000, 'Nimal,,Friends'));
  const [{ id: friends }] = (await browser.get('/v1/web/groups')).json();
  const json = (path: string, body: unknown) =>
    browser.call('POST', `/v1/web/contacts/${path}`, { json: body });
  const answers = await Promise.all([
    uploadCsv(browser, rows(500, 1_500, 'Kamala,,Friends,Shops')),
    json('delete_multiple', { all: { q: 'Nimal' } }),
    json('groups_multiple', { contacts: { all: {} }, group_id: friends, action: 'add' }),
    uploadCsv(browser, rows(1_000, 2_000, ',Silva,Family')),
    json('delete_multiple', { all: { q: '+94770001' } }),
    json('groups_multiple', { contacts: { all: { q: 'Kamala' } }, group_id: friends, action: 'remove' }),
    browser.call('PUT', `/v1/web/groups/${friends}`, { form: { name: 'Old friends' } }),
    makeGroup(browser, 'Others').then(() => browser.get('/v1/web/groups')),
    browser.call('DELETE', `/v1/web/groups/${friends}`),
  ]);
  for (const answer of answers) expect([200, 404], answer.body).toContain(answer.statusCode);
  await expectTotalsAgree(browser);
});

it('the same number made many times at once is there once', async () => {
  const { browser } = await makeOwner(t);
  const form = { first_name: 'Nimal', last_name: '', number: '0771234567' };
  const [other] = [await makeContact(browser, { ...form, number: '0712345678' })];
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => browser.post('/v1/web/contacts', form)),
    browser.call('PUT', `/v1/web/contacts/${other.id}`, { form }),
    uploadCsv(browser, '0771234567,Kamala'),
  ]);
  const made = answers
    .slice(0, 9)
    .map(({ statusCode }) => statusCode)
    .sort();
  expect(made.filter((status) => status !== 409).length).toBeLessThanOrEqual(1);
  expect(answers[9]!.statusCode).toBe(200);
  expect((await readAll(browser)).filter((one) => one.number === '+94771234567')).toHaveLength(1);
  await expectTotalsAgree(browser);
});

it('the same group made many times at once is there once', async () => {
  const { browser } = await makeOwner(t);
  const answers = await Promise.all([
    ...['Friends', 'friends', 'FRIENDS'].map((name) => browser.post('/v1/web/groups', { name })),
    uploadCsv(browser, '0771234567,,,fRIENDS'),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(2);
  expect(Object.values(await readSizes(browser))).toEqual([1]);
});

it('a change that would wait too long is refused, and not made', async () => {
  const { browser, teamId } = await makeOwner(t);
  const client = await t.services.pool.connect();
  try {
    await client.query('begin');
    await lockContacts(kyselyWithin(client), teamId, 1_000);
    const waiting = browser.post('/v1/web/groups', { name: 'Friends' });
    await waitFor(async () => {
      const { rows: waits } = await t.services.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waits.length > 0;
    });
    const answer = await waiting;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 1014]);
    expect(answer.headers['retry-after']).toBe('10');
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await readSizes(browser)).toEqual({});
});
