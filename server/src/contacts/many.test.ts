// Changes by the many over HTTP: deleting, putting into groups and taking out, by list or all that match;
// and groups themselves.
import type { Contact } from '@godwit/contract/contacts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { expectTotalsAgree, importCsv, makeGroup, readAll, readSizes } from '../../test/contacts.ts';
import { makeOwner } from '../../test/factories.ts';
import { newId } from '../ids.ts';

const t = await testApp();

const ROWS = Array.from({ length: 12 }, (_, i) => {
  const number = `+9477${String(i).padStart(7, '0')}`;
  return `${number},${i % 2 ? 'Odd' : 'Even'},,${i % 3 ? '' : 'Thirds'}`;
});

/** An owner with twelve contacts; every third, from the first, is in the group Thirds. */
async function makeTwelve() {
  const { browser } = await makeOwner(t);
  await importCsv(browser, ROWS.join('\n'));
  const [{ id: thirds }] = (await browser.get('/v1/web/groups')).json();
  return { browser, thirds: thirds as string, contacts: (await readAll(browser)).reverse() };
}

const post = (browser: Browser, path: string, json: unknown) =>
  browser.call('POST', `/v1/web/contacts/${path}`, { json });
const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id);

describe('deleting', () => {
  it('takes those of a list', async () => {
    const { browser, contacts } = await makeTwelve();
    const [first, second] = idsOf(contacts);
    const answer = await post(browser, 'delete_multiple', [first, second, first]);
    expect(answer.json()).toMatchObject({ deleted: 2 });
    expect(idsOf(await readAll(browser))).not.toContain(first);
    expect(await readSizes(browser)).toEqual({ Thirds: 3 });
    await expectTotalsAgree(browser);
  });

  it.each([
    ['all', () => ({}), 12, {}],
    ['a search', () => ({ q: 'odd' }), 6, { Thirds: 2 }],
    ['a group', (group: string) => ({ group_id: group }), 4, { Thirds: 0 }],
    ['a search in a group', (group: string) => ({ q: 'odd', group_id: group }), 2, { Thirds: 2 }],
    ['nobody', () => ({ q: 'nobody' }), 0, { Thirds: 4 }],
  ])('takes all that match: %s', async (_what, filter, deleted, sizes) => {
    const { browser, thirds } = await makeTwelve();
    const answer = await post(browser, 'delete_multiple', { all: filter(thirds) });
    expect(answer.json()).toMatchObject({ deleted });
    expect(await readAll(browser)).toHaveLength(12 - deleted);
    expect(await readSizes(browser)).toMatchObject(sizes);
    await expectTotalsAgree(browser);
  });

  it.each([
    ['nothing', {}],
    ['an empty list', []],
    ['no ids', [1, 2]],
    ['a word beside all', { all: { q: 'odd', groups: 'x' } }],
    ['too long a list', Array.from({ length: 10_001 }, () => newId())],
  ])('refuses %s', async (_what, body) => {
    const { browser } = await makeTwelve();
    expect((await post(browser, 'delete_multiple', body)).json().code).toBe(1002);
    expect(await readAll(browser)).toHaveLength(12);
  });

  it('takes none of a list with one that is not there', async () => {
    const { browser, contacts } = await makeTwelve();
    const foreign = (await makeTwelve()).contacts[0]!.id;
    for (const id of [newId(), foreign, 'none']) {
      expect((await post(browser, 'delete_multiple', [contacts[0]!.id, id])).json().code).toBe(1001);
    }
    expect((await post(browser, 'delete_multiple', { all: { group_id: newId() } })).json().code).toBe(1001);
    expect(await readAll(browser)).toHaveLength(12);
  });
});

describe('a group', () => {
  it('adds those of a list, or all that match, and removes them', async () => {
    const { browser, thirds, contacts } = await makeTwelve();
    const change = async (action: string, chosen: unknown) =>
      (await post(browser, 'groups_multiple', { contacts: chosen, group_id: thirds, action })).json();
    const [, second, third] = idsOf(contacts);
    expect(await change('add', [second, third, contacts[0]!.id])).toEqual({ changed: 2 });
    expect(await change('add', [second])).toEqual({ changed: 0 });
    await expectTotalsAgree(browser);
    expect(await change('add', { all: {} })).toEqual({ changed: 6 });
    expect(await change('remove', { all: { q: 'odd', group_id: thirds } })).toEqual({ changed: 6 });
    expect(await change('remove', { all: { q: 'odd' } })).toEqual({ changed: 0 });
    expect(await change('remove', [contacts[0]!.id])).toEqual({ changed: 1 });
    expect(await readSizes(browser)).toEqual({ Thirds: 5 });
    await expectTotalsAgree(browser);
    const foreign = (await makeTwelve()).contacts[0]!.id;
    expect((await change('add', [foreign])).code).toBe(1001);
    expect((await change('swap', [second])).code).toBe(1002);
  });

  it('has a name of its own in the team, whatever its case', async () => {
    const { browser } = await makeOwner(t);
    const friends = await makeGroup(browser, ' Friends ');
    expect(friends).toMatchObject({ name: 'Friends', contacts: 0 });
    expect(friends.created_at).toMatch(/^\d{4}-.*Z$/);
    const taken = await browser.post('/v1/web/groups', { name: 'FRIENDS' });
    expect([taken.statusCode, taken.json().code, taken.json().fields.name]).toEqual([
      409,
      1013,
      expect.any(String),
    ]);
    const shops = await makeGroup(browser, 'Shops');
    const rename = (id: string, name: string) =>
      browser.call('PUT', `/v1/web/groups/${id}`, { form: { name } });
    expect((await rename(shops.id, 'friends')).json().code).toBe(1013);
    expect((await rename(shops.id, 'SHOPS')).json().name).toBe('SHOPS');
    expect((await rename(shops.id, ' ')).json().fields.name).toBe('Group name is required');
    expect((await rename(newId(), 'Others')).json().code).toBe(1001);
    const listed = (await browser.get('/v1/web/groups')).json();
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['SHOPS', 'Friends']);
  });

  it('leaves its members when it is deleted', async () => {
    const { browser, thirds } = await makeTwelve();
    const remove = () => browser.call('DELETE', `/v1/web/groups/${thirds}`);
    expect((await remove()).json()).toMatchObject({ deleted: 1 });
    expect((await remove()).json().code).toBe(1001);
    const contacts = await readAll(browser);
    expect(contacts).toHaveLength(12);
    expect(contacts.flatMap(({ groups }) => groups)).toEqual([]);
    const { rows } = await t.services.pool.query('select 1 from contact_group_members where group_id = $1', [
      thirds,
    ]);
    expect(rows).toEqual([]);
  });

  it('is one of 1,000 at most', async () => {
    const { browser } = await makeOwner(t);
    const rows = Array.from({ length: 500 }, (_, i) => `077${String(i).padStart(7, '0')},,,A${i},B${i}`);
    expect(await importCsv(browser, rows.join('\n'))).toMatchObject({ created: 500, groups_created: 1_000 });
    const answer = await browser.post('/v1/web/groups', { name: 'One more' });
    expect([answer.json().code, answer.json().description]).toEqual([
      1013,
      expect.stringContaining('1,000 groups'),
    ]);
  });
});
