// Reading messages: the public API's look-up and list, the console's log and details. Days are in the
// project's time zone.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeContact } from '../../../test/contacts.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../../test/factories.ts';
import { orThrow } from '../../refusal.ts';
import type { AskedDays, Stretch } from '../../stats/periods.ts';
import { filterOf } from './log.ts';

const t = await testApp();
const sender = await makeSender(t);
const other = await makeSender(t);

async function send(
  message: Record<string, string>,
  authorization = sender.authorization.TEST,
): Promise<SmsObject> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization },
    payload: { to: '+94771234567', from: 'SANDBOX', body: 'Hello', ...message },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json() as SmsObject;
}

function get(url: string, authorization = sender.authorization.TEST) {
  return t.app.inject({ url, headers: { authorization } });
}

const messages: SmsObject[] = [];
for (const message of [
  { to: '+94771234567', from: 'SANDBOX' },
  { to: '+94712223344', from: 'Lanka_Shop' },
  { to: '+61412345678', from: 'Lanka Shop' },
]) {
  messages.push(await send(message));
}
const ids = messages.map(({ id }) => id);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo' }).format();

describe('GET /v1/messages/{id}', () => {
  it('shows a message of the project', async () => {
    expect((await get(`/v1/messages/${ids[0]}`)).json()).toEqual(messages[0]);
  });

  it.each([
    ['unknown', '019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21'],
    ['no id at all', 'abc'],
    ['too long', 'x'.repeat(500)],
  ])('%s: 1001', async (_what, id) => {
    const answer = await get(`/v1/messages/${id}`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 1001]);
  });

  it('answers another team’s message exactly as a missing one', async () => {
    const foreign = await get(`/v1/messages/${ids[0]}`, other.authorization.TEST);
    const missing = await get('/v1/messages/019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21', other.authorization.TEST);
    expect([foreign.statusCode, foreign.body]).toEqual([missing.statusCode, missing.body]);
  });

  it('needs the key of the message’s mode', async () => {
    const answer = await get(`/v1/messages/${ids[0]}`, sender.authorization.LIVE);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 1004]);
  });
});

