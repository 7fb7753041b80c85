// A team's people: inviting, joining, roles in the team and in single projects, and leaving.
import type { Role } from '@godwit/contract/roles';
import type { Invitation, TeamMember } from '@godwit/contract/team';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type Browser, openBrowser } from '../../test/browser.ts';
import { makeOwner, makePerson, makeProject, newestMail, newPerson, signIn } from '../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const DEAD = 'This invitation is not valid any more. Ask for another one.';
const USED = 'This invitation was used already. Sign in to see the team.';

type Answer = Awaited<ReturnType<Browser['get']>>;
const outcome = (answer: Answer) => (answer.statusCode < 300 ? answer.statusCode : answer.json().code);

const invite = (browser: Browser, email: string, role: string = 'SENDER') =>
  browser.post('/v1/web/team/invitations', { email, role });
const accept = (browser: Browser, token: string) => browser.post('/v1/web/invitation/accept', { token });
const look = (token: string) => openBrowser(t.app).get(`/v1/web/invitation?token=${token}`);
const membersOf = async (browser: Browser): Promise<TeamMember[]> =>
  (await browser.get('/v1/web/team/members')).json();
const openInvitations = async (browser: Browser): Promise<Invitation[]> =>
  (await browser.get('/v1/web/team/invitations')).json();

async function tokenFor(email: string): Promise<string> {
  return new URL((await newestMail(t, email)).link).searchParams.get('t')!;
}

/** A person who has joined an owner's team; their browser looks at it. */
async function join(owner: Awaited<ReturnType<typeof makeOwner>>, role: Role) {
  const person = await makePerson(t);
  expect(outcome(await invite(owner.browser, person.email, role))).toBe(200);
  const browser = await signIn(t, person);
  expect((await accept(browser, await tokenFor(person.email))).json()).toEqual({ team_id: owner.teamId });
  browser.teamId = owner.teamId;
  const me = (await membersOf(browser)).find(({ is_me }) => is_me)!;
  return { person, browser, userId: me.user_id };
}

const setRole = (browser: Browser, userId: string, role: string, projectId?: string) =>
  browser.call('PUT', `/v1/web/team/members/${userId}${projectId ? `/projects/${projectId}` : ''}`, {
    form: { role },
  });
const remove = (browser: Browser, userId: string) => browser.call('DELETE', `/v1/web/team/members/${userId}`);

