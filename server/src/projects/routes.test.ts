import { projectAnswer } from '@godwit/contract/projects';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { addSender, makeOwner, makeProject } from '../../test/factories.ts';
import { newId } from '../ids.ts';
import { keyMode } from './keys.ts';

const t = await testApp();

describe('projects', () => {
  it('start in the time zone of their region, with a key for each mode', async () => {
    const lanka = await makeOwner(t);
    const australia = await makeOwner(t, { region_code: 'AU' });
    const project = await makeProject(lanka.browser, '  Shop ');
    expect(project).toMatchObject({
      name: 'Shop',
      role: 'OWNER',
      timezone: 'Asia/Colombo',
      senders: [],
      blocked_codes: [],
      daily_limit: null,
      daily_limt: null,
      daily_warn_pct: null,
      spent_today: 0,
    });
    expect(keyMode(project.api_key_live)).toBe('LIVE');
    expect(keyMode(project.api_key_test)).toBe('TEST');
    expect((await makeProject(australia.browser)).timezone).toBe('Australia/Sydney');
  });

  it('have keys that the database does not reveal', async () => {
    const { browser } = await makeOwner(t);
    const project = await makeProject(browser);
    const { rows } = await t.services.pool.query(
      'select lookup, sealed from api_keys where project_id = $1',
      [project.id],
    );
    const stored = Buffer.concat(
      rows.flatMap((row: { lookup: Buffer; sealed: Buffer }) => [row.lookup, row.sealed]),
    );
    expect(rows).toHaveLength(2);
    expect(stored.includes(project.api_key_live)).toBe(false);
    expect(stored.includes(project.api_key_test)).toBe(false);
  });

  it('are listed in the order they were made', async () => {
    const { browser } = await makeOwner(t);
    const first = await makeProject(browser, 'Shop');
    const second = await makeProject(browser, 'Clinic');
    expect((await browser.get('/v1/web/projects')).json()).toEqual([
      { id: first.id, name: 'Shop', role: 'OWNER', timezone: 'Asia/Colombo', archived_at: null },
      { id: second.id, name: 'Clinic', role: 'OWNER', timezone: 'Asia/Colombo', archived_at: null },
    ]);
  });

  it('show their senders, limit and what was spent on their own day', async () => {
    const { browser, teamId } = await makeOwner(t);
    const { id } = await makeProject(browser);
    await addSender(t, { teamId, projectId: id, sender: 'Offers', promotional: true });
    await t.services.pool.query(
      'update projects set daily_limit_micros = 5000000, daily_warn_fraction = 0.8 where id = $1',
      [id],
    );
    await t.services.pool.query(
      `insert into project_days values ($1, $2, (now() at time zone 'Asia/Colombo')::date, 1600000),
        ($1, $2, (now() at time zone 'Asia/Colombo')::date - 1, 9000000)`,
      [teamId, id],
    );
    const project = projectAnswer.parse((await browser.get(`/v1/web/projects/${id}`)).json());
    expect(project).toMatchObject({ daily_limit: 5, daily_limt: 5, daily_warn_pct: 0.8, spent_today: 1.6 });
    expect(project.senders).toEqual([
      {
        id: 'Offers',
        class: 'PROMOTIONAL',
        is_promotional: true,
        created_at: expect.any(String),
        ...{ substitute: null, aliases: [], owner_name: null },
        registrations: [
          {
            ...{ country: 'AU', state: 'DRAFT', turn: 'OWNER' },
            ...{ network: '*', otherwise: 'STAMP' },
            ...{ expires_at: null, refusal: null, lacks: null, telcos: [] },
          },
        ],
      },
    ]);
  });

  it('are made once by a double submit, and have a name each', async () => {
    const { browser } = await makeOwner(t);
    const clicks = await Promise.all(
      ['Shop', 'Shop', 'Clinic', 'Shop'].map((name) => browser.post('/v1/web/projects', { name })),
    );
    expect(clicks.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(clicks.map((answer) => answer.json().id)).size).toBe(2);
    expect((await browser.get('/v1/web/projects')).json()).toHaveLength(2);
    await t.services.pool.query(`update projects set created_at = created_at - interval '6 seconds'`);
    const TAKEN = 'Your team has a project of this name. Choose another name.';
    const taken = { code: 1013, description: TAKEN, fields: { name: TAKEN } };
    expect((await browser.post('/v1/web/projects', { name: 'shop' })).json()).toEqual(taken);
    const clinic = clicks[2]!.json();
    const rename = (name: string) => browser.call('PUT', `/v1/web/projects/${clinic.id}`, { form: { name } });
    expect((await rename('SHOP')).json()).toEqual(taken);
    expect((await rename('CLINIC')).json().name).toBe('CLINIC');
    expect((await browser.get('/v1/web/projects')).json()).toHaveLength(2);
    // Another team's names are its own.
    const { browser: other } = await makeOwner(t);
    expect((await other.post('/v1/web/projects', { name: 'Shop' })).statusCode).toBe(200);
  });

  it('need a name', async () => {
    const { browser } = await makeOwner(t);
    for (const form of [{}, { name: '' }, { name: '   ' }]) {
      const answer = await browser.post('/v1/web/projects', form);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 1002,
        description: 'Please enter the Project Name',
        fields: { name: 'Please enter the Project Name' },
      });
    }
    expect((await browser.post('/v1/web/projects', { name: 'x'.repeat(101) })).json().code).toBe(1002);
    expect((await browser.get('/v1/web/projects')).json()).toEqual([]);
  });

  it('can be made by owners and admins only', async () => {
    const { browser, teamId } = await makeOwner(t);
    for (const [role, status] of [
      ['ADMIN', 200],
      ['SENDER', 403],
      ['VIEWER', 403],
    ] as const) {
      await t.services.pool.query('update team_members set role = $2 where team_id = $1', [teamId, role]);
      expect((await browser.post('/v1/web/projects', { name: role })).statusCode, role).toBe(status);
    }
    expect((await browser.post('/v1/web/projects', { name: 'no' })).json().code).toBe(1012);
    expect((await browser.get('/v1/web/projects')).json()).toHaveLength(1);
  });
});

