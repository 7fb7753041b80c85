// Texts with signs of fraud are accepted and charged, and wait until staff release them.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { holdTexts, newestMail } from '../../../test/factories.ts';
import { makeStaff } from '../../../test/staff.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { freeReleased } from '../../carriers/recovery/queries.ts';
import { transaction } from '../../db/transaction.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const rulesFile = join(folder, 'rules.json');
writeFileSync(rulesFile, JSON.stringify(holdTexts('LK')));
const t = await testApp({ rulesFile });
const { pool } = t.services;
const { browser: compliance } = await makeStaff(t, { role: 'COMPLIANCE' });

const SHORT = 'Offers at https://bit.ly/3x';
const to = '+94771234567';
let sender: Awaited<ReturnType<typeof makeLiveSender>>;
beforeEach(async () => {
  sender = await makeLiveSender(t);
});

async function send(body: string, mode: 'LIVE' | 'TEST' = 'LIVE'): Promise<string> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization[mode] },
    payload: { to, from: 'Lanka Shop', body },
  });
  expect(answer.json()).toMatchObject({ status: 'ACCEPTED' });
  return answer.json().id;
}

const keyOf = (host: number) => `CommBank h${host}.evil.example`;

/** Sends texts at once. Returns the ids of the messages. */
async function sendBatch(bodies: readonly string[]): Promise<string[]> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages/batch',
    headers: { authorization: sender.authorization.LIVE },
    payload: { messages: bodies.map((body) => ({ to, from: 'Lanka Shop', body })) },
  });
  return answer.json().results.map(({ id }: { id: string }) => id);
}

/** The explanation of a message for its team, as it is a minute after the message was accepted. */
async function explain(id: string): Promise<object[]> {
  await pool.query(`update messages set accepted_at = accepted_at - interval '1 min' where id = $1`, [id]);
  const path = `/v1/web/messages/${id}/explanation?project_id=${sender.project.id}`;
  return (await sender.browser.get(path)).json().steps;
}

/** The key of the hold of each of these messages, in order; null if it is not held. */
async function heldFor(ids: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await pool.query(
    'select message_id, held_for from send_queue where message_id = any($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.message_id === id).held_for);
}

const release = (destination: string) =>
  compliance.post(`/v1/staff/teams/${sender.teamId}/release`, { destination, reason: 'Their own link' });

describe('a text with a sign of fraud', () => {
  it('waits in LIVE, and its team and staff see what was found', async () => {
    const ids = [
      await send(SHORT),
      await send('CommBank: https://secure-au.com'),
      await send('Your code is 1234'),
      await send(SHORT, 'TEST'),
    ];
    expect(await heldFor(ids)).toEqual(['bit.ly', 'CommBank secure-au.com', null, null]);
    const found = [
      { destination: 'bit.ly', reason: 'SHORTENER', countries: [], waiting: 1 },
      { destination: 'CommBank secure-au.com', reason: 'BRAND', countries: [], waiting: 1 },
    ];
    expect((await sender.browser.get('/v1/web/holds')).json().holds).toMatchObject(found);
    const listed = (await compliance.get(`/v1/staff/holds?team_id=${sender.teamId}`)).json().results;
    expect(listed).toMatchObject(found.map((one) => ({ ...one, team: { id: sender.teamId } })));

    const mail = await newestMail(t, sender.person.email);
    expect(mail).toMatchObject({
      subject: 'Some of your texts are held',
      text: expect.stringContaining('bit.ly'),
    });
    const { rows } = await pool.query('select from mails where recipient = $1 and subject = $2', [
      sender.person.email,
      mail.subject,
    ]);
    expect(rows, 'mails while texts are held').toHaveLength(1);
  });

  it('waits in a batch, each with its own sign', async () => {
    const ids = await sendBatch([
      ...['At http://203.0.113.7/', 'Pay with PаyPal', 'Track it at https://lanka.shop'],
    ]);
    expect(await heldFor(ids)).toEqual(['203.0.113.7', 'pаypal', null]);
  });

  it('shares one key with others if its team has 50 already, and is released with them', async () => {
    const bodies = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `CommBank: https://h${from + i}.evil.example`);
    await sendBatch(bodies(0, 30));
    const ids = await sendBatch(bodies(20, 40));
    const keys = await heldFor(ids);
    expect(new Set(keys.slice(30))).toEqual(new Set(['MANY']));
    const { rows } = await pool.query(
      'select destination from team_destinations where team_id = $1 and reason is not null',
      [sender.teamId],
    );
    expect(rows).toHaveLength(51);
    expect((await sender.browser.get('/v1/web/holds')).json().holds).toContainEqual(
      expect.objectContaining({ destination: 'MANY', reason: 'MANY', waiting: 10 }),
    );
    expect((await release('MANY')).statusCode).toBe(200);
    expect(await heldFor(await sendBatch(bodies(5, 1).concat(bodies(99, 1))))).toEqual([keyOf(5), null]);
  });

  it('is held for a brand if it hides a code, and for no other sign', async () => {
    const verify = async (body: string, number: string) => {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/v1/verifications',
        headers: { authorization: sender.authorization.LIVE },
        payload: { to: number, from: 'Lanka Shop', body },
      });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      const { rows } = await pool.query(
        'select q.held_for from send_queue q join messages m on m.id = q.message_id where m.recipient = $1',
        [number],
      );
      return rows.map(({ held_for }) => held_for);
    };
    expect(await verify('CommBank: {code}, or sign in at evil.lk', '+94771230001')).toEqual([
      'CommBank evil.lk',
    ]);
    expect(await verify('{code} for bit.ly/x', '+94771230002')).toEqual([null]);
  });

  it('is held by its next sign if the first one is released', async () => {
    await send(SHORT);
    await release('bit.ly');
    const id = await send('At bit.ly/x or is.gd/y');
    expect(await heldFor([id])).toEqual(['is.gd']);
    expect(await explain(id)).toContainEqual(expect.objectContaining({ reason: 'TEXT_HELD', until: null }));
  });

  it('is explained to its team while it waits', async () => {
    const steps = await explain(await send(SHORT));
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'WAIT', reason: 'TEXT_HELD' }));
  });

  it('is charged, and goes out once staff release what was found; later ones are not held', async () => {
    const balance = async () =>
      (await pool.query('select balance_micros from balances where team_id = $1', [sender.teamId])).rows[0]
        .balance_micros;
    const before = await balance();
    const first = await send(SHORT);
    expect(await balance()).toBeLessThan(before);
    expect((await release('is.gd')).json().code).toBe(1001);
    expect((await release('bit.ly')).statusCode).toBe(200);
    expect((await release('bit.ly')).json().code).toBe(1013);
    await transaction(pool, (client) => freeReleased(client, 500));
    const later = await send('More at bit.ly/4y');
    expect(await heldFor([first, later, await send('At is.gd/4y')])).toEqual([null, null, 'is.gd']);
    const { rows } = await pool.query(
      `select subject from audit_log where team_id = $1 and action = 'DESTINATION_RELEASED'`,
      [sender.teamId],
    );
    expect(rows).toEqual([{ subject: 'bit.ly' }]);
  });
});