describe('an invitation', () => {
  it('to a person with an account is seen with the link, and joined once', async () => {
    const owner = await makeOwner(t);
    const person = await makePerson(t);
    const sent = (await invite(owner.browser, ` ${person.email.toUpperCase()} `, 'ADMIN')).json();
    expect(sent).toMatchObject({
      email: person.email,
      role: 'ADMIN',
      invited_by: owner.person.email,
      expired: false,
    });
    expect(await openInvitations(owner.browser)).toEqual([sent]);
    const mail = await newestMail(t, person.email);
    expect(mail).toMatchObject({
      subject: 'You are invited to a team on Godwit',
      text: expect.stringContaining(owner.person.email),
    });
    const token = await tokenFor(person.email);
    expect((await look(token)).json()).toEqual({
      email: person.email,
      team_id: owner.teamId,
      team_name: 'Nimal Perera',
      role: 'ADMIN',
      invited_by: owner.person.email,
      has_account: true,
    });

    const browser = await signIn(t, person);
    expect((await accept(browser, token)).json()).toEqual({ team_id: owner.teamId });
    expect(await openInvitations(owner.browser)).toEqual([]);
    expect((await membersOf(owner.browser)).map(({ email, role }) => [email, role])).toEqual([
      [owner.person.email, 'OWNER'],
      [person.email, 'ADMIN'],
    ]);
    expect((await browser.get('/v1/web/teams')).json()).toHaveLength(2);

    for (const again of [await accept(browser, token), await look(token)])
      expect(again.json()).toMatchObject({ code: 1002, fields: { token: USED } });
  });

  it('to a new address proves it: registering by it needs no other mail, and joins', async () => {
    const owner = await makeOwner(t);
    const person = newPerson();
    await invite(owner.browser, person.email);
    const invitation = await tokenFor(person.email);
    expect((await look(invitation)).json()).toMatchObject({ has_account: false });
    const register = (form: Record<string, string>) => openBrowser(t.app).post('/v1/web/register', form);

    const stranger = newPerson();
    expect(outcome(await register({ ...stranger, invitation }))).toBe(1012);
    expect((await pool.query('select 1 from users where email = $1', [stranger.email])).rows).toEqual([]);
    expect(outcome(await register({ ...person, invitation: 'A'.repeat(43) }))).toBe(1002);

    expect(outcome(await register({ ...person, invitation }))).toBe(201);
    expect((await newestMail(t, person.email)).subject).toBe('You are invited to a team on Godwit');
    const browser = await signIn(t, person);
    const teams = (await browser.get('/v1/web/teams')).json() as { id: string }[];
    expect(teams).toHaveLength(2);
    expect(teams.map(({ id }) => id)).toContain(owner.teamId);
    expect(outcome(await register({ ...newPerson(), invitation }))).toBe(1002);
  });

  it('accepted many times at once is accepted once', async () => {
    const owner = await makeOwner(t);
    const person = await makePerson(t);
    await invite(owner.browser, person.email);
    const [token, browser] = [await tokenFor(person.email), await signIn(t, person)];
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(browser, token)));
    expect(answers.map(outcome).sort()).toEqual([1002, 1002, 1002, 200]);
    expect(await membersOf(owner.browser)).toHaveLength(2);
  });

  it('is for its address only', async () => {
    const owner = await makeOwner(t);
    const person = await makePerson(t);
    await invite(owner.browser, person.email);
    const thief = await makeOwner(t);
    const answer = await accept(thief.browser, await tokenFor(person.email));
    expect(answer.json()).toMatchObject({ code: 1012, description: expect.stringContaining(person.email) });
    expect(outcome(await accept(await signIn(t, person), await tokenFor(person.email)))).toBe(200);
  });

  it('ends after a week, when it is revoked, and when another is sent', async () => {
    const owner = await makeOwner(t);
    const person = await makePerson(t);
    const browser = await signIn(t, person);
    const dead = async (token: string) => {
      for (const answer of [await look(token), await accept(browser, token)])
        expect(answer.json()).toMatchObject({ code: 1002, fields: { token: DEAD } });
    };

    await invite(owner.browser, person.email);
    const first = await tokenFor(person.email);
    await pool.query('update invitations set expires_at = now() where email = $1', [person.email]);
    await dead(first);
    expect(await openInvitations(owner.browser)).toMatchObject([{ email: person.email, expired: true }]);

    const { id } = (await invite(owner.browser, person.email)).json();
    const second = await tokenFor(person.email);
    expect(await openInvitations(owner.browser)).toMatchObject([{ id, expired: false }]);
    await dead(first);
    expect(outcome(await owner.browser.call('DELETE', `/v1/web/team/invitations/${id}`))).toBe(200);
    await dead(second);
    expect(outcome(await owner.browser.call('DELETE', `/v1/web/team/invitations/${id}`))).toBe(1001);

    await invite(owner.browser, person.email);
    expect(outcome(await accept(browser, await tokenFor(person.email)))).toBe(200);
  });

  it('is refused for a person who is already in the team, and for a bad address or role', async () => {
    const owner = await makeOwner(t);
    const { person } = await join(owner, 'VIEWER');
    for (const email of [person.email, owner.person.email]) {
      const answer = await invite(owner.browser, email);
      expect(answer.json()).toMatchObject({
        code: 1013,
        fields: { email: expect.stringMatching(/already in the team/) },
      });
    }
    expect((await invite(owner.browser, 'nobody')).json()).toMatchObject({
      code: 1002,
      fields: { email: 'Email is invalid' },
    });
    expect((await invite(owner.browser, 'a@example.com', 'KING')).json()).toMatchObject({
      code: 1002,
      fields: { role: 'role must be OWNER, ADMIN, SENDER or VIEWER' },
    });
    expect(await openInvitations(owner.browser)).toEqual([]);
  });

  it('is mailed to an address three times an hour at most, from all teams together', async () => {
    const { email } = newPerson();
    const owners = [await makeOwner(t), await makeOwner(t)] as const;
    const { id } = (await invite(owners[0].browser, email)).json();
    await owners[0].browser.call('DELETE', `/v1/web/team/invitations/${id}`);
    const answers = await Promise.all([0, 1, 0, 1].map((i) => invite(owners[i as 0].browser, email)));
    expect(answers.map(outcome).sort()).toEqual([1006, 1006, 200, 200]);
    await pool.query(
      `update invitations set created_at = created_at - interval '61 minutes' where email = $1`,
      [email],
    );
    expect(outcome(await invite(owners[0].browser, email))).toBe(200);
  });

  it('of an owner is an owner’s to send', async () => {
    const owner = await makeOwner(t);
    const admin = await join(owner, 'ADMIN');
    expect(outcome(await invite(admin.browser, newPerson().email, 'OWNER'))).toBe(1012);
    expect(outcome(await invite(admin.browser, newPerson().email, 'ADMIN'))).toBe(200);
    await join(owner, 'OWNER');
  });
});