describe('GET /v1/messages', () => {
  const PAGE = 'page_num=1&page_size=25&sort_order=DESC';

  it('lists newest or oldest first, a page at a time, with the totals', async () => {
    const newest = (await get('/v1/messages?page_num=1&page_size=2&sort_order=DESC')).json();
    expect(newest).toMatchObject({ total_results: 3, total_pages: 2, page_num: 1, page_size: 2 });
    expect(newest.results.map((row: SmsObject) => row.id)).toEqual([ids[2], ids[1]]);
    const rest = (await get('/v1/messages?page_num=2&page_size=2&sort_order=DESC')).json();
    expect(rest.results.map((row: SmsObject) => row.id)).toEqual([ids[0]]);
    const oldest = (await get('/v1/messages?page_num=1&page_size=25&sort_order=ASC')).json();
    expect(oldest.results.map((row: SmsObject) => row.id)).toEqual(ids);
    expect(Object.keys(oldest.results[0])).toEqual([
      'id',
      'project_id',
      'accepted_at',
      'direction',
      'api_type',
      'from',
      'to',
      'segments',
      'status',
      'mode',
    ]);
  });

  it('answers the specification’s call with the same bytes in every version', async () => {
    const { body, headers } = await get(
      '/v1/messages?page_num=1&page_size=25&sort_order=ASC&from=2020-01-01',
    );
    const time = /"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z"/g;
    const fixed = ids.reduce((text, id, i) => text.replace(id, `ID-${i + 1}`), body.replace(time, '"TIME"'));
    const row = (id: string, from: string, to: string) =>
      `{"id":"${id}","project_id":"PROJECT","accepted_at":"TIME","direction":"OUTGOING","api_type":"MESSAGING",` +
      `"from":"${from}","to":"${to}","segments":1,"status":"ACCEPTED","mode":"TEST"}`;
    const rows = [
      row('ID-1', 'SANDBOX', '+94771234567'),
      row('ID-2', 'Lanka_Shop', '+94712223344'),
      row('ID-3', 'Lanka Shop', '+61412345678'),
    ];
    expect(fixed.replaceAll(sender.project.id, 'PROJECT')).toBe(
      `{"total_results":3,"total_pages":1,"page_num":1,"page_size":25,"results":[${rows.join(',')}]}`,
    );
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('includes both of the requested days', async () => {
    expect((await get(`/v1/messages?${PAGE}&from=${today}&to=${today}`)).json().total_results).toBe(3);
    expect((await get(`/v1/messages?${PAGE}&to=2020-01-01`)).json().total_results).toBe(0);
    expect((await get(`/v1/messages?${PAGE}&from=${today}`)).json().total_results).toBe(3);
  });

  it('keeps modes and projects apart', async () => {
    expect((await get(`/v1/messages?${PAGE}`, sender.authorization.LIVE)).json().total_results).toBe(0);
    expect((await get(`/v1/messages?${PAGE}`, other.authorization.TEST)).json().total_results).toBe(0);
  });

  it.each([
    ['no page', 'page_size=25&sort_order=DESC', 1002, 'page_num'],
    ['page zero', 'page_num=0&page_size=25&sort_order=DESC', 1002, 'page_num'],
    ['a page that is a word', 'page_num=one&page_size=25&sort_order=DESC', 1002, 'page_num'],
    ['a page of 101', 'page_num=1&page_size=101&sort_order=DESC', 1002, 'page_size'],
    ['no order', 'page_num=1&page_size=25', 1002, 'sort_order'],
    ['another order', 'page_num=1&page_size=25&sort_order=UP', 1002, 'sort_order'],
    ['a date that is none', `${PAGE}&from=2026-02-30`, 1007, 'from'],
    ['a date in another format', `${PAGE}&to=20/11/2026`, 1007, 'to'],
    ['dates the wrong way round', `${PAGE}&from=2026-11-20&to=2026-11-19`, 1002, 'from'],
    ['a parameter twice', `${PAGE}&page_num=2`, 1002, 'page_num'],
  ])('%s', async (_what, query, code, field) => {
    const answer = await get(`/v1/messages?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe(code);
    expect(answer.json().fields).toHaveProperty(field);
  });
});

describe('the console', () => {
  const list = async (query: string) =>
    (await sender.browser.get(`/v1/web/messages?project_id=${sender.project.id}&mode=TEST&${query}`)).json();

  it('lists by range, filters and searches', async () => {
    expect(await list('range=7d&page_num=0&page_size=25&sort_order=DESC')).toMatchObject({
      total: 3,
      total_pages: 1,
    });
    expect((await list('range=7d&q=%2B94 71')).results.map((row: SmsObject) => row.id)).toEqual([ids[1]]);
    expect((await list('range=7d&q=9477')).total).toBe(1);
    expect((await list('range=7d&q=lanka shop')).results.map((row: SmsObject) => row.id)).toEqual([ids[2]]);
    expect((await list('range=7d&q=Lanka_')).results.map((row: SmsObject) => row.id)).toEqual([ids[1]]);
    expect((await list(`range=7d&q=${ids[0]}`)).results.map((row: SmsObject) => row.id)).toEqual([ids[0]]);
    expect((await list('range=7d&status=DELIVERED')).total).toBe(0);
    expect((await list('range=7d&status=ACCEPTED&direction=OUTGOING')).total).toBe(3);
    expect((await list('range=7d&direction=INCOMING')).total).toBe(0);
  });

  it('shows how each text begins, and the name of who is a contact of this team', async () => {
    const number = '+94715550101';
    await makeContact(sender.browser, { first_name: 'Kamala', last_name: '', number });
    await makeContact(other.browser, { first_name: 'Nimal', last_name: 'Perera', number: '+94715550102' });
    const body = `${'අ'.repeat(200)}`;
    const [known, unknown] = [await send({ to: number, body }), await send({ to: '+94715550102' })];
    const rowOf = async (id: string) => (await list(`range=7d&q=${id}`)).results[0];
    expect(await rowOf(known.id)).toMatchObject({ contact: 'Kamala', excerpt: 'අ'.repeat(160) });
    expect(await rowOf(unknown.id)).toMatchObject({ contact: null, excerpt: 'Hello' });
    await t.services.pool.query(`update messages set body = '' where id = $1`, [known.id]);
    expect(await rowOf(known.id)).toMatchObject({ contact: 'Kamala', excerpt: null });
    await t.services.pool.query('delete from messages where id = any($1)', [[known.id, unknown.id]]);
  });

  it('finds numbers as people of the team’s country write them', async () => {
    for (const q of ['071', '071 222 33', '712223344', '(071) 2223344']) {
      expect((await list(`range=7d&q=${q}`)).results.map((row: SmsObject) => row.id)).toEqual([ids[1]]);
    }
    expect((await list('range=7d&q=0412345678')).total).toBe(0);
  });

  it('finds a message by the part of its id that rows show', async () => {
    const [id = ''] = ids;
    const end = id.slice(-6);
    const start = id.slice(0, 8);
    const alone = /[a-f]/.test(end) ? [end, end.toUpperCase()] : [];
    for (const q of [...alone, `…${end}`, `${start}…${end}`, `${start}...${end}`]) {
      expect((await list(`range=7d&q=${encodeURIComponent(q)}`)).results[0]?.id, q).toBe(id);
    }
    const hidden = encodeURIComponent(`…${end}`);
    expect((await list(`range=7d&status=DELIVERED&q=${hidden}`)).total).toBe(0);
    expect((await list(`q=${encodeURIComponent(`00000000…${end}`)}`)).total).toBe(0);
    expect((await list(`to=2020-01-01&q=${hidden}`)).total).toBe(0);
    const path = `/v1/web/messages?project_id=${other.project.id}&mode=TEST&q=${hidden}`;
    expect((await other.browser.get(path)).json().total).toBe(0);
  });

  it.each([
    ['another range', 'range=2d', 1002],
    ['another status', 'status=LOST', 1002],
    ['another mode', 'mode=BOTH', 1002],
    ['a date that is none', 'from=2026-13-01&to=2026-13-02', 1007],
  ])('%s: refused', async (_what, query, code) => {
    const answer = await sender.browser.get(
      `/v1/web/messages?project_id=${sender.project.id}&${query.startsWith('mode') ? '' : 'mode=TEST&'}${query}`,
    );
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
  });

  it('shows the details', async () => {
    const answer = await sender.browser.get(`/v1/web/messages/${ids[0]}?project_id=${sender.project.id}`);
    expect(answer.json()).toMatchObject({
      id: ids[0],
      encoding: 'GSM7',
      mode: 'TEST',
      status_callback: null,
      failure: null,
      platform: 'API',
      refunded: false,
    });
  });

  it('answers another team’s project and message exactly as missing ones', async () => {
    const missing = '019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21';
    for (const path of ['messages?mode=TEST&project_id=', `messages/${ids[0]}?project_id=`]) {
      const foreign = await other.browser.get(`/v1/web/${path}${sender.project.id}`);
      const none = await other.browser.get(`/v1/web/${path}${missing}`);
      expect([foreign.statusCode, foreign.body]).toEqual([404, none.body]);
    }
  });

  it('sends by the same rules and with the same codes', async () => {
    const form = { project_id: sender.project.id, mode: 'TEST', from: 'SANDBOX', body: 'Hello', send_at: '' };
    const sent = await sender.browser.post('/v1/web/messages', { ...form, to: '+94771234567' });
    expect([sent.statusCode, sent.json().status]).toEqual([200, 'ACCEPTED']);
    const path = `/v1/web/messages/${sent.json().id}?project_id=${sender.project.id}`;
    expect((await sender.browser.get(path)).json().platform).toBe('WEB');
    const refused = await sender.browser.post('/v1/web/messages', { ...form, to: '0771234567' });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 2002]);
    const unverified = await sender.browser.post('/v1/web/messages', {
      ...form,
      mode: 'LIVE',
      to: '+94771234567',
    });
    expect([unverified.statusCode, unverified.json().code]).toEqual([403, 4006]);
    const foreign = await other.browser.post('/v1/web/messages', { ...form, to: '+94771234567' });
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 1001]);
  });

  it('does not send for a member with read access only', async () => {
    const viewer = await makeSender(t);
    await verifyTeam(t, viewer.teamId);
    await addSender(t, { teamId: viewer.teamId, projectId: viewer.project.id, sender: 'Lanka Shop' });
    await credit(t, viewer.teamId, '5');
    await t.services.pool.query("update team_members set role = 'VIEWER' where team_id = $1", [
      viewer.teamId,
    ]);
    const form = {
      project_id: viewer.project.id,
      mode: 'LIVE',
      from: 'Lanka Shop',
      body: 'Hello',
      to: '+94771234567',
    };
    const answer = await viewer.browser.post('/v1/web/messages', form);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 1012]);
  });
});

describe('the days of a time zone', () => {
  const spanOf = (days: AskedDays, timezone: string, now?: Date) => {
    const project = { team_id: '', id: '', timezone };
    return orThrow(filterOf(project, 'TEST', { ...days, sort_order: 'ASC' }, now)).stretch;
  };
  const hours = ({ from, before }: Stretch) => (before.getTime() - from.getTime()) / 3_600_000;
  const day = (date: string, zone: string) => hours(spanOf({ from: date, to: date }, zone));

  it('have 23, 24 or 25 hours, by the local clocks', () => {
    expect(day('2026-10-04', 'Australia/Sydney')).toBe(23);
    expect(day('2026-04-05', 'Australia/Sydney')).toBe(25);
    expect(day('2026-04-05', 'Asia/Colombo')).toBe(24);
    // Clocks go forward at midnight here, so the day begins at one.
    expect(day('2026-09-06', 'America/Santiago')).toBe(23);
  });

  it('end with today in any zone', () => {
    const now = new Date('2026-11-20T20:00:00Z');
    const span = spanOf({ range: '7d' }, 'Asia/Colombo', now);
    expect(hours(span)).toBe(7 * 24);
    // In Colombo it is the 21st already.
    expect(span).toEqual(spanOf({ from: '2026-11-15', to: '2026-11-21' }, 'Asia/Colombo', now));
  });
});
