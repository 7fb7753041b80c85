// Staff at work on teams and people: finding them, stopping and resuming sending, ending sessions.
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../test/carriers.ts';
import { makeOwner, signIn } from '../../../test/factories.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { rollUpCounts } from '../../stats/rollup.ts';

const t = await startEngine();
const { browser: admin, email } = await makeStaff(t, { role: 'ADMIN' });
const { browser: support } = await makeStaff(t, { role: 'SUPPORT' });

/** One to two seconds from now: to the second, as send_at takes it. */
const soon = () => `${new Date(Date.now() + 2_000).toISOString().slice(0, 19)}Z`;
const act = (path: string, reason = 'Complaints from recipients') =>
  admin.post(`/v1/staff/teams/${path}`, undefined, { json: { reason } });

describe('teams', () => {
  it('are found by name, by the people, projects and numbers in them, and by id', async () => {
    const { teamId, person, project } = await makeLiveSender(t, { amount: '12.50' });
    const number = '+94112300377';
    const json = { project_id: project.id, number, reason: 'Ticket 41' };
    expect((await admin.post(`/v1/staff/teams/${teamId}/numbers`, undefined, { json })).statusCode).toBe(200);
    for (const q of [person.email, person.email.slice(0, 30), teamId, project.id.toUpperCase(), number]) {
      const page = (await support.get(`/v1/staff/teams?q=${encodeURIComponent(q)}`)).json();
      expect(page, q).toMatchObject({ total: 1, results: [{ id: teamId }] });
    }
    expect((await support.get('/v1/staff/teams?q=nobody-has-this')).json()).toEqual({
      results: [],
      total: 0,
      total_pages: 0,
    });
  });

  it('show their people, projects, sender ids and balance', async () => {
    const { teamId, person, project } = await makeLiveSender(t, { amount: '12.555' });
    expect((await support.get(`/v1/staff/teams/${teamId}`)).json()).toMatchObject({
      id: teamId,
      region_code: 'LK',
      currency: 'LKR',
      balance: 12.555,
      // As the team itself reads it: cut to cents.
      display_balance: '12.55',
      verified: true,
      paused: false,
      paused_state: null,
      own_team: false,
      owner_email: person.email,
      members: [{ name: 'Nimal Perera', email: person.email, role: 'OWNER' }],
      projects: [{ id: project.id, name: 'Shop', senders: ['Lanka Shop'], daily_limit: null }],
    });
    expect((await support.get('/v1/staff/teams/nothing')).json().code).toBe(1001);
  });
});

describe('the days of a team', () => {
  it('count its LIVE messages of all projects, before and after they are rolled up', async () => {
    const sender = await makeLiveSender(t);
    await reaches(t, sender, await send(t, sender, { to: '+94771230001' }, 'LIVE'), 'DELIVERED');
    await reaches(t, sender, await send(t, sender, { to: '+94771230004' }, 'LIVE'), 'FAILED');
    await send(t, sender, { to: '+94771230001' }, 'TEST');
    const days = async () => (await support.get(`/v1/staff/teams/${sender.teamId}/days`)).json();
    const before = await days();
    expect(before).toHaveLength(30);
    expect(before.at(-1)).toMatchObject({ total: 2, delivered: 1, failed: 1 });
    expect(before.at(0)).toMatchObject({ total: 0 });
    await rollUpCounts(t.services.pool);
    expect(await days()).toEqual(before);
  });
});