describe('roles', () => {
  it('are changed in the team, by owners and admins, and those of owners by owners', async () => {
    const owner = await makeOwner(t);
    const [admin, viewer] = [await join(owner, 'ADMIN'), await join(owner, 'VIEWER')];
    const ownerId = (await membersOf(owner.browser))[0]!.user_id;
    expect((await setRole(admin.browser, viewer.userId, 'SENDER')).json()).toMatchObject({ role: 'SENDER' });
    expect((await viewer.browser.get('/v1/web/profile')).json().role).toBe('SENDER');
    expect(outcome(await setRole(viewer.browser, viewer.userId, 'ADMIN'))).toBe(1012);
    expect(outcome(await setRole(admin.browser, admin.userId, 'OWNER'))).toBe(1012);
    expect(outcome(await setRole(admin.browser, ownerId, 'VIEWER'))).toBe(1012);
    expect(outcome(await setRole(owner.browser, viewer.userId, 'KING'))).toBe(1002);
    expect(outcome(await setRole(owner.browser, viewer.userId, 'OWNER'))).toBe(200);
    expect(outcome(await setRole(viewer.browser, ownerId, 'ADMIN'))).toBe(200);
  });

  it('leave a team its last owner, also when two step down at once', async () => {
    const owner = await makeOwner(t);
    const ownerId = (await membersOf(owner.browser))[0]!.user_id;
    expect(outcome(await setRole(owner.browser, ownerId, 'ADMIN'))).toBe(1013);
    expect(outcome(await remove(owner.browser, ownerId))).toBe(1013);
    const second = await join(owner, 'OWNER');
    const answers = await Promise.all([
      setRole(owner.browser, ownerId, 'VIEWER'),
      setRole(second.browser, second.userId, 'VIEWER'),
    ]);
    expect(answers.map(outcome).sort()).toEqual([1013, 200]);
  });

  it('replace the team role in one project, everywhere in it, until they are withdrawn', async () => {
    const owner = await makeOwner(t);
    const [shop, clinic] = [
      await makeProject(owner.browser, 'Shop'),
      await makeProject(owner.browser, 'Clinic'),
    ];
    const { browser, userId } = await join(owner, 'VIEWER');
    const sendFrom = async (projectId: string) => {
      const message = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };
      return outcome(
        await browser.post('/v1/web/messages', { ...message, project_id: projectId, mode: 'TEST' }),
      );
    };
    const rename = async (projectId: string) =>
      outcome(await browser.call('PUT', `/v1/web/projects/${projectId}`, { form: { name: 'Renamed' } }));

    expect((await setRole(owner.browser, userId, 'SENDER', shop.id)).json()).toMatchObject({
      role: 'VIEWER',
      project_roles: [{ project_id: shop.id, role: 'SENDER' }],
    });
    expect([await sendFrom(shop.id), await sendFrom(clinic.id), await rename(shop.id)]).toEqual([
      200, 1012, 1012,
    ]);
    await setRole(owner.browser, userId, 'ADMIN', shop.id);
    expect([await rename(shop.id), await rename(clinic.id)]).toEqual([200, 1012]);
    const listed = (await browser.get('/v1/web/projects')).json() as { id: string; role: Role }[];
    expect(listed.map(({ id, role }) => [id, role])).toEqual([
      [shop.id, 'ADMIN'],
      [clinic.id, 'VIEWER'],
    ]);
    expect((await browser.get(`/v1/web/projects/${shop.id}`)).json().api_key_live).toMatch(/^gk_live_/);
    // Team-level actions keep the team role.
    expect(outcome(await browser.post('/v1/web/projects', { name: 'Another' }))).toBe(1012);
    expect(outcome(await invite(browser, newPerson().email))).toBe(1012);
    expect(outcome(await browser.post(`/v1/web/projects/${shop.id}/archive`))).toBe(1012);

    const back = await owner.browser.call('DELETE', `/v1/web/team/members/${userId}/projects/${shop.id}`);
    expect(back.json()).toMatchObject({ project_roles: [] });
    expect([await sendFrom(shop.id), await rename(shop.id)]).toEqual([1012, 1012]);
  });

  it('can be less in one project than in the team, and are not raised by their own holder', async () => {
    const owner = await makeOwner(t);
    const { id } = await makeProject(owner.browser);
    const admin = await join(owner, 'ADMIN');
    await setRole(owner.browser, admin.userId, 'VIEWER', id);
    expect((await admin.browser.get(`/v1/web/projects/${id}`)).json().api_key_live).toBe('');
    expect(outcome(await setRole(admin.browser, admin.userId, 'ADMIN', id))).toBe(1012);
    expect(outcome(await admin.browser.post(`/v1/web/projects/${id}/update_keys`, { mode: 'LIVE' }))).toBe(
      1012,
    );
  });

  it('of owners are the same in every project', async () => {
    const owner = await makeOwner(t);
    const { id } = await makeProject(owner.browser);
    const { userId } = await join(owner, 'SENDER');
    expect(outcome(await setRole(owner.browser, userId, 'OWNER', id))).toBe(1002);
    await setRole(owner.browser, userId, 'VIEWER', id);
    expect((await setRole(owner.browser, userId, 'OWNER')).json()).toMatchObject({
      role: 'OWNER',
      project_roles: [],
    });
    expect(outcome(await setRole(owner.browser, userId, 'VIEWER', id))).toBe(1013);
  });
});

