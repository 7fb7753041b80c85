// Putting back what was deleted: contacts with their groups, a group with its members, within a minute and
// once.
import { MAX_KEPT_CONTACTS } from '@godwit/contract/contacts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import {
  expectTotalsAgree,
  importCsv,
  makeContact,
  makeGroup,
  readAll,
  readSizes,
} from '../../../test/contacts.ts';
import { waitFor } from '../../../test/database.ts';
import { makeOwner } from '../../../test/factories.ts';
import { startForgetting } from './undo.ts';

const t = await testApp();

const ROWS = ['0771234567,Nimal,Perera,VIP,Galle', '0771234568,Kamala,,VIP', '0771234569,Sunil'];

async function makeThree() {
  const { browser, teamId } = await makeOwner(t);
  await importCsv(browser, ROWS.join('\n'));
  return { browser, teamId, contacts: await readAll(browser), sizes: await readSizes(browser) };
}

const undo = (browser: Browser, id: string) => browser.post(`/v1/web/contact_deletions/${id}/undo`, {});
const remove = async (browser: Browser, json: unknown) =>
  (await browser.call('POST', '/v1/web/contacts/delete_multiple', { json })).json();
async function removeGroup(browser: Browser, name: string) {
  const groups = (await browser.get('/v1/web/groups')).json() as { id: string; name: string }[];
  const { id } = groups.find((group) => group.name === name)!;
  return (await browser.call('DELETE', `/v1/web/groups/${id}`)).json();
}

describe('deleted contacts', () => {
  it('come back as they were, with their groups, once', async () => {
    const { browser, contacts, sizes } = await makeThree();
    const all = await remove(browser, { all: {} });
    expect(all).toEqual({ deleted: 3, undo: expect.any(String) });
    expect((await undo(browser, all.undo)).json()).toEqual({ restored: 3 });
    expect(await readAll(browser)).toEqual(contacts);
    expect(await readSizes(browser)).toEqual(sizes);
    await expectTotalsAgree(browser);
    expect((await undo(browser, all.undo)).json()).toMatchObject({ code: 1001 });

    const one = (await browser.call('DELETE', `/v1/web/contacts/${contacts[0]!.id}`)).json();
    expect((await undo(browser, one.undo)).json()).toEqual({ restored: 1 });
    expect(await readAll(browser)).toEqual(contacts);
  });

  it('stay away when their number is there again, and out of groups that are gone', async () => {
    const { browser } = await makeThree();
    const { undo: id } = await remove(browser, { all: {} });
    await makeContact(browser, { first_name: 'Nimali', last_name: '', number: '0771234567' });
    await removeGroup(browser, 'VIP');
    expect((await undo(browser, id)).json()).toEqual({ restored: 2 });
    expect((await readAll(browser)).map((one) => one.first_name).sort()).toEqual([
      'Kamala',
      'Nimali',
      'Sunil',
    ]);
    expect(await readSizes(browser)).toEqual({ Galle: 0 });
    await expectTotalsAgree(browser);
  });

  it('are gone after a minute, and for other teams', async () => {
    const { browser, teamId } = await makeThree();
    const { undo: id } = await remove(browser, { all: {} });
    const stranger = await makeThree();
    expect((await undo(stranger.browser, id)).json()).toMatchObject({ code: 1001 });
    await t.services.pool.query(
      `update contact_deletions set deleted_at = now() - interval '61 seconds' where team_id = $1`,
      [teamId],
    );
    expect((await undo(browser, id)).json()).toMatchObject({
      code: 1001,
      description: expect.stringContaining('more than a minute ago'),
    });
    const next = await makeContact(browser, { first_name: 'Nimal', last_name: '', number: '0771234567' });
    await remove(browser, [next.id]);
    const { rows } = await t.services.pool.query('select id from contact_deletions where team_id = $1', [
      teamId,
    ]);
    expect(rows).toHaveLength(1);
    expect((await undo(browser, 'x')).json()).toMatchObject({ code: 1001 });
  });

  it('of all teams are forgotten after a minute, however many they are, and no other', async () => {
    const [one, two] = [await makeThree(), await makeThree()];
    const kept = [];
    for (const { browser, contacts } of [one, two])
      for (const { id } of contacts) kept.push((await remove(browser, [id])).undo as string);
    const recent = kept.pop();
    await t.services.pool.query(
      `update contact_deletions set deleted_at = now() - interval '61 seconds' where id <> $1`,
      [recent],
    );
    const forgetting = startForgetting(t.services, { atOnce: 2 });
    const left = async () => (await t.services.pool.query('select id from contact_deletions')).rows;
    await waitFor(async () => (await left()).length === 1);
    await forgetting.stop();
    expect(await left()).toEqual([{ id: recent }]);
  });

  it('are not kept when they are very many', async () => {
    const { browser } = await makeOwner(t);
    const rows = Array.from({ length: MAX_KEPT_CONTACTS + 1 }, (_, i) => `077${String(i).padStart(7, '0')}`);
    await importCsv(browser, rows.join('\n'));
    expect(await remove(browser, { all: {} })).toEqual({ deleted: MAX_KEPT_CONTACTS + 1, undo: null });
  });
});

