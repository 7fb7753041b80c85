// A project's settings for incoming messages over HTTP, staff's part in them, and a simulated reply that
// reaches the project's server.

import type { IncomingSettings } from '@godwit/contract/incoming';
import { commandStatus } from '@godwit/smpp/codec/status';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLiveSender, send, startEngine } from '../../test/carriers.ts';
import { makeGroup } from '../../test/contacts.ts';
import { waitFor } from '../../test/database.ts';
import { startReceiver } from '../../test/receiver.ts';
import { makeStaff } from '../../test/staff.ts';
import { startCallbacks } from '../callbacks/delivery/deliver.ts';
import { startKeywordActions } from './keywords/actions.ts';
import { startIncoming } from './receive/worker.ts';

const t = await startEngine();
const { pool, log } = t.services;
const jobs = [
  startIncoming({ pool, log, signals: t.signals, timings: { everyMs: 20, partsWaitMs: 600_000 } }),
  startKeywordActions({ services: t.services, accept: t.messaging.accept, signals: t.signals, log }),
  startCallbacks(
    { ...t.services, settings: { ...t.services.settings, callbacksAllowPrivate: true } },
    t.signals,
  ),
];
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});
const owner = await makeLiveSender(t);
const other = await makeLiveSender(t);
const group = await makeGroup(owner.browser, 'Club');
const path = (rest = '', of = owner) => `/v1/web/projects/${of.project.id}${rest}`;
const settings = async (of = owner) =>
  (await of.browser.get(path('/incoming', of))).json() as IncomingSettings;
const call = (method: 'POST' | 'PUT' | 'DELETE', rest: string, json: object = {}, of = owner) =>
  of.browser.call(method, path(rest), { json });

describe('settings of incoming messages', () => {
  it('begin with a TEST number and the default answers', async () => {
    const mine = await settings();
    expect(mine).toMatchObject({ numbers: [], callback_url: null, stop_reply: null, keywords: [] });
    expect(mine.test_number).toMatch(/^\+999\d{8}$/);
    expect((await settings()).test_number).toBe(mine.test_number);
    expect((await settings(other)).test_number).not.toBe(mine.test_number);
    expect(mine.usual.stop).toContain('Reply START');
  });

  it('keep a URL and answers, and refuse invalid ones', async () => {
    const changed = await call('PUT', '/incoming', {
      callback_url: 'https://shop.example/in',
      help_reply: ' Call 011 ',
    });
    expect(changed.json()).toMatchObject({ callback_url: 'https://shop.example/in', help_reply: 'Call 011' });
    const bad = await call('PUT', '/incoming', { callback_url: 'ftp://shop.example' });
    expect(bad.json()).toMatchObject({ code: 1002, fields: { callback_url: expect.any(String) } });
    const own = await call('PUT', '/incoming', { callback_url: 'http://localhost:8080/v1/in/x' });
    expect(own.json().fields).toEqual({ callback_url: expect.stringContaining('this service') });
    expect((await call('PUT', '/incoming', { stop_reply: 'x'.repeat(1_601) })).json().fields).toHaveProperty(
      'stop_reply',
    );
    expect((await call('PUT', '/incoming', { callback_url: '' })).json().callback_url).toBeNull();
  });

  it("name the project as recipients know it, or else by the team's current name", async () => {
    const usual = async () => (await settings()).usual.help;
    const named = async (recipient_name: string | null) =>
      (await call('PUT', '/incoming', { recipient_name })).json();
    expect((await named(' Lanka  Gym ')).recipient_name).toBe('Lanka Gym');
    expect(await usual()).toBe('This is Lanka Gym. Reply STOP to get no more messages.');
    for (const name of ['Bank of Ceylon', 'gym.example'])
      expect((await named(name)).fields).toHaveProperty('recipient_name');
    expect((await named('')).recipient_name).toBeNull();
    await owner.browser.call('PUT', '/v1/web/team', { form: { name: 'Kandy Books' } });
    expect(await usual()).toBe('This is Kandy Books. Reply STOP to get no more messages.');
  });

  it('keep keywords, each word once, with a group of the team', async () => {
    const made = await call('POST', '/keywords', {
      words: [' Join! ', 'එකතු'],
      reply: 'Welcome',
      group_id: group.id,
    });
    const [keyword] = (made.json() as IncomingSettings).keywords;
    expect(keyword).toMatchObject({ words: ['join', 'එකතු'], reply: 'Welcome', group: { name: 'Club' } });
    const refused = async (json: object) => (await call('POST', '/keywords', json)).json();
    expect(await refused({ words: ['JOIN'], reply: 'x' })).toMatchObject({
      code: 1013,
      fields: { words: expect.any(String) },
    });
    expect(await refused({ words: ['Stop'], reply: 'x' })).toMatchObject({ code: 1002 });
    expect(await refused({ words: ['வேண்டாம்'], reply: 'x' })).toMatchObject({ code: 1002 });
    expect(await refused({ words: ['more'] })).toMatchObject({ code: 1002 });
    const foreign = await makeGroup(other.browser, 'Theirs');
    expect(await refused({ words: ['more'], group_id: foreign.id })).toMatchObject({ code: 1001 });
    expect(
      (await call('PUT', `/keywords/${keyword!.id}`, { words: ['join'], reply: 'Hi' })).json().keywords,
    ).toMatchObject([{ words: ['join'], reply: 'Hi', group: null }]);
    expect((await call('DELETE', `/keywords/${keyword!.id}`, {}, other)).json().code).toBe(1001);
    expect((await call('DELETE', `/keywords/${keyword!.id}`)).json().keywords).toEqual([]);
  });
});

