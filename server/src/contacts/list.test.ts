// Finding contacts over HTTP: pages, searches, groups, counts.
import type { Contact } from '@godwit/contract/contacts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { importCsv, makeContact, makeGroup, readAll, readPage } from '../../test/contacts.ts';
import { makeOwner } from '../../test/factories.ts';

const t = await testApp();

const number = (i: number) => `+9477${String(i).padStart(7, '0')}`;
const names = (contacts: readonly Contact[]) =>
  contacts.map((one) => `${one.first_name} ${one.last_name}`.trim());
const count = async (browser: Browser, query = '') =>
  (await browser.get(`/v1/web/contacts/count?${query}`)).json().total;

describe('pages', () => {
  it('are of 25, 50, 75 or 100, newest first, and say how many there are', async () => {
    const { browser } = await makeOwner(t);
    const rows = Array.from({ length: 130 }, (_, i) => `${number(i)},Nimal`);
    await importCsv(browser, rows.join('\n'));
    const newestFirst = Array.from({ length: 130 }, (_, i) => number(129 - i));
    for (const size of [25, 50, 75, 100]) {
      const pages = Math.ceil(130 / size);
      for (let page = 0; page <= pages; page++) {
        const answer = await browser.get(`/v1/web/contacts?page_size=${size}&page_num=${page}`);
        const { results, total, total_pages, more } = answer.json();
        expect({ total, total_pages, more }).toEqual({ total: 130, total_pages: pages, more: false });
        const expected = newestFirst.slice(page * size, (page + 1) * size);
        expect(
          results.map((one: Contact) => one.number),
          `page ${page} of ${size}`,
        ).toEqual(expected);
      }
    }
    expect((await readAll(browser)).map((one) => one.number)).toEqual(newestFirst);
  });

  it.each([
    'page_size=0',
    'page_size=101',
    'page_size=ten',
    'page_size=25&page_num=-1',
    'page_size=25&page_num=1e3',
  ])('that cannot be are refused: %s', async (query) => {
    const { browser } = await makeOwner(t);
    expect((await browser.get(`/v1/web/contacts?${query}`)).json()).toMatchObject({ code: 1002 });
  });

  it('without a size are all contacts at once, of none too', async () => {
    const { browser } = await makeOwner(t);
    expect(await readAll(browser)).toEqual([]);
    expect(await readPage(browser)).toEqual({ results: [], total: 0, total_pages: 0, more: false });
    expect(await count(browser)).toBe(0);
  });
});

describe('a search', async () => {
  const { browser } = await makeOwner(t);
  await makeContact(browser, { first_name: 'Nimal', last_name: 'Perera', number: '077 123 4567' });
  await makeContact(browser, { first_name: 'nimali', last_name: 'De Silva', number: '071 234 5678' });
  await makeContact(browser, { first_name: 'Émile', last_name: 'Nimal', number: '+61 412 345 678' });
  await makeContact(browser, { first_name: 'A_b%c', last_name: "O'Brien \\", number: '+44 7400 123456' });

  it.each([
    ['nimal', ['Émile Nimal', 'nimali De Silva', 'Nimal Perera']],
    ['NIMAL P', ['Nimal Perera']],
    ['  nimal   perera ', ['Nimal Perera']],
    ['de s', ['nimali De Silva']],
    ['silva', []],
    ['émi', ['Émile Nimal']],
    ['ÉMI', ['Émile Nimal']],
    ["o'b", ["A_b%c O'Brien \\"]],
    ["o'brien \\", ["A_b%c O'Brien \\"]],
    ['a_b%', ["A_b%c O'Brien \\"]],
    ['a%', []],
    ['_', []],
    ['0771', ['Nimal Perera']],
    ['077-123 45', ['Nimal Perera']],
    ['+94', ['nimali De Silva', 'Nimal Perera']],
    ['0094 77', ['Nimal Perera']],
    ['9477', ['Nimal Perera']],
    ['771234567', ['Nimal Perera']],
    ['+61 412', ['Émile Nimal']],
    ['4567', []],
    ['', ["A_b%c O'Brien \\", 'Émile Nimal', 'nimali De Silva', 'Nimal Perera']],
  ])('for %j finds the beginnings of names and numbers', async (q, expected) => {
    const query = `q=${encodeURIComponent(q)}`;
    const { results, total, more } = await readPage(browser, query);
    expect(names(results)).toEqual(expected);
    expect({ total, more }).toEqual({ total: expected.length, more: false });
    expect(await count(browser, query)).toBe(expected.length);
    expect(names(await readAll(browser, query))).toEqual(expected);
  });
});

it('a group shows its members only, all of them or those that match', async () => {
  const { browser } = await makeOwner(t);
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${number(i)},${i % 2 ? 'Odd' : 'Even'},,${i % 3 ? '' : 'Thirds'}`,
  );
  await importCsv(browser, rows.join('\n'));
  const [{ id }] = (await browser.get('/v1/web/groups')).json();
  const third = await readPage(browser, `group_id=${id}`);
  expect(third.total).toBe(20);
  expect(third.results.map((one) => one.number)).toEqual(
    Array.from({ length: 20 }, (_, i) => number(57 - i * 3)),
  );
  const odd = await readPage(browser, `group_id=${id}&q=odd`);
  expect(odd.total).toBe(10);
  expect(odd.results[0]!.number).toBe(number(57));
  expect(await count(browser, `group_id=${id}&q=odd`)).toBe(10);
  expect(await readAll(browser, `group_id=${id}&q=odd`)).toEqual(odd.results);
  const empty = await makeGroup(browser, 'Nobody');
  expect(await readPage(browser, `group_id=${empty.id}`)).toEqual({
    results: [],
    total: 0,
    total_pages: 0,
    more: false,
  });
  expect((await browser.get('/v1/web/contacts?page_size=25&group_id=none')).json().code).toBe(1001);
});

it('a very large search reports that there are more, and counts them on request', async () => {
  const { browser } = await makeOwner(t);
  const rows = Array.from(
    { length: 10_050 },
    (_, i) => `${number(i)},${i % 5 ? 'Nimal' : 'Kamala'},,Everybody`,
  );
  await importCsv(browser, rows.join('\n'));
  const everybody = await readPage(browser, 'q=077');
  expect(everybody).toMatchObject({ total: 10_000, total_pages: 400, more: true });
  expect(await count(browser, 'q=077')).toBe(10_050);
  expect((await readPage(browser, 'q=077&page_num=399')).results).toHaveLength(25);
  expect((await readPage(browser, 'q=077&page_num=400')).results).toEqual([]);
  expect(await readPage(browser, 'q=nimal')).toMatchObject({ total: 8_040, more: false });
  const [{ id }] = (await browser.get('/v1/web/groups')).json();
  const kamala = await readPage(browser, `q=kamala&group_id=${id}`);
  expect(kamala).toMatchObject({ total: 2_010, more: false });
  expect(kamala.results[0]!.number).toBe(number(10_045));
});
