// Opting out by the link at the end of a message, and by the team's own list.

import { countSegments } from '@godwit/contract/messages/segments';
import { MAX_OPT_OUTS_FOUND, type OptOutImport, type OptOutList } from '@godwit/contract/optOuts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { makeContact } from '../../test/contacts.ts';
import { waitFor } from '../../test/database.ts';
import { addSender, makeOwner } from '../../test/factories.ts';
import { multipart } from '../../test/upload.ts';
import { examine } from '../messages/accept/draft.ts';
import { isRefusal } from '../refusal.ts';
import { openOptOutLinks } from './page/links.ts';
import { languageOf } from './page/pageWords.ts';

const t = await testApp();
const NUMBER = '+94771234567';
const of = (teamId: string, number = NUMBER) => ({ teamId, mode: 'LIVE' as const, number });

/** A promotional message of a new team, as stored; `send` sends another. */
async function promote(body = 'Half price') {
  const sender = await makeLiveSender(t);
  await addSender(t, { ...sender, projectId: sender.project.id, sender: 'Lanka Sale', promotional: true });
  const send = (to = NUMBER, text = body) =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: sender.authorization.LIVE },
      payload: { to, from: 'Lanka Sale', body: text },
    });
  const sent = (await send()).json() as { body: string; segments: number; length: number };
  return { ...sender, send, sent, path: new URL(/https?:\S+/.exec(sent.body)![0]).pathname };
}

describe('the link of a promotional message', () => {
  it('stands at its end, in the space reserved in the segment', async () => {
    const { sent } = await promote('x'.repeat(120));
    expect(sent.body).toMatch(/^x{120}\nStop http:\/\/localhost:8080\/o\/[0-9A-Za-z]{10}$/);
    expect([sent.segments, sent.length]).toEqual([1, sent.body.length]);
    expect(sent.length).toBeLessThanOrEqual(160);
  });

  it('is charged with a text in another script, which leaves no space for it', async () => {
    const fits = (await promote('ආ'.repeat(30))).sent;
    expect([fits.segments, Math.ceil(fits.body.length / 70)]).toEqual([1, 1]);
    const { sent } = await promote('ආ'.repeat(31));
    expect(sent.segments).toBe(2);
    const most = await promote('ආ'.repeat(660));
    expect(most.sent.segments).toBe(10);
    expect((await most.send(NUMBER, 'ආ'.repeat(661))).json().code).toBe(3004);
  });

  it('follows words in the language of the text', async () => {
    const { sent, send } = await promote('අද අඩක් මිල');
    expect(sent.body).toMatch(/^අද අඩක් මිල\nඑපා: http:\/\/localhost:8080\/o\/[0-9A-Za-z]{10}$/);
    const tamil = (await send(NUMBER, 'இன்று பாதி விலை')).json() as { body: string; length: number };
    expect(tamil.body).toMatch(/\nவிலக http:\/\/localhost:8080\/o\/[0-9A-Za-z]{10}$/);
    expect(tamil.length).toBe([...tamil.body].length);
  });

  it('fits the segments shown on screen, for any text and address of the service', async () => {
    const { project } = await promote();
    const profile = (await t.messaging.sendingProfiles(project.id))!;
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 900 }),
      fc.string({ unit: fc.constantFrom(...'aé€{ආத🙂'), maxLength: 900 }),
    );
    // Every origin of up to 26 characters, and the longer ones whose host still fits.
    const origin = fc.oneof(
      fc.stringMatching(/^https:\/\/[a-z]{1,18}\.lk$/),
      fc.stringMatching(/^http:\/\/[a-z]{1,15}:[1-5][0-9]{2,4}$/),
      fc.constantFrom('http://[2001:db8::1]:8080', 'http://localhost:8080'),
    );
    fc.assert(
      fc.property(text, origin, (typed, address) => {
        const rules = {
          ...t.messaging.rules,
          optOutLinks: openOptOutLinks(t.services.secrets, new URL(address)),
        };
        const shown = countSegments(typed.toWellFormed(), { promotional: true });
        fc.pre(typed.trim() !== '' && !shown.tooLong);
        const asked = { mode: 'LIVE' as const, from: 'Lanka Sale', to: NUMBER, body: typed };
        const accepted = examine(profile, asked, rules, new Date());
        if (isRefusal(accepted)) throw new Error(accepted.description);
        const { encoding, segments, body, characters } = accepted;
        expect({ encoding, segments }).toEqual({ encoding: shown.encoding, segments: shown.segments });
        expect(characters).toBe([...body].length);
        const sent = countSegments(body, { promotional: false });
        expect(sent.encoding).toBe(encoding);
        expect(sent.segments).toBeLessThanOrEqual(segments);
      }),
    );
  });

  it('is not added if the text has it', async () => {
    const { send, sent } = await promote();
    const again = (await send(NUMBER, `${sent.body}!`)).json() as { body: string };
    expect(again.body).toBe(`${sent.body}!`);
    const bare = sent.body.replace('http://', '');
    expect((await send(NUMBER, bare)).json()).toMatchObject({ body: bare });
  });

  it('differs for each team, mode and number, and stays the same', () => {
    const { secrets } = t.services;
    const links = openOptOutLinks(secrets, new URL('https://sms.lk'));
    const tokens = [of('a'), of('b'), of('a', '+94771234568'), { ...of('a'), mode: 'TEST' as const }].map(
      (one) => links(one).token,
    );
    expect(new Set(tokens).size).toBe(4);
    expect(links(of('a')).token).toBe(tokens[0]);
    expect(links(of('a')).line('Sale')).toBe(`\nStop: https://sms.lk/o/${tokens[0]}`);
  });
});