describe('a simulated reply', () => {
  it('travels in parts over the carrier to the log and the URL, signed, and a keyword answers', async () => {
    const receiver = await startReceiver();
    await call('PUT', '/incoming', { callback_url: receiver.url });
    const text = 'ආයුබෝවන් '.repeat(20);
    // The links may still be connecting.
    await waitFor(
      async () =>
        (await call('POST', '/incoming_messages', { from: '0771234567', body: text })).statusCode === 200,
    );
    const [posted] = await waitFor(() => (receiver.calls.length > 0 ? receiver.calls : null));
    expect(posted!.json).toMatchObject({
      direction: 'INCOMING',
      from: '+94771234567',
      to: (await settings()).test_number,
      body: text,
      missing_parts: 0,
      sequence: 1,
    });
    expect(posted!.headers['webhook-signature']).toMatch(/^v1,/);
    const answer = await call('POST', '/incoming_messages', { from: '0771234567', body: 'STOP' });
    expect(answer.statusCode, answer.body).toBe(200);
    await waitFor(async () => {
      const found = await owner.browser.get(
        `/v1/web/messages?project_id=${owner.project.id}&mode=TEST&direction=OUTGOING`,
      );
      return found.json().total === 1;
    });
    const listOf = async (mode: string) =>
      (await owner.browser.get(`/v1/web/opt_outs?mode=${mode}`)).json().results;
    expect(await listOf('TEST')).toMatchObject([{ number: '+94771234567', scope: 'ALL', source: 'STOP' }]);
    expect(await listOf('LIVE')).toEqual([]);
    await call('POST', '/incoming_messages', { from: '0771234567', body: 'start' });
    await waitFor(async () => (await listOf('TEST')).length === 0);
  });

  it('is refused without a number', async () => {
    const refused = await call('POST', '/incoming_messages', { from: 'someone', body: 'Hello' });
    expect(refused.json()).toMatchObject({ code: 2001, fields: { from: expect.any(String) } });
  });
});

describe('staff', () => {
  it('assign a number once, which its project may then send from and receive on, and remove it', async () => {
    const { browser } = await makeStaff(t, { role: 'COMPLIANCE' });
    const numbers = `/v1/staff/teams/${owner.teamId}/numbers`;
    const assign = (number: string, project_id = owner.project.id, url = numbers) =>
      browser.post(url, undefined, { json: { project_id, number, reason: 'Ticket 41' } });
    const made = await assign('+94 11 230-0300');
    expect(made.json()).toMatchObject([{ number: '+94112300300', project: { name: 'Shop' } }]);
    const theirs = `/v1/staff/teams/${other.teamId}/numbers`;
    expect((await assign('+94112300300', other.project.id, theirs)).json()).toMatchObject({ code: 1013 });
    expect((await assign('1919', owner.project.id, theirs)).json()).toMatchObject({ code: 1001 });
    expect((await assign('+99912345678')).json()).toMatchObject({ code: 1002 });
    expect((await settings()).numbers).toMatchObject([{ number: '+94112300300' }]);
    const project = (await owner.browser.get(path())).json();
    expect(project.senders.map(({ id }: { id: string }) => id)).toContain('+94112300300');
    await send(t, owner, { to: '+94771230001', from: '+94112300300' }, 'LIVE');
    await browser.post(`${numbers}/remove`, undefined, { json: { number: '+94112300300', reason: 'Moved' } });
    expect((await settings()).numbers).toEqual([]);
    await expect(send(t, owner, { to: '+94771230001', from: '+94112300300' }, 'LIVE')).rejects.toThrow(
      '3000',
    );
    const { rows } = await pool.query(
      `select action, detail->>'reason' as reason from audit_log where action like 'NUMBER_%' order by id`,
    );
    expect(rows).toEqual([
      { action: 'NUMBER_ASSIGNED', reason: 'Ticket 41' },
      { action: 'NUMBER_REMOVED', reason: 'Moved' },
    ]);
  });

  it('put a number on the list on request, which the team cannot remove', async () => {
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    const optOuts = `/v1/staff/teams/${owner.teamId}/opt_outs`;
    const ask = (rest = '', number = '0777654321') =>
      browser.post(optOuts + rest, undefined, { json: { number, reason: 'Called us' } });
    expect((await ask()).json()).toEqual({ number: '+94777654321', changed: true });
    expect((await ask()).json()).toMatchObject({ changed: false });
    const { results } = (await owner.browser.get('/v1/web/opt_outs')).json();
    expect(results).toMatchObject([{ number: '+94777654321', source: 'STAFF' }]);
    expect((await owner.browser.call('DELETE', '/v1/web/opt_outs/%2B94777654321')).json().code).toBe(1013);
    expect((await ask('/remove')).json()).toMatchObject({ changed: true });
    const { rows } = await pool.query(
      `select action, subject, detail from audit_log where action like 'OPT_OUT%' order by id`,
    );
    expect(rows[0]).toMatchObject({
      action: 'OPT_OUT_ADDED',
      subject: '+94777654321',
      detail: { reason: 'Called us' },
    });
  });

  it('see refused messages', async () => {
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    const taken = await t.simulator.deliver('LIVE', { destinationAddr: '4455', sourceAddr: '94771112223' });
    expect(taken).toEqual({ kind: 'answered', status: commandStatus.ESME_RINVDSTADR });
    await waitFor(async () => {
      const page = (await browser.get('/v1/staff/incoming?page_size=10')).json();
      expect(page).toMatchObject({
        results: [{ number: '4455', from: '+94771112223', reason: 'UNKNOWN_NUMBER', count: 1 }],
        ...{ total: 1, total_pages: 1, set_aside: null },
      });
      return true;
    });
  });
});
