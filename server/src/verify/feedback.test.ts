// Outcomes of codes that customers make themselves, over HTTP.
import type { Verification } from '@godwit/contract/publicApi/verify';
import { expect, it } from 'vitest';
import { makeLiveSender, send, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { forgetVerifications } from './queries.ts';

const carrier = await startHeldCarrier();
carrier.onSubmit = (submit) => submit.take();
const t = await startEngine({}, { change: (link) => carrier.serve(link) });
const { pool } = t.services;
const sender = await makeLiveSender(t, { amount: '100000' });
const stranger = await makeSender(t);
const { LIVE, TEST } = sender.authorization;

async function post<Answer>(path: string, payload?: object, authorization = LIVE) {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/v1${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  });
  return answer.json() as Answer & { code?: number; description?: string };
}
const start = (to: string) => post<Verification>('/verifications', { to, from: 'Lanka Shop' });
const report = (id: string, outcome: string, authorization?: string) =>
  post<{ outcome?: string }>(`/messages/${id}/feedback`, { outcome }, authorization);

const areSent = (ids: readonly string[]) =>
  waitFor(async () => {
    const { rowCount } = await pool.query("select from messages where id = any($1) and state = 'sent'", [
      ids,
    ]);
    return rowCount === ids.length;
  });
/** Sends codes of the customer's own to so many numbers with a prefix. */
async function sendOwn(prefix: string, count: number) {
  const numbers = Array.from(
    { length: count },
    (_, i) => `${prefix}${String(i).padStart(12 - prefix.length, '0')}`,
  );
  const sent = await Promise.all(
    numbers.map((to) => send(t, sender, { to, body: 'Your code is 4711' }, 'LIVE')),
  );
  const ids = sent.map(({ id }) => id);
  await areSent(ids);
  return ids;
}
/** Somebody in Sri Lanka typed in a code yesterday, so the guard does not take the country for a new one. */
const notNew = () =>
  pool.query(
    `insert into verify_days (team_id, mode, day, country, prefix, starts, approved)
      values ($1, 'LIVE', (now() at time zone 'UTC')::date - 1, '94', '947100', 1, 1) on conflict do nothing`,
    [sender.teamId],
  );

it('counts once, and teaches the guard: it frees a prefix and blocks one', async () => {
  await notNew();
  const counted = async (prefix: string) =>
    (await pool.query('select starts, approved from verify_days where prefix = $1', [prefix])).rows;

  const [one] = (await sendOwn('+947718', 1)) as [string];
  expect(await report(one, 'UNCONFIRMED')).toEqual({ message_id: one, outcome: 'UNCONFIRMED' });
  await Promise.all(Array.from({ length: 8 }, () => report(one, 'CONFIRMED')));
  expect(await report(one, 'UNCONFIRMED')).toMatchObject({ outcome: 'CONFIRMED' });
  expect(await counted('947718')).toEqual([{ starts: 1, approved: 1 }]);
  // Fifteen that nobody typed in block the prefix, three that somebody did free another.
  for (const id of await sendOwn('+947719', 15)) await report(id, 'UNCONFIRMED');
  expect(await start('+94771999999')).toMatchObject({ code: 5003 });
  await Promise.all(Array.from({ length: 15 }, (_, i) => start(`+947710000${10 + i}`)));
  for (const id of await sendOwn('+9477105', 3)) await report(id, 'CONFIRMED');
  expect(await start('+94771099999')).toMatchObject({ status: 'PENDING' });
  expect(await report(one, 'READ')).toMatchObject({ code: 1002 });
  expect(await report(one, 'CONFIRMED', TEST)).toMatchObject({ code: 1004 });
  expect(await report(one, 'CONFIRMED', stranger.authorization.LIVE)).toMatchObject({ code: 1001 });
  await pool.query("update messages set accepted_at = accepted_at - interval '8 days' where id = $1", [one]);
  expect(await report(one, 'CONFIRMED')).toMatchObject({ code: 1013 });
});

it('is not taken for the messages of a verification, also once its number is forgotten', async () => {
  const { id, message_id: first } = await start('+94772000001');
  const pass = (seconds: number) =>
    pool.query(
      `update verifications set sent_at = sent_at - $2 * interval '1 s', started_at = started_at - $2 * interval '1 s',
        expires_at = expires_at - $2 * interval '1 s' where id = $1`,
      [id, seconds],
    );
  await pass(60);
  const { message_id: second } = await post<Verification>(`/verifications/${id}/resend`);
  expect(second).not.toBe(first);
  await areSent([first!, second!]);
  await pass(26 * 3_600);
  await forgetVerifications(pool);
  for (const message of [first!, second!])
    expect(await report(message, 'CONFIRMED')).toMatchObject({
      code: 1013,
      description: expect.stringContaining('of a verification'),
    });
});

it('is not taken for a message that was not sent', async () => {
  const send_at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
  const { id } = await send(t, sender, { to: '+94772000002', send_at }, 'LIVE');
  expect(await report(id, 'UNCONFIRMED')).toMatchObject({
    code: 1013,
    description: expect.stringContaining('No carrier has taken'),
  });
});

it('judges a busy prefix by its last codes, of both kinds together', async () => {
  await notNew();
  // The older ones were typed in, the last 200 were not.
  const [old, fresh] = ['10 minutes', '1 minute'];
  await pool.query(
    `insert into verifications (team_id, id, project_id, mode, number_key, prefix, sender, salt, code_length, state, started_at, expires_at, message_id)
      select $1, gen_random_uuid(), $2, 'LIVE', decode(md5(n::text), 'hex'), '947733', 'Lanka Shop', '', 6, 'APPROVED',
        now() - $3::interval, now(), gen_random_uuid() from generate_series(1, 200) n`,
    [sender.teamId, sender.project.id, old],
  );
  await pool.query(
    `insert into message_feedback (team_id, message_id, mode, country, prefix, outcome, sent_at)
      select $1, gen_random_uuid(), 'LIVE', '94', '947733', 'UNCONFIRMED', now() - $2::interval from generate_series(1, 200)`,
    [sender.teamId, fresh],
  );
  expect(await start('+94773300001')).toMatchObject({ code: 5003 });
});
