// client_reference: stored with its message, repeated by it, and a filter of the log.
import { MAX_FOUND, type SmsObject } from '@godwit/contract/messages/messages';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender, makeSender } from '../../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeLiveSender(t);
const other = await makeSender(t);
await addSender(t, { ...sender, projectId: sender.project.id, sender: 'Offers', promotional: true });
const HELLO = { to: '+94771234567', from: 'Lanka Shop', body: 'Hello' };
const PAGE = 'page_num=1&page_size=25&sort_order=ASC';

function send(message: object, { key = sender.authorization.LIVE, headers = {} } = {}) {
  const payload = { ...HELLO, ...message };
  return t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: key, ...headers },
    payload,
  });
}
const get = async (url: string, key = sender.authorization.LIVE) =>
  (await t.app.inject({ url, headers: { authorization: key } })).json();
const sent = async (message: object): Promise<SmsObject> => (await send(message)).json() as SmsObject;
const stored = async (): Promise<number> =>
  (await pool.query('select count(*)::integer as n from client_references')).rows[0].n;

describe('a message', () => {
  it('repeats its reference when it is accepted, read, sent again under its key, and cancelled', async () => {
    const client_reference = 'ඇණවුම ක්\u200dෂ 1042 / café 😀';
    const headers = { 'idempotency-key': 'with a reference' };
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const first = await send({ client_reference, send_at }, { headers });
    expect([first.statusCode, first.json().client_reference]).toEqual([201, client_reference]);
    const { id } = first.json();
    expect(await get(`/v1/messages/${id}`)).toEqual(first.json());
    expect((await send({ client_reference, send_at }, { headers })).json()).toEqual(first.json());
    const changed = await send({ client_reference: 'another', send_at }, { headers });
    expect(changed.json().code).toBe(1009);
    const cancelled = await t.app.inject({
      method: 'POST',
      url: `/v1/messages/${id}/cancel`,
      headers: { authorization: sender.authorization.LIVE },
    });
    expect(cancelled.json()).toMatchObject({ status: 'FAILED', client_reference });
  });

  it.each([
    ['at once', {}],
    ['in a transaction, for its opt-out link', { from: 'Offers' }],
  ])('is stored with it %s', async (_what, message) => {
    const { id } = await sent({ ...message, client_reference: 'r' });
    const { rows } = await pool.query('select * from client_references where message_id = $1', [id]);
    const { teamId: team_id, project } = sender;
    expect(rows).toEqual([{ team_id, message_id: id, project_id: project.id, mode: 'LIVE', reference: 'r' }]);
  });

  it('without one has null, and no row', async () => {
    const before = await stored();
    for (const client_reference of [null, undefined])
      expect(await sent({ client_reference })).toMatchObject({ client_reference: null });
    expect(await stored()).toBe(before);
  });

  it('that is refused leaves none', async () => {
    const before = await stored();
    for (const wrong of [{ to: '077' }, { body: 'a'.repeat(161), max_price: 1 }, { dry_run: true }])
      await send({ client_reference: 'refused', ...wrong });
    const poor = await makeLiveSender(t, { amount: '0.10' });
    const refused = await send({ client_reference: 'poor' }, { key: poor.authorization.LIVE });
    expect(refused.json().code).toBe(4005);
    expect(await stored()).toBe(before);
  });

  it.each([
    ['an empty text', ''],
    ['65 characters', 'x'.repeat(65)],
    ['a line break', 'a\nb'],
    ['a line separator', 'a\u2028b'],
    ['a number', 1042],
  ])('is refused with %s', async (_what, client_reference) => {
    const answer = await send({ client_reference });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
    expect(answer.json().fields).toHaveProperty('client_reference');
  });

  it('of a batch has its own, and up to 64 characters of any script', async () => {
    const references = ['first', null, '😀'.repeat(64)];
    const payload = { messages: references.map((client_reference) => ({ ...HELLO, client_reference })) };
    const headers = { authorization: sender.authorization.LIVE };
    const answer = await t.app.inject({ method: 'POST', url: '/v1/messages/batch', headers, payload });
    const results = answer.json().results as SmsObject[];
    expect(results.map(({ client_reference }) => client_reference)).toEqual(references);
  });
});

describe('GET /v1/messages?client_reference=', () => {
  it('lists exactly the messages with it, in order and page by page', async () => {
    const ids: string[] = [];
    for (const client_reference of ['order 7', 'order 7', 'order 77', 'Order 7', 'order 7'])
      ids.push((await sent({ client_reference })).id);
    const mine = [ids[0], ids[1], ids[4]];
    const list = (query: string) => get(`/v1/messages?client_reference=order%207&${query}`);
    const all = await list(PAGE);
    expect(all).toMatchObject({ total_results: 3, total_pages: 1 });
    expect(all.results.map(({ id }: SmsObject) => id)).toEqual(mine);
    const second = await list('page_num=2&page_size=2&sort_order=DESC');
    expect(second).toMatchObject({ total_results: 3, total_pages: 2 });
    expect(second.results.map(({ id }: SmsObject) => id)).toEqual([mine[0]]);
    expect((await list(`${PAGE}&to=2020-01-01`)).total_results).toBe(0);
    expect((await list('page_num=9&page_size=2&sort_order=ASC')).results).toEqual([]);
    expect((await get(`/v1/messages?client_reference=&${PAGE}`)).code).toBe(1002);
  });

  it('keeps modes, projects and teams apart', async () => {
    await sent({ client_reference: 'mine' });
    const url = `/v1/messages?client_reference=mine&${PAGE}`;
    expect((await get(url)).total_results).toBe(1);
    expect((await get(url, sender.authorization.TEST)).total_results).toBe(0);
    expect((await get(url, other.authorization.LIVE)).total_results).toBe(0);
  });

  it('counts no more than 10,000', async () => {
    await pool.query(
      `insert into client_references select $1, uuid_floor(now() - make_interval(secs => i)), $2, 'LIVE', 'newsletter'
        from generate_series(1, $3::integer) as i`,
      [sender.teamId, sender.project.id, MAX_FOUND + 5],
    );
    const { total_results } = await get(`/v1/messages?client_reference=newsletter&${PAGE}`);
    expect(total_results).toBe(MAX_FOUND);
  });
});
