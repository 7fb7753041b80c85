// Campaigns by a part of their name, through HTTP: those of the project and mode, and of no other team.
import { type CampaignPage, MAX_CAMPAIGNS_SEARCHED } from '@godwit/contract/campaigns/campaigns';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addCampaign } from '../../test/campaigns.ts';
import { makeSender } from '../../test/factories.ts';

const t = await testApp();
const owner = await makeSender(t);
const other = await makeSender(t);

const campaignOf = ({ teamId, project }: typeof owner, name: string, mode: 'TEST' | 'LIVE' = 'TEST') =>
  addCampaign(t.services, { teamId, projectId: project.id, mode, name, content: 'Half price until Sunday' });

async function find(q: string, more: Record<string, string> = {}, who = owner): Promise<CampaignPage> {
  const query = new URLSearchParams({
    project_id: who.project.id,
    mode: 'TEST',
    page_size: '25',
    q,
    ...more,
  });
  return (await who.browser.get(`/v1/web/campaigns?${query}`)).json();
}

const names = ({ results }: CampaignPage) => results.map(({ name }) => name);

beforeAll(async () => {
  for (const name of ['New Year sale', 'Sale of shoes', '100% off_peak', 'අලුත් අවුරුදු', 'Vesak greetings'])
    await campaignOf(owner, name);
  await campaignOf(owner, 'Sale in LIVE', 'LIVE');
  await campaignOf(other, 'Sale of another team');
});

it('finds what has the text anywhere in its name, newest first, in upper or lower case', async () => {
  expect(names(await find('SALE'))).toEqual(['Sale of shoes', 'New Year sale']);
  expect(names(await find(' year '))).toEqual(['New Year sale']);
  expect(names(await find('අවුරුදු'))).toEqual(['අලුත් අවුරුදු']);
  expect(await find('wesak')).toEqual({ results: [], total: 0, total_pages: 0 });
  expect((await find('  ')).total).toBe(5);
});

it('counts and pages its results', async () => {
  const page = await find('sale', { page_size: '1', page_num: '1' });
  expect(page).toMatchObject({ total: 2, total_pages: 2, results: [{ name: 'New Year sale' }] });
  const { browser, project } = owner;
  const list = await browser.get(`/v1/web/campaigns?project_id=${project.id}&mode=TEST&q=sale`);
  expect(list.json()).toHaveLength(2);
});

it.each([
  ['%', ['100% off_peak']],
  ['_', ['100% off_peak']],
  ['\\', []],
])('takes %s for what it is', async (q, found) => {
  expect(names(await find(q))).toEqual(found);
});

it('keeps modes, projects and teams apart', async () => {
  expect(names(await find('sale', { mode: 'LIVE' }))).toEqual(['Sale in LIVE']);
  expect(names(await find('sale', {}, other))).toEqual(['Sale of another team']);
  const path = (projectId: string) => `/v1/web/campaigns?project_id=${projectId}&mode=TEST&q=sale`;
  const foreign = await other.browser.get(path(owner.project.id));
  const missing = await other.browser.get(path('019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21'));
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
});

it('refuses a text that no name can be', async () => {
  const query = `project_id=${owner.project.id}&mode=TEST&q=${'x'.repeat(101)}`;
  const { code, fields } = (await owner.browser.get(`/v1/web/campaigns?${query}`)).json();
  expect([code, Object.keys(fields)]).toEqual([1002, ['q']]);
});

it('reads no more than the newest of many', async () => {
  const many = await makeSender(t);
  const oldest = await campaignOf(many, 'The very first');
  // Their ids are of the end of time, newer than any that is made now.
  await t.services.pool.query(
    `insert into campaigns (team_id, id, project_id, mode, name, content, sender, group_ids, due_at, state, open)
      select team_id, ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(i), 12, '0'))::uuid, project_id, mode, 'One of many', content,
        sender, group_ids, now(), 'done', false
      from campaigns, generate_series(1, $2) as i where id = $1`,
    [oldest, MAX_CAMPAIGNS_SEARCHED - 1],
  );
  expect((await find('first', {}, many)).total).toBe(1);
  await campaignOf(many, 'A newer one');
  expect((await find('first', {}, many)).total).toBe(0);
  expect((await find('one', {}, many)).total).toBe(MAX_CAMPAIGNS_SEARCHED);
});