describe('a deleted group', () => {
  it('comes back with those of its members that are there', async () => {
    const { browser, contacts, sizes } = await makeThree();
    const first = await removeGroup(browser, 'VIP');
    expect((await undo(browser, first.undo)).json()).toEqual({ restored: 1 });
    expect(await readAll(browser)).toEqual(contacts);
    expect(await readSizes(browser)).toEqual(sizes);
    const second = await removeGroup(browser, 'VIP');
    await remove(browser, [contacts.find((one) => one.first_name === 'Kamala')!.id]);
    await undo(browser, second.undo);
    expect(await readSizes(browser)).toEqual({ VIP: 1, Galle: 1 });
    await expectTotalsAgree(browser);
  });

  it('stays away when its name is taken', async () => {
    const { browser } = await makeThree();
    const { undo: id } = await removeGroup(browser, 'VIP');
    await makeGroup(browser, 'vip');
    expect((await undo(browser, id)).json()).toMatchObject({ code: 1013 });
    expect(await readSizes(browser)).toEqual({ vip: 0, Galle: 1 });
  });
});

describe('every column of a row', () => {
  /** A value that no default gives, by the column's type. */
  const UNUSUAL: Record<string, string> = {
    text: 'Kept by undo',
    'timestamp with time zone': '2024-02-03 04:05:06.789012+00',
  };

  /**
   * A team's rows, after every column except ids and counters got an unusual value: undo must restore them
   * all.
   */
  async function fill(table: string, teamId: string, fixed: readonly string[]): Promise<object[]> {
    const { pool } = t.services;
    const { rows: columns } = await pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = $1 and column_name <> all($2)`,
      [table, ['team_id', 'id', ...fixed]],
    );
    for (const { name, type } of columns) {
      expect(UNUSUAL, `${table}.${name} is ${type}`).toHaveProperty([type]);
      await pool.query(`update ${table} set ${name} = $2 where team_id = $1`, [teamId, UNUSUAL[type]]);
    }
    return rowsOf(table, teamId);
  }

  const rowsOf = async (table: string, teamId: string): Promise<object[]> =>
    (
      await t.services.pool.query(`select * from ${table} as kept where team_id = $1 order by kept::text`, [
        teamId,
      ])
    ).rows;

  it('of contacts and their memberships comes back', async () => {
    const { browser, teamId } = await makeThree();
    const before = [
      await fill('contacts', teamId, ['number']),
      await fill('contact_group_members', teamId, ['group_id', 'contact_id']),
    ];
    const { undo: id } = await remove(browser, { all: {} });
    expect(await rowsOf('contacts', teamId)).toEqual([]);
    await undo(browser, id);
    expect([await rowsOf('contacts', teamId), await rowsOf('contact_group_members', teamId)]).toEqual(before);
  });

  it('of a group comes back', async () => {
    const { browser, teamId } = await makeThree();
    const before = await fill('contact_groups', teamId, ['name', 'contacts']);
    const { undo: id } = await removeGroup(browser, 'VIP');
    expect(await rowsOf('contact_groups', teamId)).toHaveLength(before.length - 1);
    await undo(browser, id);
    expect(await rowsOf('contact_groups', teamId)).toEqual(before);
  });

  it('of an opt-out comes back', async () => {
    const { browser, teamId } = await makeThree();
    const number = '+94771234567';
    await t.services.pool.query(
      `insert into scoped_opt_outs (team_id, mode, number, scope, source) values
         ($1, 'LIVE', $2, 'ALL', 'CONSOLE'), ($1, 'LIVE', $2, 'PROMOTIONAL', 'IMPORT')`,
      [teamId, number],
    );
    const before = await fill('scoped_opt_outs', teamId, ['mode', 'number', 'scope', 'source']);
    const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(number)}?mode=LIVE`);
    expect(await rowsOf('scoped_opt_outs', teamId)).toEqual([]);
    await undo(browser, removed.json().undo);
    expect(await rowsOf('scoped_opt_outs', teamId)).toEqual(before);
  });
});
