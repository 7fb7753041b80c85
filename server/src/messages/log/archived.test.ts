// The log before and after its old months were archived: the same, on every page, in both orders, with every
// filter; and the same in details, explanations, reports and exports.
import { pathToFileURL } from 'node:url';
import { publicStatus } from '@godwit/contract/messages/statuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { AGO, archiveAll, makeEnded } from '../../../test/archives.ts';
import { makeSender } from '../../../test/factories.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { archiveOf, floorOf, selectArchivedUntil } from '../../archives/read.ts';
import { heldAbout } from '../../retention/person.ts';
import { parseRetention } from '../../settingValues.ts';

const archiveUrl = pathToFileURL(throwawayFolder()).href;
// All texts are kept, so they are the same.
const t = await testApp({ archiveUrl, retention: parseRetention('texts:0,messages:0') });
const { pool } = t.services;
const [one, two] = [await makeSender(t), await makeSender(t)];
for (const [seed, { teamId, project }] of [one, two].entries())
  await makeEnded(
    pool,
    { teamId, projectId: project.id, timezone: 'Australia/Lord_Howe', busyAt: AGO(200) },
    400,
    seed + 1,
  );
await pool.query(
  `insert into client_references select team_id, id, project_id, mode, case when right(id::text, 1) < '4' then 'order' else 'other' end
   from messages`,
);
await pool.query(
  `update messages set carrier_error = 'err:012', content_class = 'SERVICE' where right(id::text, 1) < '3'`,
);
const { rows: all } = await pool.query<{ id: string; recipient: string; state: never }>(
  `select id, recipient, state from messages where project_id = $1 and mode = 'TEST' order by id`,
  [one.project.id],
);
const [oldest] = all;

const open = (query: Record<string, string>) =>
  t.app.inject({
    url: `/v1/messages?${new URLSearchParams(query)}`,
    headers: { authorization: one.authorization.TEST },
  });
const log = (query: Record<string, string>) =>
  one.browser.get(
    `/v1/web/messages?${new URLSearchParams({ project_id: one.project.id, mode: 'TEST', ...query })}`,
  );

/** Every page of a log. */
async function pagesOf(query: Record<string, string>) {
  const pages: unknown[] = [];
  for (let page = 0; ; page++) {
    const answer = (await log({ ...query, page_num: String(page), page_size: '75' })).json();
    pages.push(answer);
    if (page + 1 >= answer.total_pages) return pages;
  }
}

/** The ids of a walk. The sizes of its pages may differ. */
async function walk(query: Record<string, string>, cursor: 'after' | 'before' = 'after') {
  const ids: string[] = [];
  for (let next = query[cursor]; ; ) {
    const answer = await open({ ...query, ...(next && { [cursor]: next }) });
    expect(answer.statusCode, answer.body).toBe(200);
    const found = answer.json().results.map(({ id }: { id: string }) => id);
    if (cursor === 'after') ids.push(...found);
    else ids.unshift(...found);
    next = answer.json().next;
    if (next === null) return ids;
  }
}

