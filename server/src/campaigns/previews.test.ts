// Previews delay no other request: one of a team at a time, a few in the process, none for a page that has
// gone, and never long at a time on the thread that answers all requests.
import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, campaignForm, numberOf } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { isRefusal } from '../refusal.ts';
import { checkCampaign } from './review/check.ts';
import { previewCampaign } from './review/preview.ts';

const t = await testApp();
const { pool } = t.services;
await t.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = t.app.server.address() as AddressInfo;

type Team = Awaited<ReturnType<typeof makeTeam>>;

async function makeTeam(people = 3) {
  const sender = await makeLiveSender(t);
  const everybody = Array.from({ length: people }, (_, i) => ({ number: numberOf(i) }));
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', everybody);
  return { ...sender, form: campaignForm(sender, { include_groups, is_preview: 'true' }) };
}

const preview = ({ browser, form }: Team): Promise<LightMyRequestResponse> =>
  browser.post('/v1/web/campaigns', form);

/** Previews over a socket, which `signal` closes; `confirm` is added to the form. */
async function previewOf({ browser, form }: Team, signal: AbortSignal, confirm = {}): Promise<Response> {
  const headers = {
    cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    'x-csrf-token': await browser.csrf(),
    'x-team-id': browser.teamId!,
  };
  const body = new URLSearchParams({ ...form, ...confirm });
  return fetch(`http://127.0.0.1:${port}/v1/web/campaigns`, { method: 'POST', headers, body, signal });
}

let unlock = async () => {};
afterEach(() => unlock());

/** Keeps previews from coming to their end, until the test does. */
async function lockContacts(): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table contacts in access exclusive mode');
  unlock = async () => {
    unlock = async () => {};
    await client.query('rollback');
    client.release();
  };
}

async function running(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

const statusesOf = async (answers: Promise<LightMyRequestResponse>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode);

describe('previews', () => {
  it('run one of a team, two in all, and no more than three of a team wait', async () => {
    const [team, second, third] = [await makeTeam(), await makeTeam(), await makeTeam()];
    await lockContacts();
    const answers = Array.from({ length: 5 }, () => preview(team));
    const refused = await Promise.race(answers);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 1006]);
    expect(refused.json().description).toMatch(/Other previews/);
    expect(refused.headers['retry-after']).toBe('10');
    await waitFor(async () => (await running()) === 1);
    const others = [preview(second)];
    await waitFor(async () => (await running()) === 2);
    others.push(preview(third));
    // Everything else is answered in the meantime; the third team's is not begun.
    expect((await third.browser.get('/v1/web/teams')).statusCode).toBe(200);
    expect(await running()).toBe(2);
    await unlock();
    expect(await statusesOf(others)).toEqual([200, 200]);
    expect((await statusesOf(answers)).sort()).toEqual([200, 200, 200, 200, 429]);
  });

  it('are stopped when their page has gone, running or waiting', async () => {
    const team = await makeTeam();
    await lockContacts();
    const pages = Array.from({ length: 5 }, () => new AbortController());
    const gone = pages.map(({ signal }) =>
      previewOf(team, signal).then(
        ({ status }) => status,
        () => 'gone',
      ),
    );
    // So the others run or wait.
    expect(await Promise.race(gone)).toBe(429);
    await waitFor(async () => (await running()) === 1);
    for (const page of pages) page.abort();
    expect((await Promise.all(gone)).sort()).toEqual([429, 'gone', 'gone', 'gone', 'gone']);
    await waitFor(async () => (await running()) === 0, { what: 'the query to be stopped' });
    const next = Array.from({ length: 4 }, () => preview(team));
    await waitFor(async () => (await running()) === 1, { what: 'the next preview to run' });
    await unlock();
    expect(await statusesOf(next)).toEqual([200, 200, 200, 200]);
    expect(t.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
  });

  it('of a confirm are stopped too, and no campaign is made; the same confirm makes it afterwards', async () => {
    const team = await makeTeam();
    const { message_count, cost, fits } = (await preview(team)).json();
    const seen = { expected_count: message_count, expected_cost: cost, expected_fits: fits.message_count };
    const confirm = { ...seen, is_preview: 'false' };
    await lockContacts();
    const page = new AbortController();
    const gone = previewOf(team, page.signal, confirm).catch(() => 'gone');
    await waitFor(async () => (await running()) === 1);
    page.abort();
    expect(await gone).toBe('gone');
    await waitFor(async () => (await running()) === 0, { what: 'the query to be stopped' });
    await unlock();
    const made = async () =>
      (await pool.query('select count(*)::integer as n from campaigns where team_id = $1', [team.teamId]))
        .rows[0].n;
    expect(await made()).toBe(0);
    expect((await previewOf(team, new AbortController().signal, confirm)).status).toBe(200);
    expect(await made()).toBe(1);
    expect(t.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
  });

  it('yield to others after every hundred recipients', async () => {
    const { teamId, project, form } = await makeTeam(2_500);
    const asked = { ...form, include_groups: [form.include_groups!], is_preview: true };
    const checked = await checkCampaign(
      t.services,
      t.messaging,
      { team_id: teamId, id: project.id },
      {
        ...asked,
        content: 'Hello',
        from: 'SANDBOX',
        mode: 'TEST',
        to_landlines: false,
        send_at: null,
      },
    );
    if (isRefusal(checked)) throw new Error(checked.description);
    let checks = 0;
    let most = 0;
    const linkGroup: typeof t.messaging.rules.linkGroup = (...args) => {
      checks++;
      return t.messaging.rules.linkGroup(...args);
    };
    let isOver = false;
    const others = () => {
      most = Math.max(most, checks);
      checks = 0;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const rules = { ...t.messaging.rules, linkGroup };
    const worked = await previewCampaign(t.services, { rules }, checked, new AbortController().signal);
    isOver = true;
    expect(worked.message_count).toBe(2_500);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(100);
  });
});
