// Saved filters of the log over HTTP: one list per member and project, bounded, and gone with the membership.
import { MAX_SAVED_FILTERS, type SavedFilter } from '@godwit/contract/messages/savedFilters';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import { makeProject, makeSender, PASSWORD } from '../../../test/factories.ts';

const t = await testApp();
const owner = await makeSender(t);
const member = await makeSender(t);
await t.services.pool.query(
  `insert into team_members (team_id, user_id, role) select $1, user_id, 'VIEWER' from team_members where team_id = $2`,
  [owner.teamId, member.teamId],
);

const FAILED: SavedFilter = { name: 'Failed today', query: 'range=1d&status=FAILED' };
const KANDY: SavedFilter = { name: 'Kandy', query: 'range=7d&q=9481' };
const urlOf = (projectId = owner.project.id) => `/v1/web/projects/${projectId}/log_filters`;
const save = (filters: object[], browser: Browser = owner.browser) =>
  browser.call('PUT', urlOf(), { json: { filters } });
const list = async (projectId?: string): Promise<SavedFilter[]> =>
  (await owner.browser.get(urlOf(projectId))).json().filters;

describe('saved filters of the log', () => {
  it('are none at first, then those of the last write, in its order', async () => {
    expect(await list()).toEqual([]);
    const saved = await save([{ ...FAILED, name: '  Failed today ' }, KANDY]);
    expect(saved.json()).toEqual({ filters: [FAILED, KANDY] });
    expect(await list()).toEqual([FAILED, KANDY]);
    await save([KANDY]);
    expect(await list()).toEqual([KANDY]);
  });

  it('belong to one member and one project, and go with the membership', async () => {
    const inTeam = { headers: { 'x-team-id': owner.teamId } };
    const ofMember = () => member.browser.call('GET', urlOf(), inTeam);
    expect((await ofMember()).json()).toEqual({ filters: [] });
    const written = await member.browser.call('PUT', urlOf(), { ...inTeam, json: { filters: [FAILED] } });
    expect(written.statusCode, written.body).toBe(200);
    expect(await list()).toEqual([KANDY]);
    expect(await list((await makeProject(owner.browser, 'Other')).id)).toEqual([]);

    const exported = await member.browser.post('/v1/web/profile/export', { password: PASSWORD });
    expect(exported.body).toContain('status=FAILED');
    expect(exported.body).not.toContain('q=9481');

    const userId = (await member.browser.get('/v1/web/profile')).json().id;
    const gone = await owner.browser.call('DELETE', `/v1/web/team/members/${userId}`);
    expect(gone.statusCode, gone.body).toBe(200);
    const { rows } = await t.services.pool.query('select user_id from log_filters where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['two of a name', [KANDY, { ...FAILED, name: 'KANDY' }], 'You have a filter of this name'],
    ['no name', [{ ...FAILED, name: ' ' }], 'Filter name is required'],
    ['a name too long', [{ ...FAILED, name: 'x'.repeat(41) }], 'Use at most 40 characters'],
    ['a query too long', [{ ...FAILED, query: 'x'.repeat(1001) }], ''],
    [
      'more than a project may have',
      Array.from({ length: MAX_SAVED_FILTERS + 1 }, (_, at) => ({ ...FAILED, name: `Filter ${at}` })),
      'at most 10',
    ],
  ])('with %s are refused, and the list stays', async (_what, filters, words) => {
    const refused = await save(filters);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(words);
    expect(await list()).toEqual([KANDY]);
  });
});