describe('leaving', () => {
  it('takes effect on the next request, and shows nothing of the team afterwards', async () => {
    const owner = await makeOwner(t);
    const { id } = await makeProject(owner.browser);
    const [viewer, admin] = [await join(owner, 'VIEWER'), await join(owner, 'ADMIN')];
    await setRole(owner.browser, viewer.userId, 'SENDER', id);
    expect(outcome(await remove(viewer.browser, admin.userId))).toBe(1012);
    expect(outcome(await remove(admin.browser, viewer.userId))).toBe(200);
    for (const path of ['projects', `projects/${id}`, 'team/members', 'profile'])
      expect(outcome(await viewer.browser.get(`/v1/web/${path}`)), path).toBe(1001);
    expect((await viewer.browser.get('/v1/web/teams')).json()).toHaveLength(1);
    expect(outcome(await remove(admin.browser, viewer.userId))).toBe(1001);
    // Each member may leave, and come back by another invitation, without the role from before.
    expect(outcome(await remove(admin.browser, admin.userId))).toBe(200);
    await invite(owner.browser, viewer.person.email, 'VIEWER');
    await accept(viewer.browser, await tokenFor(viewer.person.email));
    expect((await membersOf(viewer.browser)).find(({ is_me }) => is_me)).toMatchObject({ project_roles: [] });
  });

  it('leaves a person without any team their account, and lets them join the next one', async () => {
    const owner = await makeOwner(t);
    const { browser } = await join(owner, 'OWNER');
    const ownerId = (await membersOf(owner.browser)).find(({ is_me }) => is_me)!.user_id;
    expect(outcome(await remove(browser, ownerId))).toBe(200);
    expect((await owner.browser.get('/v1/web/teams')).json()).toEqual([]);
    expect(outcome(await owner.browser.get('/v1/web/profile'))).toBe(1001);
    expect(
      outcome(await owner.browser.call('PUT', '/v1/web/profile/language', { form: { language: 'ta' } })),
    ).toBe(200);
    const next = await makeOwner(t);
    await invite(next.browser, owner.person.email);
    const { team_id } = (await accept(owner.browser, await tokenFor(owner.person.email))).json();
    expect(team_id).toBe(next.teamId);
    owner.browser.teamId = next.teamId;
    expect(outcome(await owner.browser.get('/v1/web/profile'))).toBe(200);
  });
});

