// Files of contacts over HTTP: what they become, what the answer says, and their export.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import {
  expectTotalsAgree,
  importCsv,
  makeContact,
  NOTHING_IMPORTED,
  readAll,
  readSizes,
  uploadCsv,
} from '../../../test/contacts.ts';
import { makeOwner } from '../../../test/factories.ts';

const t = await testApp();

/** Number, names and groups of all contacts, the first one made first. */
async function contactRows(browser: Browser): Promise<string[][]> {
  const contacts = (await readAll(browser)).reverse();
  return contacts.map(({ number, first_name, last_name, groups }) => [
    number,
    first_name,
    last_name,
    ...groups.map(({ name }) => name),
  ]);
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
,Nameless
`;
    expect(await importCsv(browser, csv)).toEqual({
      ...NOTHING_IMPORTED,
      created: 2,
      merged: 1,
      name_conflicts: [
        {
          number: '+94771234567',
          kept: { line: 7, first_name: 'Nimal', last_name: 'Fernando' },
          others: [{ line: 2, first_name: 'Nimal', last_name: 'Perera' }],
          others_total: 1,
        },
      ],
      name_conflicts_total: 1,
      groups_created: 3,
      rejected_total: 3,
      rejected: [
        { line: 4, number: '12', reason: expect.stringContaining('not a valid phone number') },
        { line: 5, number: '9.477E+10', reason: expect.stringContaining('A spreadsheet has shortened') },
        { line: 8, number: '', reason: 'This row has no number' },
      ],
    });
    expect(await contactRows(browser)).toEqual([
      ['+94771234567', 'Nimal', 'Fernando', 'Family', 'Friends', 'Shops'],
      ['+94712345678', 'Kamala', '', 'Friends'],
    ]);
    expect(await readSizes(browser)).toEqual({ Friends: 2, Shops: 1, Family: 1 });
    await expectTotalsAgree(browser);

    // The same again changes nothing; then a name and a group come on top.
    const again = await importCsv(browser, csv);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, merged: 1, groups_created: 0 });
    const more = '0712345678,,Silva,Shops\n0771234567,Nimal\n0771234567,Nim\n0771234567,Nimal';
    expect(await importCsv(browser, more)).toEqual({
      ...NOTHING_IMPORTED,
      updated: 1,
      unchanged: 1,
      merged: 2,
      // Once more Nimal, and the last name that he has.
      name_conflicts: [
        {
          number: '+94771234567',
          kept: { line: 4, first_name: 'Nimal', last_name: 'Fernando' },
          others: [
            { line: 2, first_name: 'Nimal', last_name: '' },
            { line: 3, first_name: 'Nim', last_name: '' },
          ],
          others_total: 2,
        },
      ],
      name_conflicts_total: 1,
    });
    expect(await contactRows(browser)).toEqual([
      ['+94771234567', 'Nimal', 'Fernando', 'Family', 'Friends', 'Shops'],
      ['+94712345678', 'Kamala', 'Silva', 'Friends', 'Shops'],
    ]);
    await expectTotalsAgree(browser);
  });

  it.each([
    ['commas', Buffer.from('0771234567,Zoë,"Silva, P"')],
    ['semicolons', Buffer.from('Mobile;FirstName;LastName\n0771234567;Zoë;Silva, P\n')],
    ['tabs', Buffer.from('0771234567\tZoë\tSilva, P\r\n')],
    ['a byte order mark', Buffer.from('\ufeff0771234567,Zoë,"Silva, P"\r\n')],
    ['UTF-16 as a spreadsheet saves it', Buffer.from('\ufeff0771234567\tZoë\tSilva, P\r\n', 'utf16le')],
    ['Latin-1', Buffer.from('0771234567;Zoë;Silva, P\n', 'latin1')],
    ['old line breaks', Buffer.from('Mobile;FirstName;LastName\r0771234567;Zoë;Silva, P\r')],
    ['a number as text to a spreadsheet', Buffer.from("'+94771234567;Zoë;Silva, P\n")],
    ['a number as a formula of text', Buffer.from('="+94771234567";Zoë;Silva, P\n')],
    ['a line that names the separator', Buffer.from('sep=;\r\n0771234567;Zoë;Silva, P\r\n')],
    [
      'headings in another order',
      Buffer.from('E-mail;Surname;Given name;Phone number\nz@example.com;Silva, P;Zoë;0771234567\n'),
    ],
    ['headings in Sinhala', Buffer.from('වාසගම;නම;දුරකථන අංකය\nSilva, P;Zoë;0771234567\n')],
    ['headings in Tamil', Buffer.from('பெயர்;கைபேசி எண்;குடும்பப் பெயர்\nZoë;0771234567;Silva, P\n')],
    [
      'marks that nobody sees',
      Buffer.from('\u202a+94\u00a077\u200b1234567\u202c;\u200eZo\u200dë\u2060;Silva, P\ufeff\n'),
    ],
    ['more columns than are known', Buffer.from('0771234567;Zoë;Silva, P;;;x;y;z\n')],
  ])('with %s is read', async (_what, csv) => {
    const { browser } = await makeOwner(t);
    expect(await importCsv(browser, csv)).toEqual({ ...NOTHING_IMPORTED, created: 1 });
    expect(await contactRows(browser)).toEqual([['+94771234567', 'Zoë', 'Silva, P']]);
  });

  it('has national numbers of the country of the team', async () => {
    const { browser } = await makeOwner(t, { region_code: 'AU' });
    await importCsv(browser, '0412 345 678\n61412345679\n+94771234567');
    const numbers = (await contactRows(browser)).map(([number]) => number);
    expect(numbers).toEqual(['+61412345678', '+61412345679', '+94771234567']);
  });

  it('is read from the columns that the call names, whatever its headings say', async () => {
    const { browser } = await makeOwner(t);
    const csv = 'FirstName,Mobile,X,Group1\nShops,Nimal,0771234567,Perera\n';
    const columns = 'number=3&first_name=2&group1=1';
    expect(await importCsv(browser, csv, columns)).toMatchObject({ created: 1, groups_created: 1 });
    expect(await contactRows(browser)).toEqual([['+94771234567', 'Nimal', '', 'Shops']]);
    for (const [query, field] of [
      ['first_name=1', 'number'],
      ['number=0', 'number'],
      ['number=257', 'number'],
      ['number=1&group2=x', 'group2'],
    ] as const) {
      const refused = (await uploadCsv(browser, csv, query)).json();
      expect(refused, query).toMatchObject({ code: 1002, fields: { [field]: expect.any(String) } });
    }
  });

  it('keeps names as they are, and reports those that a form refuses', async () => {
    const { browser } = await makeOwner(t);
    const rows = [
      '0770000001,ශ්\u200dරී,4 ever',
      `0770000002,"Two\nlines",tab\there \\N \\.`,
      `0770000003,${'x'.repeat(101)},`,
      `0770000004,,${'y'.repeat(101)},`,
      `0770000005,,,${'z'.repeat(101)},`,
      '0770000006,\ufffd,',
      `0770000007,=SUM,"@SUM(A1)"`,
      '0770000008,A,',
      '0770000009,R2D2,',
    ];
    const { created, rejected } = await importCsv(browser, rows.join('\n'));
    expect(created).toBe(3);
    expect(rejected).toEqual([
      { line: 4, number: '0770000003', reason: 'First name is too long: at most 100 characters' },
      { line: 5, number: '0770000004', reason: 'Last name is too long: at most 100 characters' },
      { line: 6, number: '0770000005', reason: 'Group name is too long: at most 100 characters' },
      { line: 7, number: '0770000006', reason: expect.stringContaining('cannot be read') },
      { line: 9, number: '0770000008', reason: 'First name is too short: at least 2 characters' },
      { line: 10, number: '0770000009', reason: 'First name is Invalid: a first name has no digits' },
    ]);
    expect(await contactRows(browser)).toEqual([
      ['+94770000001', 'ශ්\u200dරී', '4 ever'],
      ['+94770000002', 'Two lines', 'tab here \\N \\.'],
      ['+94770000007', '=SUM', '@SUM(A1)'],
    ]);
    expect(await readSizes(browser)).toEqual({});
  });

  it('lists 10,000 rejected rows, and counts the rest', async () => {
    const { browser } = await makeOwner(t);
    const report = await importCsv(browser, `0771234567\n${'x\n'.repeat(10_005)}`);
    expect(report).toMatchObject({ created: 1, rejected_total: 10_005 });
    expect(report.rejected).toHaveLength(10_000);
    expect(report.rejected.at(-1)!.line).toBe(10_001);
  });

  it('names the lines that give a number different names, within a bound, and which name counts', async () => {
    const { browser } = await makeOwner(t);
    // Each number twice, with the second half of the file in other names; then one number to the end.
    const numbers = Array.from({ length: 1_005 }, (_, i) => `077${String(i).padStart(7, '0')}`);
    const named = (name: string) => numbers.map((number) => `${number},${name},Perera`);
    const rows = [...named('Nimal'), ...named('Kamala'), ...Array(20_000 - 2_010).fill('0770000000,,Silva')];
    const report = await importCsv(browser, rows.join('\n'));
    expect(report).toMatchObject({ created: 1_005, merged: 18_995, name_conflicts_total: 1_005 });
    expect(report.name_conflicts).toHaveLength(1_000);
    const [first, second] = report.name_conflicts;
    expect(first).toMatchObject({
      number: '+94770000000',
      kept: { line: 20_000, first_name: 'Kamala', last_name: 'Silva' },
      others_total: 17_991,
    });
    expect(first!.others.map(({ line }) => line)).toEqual([1, 1_006, 2_011, 2_012, 2_013]);
    expect(second).toEqual({
      number: '+94770000001',
      kept: { line: 1_007, first_name: 'Kamala', last_name: 'Perera' },
      others: [{ line: 2, first_name: 'Nimal', last_name: 'Perera' }],
      others_total: 1,
    });
  });

  it('that would make too many groups is refused, with what is there or alone', async () => {
    const { browser } = await makeOwner(t);
    const rows = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => `077${String(i).padStart(7, '0')},,,${name}${i}`).join('\n');
    const alone = await uploadCsv(browser, rows(1_001, 'A'));
    expect([alone.json().code, alone.json().fields.csv]).toEqual([
      1002,
      expect.stringContaining('1,000 groups'),
    ]);
    await importCsv(browser, rows(600, 'A'));
    const together = await uploadCsv(browser, rows(401, 'B'));
    expect([together.json().code, together.json().fields.csv]).toEqual([
      1013,
      expect.stringContaining('1,000 groups'),
    ]);
    expect(await readAll(browser)).toHaveLength(600);
    expect(await importCsv(browser, rows(600, 'a'))).toMatchObject({ unchanged: 600, groups_created: 0 });
  });
});

describe('an export', () => {
  it('has the same columns, and is safe to open', async () => {
    const { browser } = await makeOwner(t);
    const typed = {
      first_name: 'Nim\u200bal',
      last_name: '=HYPERLINK("x")',
      number: '\u202a0771234567\u202c',
    };
    await makeContact(browser, typed);
    const answer = await browser.get('/v1/web/contacts/export.csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contacts.csv"',
    });
    expect(answer.body.split('\r\n')).toEqual([
      '\ufeffMobile,FirstName,LastName,Group1,Group2',
      // How a spreadsheet writes the text +94771234567.
      `"=""+94771234567""",Nimal,"'=HYPERLINK(""x"")",,`,
      '',
    ]);
  });

  it('holds what the list shows: all, or those that match', async () => {
    const { browser } = await makeOwner(t);
    const rows = Array.from(
      { length: 2_500 },
      (_, i) => `077${String(i).padStart(7, '0')},${i % 2 ? 'Odd' : 'Even'}`,
    );
    await importCsv(browser, rows.join('\n'));
    const lines = async (query: string) =>
      (await browser.get(`/v1/web/contacts/export.csv?${query}`)).body.trim().split('\r\n').slice(1);
    expect(await lines('')).toHaveLength(2_500);
    expect((await lines('')).at(-1)).toBe('"=""+94770000000""",Even,,,');
    expect(await lines('q=odd')).toHaveLength(1_250);
    expect(await lines('q=nobody')).toEqual([]);
  });

  it('imported again gives the same contacts, whatever is in it', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        "'=1",
        "'",
        "''+1",
        '+94',
        "'+94",
        '="+94"',
        '="a"',
        'a,b',
        '"',
        'Ünal',
        '\u0dc3',
        '-',
        '@x',
        '＝1',
      ),
    );
    // As they are kept: no blanks around them; two groups that differ in case only are one.
    const name = text.map((one) => one.trim()).filter((one) => one.isWellFormed() && !/\p{Cc}/u.test(one));
    const groups = fc.uniqueArray(name.filter(Boolean), {
      selector: (one) => one.toLowerCase(),
      maxLength: 5,
    });
    const first = name.filter((one) => one.length !== 1 && !/\d/.test(one));
    const contact = fc.record({ first, last: name, groups });
    await fc.assert(
      fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 5 }), async (contacts) => {
        const owner = await makeOwner(t);
        for (const [i, { first, last, groups: wanted }] of contacts.entries()) {
          await insert(owner.teamId, `+9477${String(i).padStart(7, '0')}`, first, last, wanted);
        }
        const csv = (await owner.browser.get('/v1/web/contacts/export.csv')).rawPayload;
        const copy = await makeOwner(t);
        const report = await importCsv(copy.browser, new Uint8Array(csv));
        expect(report).toMatchObject({ created: contacts.length, rejected: [] });
        expect((await contactRows(copy.browser)).sort()).toEqual((await contactRows(owner.browser)).sort());
        expect(await importCsv(owner.browser, new Uint8Array(csv))).toMatchObject({
          unchanged: contacts.length,
        });
      }),
      { numRuns: 15 },
    );
  });

  async function insert(teamId: string, number: string, first: string, last: string, groups: string[]) {
    await t.services.pool.query(
      `with contact as (
         insert into contacts (team_id, id, number, first_name, last_name)
         values ($1, gen_random_uuid(), $2, $3, $4) returning id
       ), names as (select unnest($5::text[]) as name), made as (
         insert into contact_groups (team_id, id, name) select $1, gen_random_uuid(), name from names
         on conflict (team_id, lower(name)) do update set name = contact_groups.name returning id
       )
       insert into contact_group_members (team_id, group_id, contact_id) select $1, made.id, contact.id from made, contact`,
      [teamId, number, first, last, groups],
    );
  }
});
