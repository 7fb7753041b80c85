// Contacts one by one over HTTP: made, found, changed, put into groups, deleted.
import { type ContactGroup, MAX_CONTACT_GROUPS } from '@godwit/contract/contacts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { importCsv, makeContact, makeGroup, readPage, readSizes, uploadCsv } from '../../test/contacts.ts';
import { makeOwner } from '../../test/factories.ts';

const t = await testApp();

const NIMAL = { first_name: 'Nimal', last_name: 'Perera', number: '077 123 4567' };

describe('a contact', () => {
  it('is kept with its number as E.164, the country of the team assumed', async () => {
    const { browser } = await makeOwner(t);
    const made = await makeContact(browser, NIMAL);
    expect(made).toEqual({
      id: expect.any(String),
      number: '+94771234567',
      first_name: 'Nimal',
      last_name: 'Perera',
      groups: [],
      opted_out: false,
      opt_out_scope: null,
    });
    const australian = (await makeOwner(t, { region_code: 'AU' })).browser;
    expect(await makeContact(australian, { ...NIMAL, number: '0412 345 678' })).toMatchObject({
      number: '+61412345678',
    });
  });

  it.each([
    [{ ...NIMAL, first_name: '' }, 1002, 'first_name', 'First name is required'],
    [{ ...NIMAL, first_name: 'N' }, 1002, 'first_name', 'First name is too short'],
    [{ ...NIMAL, first_name: 'N1mal' }, 1002, 'first_name', 'First name is Invalid'],
    [{ ...NIMAL, number: ' ' }, 1002, 'number', 'Contact number is required'],
    [
      { ...NIMAL, number: '12' },
      2000,
      'number',
      'This is not a valid phone number: check its digits and its country code',
    ],
    [
      { ...NIMAL, number: 'none' },
      2001,
      'number',
      'This is not a phone number: use digits, with or without the country code',
    ],
  ])('that is wrong is refused: %o', async (form, code, field, words) => {
    const { browser } = await makeOwner(t);
    const answer = await browser.post('/v1/web/contacts', form);
    expect(answer.json()).toMatchObject({ code, fields: { [field]: words } });
    expect((await readPage(browser)).total).toBe(0);
  });

  it('has a number that no other of the team has', async () => {
    const { browser } = await makeOwner(t);
    const nimal = await makeContact(browser, NIMAL);
    const again = await browser.post('/v1/web/contacts', { ...NIMAL, number: '0094771234567' });
    expect([again.statusCode, again.json().code]).toEqual([409, 1013]);
    expect(again.json().fields.number).toContain('has this number');
    const kamala = await makeContact(browser, { first_name: 'Kamala', last_name: '', number: '0712345678' });
    const moved = await browser.call('PUT', `/v1/web/contacts/${kamala.id}`, { form: NIMAL });
    expect([moved.statusCode, moved.json().code]).toEqual([409, 1013]);
    const same = await browser.call('PUT', `/v1/web/contacts/${nimal.id}`, {
      form: { ...NIMAL, first_name: 'Nim' },
    });
    expect(same.json()).toMatchObject({ first_name: 'Nim', number: '+94771234567' });
    expect((await readPage(browser)).total).toBe(2);
    // Another team may have the same.
    await makeContact((await makeOwner(t)).browser, NIMAL);
  });

  it('reports that its number has opted out', async () => {
    const { browser, teamId } = await makeOwner(t);
    await makeContact(browser, NIMAL);
    await t.services.pool.query(
      `insert into scoped_opt_outs values ($1, 'LIVE', '+94771234567', 'ALL', 'STOP')`,
      [teamId],
    );
    expect((await readPage(browser)).results[0]).toMatchObject({ opted_out: true });
  });

  it('is in the groups it was put into last', async () => {
    const { browser } = await makeOwner(t);
    const nimal = await makeContact(browser, NIMAL);
    const [friends, shops] = [await makeGroup(browser, 'Friends'), await makeGroup(browser, 'Art shops')];
    const put = (groups: string) => browser.post(`/v1/web/contacts/${nimal.id}/update_groups`, { groups });
    const both = await put(`${friends.id}, ${shops.id},`);
    expect(both.json().groups).toEqual([
      { id: shops.id, name: 'Art shops' },
      { id: friends.id, name: 'Friends' },
    ]);
    expect((await put(friends.id)).json().groups).toEqual([{ id: friends.id, name: 'Friends' }]);
    expect((await put(`${friends.id},${nimal.id}`)).json().code).toBe(1001);
    const sizes = async () =>
      ((await browser.get('/v1/web/groups')).json() as ContactGroup[]).map((g) => g.contacts);
    expect(await sizes()).toEqual([0, 1]);
    expect((await put('')).json().groups).toEqual([]);
    expect(await sizes()).toEqual([0, 0]);
  });

  it('is made and changed with its groups, or not at all', async () => {
    const { browser } = await makeOwner(t);
    const { browser: stranger } = await makeOwner(t);
    const [friends, foreign] = [await makeGroup(browser, 'Friends'), await makeGroup(stranger, 'Theirs')];
    const both = `${friends.id},${foreign.id}`;
    const refused = await browser.post('/v1/web/contacts', { ...NIMAL, groups: both });
    expect([refused.statusCode, refused.json().code]).toEqual([404, 1001]);
    expect((await readPage(browser)).total).toBe(0);

    const made = (await browser.post('/v1/web/contacts', { ...NIMAL, groups: friends.id })).json();
    expect(made.groups).toEqual([{ id: friends.id, name: 'Friends' }]);
    const put = (form: Record<string, string>) =>
      browser.call('PUT', `/v1/web/contacts/${made.id}`, { form: { ...NIMAL, ...form } });
    expect((await put({ first_name: 'Kamal', groups: both })).json().code).toBe(1001);
    expect((await readPage(browser)).results[0]).toEqual(made);
    expect((await put({ first_name: 'Kamal' })).json()).toEqual({ ...made, first_name: 'Kamal' });
    expect((await put({ groups: '' })).json()).toEqual({ ...made, groups: [] });
    expect((await browser.get('/v1/web/groups')).json()[0].contacts).toBe(0);
  });

  it('is in so many groups and no more, however it is put into them', async () => {
    const { browser } = await makeOwner(t);
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `0771234567,Nimal,,Group ${from + i}`).join('\n');
    await importCsv(browser, rows(0, MAX_CONTACT_GROUPS - 1));
    const { id } = (await readPage(browser)).results[0]!;
    const file = await uploadCsv(
      browser,
      `0712345678,Kamala\n${rows(MAX_CONTACT_GROUPS - 1, MAX_CONTACT_GROUPS + 1)}`,
    );
    expect([file.statusCode, file.json().code]).toEqual([409, 1013]);
    expect(file.json().fields.csv).toMatch(/\+94771234567 .* at most 50 groups/);
    // Nothing of the file is in, as one that is read by mistake makes no half of what it says.
    expect((await readPage(browser)).total).toBe(1);
    expect(Object.keys(await readSizes(browser))).toHaveLength(MAX_CONTACT_GROUPS - 1);

    await importCsv(browser, rows(MAX_CONTACT_GROUPS - 1, MAX_CONTACT_GROUPS));
    const last = await makeGroup(browser, 'Last');
    const add = (contacts: unknown, group_id: string) =>
      browser.call('POST', '/v1/web/contacts/groups_multiple', {
        json: { contacts, group_id, action: 'add' },
      });
    for (const contacts of [[id], { all: {} }, { all: { q: 'Nimal' } }]) {
      const answer = await add(contacts, last.id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 1013]);
      expect(answer.json().description).toMatch(/at most 50 groups/);
    }
    const groups = ((await browser.get('/v1/web/groups')).json() as ContactGroup[]).map((group) => group.id);
    // Into one that it is in already.
    expect((await add([id], groups.find((group) => group !== last.id)!)).json()).toEqual({ changed: 0 });
    const put = (ids: string[]) =>
      browser.post(`/v1/web/contacts/${id}/update_groups`, { groups: ids.join() });
    expect((await put(groups)).json()).toMatchObject({ code: 1002, fields: { groups: expect.any(String) } });
    expect((await put(groups.slice(1))).json().groups).toHaveLength(MAX_CONTACT_GROUPS);
  });

  it('is gone when it is deleted, from its groups too', async () => {
    const { browser } = await makeOwner(t);
    const nimal = await makeContact(browser, NIMAL);
    const group = await makeGroup(browser, 'Friends');
    await browser.post(`/v1/web/contacts/${nimal.id}/update_groups`, { groups: group.id });
    const url = `/v1/web/contacts/${nimal.id}`;
    expect((await browser.call('DELETE', url)).json()).toMatchObject({ deleted: 1 });
    expect((await browser.call('DELETE', url)).json().code).toBe(1001);
    expect(await readPage(browser)).toMatchObject({ total: 0, results: [] });
    expect((await browser.get('/v1/web/groups')).json()[0].contacts).toBe(0);
  });
});