const READS: Record<string, () => Promise<unknown>> = {
  'the pages of the console, newest first': () => pagesOf({ sort_order: 'DESC' }),
  'the pages of the console, oldest first': () => pagesOf({ sort_order: 'ASC' }),
  'a month of the console': () =>
    pagesOf({ from: AGO(120).toISOString().slice(0, 10), to: AGO(60).toISOString().slice(0, 10) }),
  'failed messages': () => pagesOf({ status: 'FAILED', sort_order: 'ASC' }),
  'expired messages': () => pagesOf({ failure: 'EXPIRED' }),
  'incoming messages': () => pagesOf({ direction: 'INCOMING' }),
  'a message by its id': () => pagesOf({ q: oldest!.id }),
  'a page deep in a busy quarter of an hour': async () => {
    const day = AGO(200).toISOString().slice(0, 10);
    return (await open({ page_num: '30', page_size: '2', from: day, to: day, sort_order: 'ASC' })).json();
  },
  'a page by number over the API': async () =>
    (await open({ page_num: '3', page_size: '100', sort_order: 'ASC' })).json(),
  'a page of a reference over the API': async () =>
    (await open({ client_reference: 'order', page_num: '1', page_size: '100', sort_order: 'ASC' })).json(),
  'a walk, newest first': () => walk({ limit: '17' }),
  'a walk, oldest first': () => walk({ limit: '17', sort_order: 'ASC' }),
  'a walk back from a message': () => walk({ limit: '40', before: all[90]!.id }, 'before'),
  'a walk on from an archived message': () => walk({ limit: '40', after: all[90]!.id, sort_order: 'ASC' }),
  'a walk of one recipient': () => walk({ limit: '5', recipient: oldest!.recipient }),
  'a walk of one sender': () => walk({ limit: '30', sender: 'lankapost' }),
  'a walk of one status': () => walk({ limit: '30', status: 'FAILED', sort_order: 'ASC' }),
  'a walk of a reference': () => walk({ limit: '9', client_reference: 'order' }),
  'a walk of a reference and a status': () =>
    walk({ limit: '9', client_reference: 'order', status: 'DELIVERED' }),
  'a walk of some days': () =>
    walk({ limit: '9', from: AGO(400).toISOString().slice(0, 10), to: AGO(10).toISOString().slice(0, 10) }),
  'a message over the API': async () =>
    (
      await t.app.inject({
        url: `/v1/messages/${oldest!.id}`,
        headers: { authorization: one.authorization.TEST },
      })
    ).json(),
  'the details of a message': async () =>
    (await one.browser.get(`/v1/web/messages/${oldest!.id}?project_id=${one.project.id}`)).json(),
  'the explanation of a message': async () =>
    (await one.browser.get(`/v1/web/messages/${oldest!.id}/explanation?project_id=${one.project.id}`)).json(),
  'a report, newest first': async () => (await report('sort_order=DESC&with_text=true')).body,
  'a report, oldest first': async () => (await report('sort_order=ASC&with_text=false')).body,
  'a report of failed messages': async () => (await report('status=FAILED&with_text=true')).body,
  'what is held about a person': async () => {
    const held = [];
    for await (const batch of heldAbout(t.services, oldest!.recipient)) held.push(...batch);
    return JSON.parse(JSON.stringify(held)).sort((a: { id: string }, b: { id: string }) =>
      a.id < b.id ? -1 : 1,
    );
  },
};

const report = (query: string) =>
  one.browser.get(`/v1/web/messages/report.csv?project_id=${one.project.id}&mode=TEST&${query}`);

const before = new Map<string, unknown>();
beforeAll(async () => {
  for (const [name, read] of Object.entries(READS)) before.set(name, await read());
  const outcomes = await archiveAll(t);
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['DONE']));
  const { rows } = await pool.query('select min(id::text) as first from messages where project_id = $1', [
    one.project.id,
  ]);
  expect(rows[0].first >= floorOf(await selectArchivedUntil(pool))).toBe(true);
  expect(all.filter(({ id }) => id < rows[0].first).length).toBeGreaterThan(100);
});

it.each(Object.keys(READS))('%s: as before', async (name) => {
  expect(before.get(name)).not.toEqual([]);
  expect(await READS[name]!()).toEqual(before.get(name));
});

it('no project, mode or team sees the archive of another', async () => {
  const url = `/v1/messages/${oldest!.id}`;
  const get = (authorization: string) => t.app.inject({ url, headers: { authorization } });
  const foreign = await get(two.authorization.TEST);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 1001]);
  expect((await get(one.authorization.LIVE)).json().code).toBe(1004);
});

it('an archived message is not changed: a cancellation is refused, and nothing is charged', async () => {
  const answer = await t.app.inject({
    ...{ method: 'POST', url: `/v1/messages/${oldest!.id}/cancel` },
    headers: { authorization: one.authorization.TEST },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 1013]);
  expect(publicStatus(oldest!.state)).not.toBe('ACCEPTED');
});

describe('reads of archives', () => {
  const release: (() => void)[] = [];
  afterAll(() => {
    for (const each of release) each();
  });

  it('wait for those of the same team, and for no other', async () => {
    const archive = archiveOf(t.services.settings)!;
    let running = 0;
    const stuck = () =>
      archive.read(two.teamId, () => {
        running += 1;
        return new Promise<void>((resolve) => release.push(resolve));
      });
    const reads = Array.from({ length: 11 }, stuck);
    await expect(stuck()).rejects.toMatchObject({ refusal: { refused: 'tooManyRequests' } });
    expect((await open({ limit: '5', sort_order: 'ASC' })).statusCode).toBe(200);
    expect(running).toBe(1);
    while (release.length > 0) {
      release.shift()!();
      await new Promise(setImmediate);
    }
    await Promise.all(reads);
    expect(running).toBe(11);
  });
});

it('a text is hidden as soon as the settings keep texts for less long', async () => {
  const { settings } = t.services;
  const kept = settings.retention;
  const details = async () => JSON.stringify(await READS['the details of a message']!());
  expect(await details()).toContain('"Hello"');
  Object.assign(settings, { retention: parseRetention('texts:30,messages:0') });
  expect(await details()).not.toContain('"Hello"');
  Object.assign(settings, { retention: kept });
});
