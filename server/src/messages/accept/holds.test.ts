// Unusually many messages of a new team to one destination are held until staff release them, and no others.
import { commandStatus } from '@godwit/smpp/codec/status';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { addGroup, created, until } from '../../../test/campaigns.ts';
import { SHORT } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender, credit, makeSender, newestMail, verifyTeam } from '../../../test/factories.ts';
import { bind, listen, makeAccount } from '../../../test/smppClient.ts';
import { makeStaff } from '../../../test/staff.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { freeReleased } from '../../carriers/recovery/queries.ts';
import { startRecovery } from '../../carriers/recovery/recovery.ts';
import { transaction } from '../../db/transaction.ts';
import { MAILS } from '../../mail/mails.ts';

const MOST = 3;
const limit = { count: MOST, seconds: 3_600 };
const t = await testApp({ limitNewAbroad: limit, limitNewHome: { count: 6, seconds: 60 } });
const second = await anotherApp(t);
const { pool } = t.services;

type Sender = Awaited<ReturnType<typeof sender>>;

async function sender() {
  const made = await makeSender(t);
  await verifyTeam(t, made.teamId);
  await credit(t, made.teamId, '5000');
  await addSender(t, { teamId: made.teamId, projectId: made.project.id, sender: 'Kade' });
  return made;
}

let numbers = 0;
const abroad = () => `+96077${String(10_000 + numbers++).padStart(5, '0')}`;
const atHome = () => `+9477${String(1_000_000 + numbers++)}`;

async function send(
  { authorization }: Sender,
  {
    to = abroad(),
    mode = 'LIVE' as 'LIVE' | 'TEST',
    app = t.app,
    ...more
  }: Record<string, unknown> & {
    to?: string;
    mode?: 'LIVE' | 'TEST';
    app?: typeof t.app;
  } = {},
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization[mode] },
    payload: { to, from: 'Kade', body: 'Your code is 1234', ...more },
  });
  expect(answer.json()).toMatchObject({ status: 'ACCEPTED' });
  return answer.json().id;
}

/** Which of these messages are held, in order. */
async function heldOf(ids: readonly string[]): Promise<boolean[]> {
  const { rows } = await pool.query(
    `select message_id, held_for is not null as held, due_at = 'infinity' as "never" from send_queue where message_id = any($1)`,
    [ids],
  );
  expect(rows.filter(({ held, never }) => held !== never)).toEqual([]);
  const held = new Map(rows.map((row) => [row.message_id, row.held]));
  return ids.map((id) => held.get(id)!);
}

async function sendMany(from: Sender, count: number, more: Parameters<typeof send>[1] = {}) {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await send(from, more));
  return ids;
}

const balanceOf = async ({ teamId }: Sender) =>
  (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0];

const [yes, no] = [true, false];
const reason = 'They have opened a shop in Malé';

