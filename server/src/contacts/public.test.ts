// Contacts and groups in the public API: by the rules of the console, and their errors as documented.
import type { Contact } from '@godwit/contract/contacts';
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { importCsv, makeContact, makeGroup, readAll } from '../../test/contacts.ts';
import { makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';

const t = await testApp();
const NUMBER = '+94771234567';
const NIMAL = { number: NUMBER, first_name: 'Nimal', last_name: 'Perera' };
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

async function makeTeam() {
  const sender = await makeSender(t);
  const call = (method: Method, path: string, payload?: object, mode: 'LIVE' | 'TEST' = 'LIVE') =>
    t.app.inject({
      ...{ method, url: `/v1${path}`, headers: { authorization: sender.authorization[mode] } },
      ...(payload && { payload }),
    });
  const add = async (given: object = NIMAL) => (await call('POST', '/contacts', given)).json();
  return { ...sender, call, add };
}

it('a contact is created, found, changed and deleted, as the console shows it', async () => {
  const { call, browser } = await makeTeam();
  const group = (await call('POST', '/groups', { name: 'Colombo' })).json();
  const created = await call('POST', '/contacts', { ...NIMAL, groups: [group.id] });
  expect(created.statusCode, created.body).toBe(201);
  const contact = created.json();
  expect(contact).toEqual({ ...NIMAL, id: contact.id, groups: [{ id: group.id, name: 'Colombo' }] });
  expect(await readAll(browser)).toMatchObject([contact]);
  expect((await call('GET', `/contacts/${contact.id}`)).json()).toEqual(contact);
  const found = await call('GET', `/contacts?number=${encodeURIComponent(NUMBER)}`);
  expect(found.json()).toEqual({ results: [contact], next: null });
  const changed = { ...contact, last_name: 'Silva' };
  expect((await call('PATCH', `/contacts/${contact.id}`, { last_name: 'Silva' })).json()).toEqual(changed);
  const moved = { ...changed, number: '+94771234568', groups: [] };
  const change = { number: moved.number, groups: [] };
  expect((await call('PATCH', `/contacts/${contact.id}`, change)).json()).toEqual(moved);
  expect((await call('DELETE', `/contacts/${contact.id}`)).json()).toEqual({ deleted: 1 });
  expect((await call('GET', `/contacts/${contact.id}`)).json().code).toBe(1001);
});

it('groups list their sizes, take members once and lose them', async () => {
  const { call, add } = await makeTeam();
  const contacts = [(await add()).id, (await add({ ...NIMAL, number: '+94771234568' })).id];
  const { id } = (await call('POST', '/groups', { name: 'Colombo' })).json();
  const put = async (action: string) =>
    (await call('PUT', `/groups/${id}/members`, { contacts, action })).json();
  expect([await put('add'), await put('add')]).toEqual([{ changed: 2 }, { changed: 0 }]);
  expect((await call('GET', '/groups')).json()).toMatchObject({
    results: [{ id, name: 'Colombo', contacts: 2 }],
  });
  expect(await put('remove')).toEqual({ changed: 2 });
  expect((await call('DELETE', `/groups/${id}`)).json()).toEqual({ deleted: 1 });
  expect((await call('GET', '/groups')).json()).toEqual({ results: [] });
});

it('a walk in either direction returns each contact once, all or of a group', async () => {
  const { call, browser } = await makeTeam();
  const rows = Array.from({ length: 30 }, (_, i) => `+9477${String(i).padStart(7, '0')},Nimal`);
  await importCsv(browser, rows.join('\n'));
  const all = (await readAll(browser)).map(({ id }) => id);
  const group = await makeGroup(browser, 'Some');
  const some = all.filter((_, i) => i % 3 === 0);
  await call('PUT', `/groups/${group.id}/members`, { contacts: some });
  const page = async (query: string) => {
    const { results, next } = (await call('GET', `/contacts?${query}`)).json();
    return { ids: results.map(({ id }: Contact) => id) as string[], next: next as string | null };
  };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 31 }), fc.boolean(), async (limit, isGroup) => {
      const list = `limit=${limit}${isGroup ? `&group_id=${group.id}` : ''}`;
      const expected = isGroup ? some : all;
      let { ids, next } = await page(list);
      while (next !== null) {
        const more = await page(`${list}&after=${next}`);
        ids = [...ids, ...more.ids];
        next = more.next;
      }
      expect(ids).toEqual(expected);
      let back: string[] = [];
      let before: string | null = all.at(-1)!;
      while (before !== null) {
        const more = await page(`${list}&before=${before}`);
        back = [...more.ids, ...back];
        before = more.next;
      }
      expect(back).toEqual(expected.filter((id) => id !== all.at(-1)));
    }),
    { numRuns: 12 },
  );
});