describe('open invitations', () => {
  it('end with who sent them: when they are removed, leave, or lose the right', async () => {
    const owner = await makeOwner(t);
    const [removed, demoted, former] = [
      await join(owner, 'ADMIN'),
      await join(owner, 'ADMIN'),
      await join(owner, 'OWNER'),
    ];
    const sent = async (from: { browser: Browser }, role: Role) => {
      const { email } = newPerson();
      expect(outcome(await invite(from.browser, email, role))).toBe(200);
      return tokenFor(email);
    };
    const dead = [await sent(removed, 'VIEWER'), await sent(demoted, 'SENDER'), await sent(former, 'OWNER')];
    const kept = [await sent(owner, 'VIEWER'), await sent(former, 'ADMIN')];
    await remove(owner.browser, removed.userId);
    await setRole(owner.browser, demoted.userId, 'SENDER');
    await setRole(owner.browser, former.userId, 'ADMIN');
    for (const token of dead) expect((await look(token)).json().fields).toEqual({ token: DEAD });
    for (const token of kept) expect(outcome(await look(token))).toBe(200);
    expect(await openInvitations(owner.browser)).toHaveLength(kept.length);
  });

  it('cost a team nothing of its limit when a viewer is refused them', async () => {
    const limited = await testApp({ limitRegister: { count: 4, seconds: 3_600 } });
    const owner = await makeOwner(limited);
    const { rows } = await limited.services.pool.query(
      `update team_members set role = 'VIEWER' where team_id = $1 returning user_id`,
      [owner.teamId],
    );
    expect(rows).toHaveLength(1);
    for (let tries = 0; tries < 6; tries++)
      expect(outcome(await invite(owner.browser, newPerson().email))).toBe(1012);
    await limited.services.pool.query(`update team_members set role = 'OWNER' where team_id = $1`, [
      owner.teamId,
    ]);
    expect(outcome(await invite(owner.browser, newPerson().email))).toBe(200);
  });
});

describe('the name of a team', () => {
  const rename = (browser: Browser, name: string) => browser.call('PUT', '/v1/web/team', { form: { name } });

  it('is changed by an owner, is in the audit log, and is what invitations call the team', async () => {
    const owner = await makeOwner(t);
    const { browser: admin } = await join(owner, 'ADMIN');
    expect(outcome(await rename(admin, 'Kandy Books'))).toBe(1012);
    expect((await rename(owner.browser, ' කඳු පොත්  & Sons ')).json()).toEqual({
      id: owner.teamId,
      name: 'කඳු පොත් & Sons',
    });
    const teams = (await admin.get('/v1/web/teams')).json() as { id: string; name: string }[];
    expect(teams.find(({ id }) => id === owner.teamId)?.name).toBe('කඳු පොත් & Sons');
    const { rows } = await pool.query(
      `select staff_email, subject, detail from audit_log where team_id = $1 and action = 'TEAM_RENAMED'`,
      [owner.teamId],
    );
    const { userId: by } = (
      await pool.query(`select user_id as "userId" from team_members where team_id = $1 and role = 'OWNER'`, [
        owner.teamId,
      ])
    ).rows[0];
    const detail = { by, from: 'Nimal Perera', to: 'කඳු පොත් & Sons' };
    expect(rows).toEqual([{ staff_email: 'customer', subject: owner.teamId, detail }]);

    const { email } = newPerson();
    await invite(owner.browser, email);
    const mail = await newestMail(t, email);
    expect(mail.text).toContain(`${owner.person.email} invites you to the team “කඳු පොත් & Sons” on Godwit.`);
    expect(mail.subject).not.toContain('Sons');
  });

  it('is no link, no well-known name and no word of another alphabet', async () => {
    const { browser, teamId } = await makeOwner(t);
    const wrong = [
      '',
      'A',
      'x'.repeat(61),
      'Win at prize.example',
      'Shop\u202eGnp',
      'Аpple',
      'Bank of Ceylon',
      'Te1stra Help',
    ];
    for (const name of wrong)
      expect((await rename(browser, name)).json(), name).toMatchObject({
        code: 1002,
        fields: { name: expect.any(String) },
      });
    for (const name of ['Ramanathan Stores', 'A. B. Silva (Pvt) Ltd', 'க்ஷேத்ரா', '24/7 Café'])
      expect((await rename(browser, name)).json(), name).toEqual({ id: teamId, name });
  });

  it('that was registered with a link in it is not in the mails of its invitations', async () => {
    const owner = await makeOwner(t);
    await pool.query(`update teams set name = 'Prize at evil.example' where id = $1`, [owner.teamId]);
    const { email } = newPerson();
    await invite(owner.browser, email);
    const { text } = await newestMail(t, email);
    expect(text).toContain(`${owner.person.email} invites you to their team on Godwit.`);
    expect(text).not.toContain('evil.example');
  });
});