describe('API keys', () => {
  it('are shown only to members who may change them', async () => {
    const { browser, teamId } = await makeOwner(t);
    const { id, api_key_live, api_key_test } = await makeProject(browser);
    for (const [role, keys] of [
      ['ADMIN', [api_key_live, api_key_test]],
      ['SENDER', ['', '']],
      ['VIEWER', ['', '']],
    ] as const) {
      await t.services.pool.query('update team_members set role = $2 where team_id = $1', [teamId, role]);
      const answer = await browser.get(`/v1/web/projects/${id}`);
      const project = projectAnswer.parse(answer.json());
      expect([project.role, project.api_key_live, project.api_key_test]).toEqual([role, ...keys]);
      expect(answer.body.includes('gk_')).toBe(role === 'ADMIN');
    }
  });
});

describe('two teams', () => {
  it('see nothing of each other: a foreign project is a missing one', async () => {
    const ours = await makeOwner(t);
    const theirs = await makeOwner(t);
    const foreign = await makeProject(theirs.browser);
    const answers = await Promise.all(
      [foreign.id, newId(), 'no-id', "'", '%00', 'x'.repeat(300)].map((id) =>
        ours.browser.get(`/v1/web/projects/${id}`),
      ),
    );
    const expected = { code: 1001, description: 'The requested resource was not found.' };
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404, 404, 400, 404]);
    for (const i of [0, 1, 2, 3, 5]) expect(answers[i]!.json()).toEqual(expected);
    expect((await ours.browser.get('/v1/web/projects')).json()).toEqual([]);
  });

  it("cannot be switched between by naming the other one's id", async () => {
    const ours = await makeOwner(t);
    const theirs = await makeOwner(t);
    for (const teamId of [theirs.teamId, newId(), 'no-id']) {
      ours.browser.teamId = teamId;
      for (const url of ['/v1/web/projects', '/v1/web/profile', '/v1/web/prices']) {
        const answer = await ours.browser.get(url);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 1001]);
      }
      expect((await ours.browser.post('/v1/web/projects', { name: 'Mine now' })).json().code).toBe(1001);
      // About the person, not the team: this is how a console finds out which teams there are.
      expect((await ours.browser.get('/v1/web/teams')).json()[0].id).toBe(ours.teamId);
    }
    expect((await theirs.browser.get('/v1/web/projects')).json()).toEqual([]);
    const stranger = openBrowser(t.app);
    stranger.teamId = theirs.teamId;
    expect((await stranger.get('/v1/web/projects')).json().code).toBe(4001);
  });

  it('of one person are chosen between, the oldest membership first', async () => {
    const first = await makeOwner(t);
    const second = await makeOwner(t);
    await makeProject(second.browser, 'Theirs');
    await t.services.pool.query(
      `insert into team_members (team_id, user_id, role) select $1, user_id, 'VIEWER' from team_members where team_id = $2`,
      [second.teamId, first.teamId],
    );
    first.browser.teamId = undefined;
    expect((await first.browser.get('/v1/web/projects')).json()).toEqual([]);
    first.browser.teamId = second.teamId;
    expect((await first.browser.get('/v1/web/projects')).json()).toMatchObject([
      { name: 'Theirs', role: 'VIEWER' },
    ]);
    const teams = (await first.browser.get('/v1/web/teams')).json() as { id: string }[];
    expect(teams.map((team) => team.id)).toEqual([first.teamId, second.teamId]);
  });
});