describe('a paused team', () => {
  it('accepts nothing on any ingress, keeps what is queued, and goes on when it is resumed', async () => {
    const sender = await makeLiveSender(t);
    const at = soon();
    const queued = await send(t, sender, { to: '+94771230001', send_at: at }, 'LIVE');

    const paused = (await act(`${sender.teamId}/pause`)).json();
    expect(paused).toMatchObject({ paused: true, paused_state: { by: email } });
    expect((await act(`${sender.teamId}/pause`)).json()).toMatchObject({
      code: 1013,
      description: expect.stringContaining(email),
    });
    const other = await makeLiveSender(t);
    await reaches(t, other, await send(t, other, { to: '+94771230001', send_at: at }, 'LIVE'), 'DELIVERED');
    // The other team's message was due at the same instant: this one had its turn too, and was passed over.
    expect((await read(t, sender, queued)).status).toBe('ACCEPTED');

    const message = { to: '+94771230001', from: 'Lanka Shop', body: 'Hello' };
    const byKey = await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: sender.authorization.LIVE },
      payload: message,
    });
    const byConsole = await sender.browser.post('/v1/web/messages', {
      ...message,
      project_id: sender.project.id,
      mode: 'LIVE',
    });
    for (const { statusCode, body } of [byKey, byConsole]) {
      expect([statusCode, JSON.parse(body).code]).toEqual([403, 4008]);
    }

    expect((await act(`${sender.teamId}/resume`, 'They have mended it')).json().paused).toBe(false);
    await reaches(t, sender, queued, 'DELIVERED');
    expect((await act(`${sender.teamId}/resume`)).json().code).toBe(1013);
    expect((await auditOf(t, 'TEAM_RESUMED'))[0]).toMatchObject({
      team_id: sender.teamId,
      detail: { reason: 'They have mended it' },
    });
  });

  it('needs a reason, a role, and a decider who is not in it', async () => {
    const { teamId, person } = await makeOwner(t);
    expect((await act(`${teamId}/pause`, '')).json()).toMatchObject({
      code: 1002,
      fields: { reason: expect.any(String) },
    });
    const json = { reason: 'Because' };
    expect((await support.post(`/v1/staff/teams/${teamId}/pause`, undefined, { json })).json().code).toBe(
      1012,
    );
    const { browser: own } = await makeStaff(t, { role: 'ADMIN', email: person.email });
    for (const what of ['pause', 'resume', 'withdraw_verification']) {
      const answer = await own.post(`/v1/staff/teams/${teamId}/${what}`, undefined, { json });
      expect(answer.json().code, what).toBe(1012);
    }
    expect((await act('nothing/pause')).json().code).toBe(1001);
    expect((await act('018f3b2e-0000-7000-8000-000000000000/resume')).json().code).toBe(1001);
  });
});

describe('a verification', () => {
  it('is taken back: LIVE stops, and what was scheduled fails and is refunded', async () => {
    const sender = await makeLiveSender(t, { amount: '10' });
    const at = soon();
    const scheduled = await send(t, sender, { to: '+94771230001', send_at: at }, 'LIVE');
    expect((await act(`${sender.teamId}/withdraw_verification`)).json().verified).toBe(false);
    expect((await act(`${sender.teamId}/withdraw_verification`)).json().code).toBe(1013);
    const failed = await reaches(t, sender, scheduled, 'FAILED');
    expect(failed.failure?.code).toBe('UNVERIFIED');
    expect((await admin.get(`/v1/staff/teams/${sender.teamId}`)).json().balance).toBe(10);
  });
});

describe('people', () => {
  it('are found and shown with their teams and where they are signed in', async () => {
    const { person, teamId } = await makeOwner(t);
    const page = (await support.get(`/v1/staff/users?q=${encodeURIComponent(person.email)}`)).json();
    expect(page).toMatchObject({
      total: 1,
      results: [{ name: 'Nimal Perera', email_verified: true, teams: [{ id: teamId, role: 'OWNER' }] }],
    });
    const user = (await support.get(`/v1/staff/users/${page.results[0].id}`)).json();
    expect(user.sessions).toHaveLength(1);
    expect(Object.keys(user.sessions[0]).sort()).toEqual(
      ['country_name', 'created_at', 'device', 'id', 'ip', 'last_seen_at'].sort(),
    );
  });

  it('are signed out by staff, in one session or everywhere, and that is logged', async () => {
    const { person, browser } = await makeOwner(t);
    const elsewhere = await signIn(t, person);
    const { results } = (await support.get(`/v1/staff/users?q=${encodeURIComponent(person.email)}`)).json();
    const path = `/v1/staff/users/${results[0].id}`;
    const [newest] = (await support.get(path)).json().sessions;
    const ended = await support.call('DELETE', `${path}/sessions/${newest.id}`);
    expect(ended.json().sessions).toHaveLength(1);
    expect((await support.call('DELETE', `${path}/sessions/${newest.id}`)).json().code).toBe(1001);
    const answers = [await browser.get('/v1/web/profile'), await elsewhere.get('/v1/web/profile')];
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);

    expect((await support.call('DELETE', `${path}/sessions`)).json().sessions).toEqual([]);
    expect((await browser.get('/v1/web/profile')).json().code).toBe(4001);
    expect((await auditOf(t, 'SESSIONS_ENDED')).map(({ subject, detail }) => [subject, detail])).toEqual([
      [person.email, { user: results[0].id, session: 'all' }],
      [person.email, { user: results[0].id, session: newest.id }],
    ]);
    const { browser: finance } = await makeStaff(t, { role: 'FINANCE' });
    expect((await finance.call('DELETE', `${path}/sessions`)).json().code).toBe(1012);
  });
});
