// Files of contacts over HTTP: what they become, and what is told of them.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { importCsv, NOTHING_IMPORTED, readAll, readSizes } from '../../test/contactBook.ts';
import { makeOwner } from '../../test/factories.ts';

const t = await testApp();

describe('a file', () => {
  it('becomes contacts and groups, with a report by line', async () => {
    const { browser } = await makeOwner(t);
    const csv = `Mobile,FirstName,LastName,Group1,Group2
0771234567,Nimal,Perera,Friends,Shops
+94 71 234 5678,Kamala,,friends,
12,Nobody,,Ghosts,
9.477E+10,Excel,,,

0771234567,,Fernando,,Family
`;
    expect(await importCsv(browser, csv)).toEqual({
      ...NOTHING_IMPORTED,
      created: 2,
      merged: 1,
      groups_created: 3,
      rejected_total: 2,
      rejected: [
        { line: 4, number: '12', reason: expect.stringContaining('not a valid phone number') },
        { line: 5, number: '9.477E+10', reason: expect.stringContaining('A spreadsheet has shortened') },
      ],
    });
    const contacts = await readAll(browser);
    expect(
      contacts.map(({ number, first_name, last_name, groups }) => [
        number,
        first_name,
        last_name,
        groups.map(({ name }) => name),
      ]),
    ).toEqual([
      ['+94712345678', 'Kamala', '', ['Friends']],
      ['+94771234567', 'Nimal', 'Fernando', ['Family', 'Friends', 'Shops']],
    ]);
    expect(await readSizes(browser)).toEqual({
      Friends: 2,
      Shops: 1,
      Family: 1,
    });
    expect((await browser.get('/v1/web/contacts?page_size=25')).json().total).toBe(2);
    // The same again changes nothing; a name and a group are given on top.
    expect(await importCsv(browser, csv)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      groups_created: 0,
    });
    expect(await importCsv(browser, '0712345678,,Silva,Shops\n0771234567,Nimal')).toEqual({
      ...NOTHING_IMPORTED,
      updated: 1,
      unchanged: 1,
    });
    expect((await readAll(browser))[0]).toMatchObject({
      first_name: 'Kamala',
      last_name: 'Silva',
      groups: [{ name: 'Friends' }, { name: 'Shops' }],
    });
  });
});
