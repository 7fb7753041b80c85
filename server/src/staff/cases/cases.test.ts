// Staff open the case of a message that somebody reported as fraud, and block its name, team and domain.
import type { ScamCase } from '@godwit/contract/staff/cases';
import { beforeAll, describe, expect, it } from 'vitest';
import { anotherApp, type TestApp } from '../../../test/app.ts';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender, makeProject } from '../../../test/factories.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';

const t = await startEngine();
const other = await anotherApp(t);
const { pool } = t.services;
const { browser: compliance, email } = await makeStaff(t, { role: 'COMPLIANCE' });

const TEXT = 'Your parcel waits. Pay at https://secure-post.example/pay';
const reason = 'Reported by the bank';
const to = '+94771239001';

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
let sender: Sender;
let messageId: string;
beforeAll(async () => {
  sender = await makeLiveSender(t);
  const sent = await send(t, sender, { to, body: TEXT }, 'LIVE');
  await reaches(t, sender, sent, 'DELIVERED');
  messageId = sent.id;
});

const open = async (id = messageId) =>
  compliance.post('/v1/staff/cases', undefined, { json: { message_id: id, report: 'A call of the post' } });
const act = (id: string, action: 'block' | 'allow', asked: object) =>
  compliance.post(`/v1/staff/cases/${id}/${action}`, undefined, { json: { reason, ...asked } });

/** Sends a message over a process; returns the error, null if it was accepted. */
async function attempt(
  app: TestApp,
  { body = TEXT, from = 'Lanka Shop', by = sender }: { body?: string; from?: string; by?: Sender },
) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: by.authorization.LIVE },
    payload: { to, from, body },
  });
  return answer.statusCode === 201 ? null : answer.json();
}

/** Waits until both processes refuse; fails after the second in which they must. */
async function refusedEverywhere(asked: Parameters<typeof attempt>[1]) {
  const start = performance.now();
  const refusals = await waitFor(async () => {
    const answers = await Promise.all([t, other].map((app) => attempt(app, asked)));
    return answers.every(Boolean) ? answers : null;
  });
  expect(performance.now() - start, 'until all processes refuse').toBeLessThan(1_000);
  return refusals;
}

describe('finding the message', () => {
  const found = async (query: Record<string, string>) =>
    (await compliance.get(`/v1/staff/cases/messages?${new URLSearchParams(query)}`)).json();
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('finds it by number and minute', async () => {
    expect(await found({ number: '0771239001', at: at(0) })).toMatchObject([
      { id: messageId, team: { id: sender.teamId } },
    ]);
    expect(await found({ number: to, at: at(-40) })).toEqual([]);
  });

  it('finds it by its text in any case, with or without the number, and logs no text', async () => {
    for (const query of [
      { text: 'pay at HTTPS://secure-post' },
      { text: TEXT, at: at(5) },
      { text: TEXT, number: to },
    ])
      expect(await found(query)).toMatchObject([{ id: messageId }]);
    expect(await found({ text: 'Another parcel waits', number: to })).toEqual([]);
    expect(await found({ text: TEXT, at: at(40) })).toEqual([]);
    expect((await auditOf(t, 'TEXT_TRACED'))[0]).toMatchObject({
      staff_email: email,
      subject: null,
      detail: {},
    });
  });

  it('needs a number or enough of a text', async () => {
    expect(await found({})).toMatchObject({ fields: { number: 'Give a number or a text' } });
    expect(await found({ text: 'Pay' })).toMatchObject({ fields: { text: expect.stringContaining('12') } });
  });
});