it('a TEST key reads and changes none', async () => {
  const { call, add, browser } = await makeTeam();
  const { id } = await add();
  const group = await makeGroup(browser, 'Colombo');
  const calls: [Method, string, object?][] = [
    ['GET', '/contacts'],
    ['GET', `/contacts/${id}`],
    ['GET', '/groups'],
    ['POST', '/contacts', { ...NIMAL, number: '+94771234568' }],
    ['PATCH', `/contacts/${id}`, { last_name: 'Silva' }],
    ['DELETE', `/contacts/${id}`],
    ['POST', '/groups', { name: 'Kandy' }],
    ['PUT', `/groups/${group.id}/members`, { contacts: [id] }],
    ['DELETE', `/groups/${group.id}`],
  ];
  for (const [method, path, payload] of calls)
    expect((await call(method, path, payload, 'TEST')).json().code, `${method} ${path}`).toBe(1004);
  expect(await readAll(browser)).toMatchObject([{ id, last_name: 'Perera', groups: [] }]);
  expect((await call('GET', '/groups')).json()).toMatchObject({ results: [{ id: group.id, contacts: 0 }] });
});

it('a walk goes on after the contact of its cursor is deleted', async () => {
  const { call, add } = await makeTeam();
  const ids: string[] = [];
  for (const last of [1, 2, 3]) ids.unshift((await add({ ...NIMAL, number: `+9477123456${last}` })).id);
  const { next } = (await call('GET', '/contacts?limit=2')).json();
  expect(next).toBe(ids[1]);
  await call('DELETE', `/contacts/${next}`);
  const rest = (await call('GET', `/contacts?after=${next}`)).json();
  expect(rest).toMatchObject({ results: [{ id: ids[2] }], next: null });
});

it('another team’s contacts and groups are not found', async () => {
  const own = await makeTeam();
  const other = await makeTeam();
  const theirs = await makeContact(other.browser, NIMAL);
  const group = await makeGroup(other.browser, 'Theirs');
  const { id } = await own.add();
  const calls: [Method, string, object?][] = [
    ['GET', `/contacts/${theirs.id}`],
    ['GET', `/contacts?group_id=${group.id}`],
    ['PATCH', `/contacts/${theirs.id}`, { last_name: 'Silva' }],
    ['PATCH', `/contacts/${id}`, { groups: [group.id] }],
    ['DELETE', `/contacts/${theirs.id}`],
    ['PUT', `/groups/${group.id}/members`, { contacts: [id] }],
    ['DELETE', `/groups/${group.id}`],
  ];
  for (const [method, path, payload] of calls)
    expect((await own.call(method, path, payload)).json().code, `${method} ${path}`).toBe(1001);
  const mine = await makeGroup(own.browser, 'Mine');
  const members = await own.call('PUT', `/groups/${mine.id}/members`, { contacts: [id, theirs.id] });
  expect(members.json().code).toBe(1001);
  expect(await readAll(own.browser)).toMatchObject([{ id, groups: [] }]);
});

const WRONG: [ErrorName, string, Method, string, object?][] = [
  ['invalidArgument', 'listContacts', 'GET', '/contacts?limit=101'],
  ['invalidArgument', 'createContact', 'POST', '/contacts', { ...NIMAL, first_name: 'N1mal' }],
  ['invalidArgument', 'putMembers', 'PUT', '/groups/none/members', { contacts: [] }],
  ['invalidNumber', 'createContact', 'POST', '/contacts', { ...NIMAL, number: '+94771' }],
  ['invalidNumberFormat', 'createContact', 'POST', '/contacts', { ...NIMAL, number: 'a number' }],
  ['numberLacksCountryCode', 'createContact', 'POST', '/contacts', { ...NIMAL, number: '0771234567' }],
  ['conflict', 'createContact', 'POST', '/contacts', NIMAL],
  ['conflict', 'createGroup', 'POST', '/groups', { name: 'colombo' }],
];
it.each(WRONG)('answers %s of %s as documented: %s %s', async (name, id, method, path, payload) => {
  const { call, add } = await makeTeam();
  await add();
  await call('POST', '/groups', { name: 'Colombo' });
  const answer = await call(method, path, payload);
  const { status, code } = ERRORS[name];
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, code });
  expect(PUBLIC_CALLS.find((one) => one.id === id)!.errors).toContain(name);
});

it('a key needs the scope', async () => {
  const { browser, project } = await makeTeam();
  const codes = await Promise.all(
    ['contacts', 'optouts'].map(async (scopes) => {
      const { authorization } = await makeNamedKey(browser, project.id, { scopes, mode: 'LIVE' });
      return (await t.app.inject({ url: '/v1/contacts', headers: { authorization } })).json().code;
    }),
  );
  expect(codes).toEqual([undefined, 1015]);
});
