// The two scopes of an opt-out, the list of each mode, and their limits on each other.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutList } from '@godwit/contract/optOuts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, previewed } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { makeContact, readAll } from '../../test/contacts.ts';
import { addSender } from '../../test/factories.ts';
import { makeStaff } from '../../test/staff.ts';
import { multipart } from '../../test/upload.ts';
import { startNumber, stopNumber } from './byKeyword.ts';

const t = await testApp();
const NUMBER = '+94771234567';
const MODES = ['LIVE', 'TEST'] as const;

/** A verified team with a transactional and a promotional sender. */
async function makeTeam() {
  const team = await makeLiveSender(t);
  const { teamId, project, browser } = team;
  await addSender(t, { teamId, projectId: project.id, sender: 'Lanka Sale', promotional: true });
  const send = (from: string, mode: Mode = 'LIVE', to = NUMBER) =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: team.authorization[mode] },
      payload: { to, from, body: 'Hello' },
    });
  const sale = async (mode: Mode = 'LIVE') => {
    const { body } = (await send('Lanka Sale', mode)).json() as { body: string };
    return new URL(/https?:\S+/.exec(body)![0]).pathname;
  };
  /** Whether a code and a promotion may be sent: 'both', 'codes', 'none'. */
  const allowed = async (mode: Mode = 'LIVE') => {
    const answers = [await send('Lanka Shop', mode), await send('Lanka Sale', mode)];
    const [code, promotion] = answers.map((one) => (one.json() as { code?: number }).code ?? one.statusCode);
    const known: Record<string, string> = { '201 201': 'both', '201 3003': 'codes', '3003 3003': 'none' };
    return known[`${code} ${promotion}`];
  };
  const list = async (mode: Mode = 'LIVE') =>
    ((await browser.get(`/v1/web/opt_outs?mode=${mode}`)).json() as OptOutList).results.map(
      ({ number, scope, source }) => [number, scope, source],
    );
  const post = (url: string) => t.app.inject({ method: 'POST', url });
  return { ...team, send, sale, allowed, list, post };
}

async function byPhone(teamId: string, mode: Mode, what: typeof stopNumber): Promise<boolean> {
  const client = await t.services.pool.connect();
  try {
    return await what(client, { teamId, number: NUMBER, mode });
  } finally {
    client.release();
    t.signals.send('settings', teamId);
  }
}

