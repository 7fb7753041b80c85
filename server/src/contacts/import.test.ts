// Files of contacts over HTTP: what they become, and what is told of them.
import type { Contact, Group, ImportReport } from '@godwit/contract/contacts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { makeOwner } from '../../test/factories.ts';
import { multipart } from '../../test/upload.ts';

const t = await testApp();

const upload = async (browser: Browser, csv: string | Uint8Array<ArrayBuffer>) =>
  browser.call('POST', '/v1/web/contacts_csv', await multipart({ csv }));
const all = async (browser: Browser): Promise<Contact[]> => (await browser.get('/v1/web/contacts')).json();
const NOTHING: ImportReport = {
  created: 0,
  updated: 0,
  unchanged: 0,
  merged: 0,
  rejected: [],
  rejected_total: 0,
  groups_created: 0,
};

async function take(browser: Browser, csv: string | Uint8Array<ArrayBuffer>): Promise<ImportReport> {
  const answer = await upload(browser, csv);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

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
    expect(await take(browser, csv)).toEqual({
      ...NOTHING,
      created: 2,
      merged: 1,
      groups_created: 3,
      rejected_total: 2,
      rejected: [
        { line: 4, number: '12', reason: expect.stringContaining('not a valid phone number') },
        { line: 5, number: '9.477E+10', reason: expect.stringContaining('A spreadsheet has shortened') },
      ],
    });
    const contacts = await all(browser);
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
    const groups = (await browser.get('/v1/web/groups')).json() as Group[];
    expect(Object.fromEntries(groups.map(({ name, contacts: n }) => [name, n]))).toEqual({
      Friends: 2,
      Shops: 1,
      Family: 1,
    });
    expect((await browser.get('/v1/web/contacts?page_size=25')).json().total).toBe(2);
    // The same again changes nothing; a name and a group are given on top.
    expect(await take(browser, csv)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      groups_created: 0,
    });
    expect(await take(browser, '0712345678,,Silva,Shops\n0771234567,Nimal')).toEqual({
      ...NOTHING,
      updated: 1,
      unchanged: 1,
    });
    expect((await all(browser))[0]).toMatchObject({
      first_name: 'Kamala',
      last_name: 'Silva',
      groups: [{ name: 'Friends' }, { name: 'Shops' }],
    });
  });
});