describe('the page', () => {
  it('requires a confirmation and opts out only on POST; later messages are refused', async () => {
    const { path, send, teamId } = await promote();
    const asked = await t.app.inject({ url: path });
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Which messages from Lanka Sale, Lanka Shop to …4567 do you want to stop?');
    expect(asked.headers['content-security-policy']).toMatch(/style-src 'self' 'nonce-/);
    expect((await send()).statusCode).toBe(201);

    const done = await t.app.inject({ method: 'POST', url: path });
    expect(done.body).toContain('You will get no more promotions from Lanka Sale, Lanka Shop to …4567.');
    expect((await t.app.inject({ url: path })).body).toContain('no more promotions');
    const { rows } = await t.services.pool.query(
      'select mode, scope, source from scoped_opt_outs where team_id = $1',
      [teamId],
    );
    expect(rows).toEqual([{ mode: 'LIVE', scope: 'PROMOTIONAL', source: 'LINK' }]);
    await expect.poll(async () => (await send()).json().code).toBe(3003);
    expect((await send('+94771234568')).statusCode).toBe(201);
  });

  it('lets the recipient, and no member of the team, lift their own opt-out', async () => {
    const { path, send, browser } = await promote();
    await t.app.inject({ method: 'POST', url: path });
    const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    expect(removed.json()).toMatchObject({ code: 1013, description: expect.stringContaining('recipient') });
    await expect.poll(async () => (await send()).json().code).toBe(3003);

    expect((await t.app.inject({ url: path })).body).toContain('Get messages again');
    const back = await t.app.inject({ method: 'POST', url: `${path}?again=1` });
    expect(back.body).toContain('do you want to stop?');
    await expect.poll(async () => (await send()).statusCode).toBe(201);
  });

  it('does not lift opt-outs by the team or staff', async () => {
    const { path, browser, teamId } = await promote();
    await browser.post('/v1/web/opt_outs', { number: NUMBER });
    expect((await t.app.inject({ url: path })).body).not.toContain('Get messages again');
    await t.app.inject({ method: 'POST', url: `${path}?again=1` });
    expect((await browser.get('/v1/web/opt_outs')).json().total).toBe(1);

    for (const source of ['STOP', 'STAFF']) {
      await t.services.pool.query('update scoped_opt_outs set source = $2 where team_id = $1', [
        teamId,
        source,
      ]);
      const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
      expect(removed.json().code).toBe(1013);
    }
    for (const source of ['API', 'IMPORT']) {
      await t.services.pool.query('update scoped_opt_outs set source = $2 where team_id = $1', [
        teamId,
        source,
      ]);
      expect((await t.app.inject({ url: path })).body).toContain('do you want to stop?');
    }
    await t.services.pool.query(`update scoped_opt_outs set source = 'IMPORT' where team_id = $1`, [teamId]);
    const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    expect(removed.json()).toEqual({ deleted: 1, undo: expect.any(String) });
  });

  it.each([
    ['/o/0000000000', undefined, 404, 'This link does not work.'],
    ['/o/short', undefined, 404, 'This link does not work.'],
    ["/o/'%3Cb%3E", undefined, 404, 'This link does not work.'],
    ['/o/0000000000?lang=si', undefined, 404, 'ක්‍රියා නොකරයි'],
    ['/o/0000000000', 'ta-LK,ta;q=0.9,en;q=0.8', 404, 'செயல்படவில்லை'],
  ])('%s for a browser of %s', async (url, language, status, words) => {
    const headers = language ? { 'accept-language': language } : {};
    const answer = await t.app.inject({ url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(words);
    expect((await t.app.inject({ method: 'POST', url, headers })).statusCode).toBe(404);
  });

  it.each([
    ['si', 'en', 'si'],
    ['xx', 'ta', 'ta'],
    [undefined, 'fr, en;q=0.1, si;q=0.5', 'si'],
    [undefined, undefined, 'en'],
    [undefined, ';;q=,,=', 'en'],
  ] as const)('speaks, where %s was chosen and the browser asks for %s, %s', (chosen, asked, language) => {
    expect(languageOf(chosen, asked)).toBe(language);
  });
});

describe("a team's list", () => {
  const list = async (browser: Browser, query = '') =>
    (await browser.get(`/v1/web/opt_outs?${query}`)).json() as OptOutList;

  it('can be extended, read and reduced, and belongs to one team', async () => {
    const { browser } = await makeOwner(t);
    for (const number of ['077 123 4567', '0061412345678', NUMBER]) {
      expect((await browser.post('/v1/web/opt_outs', { number })).statusCode).toBe(200);
    }
    await makeContact(browser, { number: NUMBER, first_name: 'Kamala', last_name: 'Silva' });
    const whole = await list(browser);
    expect(whole.results.map(({ number, source, contact }) => [number, source, contact])).toEqual([
      ['+61412345678', 'CONSOLE', null],
      [NUMBER, 'CONSOLE', 'Kamala Silva'],
    ]);
    for (const q of ['9477', '077', '%2B94 77']) {
      expect(await list(browser, `q=${q}`)).toMatchObject({ total: 1, results: [{ number: NUMBER }] });
    }
    expect((await list(browser, 'q=nobody')).total).toBe(0);
    expect(await list(browser, 'page_size=1&page_num=1')).toMatchObject({ total: 2, total_pages: 2 });
    expect((await list((await makeOwner(t)).browser)).total).toBe(0);

    const gone = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    expect(gone.json()).toEqual({ deleted: 1, undo: expect.any(String) });
    const again = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    expect(again.json().code).toBe(1001);
  });

  it('restores a number as it was, within a minute, once, and never over a newer entry', async () => {
    const { browser, teamId } = await makeOwner(t);
    const path = `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`;
    const remove = async () => (await browser.call('DELETE', path)).json().undo as string;
    const undo = async (id: string, by = browser) =>
      (await by.post(`/v1/web/contact_deletions/${id}/undo`, {})).json();
    await t.services.pool.query(
      `insert into scoped_opt_outs (team_id, mode, number, scope, source, created_at) values ($1, 'LIVE', $2, 'ALL', 'IMPORT', now() - interval '40 days')`,
      [teamId, NUMBER],
    );
    const { results: before } = await list(browser);
    const first = await remove();
    expect((await list(browser)).total).toBe(0);
    expect(await undo(first, (await makeOwner(t)).browser)).toMatchObject({ code: 1001 });
    expect(await undo(first)).toEqual({ restored: 1 });
    expect((await list(browser)).results).toEqual(before);
    expect(await undo(first)).toMatchObject({ code: 1001 });

    const second = await remove();
    const { created_at } = (await browser.post('/v1/web/opt_outs', { number: NUMBER })).json();
    expect(await undo(second)).toEqual({ restored: 0 });
    expect((await list(browser)).results).toEqual([
      { number: NUMBER, scope: 'ALL', source: 'CONSOLE', created_at, contact: null },
    ]);

    const third = await remove();
    await t.services.pool.query(`update contact_deletions set deleted_at = now() - interval '61 seconds'`);
    expect(await undo(third)).toMatchObject({ code: 1001 });
  });

  it('shows as many as a person pages through, and states that there are more', async () => {
    const { browser, teamId } = await makeOwner(t);
    await t.services.pool.query(
      `insert into scoped_opt_outs (team_id, mode, number, scope, source)
        select $1, 'LIVE', '+9477' || lpad(i::text, 7, '0'), 'ALL', 'IMPORT' from generate_series(1, $2) as i`,
      [teamId, MAX_OPT_OUTS_FOUND + 1],
    );
    for (const q of ['', 'q=%2B94&', 'q=077&']) {
      const last = await list(browser, `${q}page_size=100&page_num=99`);
      expect(last).toMatchObject({ total: MAX_OPT_OUTS_FOUND, total_pages: 100, more: true });
      expect(last.results).toHaveLength(100);
      expect((await list(browser, `${q}page_size=100&page_num=100`)).results).toEqual([]);
    }
    expect(await list(browser, 'q=0770000001')).toMatchObject({ total: 1, more: false });
    const newest = (await list(browser)).results.map(({ number }) => number);
    expect(newest.slice(0, 2)).toEqual(['+94770010001', '+94770010000']);
  });

  it.each([
    ['', 1002],
    ['077', 2000],
    ['+94', 2000],
    ['call me', 2001],
  ])('takes no %j', async (number, code) => {
    const { browser } = await makeOwner(t);
    const answer = await browser.post('/v1/web/opt_outs', { number });
    expect([answer.json().code, Object.keys(answer.json().fields)]).toEqual([code, ['number']]);
  });
});

describe('a file of opt-outs', () => {
  async function importCsv(browser: Browser, csv: string, part = 'csv', query = '') {
    const { headers, payload } = await multipart({ [part]: new File([csv], 'numbers.csv') });
    return browser.call('POST', `/v1/web/opt_outs_csv${query}`, { headers, json: payload });
  }

  it('is imported with its bad lines reported, and exports the same', async () => {
    const { browser } = await makeOwner(t);
    // With the invisible characters of a number copied from a chat.
    await browser.post('/v1/web/opt_outs', { number: `\u202a${NUMBER}\u202c` });
    const lines = [
      '\ufeffName;Number',
      'Nimal;+94771234567',
      ";'+94771234568",
      '',
      'x;nobody',
      ';077 123 4568',
      ';9.477E+10',
    ];
    const answer = (await importCsv(browser, lines.join('\r\n'))).json() as OptOutImport;
    expect(answer).toMatchObject({ added: 1, unchanged: 1, repeated: 1, rejected_count: 2 });
    expect(answer.rejected.map(({ line, number }) => [line, number])).toEqual([
      [5, 'nobody'],
      [7, '9.477E+10'],
    ]);
    const file = await browser.get('/v1/web/opt_outs/export.csv');
    expect(file.headers['content-disposition']).toContain('opt-outs.csv');
    const [head, ...rows] = file.body.trim().split('\r\n');
    expect(head).toBe('Number,Scope,Source,Since');
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
      ['"=""+94771234567"""', 'ALL', 'CONSOLE'],
      ['"=""+94771234568"""', 'ALL', 'IMPORT'],
    ]);
    expect((await importCsv(browser, file.body)).json()).toMatchObject({
      added: 0,
      unchanged: 2,
      rejected: [],
    });
    const other = await importCsv(browser, 'Number,Other\n,+94771234569\n', 'csv', '?number=2');
    expect(other.json()).toMatchObject({ added: 1, rejected: [] });
  });

  it.each([
    ['nothing', '', 'csv', 1002],
    ['only a header', 'Number\n', 'csv', 1002],
    ['another part', NUMBER, 'file', 1002],
    ['a cell without end', `"${'1'.repeat(20_000)}`, 'csv', 1002],
    ['too many rows', 'x\n'.repeat(500_002), 'csv', 1010],
  ])('with %s is refused', async (_what, csv, part, code) => {
    const { browser } = await makeOwner(t);
    expect((await importCsv(browser, csv, part)).json().code).toBe(code);
  });

  it('locks out no recipient or member from numbers already imported', async () => {
    const { teamId, browser, path } = await promote();
    const numbers = Array.from({ length: 5_001 }, (_, i) => `+9477${1_234_567 + i}`);
    const client = await t.services.pool.connect();
    await client.query('begin');
    await client.query(`insert into scoped_opt_outs values ($1, 'LIVE', $2, 'ALL', 'LINK')`, [
      teamId,
      numbers.at(-1),
    ]);
    const answer = importCsv(browser, numbers.join('\n'));
    try {
      // The last one of the file waits for the test.
      await waitFor(async () => {
        const { rows } = await t.services.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length > 0;
      });
      expect((await t.app.inject({ method: 'POST', url: path })).body).toContain('no more messages');
      expect((await browser.post('/v1/web/opt_outs', { number: NUMBER })).json().source).toBe('IMPORT');
    } finally {
      await client.query('commit');
      client.release();
    }
    expect((await answer).json()).toMatchObject({ added: 5_000, unchanged: 1, rejected_count: 0 });
  });

  it('that is truncated is refused as a whole', async () => {
    const { browser } = await makeOwner(t);
    const { headers, payload } = await multipart({ csv: `${NUMBER}\n`.repeat(10) });
    const cut = payload.subarray(0, payload.length - 60);
    const answer = await browser.call('POST', '/v1/web/opt_outs_csv', { headers, json: cut });
    expect(answer.json()).toMatchObject({ code: 1002, description: expect.stringContaining('was cut') });
    expect((await browser.get('/v1/web/opt_outs')).json().total).toBe(0);
  });
});