describe('the scope of an opt-out', () => {
  it('that the team added can be made the recipient’s own by the link, and then stays', async () => {
    for (const scope of ['PROMOTIONAL', 'ALL'] as const) {
      const { browser, sale, post, list } = await makeTeam();
      const path = await sale();
      await browser.post('/v1/web/opt_outs?mode=LIVE', { number: NUMBER, scope });
      expect(await list()).toEqual([[NUMBER, scope, 'CONSOLE']]);
      expect((await t.app.inject(path)).body).toContain(`scope=${scope}`);
      await post(`${path}?scope=${scope}`);
      expect(await list()).toEqual([[NUMBER, scope, 'LINK']]);
      const removed = await browser.call(
        'DELETE',
        `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}?mode=LIVE`,
      );
      expect(removed.json().code).toBe(1013);
    }
  });

  it('is PROMOTIONAL by the link: codes still arrive; STOP widens it to ALL, START lifts both', async () => {
    const { teamId, sale, post, allowed, list } = await makeTeam();
    const path = await sale();
    expect((await post(path)).body).toContain('no more promotions from Lanka Sale');
    expect(await list()).toEqual([[NUMBER, 'PROMOTIONAL', 'LINK']]);
    expect(await allowed()).toBe('codes');

    expect(await byPhone(teamId, 'LIVE', stopNumber)).toBe(true);
    expect(await byPhone(teamId, 'LIVE', stopNumber)).toBe(false);
    expect(await allowed()).toBe('none');
    expect(await byPhone(teamId, 'LIVE', startNumber)).toBe(true);
    expect(await list()).toEqual([]);
    expect(await allowed()).toBe('both');
  });

  it('is widened, narrowed and lifted by the recipient on the page', async () => {
    const { sale, post, allowed, list } = await makeTeam();
    const path = await sale();
    expect((await post(`${path}?scope=ALL`)).body).toContain('no more messages from');
    expect(await allowed()).toBe('none');
    expect((await post(`${path}?scope=PROMOTIONAL`)).body).toContain('no more promotions');
    expect(await list()).toEqual([[NUMBER, 'PROMOTIONAL', 'LINK']]);
    expect(await allowed()).toBe('codes');
    await post(`${path}?scope=ALL`);
    await post(`${path}?again=1`);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['si', 'ප්‍රවර්ධන පණිවිඩ නවත්වන්න', 'සියලු පණිවිඩ නවත්වන්න', 'තවත් ප්‍රවර්ධන පණිවිඩ නොලැබේ', 'තවත් පණිවිඩ නොලැබේ'],
    [
      ...['ta', 'விளம்பரச் செய்திகளை நிறுத்தவும்', 'எல்லாச் செய்திகளையும் நிறுத்தவும்'],
      ...['இனி விளம்பரச் செய்திகள் வராது', 'இனிச் செய்திகள் வராது'],
    ],
  ])(
    'is chosen on the page in %s: promotions first, then all messages',
    async (language, promotions, all, ...done) => {
      const { sale, post, allowed } = await makeTeam();
      const path = `${await sale()}?lang=${language}`;
      const { body } = await t.app.inject({ url: path });
      const buttons = [...body.matchAll(/<button [^>]*scope=(\w+)[^>]*>([^<]*)</g)].map(([, ...one]) => one);
      expect(buttons).toEqual([
        ['PROMOTIONAL', promotions],
        ['ALL', all],
      ]);
      expect((await post(path)).body).toContain(done[0]);
      expect(await allowed()).toBe('codes');
      expect((await post(`${path}&scope=ALL`)).body).toContain(done[1]);
      expect(await allowed()).toBe('none');
    },
  );

  it('names the messages it stops', async () => {
    const { sale, post, send, browser } = await makeTeam();
    await post(await sale());
    const promotion = (await send('Lanka Sale')).json();
    expect(promotion).toMatchObject({ code: 3003, description: expect.stringContaining('promotional') });
    await browser.post('/v1/web/opt_outs', { number: NUMBER });
    const code = (await send('Lanka Shop')).json();
    expect(code).toMatchObject({ code: 3003, description: 'The recipient has opted out.' });
  });

  it('excludes recipients from a campaign by its sender and mode', async () => {
    const team = await makeTeam();
    const [all, promotions] = ['+94771230012', '+94771230013'];
    const contacts = [NUMBER, all, promotions].map((number) => ({ number }));
    const include_groups = await addGroup(t.services, team.teamId, 'Shop', contacts);
    await team.browser.post('/v1/web/opt_outs', { number: all, scope: 'ALL' });
    await team.browser.post('/v1/web/opt_outs', { number: promotions, scope: 'PROMOTIONAL' });
    const leftOut = async (from: string, mode: Mode) =>
      (await previewed(team, { include_groups, content: 'Hello', mode, from })).skipped.opted_out;
    expect(await leftOut('Lanka Shop', 'LIVE')).toBe(1);
    expect(await leftOut('Lanka Sale', 'LIVE')).toBe(2);
    expect(await leftOut('Lanka Sale', 'TEST')).toBe(0);
  });

  it('by staff stays after START; STOP or the link make the team’s entry the recipient’s', async () => {
    const { teamId, browser, sale, post, list, allowed } = await makeTeam();
    const path = await sale();
    await browser.post('/v1/web/opt_outs', { number: NUMBER, scope: 'PROMOTIONAL' });
    expect(await list()).toEqual([[NUMBER, 'PROMOTIONAL', 'CONSOLE']]);
    await post(path);
    expect(await list()).toEqual([[NUMBER, 'PROMOTIONAL', 'LINK']]);
    await browser.post('/v1/web/opt_outs', { number: NUMBER });
    expect(await byPhone(teamId, 'LIVE', stopNumber)).toBe(true);
    expect((await list()).map(([, scope, source]) => `${scope} ${source}`).sort()).toEqual([
      'ALL STOP',
      'PROMOTIONAL LINK',
    ]);
    const own = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    expect(own.json().code).toBe(1013);

    const staff = await makeStaff(t, { role: 'SUPPORT' });
    const ask = (rest = '') =>
      staff.browser.post(`/v1/staff/teams/${teamId}/opt_outs${rest}`, undefined, {
        json: { number: NUMBER, reason: 'Called us' },
      });
    await ask('/remove');
    expect((await ask()).json()).toMatchObject({ changed: true });
    expect(await byPhone(teamId, 'LIVE', startNumber)).toBe(false);
    expect(await allowed()).toBe('none');
    expect((await post(`${path}?again=1`)).body).not.toContain('again</button>');
  });

  it('of the team is removed alone, by its scope, and restored with it', async () => {
    const { browser, list } = await makeTeam();
    const path = `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`;
    await browser.post('/v1/web/opt_outs', { number: NUMBER });
    await browser.post('/v1/web/opt_outs', { number: NUMBER, scope: 'PROMOTIONAL' });
    const { undo } = (await browser.call('DELETE', `${path}?scope=ALL`)).json();
    expect(await list()).toEqual([[NUMBER, 'PROMOTIONAL', 'CONSOLE']]);
    await browser.post(`/v1/web/contact_deletions/${undo}/undo`, {});
    expect(await list()).toHaveLength(2);
    // Without a scope all entries of the number go, as before scopes existed.
    const both = (await browser.call('DELETE', path)).json();
    expect([both.deleted, await list()]).toEqual([1, []]);
    await browser.post(`/v1/web/contact_deletions/${both.undo}/undo`, {});
    expect(await list()).toHaveLength(2);
  });

  it('is read from a file, by its column or for all rows, and exported the same', async () => {
    const { browser, list } = await makeTeam();
    const take = async (csv: string, query: string) => {
      const { headers, payload } = await multipart({ csv: new File([csv], 'numbers.csv') });
      return (await browser.call('POST', `/v1/web/opt_outs_csv?${query}`, { headers, json: payload })).json();
    };
    const file =
      'Number,Scope\n+94771230001,promotional\n+94771230002,All\n+94771230003,\n+94771230004,some\n';
    const taken = await take(file, 'scope=PROMOTIONAL');
    expect(taken).toMatchObject({ added: 3, rejected: [{ line: 5, number: '+94771230004' }] });
    const rows = [
      ['+94771230001', 'PROMOTIONAL', 'IMPORT'],
      ['+94771230002', 'ALL', 'IMPORT'],
      ['+94771230003', 'PROMOTIONAL', 'IMPORT'],
    ];
    expect((await list()).sort()).toEqual(rows);
    const exported = (await browser.get('/v1/web/opt_outs/export.csv?mode=LIVE')).body;
    expect(exported.split('\r\n')[0]).toBe('Number,Scope,Source,Since');
    expect(await take(exported, '')).toMatchObject({ added: 0, unchanged: 3 });
    expect((await list()).sort()).toEqual(rows);
    expect(await take(exported, 'mode=TEST')).toMatchObject({ added: 3 });
    expect((await list('TEST')).sort()).toEqual(rows);
  });
});