describe('a new team', () => {
  it('has messages beyond the limit to one destination held, and nothing else', async () => {
    const [one, other] = [await sender(), await sender()];
    const ids = await sendMany(one, MOST);
    const web = await one.browser.post('/v1/web/messages', {
      project_id: one.project.id,
      mode: 'LIVE',
      to: abroad(),
      from: 'Kade',
      body: 'Hello',
    });
    const batch = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: one.authorization.LIVE },
      payload: { messages: [abroad(), atHome()].map((to) => ({ to, from: 'Kade', body: 'Hello' })) },
    });
    const many = batch.json().results.map(({ id }: { id: string }) => id);
    expect(await heldOf([...ids, web.json().id, ...many])).toEqual([no, no, no, yes, yes, no]);
    expect(await heldOf(await sendMany(one, 2, { to: atHome() }))).toEqual([no, no]);
    expect(await heldOf(await sendMany(one, 2, { mode: 'TEST' }))).toEqual([no, no]);
    expect(await heldOf(await sendMany(other, MOST))).toEqual([no, no, no]);

    const mail = await newestMail(t, one.person.email);
    expect(mail).toMatchObject({
      subject: MAILS.en.destinationHeld({ destination: '', link: '', support: null }).subject,
      text: expect.stringContaining('+960 (MV)'),
    });
    const { rows } = await pool.query(
      'select count(*)::int as n from mails where recipient = $1 and subject = $2',
      [one.person.email, mail.subject],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const hold = {
      destination: '960',
      countries: ['MV'],
      reason: null,
      held_at: expect.any(String),
      waiting: 2,
    };
    expect((await one.browser.get('/v1/web/holds')).json()).toEqual({ holds: [hold] });
    expect((await other.browser.get('/v1/web/holds')).json()).toEqual({ holds: [] });
  });

  it('has messages of campaigns and SMPP binds held the same', async () => {
    const one = await sender();
    const { log } = t.services;
    const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
    onTestFinished(() => campaigns.stop());
    const people = Array.from({ length: MOST + 2 }, () => ({ number: abroad() }));
    const group = await addGroup(t.services, one.teamId, 'Malé', people);
    const campaign = await created(one, { include_groups: group, mode: 'LIVE', from: 'Kade' });
    const { sms } = await until(one, campaign, (now) => now.sms?.results.length === people.length);
    expect((await heldOf(sms!.results.map(({ id }) => id))).filter((held) => held)).toHaveLength(2);

    const { port } = await listen(t);
    const client = await bind(port, await makeAccount(one.browser, one.project.id, { mode: 'LIVE' }));
    const submit = (to: string) =>
      client.ask('submit_sm', {
        source_addr: 'Kade',
        destination_addr: to.slice(1),
        short_message: 'Your code is 1234',
      });
    const answers = [await submit(abroad()), await submit(atHome())];
    expect(answers.map((answer) => answer.command_status)).toEqual(Array(2).fill(commandStatus.ESME_ROK));
    expect(await heldOf(answers.map((answer) => String(answer.message_id)))).toEqual([yes, no]);
  });

  it('sends without holds after staff release it, each message at its time', async () => {
    const one = await sender();
    const sendAt = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 19)}Z`;
    await sendMany(one, MOST);
    const [now, later] = [await send(one), await send(one, { send_at: sendAt })];
    const [compliance, support] = [
      await makeStaff(t, { role: 'COMPLIANCE' }),
      await makeStaff(t, { role: 'SUPPORT' }),
    ];
    const path = `/v1/staff/teams/${one.teamId}/release`;
    const asked = { destination: '960', reason };
    const listed = async () =>
      (await support.browser.get(`/v1/staff/holds?team_id=${one.teamId}`)).json().results;
    expect(await listed()).toMatchObject([{ team: { id: one.teamId }, destination: '960', waiting: 2 }]);
    expect((await compliance.browser.get('/v1/staff/counts')).json().holds).toBeGreaterThan(0);
    expect((await support.browser.get('/v1/staff/counts')).json().holds).toBeNull();
    expect((await support.browser.post(path, asked)).json().code).toBe(1012);
    expect((await compliance.browser.post(path, { ...asked, destination: '94' })).json().code).toBe(1001);
    const why = await one.browser.get(`/v1/web/messages/${now}/explanation?project_id=${one.project.id}`);
    await free();
    expect(await heldOf([now, later])).toEqual([yes, yes]);

    expect((await compliance.browser.post(path, asked)).statusCode).toBe(200);
    expect((await compliance.browser.post(path, asked)).json().code).toBe(1013);
    await free();
    expect(await heldOf([now, later])).toEqual([no, no]);
    const { rows } = await pool.query(
      `select due_at <= now() as due, due_at from send_queue where message_id = any($1) order by due_at`,
      [[now, later]],
    );
    expect(rows).toMatchObject([{ due: true }, { due: false, due_at: new Date(sendAt) }]);
    expect(await heldOf(await sendMany(one, MOST + 1))).toEqual([no, no, no, no]);
    expect(await listed()).toEqual([]);
    const audit = await pool.query(
      `select subject, detail from audit_log where team_id = $1 and action = 'DESTINATION_RELEASED'`,
      [one.teamId],
    );
    expect(audit.rows).toEqual([{ subject: '+960', detail: asked }]);
    expect(why.json().steps).not.toContainEqual(expect.objectContaining({ kind: 'FORGOTTEN' }));
  });

  it('passes exactly as many as the limit, in any number of processes', async () => {
    const one = await sender();
    const apps = [t.app, second.app];
    const ids = await Promise.all(Array.from({ length: 24 }, (_, i) => send(one, { app: apps[i % 2]! })));
    expect((await heldOf(ids)).filter((held) => !held)).toHaveLength(MOST);
  });

  it('can cancel held messages, and is refunded', async () => {
    const one = await sender();
    await sendMany(one, MOST);
    const before = await balanceOf(one);
    const id = await send(one);
    expect(await balanceOf(one)).not.toEqual(before);
    const cancelled = await one.browser.post(`/v1/web/messages/${id}/cancel`, { project_id: one.project.id });
    expect(cancelled.json()).toMatchObject({ status: 'FAILED' });
    expect(await balanceOf(one)).toEqual(before);
  });

  it('has unreleased messages fail, refunded and reported; a late release does nothing', async () => {
    const [one, staff] = [await sender(), await makeStaff(t, { role: 'COMPLIANCE' })];
    await sendMany(one, MOST);
    const before = await balanceOf(one);
    const ids = await sendMany(one, 2, { status_callback: 'https://receiver.example/sms' });
    await pool.query(`update send_queue set expires_at = now() - interval '1 s' where message_id = any($1)`, [
      ids,
    ]);
    const { log } = t.services;
    const recovery = startRecovery({ pool, log, timings: SHORT });
    onTestFinished(() => recovery.stop());
    const left = 'select from send_queue where message_id = any($1)';
    await waitFor(async () => (await pool.query(left, [ids])).rowCount === 0);
    expect(await balanceOf(one)).toEqual(before);
    const { rows } = await pool.query(
      `select m.failure, c.statuses from messages m join callback_outbox c on c.message_id = m.id where m.id = any($1)`,
      [ids],
    );
    expect(rows).toEqual(Array(2).fill({ failure: 'EXPIRED', statuses: '{FAILED}' }));
    const asked = { destination: '960', reason };
    expect((await staff.browser.post(`/v1/staff/teams/${one.teamId}/release`, asked)).statusCode).toBe(200);
    await free();
    const ended = await pool.query('select distinct state::text from messages where id = any($1)', [ids]);
    expect(ended.rows).toEqual([{ state: 'failed' }]);
  });

  it('has a country counted as one destination, under any of its dial codes', async () => {
    const one = await sender();
    const ids = [];
    for (const code of ['1829', '1809', '1849', '1829', '1809'])
      ids.push(await send(one, { to: `+${code}2345678` }));
    expect(await heldOf(ids)).toEqual([no, no, no, yes, yes]);
    const { holds } = (await one.browser.get('/v1/web/holds')).json();
    expect(holds).toEqual([expect.objectContaining({ destination: '1809', countries: ['DO'], waiting: 2 })]);
    expect(await heldOf([await send(one, { to: '+18762345678' })])).toEqual([no]);
  });

  it('is counted from zero after the window, if nothing is held', async () => {
    const one = await sender();
    await sendMany(one, MOST);
    await pool.query(
      `update team_destinations set starts_at = now() - interval '1 hour' where team_id = $1`,
      [one.teamId],
    );
    expect(await heldOf(await sendMany(one, MOST + 1))).toEqual([no, no, no, yes]);
  });

  it('has a separate limit for its own country', async () => {
    const one = await sender();
    expect(await heldOf(await sendMany(one, 7, { to: atHome() }))).toEqual([no, no, no, no, no, no, yes]);
  });
});

describe('a team that is not new', () => {
  it('is not counted', async () => {
    const one = await sender();
    await send(one, { to: atHome() });
    // The project's day may be one ahead of the database's.
    await pool.query('update project_days set day = day - 32 where team_id = $1', [one.teamId]);
    // The other process has no profile of it yet.
    expect(await heldOf(await sendMany(one, MOST + 2, { app: second.app }))).toEqual([no, no, no, no, no]);
  });
});

/** One round of recovery's release step. */
const free = () => transaction(pool, (client) => freeReleased(client, 500));