describe('a case', () => {
  it('has the name, key, address, link and carrier id, and is opened once', async () => {
    const opened: ScamCase = (await open()).json();
    expect(opened).toMatchObject({
      message_id: messageId,
      team: { id: sender.teamId },
      sender_id: 'Lanka Shop',
      report: 'A call of the post',
      opened_by: email,
      facts: {
        message: { id: messageId, to, masked_body: expect.not.stringContaining('parcel') },
        project: { id: sender.project.id },
        refs: [{ link: 'simulator-live', carrier_id: expect.any(String), outcome: 'delivered' }],
        hosts: ['secure-post.example'],
        request_id: null,
        owner: null,
        keys: [{ name: null, ending: null, addresses: ['127.0.0.1'] }],
        sign_ins: [{ user_id: expect.any(String), ip: '127.0.0.1' }],
      },
      blocked: { name: false, team: false, domains: [] },
      events: [],
    });
    expect((await open()).json().id).toBe(opened.id);
    const entries = await auditOf(t, 'CASE_OPENED');
    expect(entries).toMatchObject([
      {
        staff_email: email,
        team_id: sender.teamId,
        subject: messageId,
        detail: { report: 'A call of the post' },
      },
    ]);
    const listed = (await compliance.get('/v1/staff/cases?q=lanka')).json();
    expect(listed).toMatchObject({ total: 1, results: [{ id: opened.id, sender_id: 'Lanka Shop' }] });
  });

  it('is not opened by a member of the team, nor acted on', async () => {
    const { id } = (await open()).json();
    const { browser } = await makeStaff(t, { role: 'ADMIN', email: sender.person.email });
    const asked = { json: { what: 'NAME', reason } };
    expect((await browser.post(`/v1/staff/cases/${id}/block`, undefined, asked)).json()).toMatchObject({
      code: 1012,
    });
    const own = await send(t, sender, { to, body: 'Hello' }, 'LIVE');
    const begun = { json: { message_id: own.id, report: 'A call' } };
    expect((await browser.post('/v1/staff/cases', undefined, begun)).json()).toMatchObject({ code: 1012 });
  });

  it('notes who was notified, is exported, and counts in its quarter', async () => {
    const { id } = (await open()).json();
    const json = { who: 'TRCSL', note: 'By mail, case 12' };
    const noted = (await compliance.post(`/v1/staff/cases/${id}/notified`, undefined, { json })).json();
    expect(noted.events[0]).toMatchObject({
      kind: 'NOTIFIED',
      by: email,
      subject: 'TRCSL',
      note: 'By mail, case 12',
    });
    expect((await auditOf(t, 'CASE_NOTIFIED'))[0]).toMatchObject({
      subject: messageId,
      detail: { who: 'TRCSL' },
    });
    const file = await compliance.get(`/v1/staff/cases/${id}/export`);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="case-${id}.json"`);
    expect(file.json()).toMatchObject({
      id,
      facts: { hosts: ['secure-post.example'] },
      events: [{ kind: 'NOTIFIED' }],
    });
    expect((await auditOf(t, 'CASE_EXPORTED'))[0]).toMatchObject({ subject: messageId });
    const [quarter] = (await compliance.get('/v1/staff/cases/quarters')).json();
    expect(quarter).toMatchObject({
      quarter: expect.stringMatching(/^\d{4}-Q[1-4]$/),
      cases: 1,
      notified: 1,
    });
    await expect(pool.query('delete from scam_case_events')).rejects.toThrow();
  });
});

describe('a blocked domain', () => {
  it('is refused for all teams in all processes within a second, until it is allowed', async () => {
    const { id } = (await open()).json();
    const elsewhere = await makeLiveSender(t);
    expect(await attempt(other, { by: elsewhere })).toBe(null);
    const blocked = await act(id, 'block', { what: 'DOMAIN', domain: 'Secure-Post.example' });
    expect(blocked.json()).toMatchObject({
      blocked: { domains: ['secure-post.example'] },
      events: [
        { kind: 'DOMAIN_BLOCKED', subject: 'secure-post.example', note: reason },
        { kind: 'NOTIFIED' },
      ],
    });
    const [refusal] = await refusedEverywhere({ by: elsewhere });
    expect(refusal).toMatchObject({
      code: 1002,
      fields: { body: expect.stringContaining('secure-post.example') },
    });
    const links = Array.from({ length: 60 }, (_, at) => `a${at}.com`).join(' ');
    expect(await attempt(t, { body: `${links} pay.secure-post.example` })).toMatchObject({ code: 1002 });
    expect(await attempt(t, { body: 'Pay at post.example' })).toBe(null);
    expect((await act(id, 'block', { what: 'DOMAIN', domain: 'secure-post.example' })).json()).toMatchObject({
      code: 1013,
    });
    expect((await act(id, 'block', { what: 'DOMAIN', domain: 'https://x/' })).json()).toMatchObject({
      code: 1002,
    });
    expect((await auditOf(t, 'DOMAIN_BLOCKED'))[0]).toMatchObject({
      staff_email: email,
      subject: 'secure-post.example',
      detail: { reason, message: messageId },
    });
    expect((await act(id, 'allow', { what: 'DOMAIN', domain: 'secure-post.example' })).json()).toMatchObject({
      blocked: { domains: [] },
    });
    await waitFor(async () => (await attempt(other, { by: elsewhere })) === null || null);
  });

  it('is not an ending that many share', async () => {
    const { id } = (await open()).json();
    const answer = await act(id, 'block', { what: 'DOMAIN', domain: 'www.com.lk' });
    expect(answer.json()).toMatchObject({ code: 1002, fields: { domain: expect.any(String) } });
  });

  it('keeps queued messages back, and lets them go when it is allowed', async () => {
    const { id } = (await open()).json();
    const sendAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const planned = await send(t, sender, { to, body: TEXT, send_at: sendAt }, 'LIVE');
    await act(id, 'block', { what: 'DOMAIN', domain: 'secure-post.example' });
    // A block has a second to take effect, in which the message could still go.
    await refusedEverywhere({});
    // Each attempt puts it off by more than half of a minute.
    const makeDue = () =>
      pool.query(
        `update send_queue set due_at = now() where message_id = $1 and due_at > now() + interval '30 s'`,
        [planned.id],
      );
    await makeDue();
    // Hang guards for a loaded machine.
    const within = { timeoutMs: 60_000 };
    await waitFor(async () => ((await makeDue()).rowCount === 1 ? true : null), within);
    expect((await read(t, sender, planned)).status).toBe('ACCEPTED');
    await act(id, 'allow', { what: 'DOMAIN', domain: 'secure-post.example' });
    await waitFor(async () => {
      await makeDue();
      return (await read(t, sender, planned)).status === 'DELIVERED' || null;
    }, within);
  });
});

describe('a blocked name', () => {
  it('is refused for its team alone, in all processes and projects, in any case', async () => {
    const { id } = (await open()).json();
    const elsewhere = await makeLiveSender(t);
    const second = await makeProject(sender.browser, 'Second');
    await addSender(t, { teamId: sender.teamId, projectId: second.id, sender: 'LANKA SHOP' });
    const key = Buffer.from(`${second.id}:${second.api_key_live}`).toString('base64');
    const inSecond = { ...sender, authorization: { ...sender.authorization, LIVE: `Basic ${key}` } };
    expect((await act(id, 'block', { what: 'NAME' })).json()).toMatchObject({ blocked: { name: true } });
    const [refusal] = await refusedEverywhere({ body: 'Hello' });
    expect(refusal).toMatchObject({
      code: 3000,
      fields: { from: expect.stringContaining('nothing was sent') },
    });
    expect(await attempt(t, { body: 'Hello', by: inSecond, from: 'LANKA SHOP' })).toMatchObject({
      code: 3000,
    });
    expect(await attempt(t, { body: 'Hello', by: elsewhere })).toBe(null);
    expect((await auditOf(t, 'SENDER_BLOCKED'))[0]).toMatchObject({
      subject: 'Lanka Shop',
      detail: { reason },
    });
    expect((await act(id, 'allow', { what: 'NAME' })).json()).toMatchObject({ blocked: { name: false } });
    expect((await act(id, 'allow', { what: 'NAME' })).json()).toMatchObject({ code: 1013 });
  });
});

describe('a blocked team', () => {
  it('is paused, with the reason of the case', async () => {
    const { id } = (await open()).json();
    expect((await act(id, 'block', { what: 'TEAM' })).json()).toMatchObject({
      blocked: { team: true },
      events: expect.arrayContaining([expect.objectContaining({ kind: 'TEAM_PAUSED', note: reason })]),
    });
    expect((await refusedEverywhere({ body: 'Hello' }))[0]).toMatchObject({ code: 4008 });
    expect((await auditOf(t, 'TEAM_PAUSED'))[0]).toMatchObject({
      team_id: sender.teamId,
      detail: { reason },
    });
    expect((await act(id, 'block', { what: 'TEAM' })).json()).toMatchObject({ code: 1013 });
    expect((await act(id, 'allow', { what: 'TEAM' })).json()).toMatchObject({
      blocked: { team: false },
      events: expect.arrayContaining([expect.objectContaining({ kind: 'TEAM_RESUMED' })]),
    });
    expect(await attempt(t, { body: 'Hello' })).toBe(null);
  });
});