describe('the list of a mode', () => {
  it('applies to that mode only, whatever the source of an entry', async () => {
    for (const mode of MODES) {
      const other = mode === 'LIVE' ? 'TEST' : 'LIVE';
      const { teamId, browser, sale, post, allowed, list } = await makeTeam();
      const ways: Record<string, () => Promise<unknown>> = {
        STOP: () => byPhone(teamId, mode, stopNumber),
        CONSOLE: () => browser.post('/v1/web/opt_outs', { number: NUMBER, mode }),
        LINK: async () => post(`${await sale(mode)}?scope=ALL`),
        IMPORT: async () => {
          const { headers, payload } = await multipart({ csv: new File([NUMBER], 'numbers.csv') });
          return browser.call('POST', `/v1/web/opt_outs_csv?mode=${mode}`, { headers, json: payload });
        },
      };
      for (const [source, way] of Object.entries(ways)) {
        await way();
        expect([mode, await list(mode)]).toEqual([mode, [[NUMBER, 'ALL', source]]]);
        expect(await list(other)).toEqual([]);
        expect([source, await allowed(mode), await allowed(other)]).toEqual([source, 'none', 'both']);
        const file = (await browser.get(`/v1/web/opt_outs/export.csv?mode=${other}`)).body;
        expect(file.trim().split('\r\n')).toHaveLength(1);
        expect(await byPhone(teamId, other, startNumber)).toBe(false);
        expect(await byPhone(teamId, mode, startNumber)).toBe(true);
      }
    }
  });

  it('of TEST belongs to the team: a member removes entries of a simulated phone', async () => {
    const { teamId, browser, list } = await makeTeam();
    for (const mode of MODES) await byPhone(teamId, mode, stopNumber);
    const remove = (mode: Mode) =>
      browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}?mode=${mode}`);
    expect((await remove('LIVE')).json().code).toBe(1013);
    const { undo } = (await remove('TEST')).json();
    expect([await list('TEST'), await list('LIVE')]).toEqual([[], [[NUMBER, 'ALL', 'STOP']]]);
    await browser.post(`/v1/web/contact_deletions/${undo}/undo`, {});
    expect(await list('TEST')).toEqual([[NUMBER, 'ALL', 'STOP']]);
  });

  it('of LIVE is shown with a contact of the team', async () => {
    const { browser, teamId, sale, post } = await makeTeam();
    await makeContact(browser, { number: NUMBER, first_name: 'Nimal', last_name: 'Perera' });
    const shown = async () => {
      const [contact] = await readAll(browser);
      return [contact!.opted_out, contact!.opt_out_scope];
    };
    await byPhone(teamId, 'TEST', stopNumber);
    expect(await shown()).toEqual([false, null]);
    await post(await sale());
    expect(await shown()).toEqual([true, 'PROMOTIONAL']);
    await byPhone(teamId, 'LIVE', stopNumber);
    expect(await shown()).toEqual([true, 'ALL']);
  });
});
