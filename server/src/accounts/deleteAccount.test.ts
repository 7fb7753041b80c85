// Deleting an account: who is refused, what is gone at once, what goes later, and what stays for the ledger.
import { describe, expect, it } from 'vitest';
import { addContact } from '../../test/accessWorld.ts';
import { testApp } from '../../test/app.ts';
import {
  addSender,
  credit,
  makeSender,
  newestMail,
  PASSWORD,
  signIn,
  verifyTeam,
} from '../../test/factories.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { removeOld } from '../retention/run.ts';
import { parseRetention } from '../settingValues.ts';

const t = await testApp({ retention: parseRetention('closed:0') });
const { pool } = t.services;
const remove = (person: Awaited<ReturnType<typeof makeSender>>, body: object) =>
  person.browser.post('/v1/web/profile/delete', { password: PASSWORD, ...body });
const count = async (table: string, teamId: string) =>
  (await pool.query(`select count(*)::integer as n from ${table} where team_id = $1`, [teamId])).rows[0].n;

const leaver = await makeSender(t);
const other = await makeSender(t);
const send = (sender: typeof leaver, mode: 'LIVE' | 'TEST', body: object) =>
  t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization[mode] },
    payload: { to: '+94771234567', from: 'Lanka Shop', body: 'Hello', ...body },
  });
for (const sender of [leaver, other]) {
  await verifyTeam(t, sender.teamId);
  await credit(t, sender.teamId, '100');
  await addSender(t, { teamId: sender.teamId, projectId: sender.project.id, sender: 'Lanka Shop' });
  await addContact(t, sender.teamId);
  const later = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
  expect((await send(sender, 'LIVE', { send_at: later })).statusCode).toBe(201);
}

describe('deleting an account', () => {
  it('is refused for a wrong password, and until the balance is given up', async () => {
    expect((await remove(leaver, { password: 'Wrong$word1' })).json()).toMatchObject({
      code: 1002,
      fields: { password: expect.anything() },
    });
    const kept = await remove(leaver, {});
    expect(kept.json()).toMatchObject({
      code: 1013,
      fields: { give_up_balance: expect.stringContaining('balance') },
    });
  });

  it('is refused while a team with other members would lose its only owner', async () => {
    const { rows } = await pool.query('select user_id from team_members where team_id = $1', [other.teamId]);
    await pool.query(`insert into team_members (team_id, user_id, role) values ($1, $2, 'VIEWER')`, [
      leaver.teamId,
      rows[0].user_id,
    ]);
    const needed = await remove(leaver, { give_up_balance: true });
    expect(needed.json()).toMatchObject({
      code: 1013,
      description: expect.stringContaining('needs an owner'),
    });
    await pool.query(`delete from team_members where team_id = $1 and role = 'VIEWER'`, [leaver.teamId]);
  });

  it('also requires a code if a second factor is on', async () => {
    const { rows } = await pool.query('select user_id from team_members where team_id = $1', [leaver.teamId]);
    await pool.query(`insert into second_factors (user_id, sealed, confirmed_at) values ($1, $2, now())`, [
      rows[0].user_id,
      t.services.secrets.seal('second factor', 'JBSWY3DPEHPK3PXP'),
    ]);
    expect((await remove(leaver, { give_up_balance: true })).json()).toMatchObject({
      code: 1002,
      fields: { code: expect.anything() },
    });
    await pool.query('delete from second_factors where user_id = $1', [rows[0].user_id]);
  });

  it('erases the user and closes the team at once', async () => {
    const { email } = leaver.person;
    expect((await remove(leaver, { give_up_balance: true })).statusCode).toBe(200);
    expect((await leaver.browser.get('/v1/web/profile')).statusCode).toBe(401);
    await expect(signIn(t, leaver.person)).rejects.toThrow(/4003/);
    await expect(newestMail(t, email)).rejects.toThrow();
    expect((await send(leaver, 'TEST', {})).statusCode).toBe(401);
    expect((await send(other, 'TEST', { from: 'SANDBOX' })).statusCode).toBe(201);
    const { rows } = await pool.query(
      `select action, staff_email, team_id from audit_log where action in ('TEAM_CLOSED', 'ACCOUNT_DELETED') order by id`,
    );
    expect(rows).toEqual([
      { action: 'TEAM_CLOSED', staff_email: 'customer', team_id: leaver.teamId },
      { action: 'ACCOUNT_DELETED', staff_email: 'customer', team_id: null },
    ]);
    for (const table of ['users', 'mails', 'user_tokens', 'sessions', 'invitations', 'audit_log'])
      expect(
        (await pool.query(`select row_to_json(r)::text as text from ${table} as r`)).rows.filter(({ text }) =>
          text.includes(email),
        ),
      ).toEqual([]);
  });

  it('later purges the closed team and refunds its scheduled messages, without touching other teams', async () => {
    await pool.query(
      `insert into client_references select team_id, id, project_id, mode, 'order' from messages where team_id in ($1, $2)`,
      [leaver.teamId, other.teamId],
    );
    const ofOther = await count('client_references', other.teamId);
    for (let i = 0; i < 60; i++)
      await removeOld(t.services, { pace: { batch: 10, roundMs: 1 }, restSeconds: 0 });
    const { rows } = await pool.query('select id from teams where purged_at is not null');
    expect(rows).toEqual([{ id: leaver.teamId }]);
    for (const table of [
      'contacts',
      'templates',
      'campaign_recipients',
      'api_keys',
      'named_keys',
      'key_days',
      'client_references',
    ])
      expect([table, await count(table, leaver.teamId)]).toEqual([table, 0]);
    expect(await count('contacts', other.teamId)).toBe(1);
    expect([ofOther > 0, await count('client_references', other.teamId)]).toEqual([true, ofOther]);
    const messages = await pool.query(
      'select body, recipient, state, charged_micros from messages where team_id = $1',
      [leaver.teamId],
    );
    expect(messages.rows).toEqual([
      { body: '', recipient: expect.stringMatching(/^\+947?$/), state: 'failed', charged_micros: 0n },
    ]);
    const left = await pool.query(`select body, state from messages where team_id = $1 and mode = 'LIVE'`, [
      other.teamId,
    ]);
    expect(left.rows).toEqual([{ body: 'Hello', state: 'accepted' }]);
    expect(await count('ledger_entries', leaver.teamId)).toBeGreaterThan(1);
    expect(await count('payments', leaver.teamId)).toBe(1);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});
