// Events of opt-outs, however one is made or removed: in its mode, for all projects of the team.
import type { Event, EventList } from '@godwit/contract/publicApi/events';
import { afterAll, expect, it } from 'vitest';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { addSender, makeProject } from '../../test/factories.ts';
import { multipart } from '../../test/upload.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { startNumber, stopNumber } from '../optOuts/byKeyword.ts';
import { optOutByStaff } from '../optOuts/byStaff.ts';
import { purgeClosed } from '../retention/closedQueries.ts';
import { startPositioningEvents } from './position.ts';
import { keepUpEvents } from './upkeep.ts';

const t = await startEngine();
const { pool, kysely } = t.services;
const positioning = startPositioningEvents(t.services, t.signals, 50);
afterAll(() => positioning.stop());

type Mode = 'LIVE' | 'TEST';
const NUMBER = '+94771234567';
const PATH = `/v1/opt_outs/${encodeURIComponent(NUMBER)}`;

async function makeTeam() {
  const team = await makeLiveSender(t);
  const { teamId, project, browser } = team;
  await addSender(t, { teamId, projectId: project.id, sender: 'Lanka Sale', promotional: true });
  const call = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    mode: Mode = 'LIVE',
    payload?: object,
  ) =>
    t.app.inject({
      ...{ method, url, headers: { authorization: team.authorization[mode] } },
      ...(payload && { payload }),
    });
  return {
    ...team,
    call,
    put: (mode: Mode = 'LIVE', scope = 'ALL') => call('PUT', '/v1/opt_outs', mode, { number: NUMBER, scope }),
    /** The path of the link in a promotion. */
    async link(mode: Mode = 'LIVE') {
      const headers = { authorization: team.authorization[mode] };
      const payload = { to: NUMBER, from: 'Lanka Sale', body: 'Sale' };
      const sent = await t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload });
      return new URL(/https?:\S+/.exec(sent.json().body)![0]).pathname;
    },
    byPhone: (what: typeof stopNumber) =>
      transaction(pool, (client) => what(client, { teamId, number: NUMBER, mode: 'LIVE' })),
    byStaff: (isAdded: boolean) => optOutByStaff(kysely, { teamId, number: NUMBER, isAdded }),
    async upload(rows: readonly string[], mode: Mode = 'LIVE') {
      const { headers, payload } = await multipart({ csv: new File([rows.join('\n')], 'numbers.csv') });
      return browser.call('POST', `/v1/web/opt_outs_csv?mode=${mode}`, { headers, json: payload });
    },
  };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

const begin = ({ authorization }: Pick<Team, 'authorization'>, mode: Mode = 'LIVE', after = '') =>
  t.app.inject({
    url: `/v1/events?limit=100&${after ? `after=${after}&wait_s=20` : ''}`,
    headers: { authorization: authorization[mode] },
  });

/** Reads the first `count` events about opt-outs. */
async function read(count: number, of: Pick<Team, 'authorization'>, mode: Mode = 'LIVE'): Promise<Event[]> {
  const events: Event[] = [];
  let after = '';
  while (events.length < count) {
    const url = `/v1/events?limit=100&wait_s=20${after && `&after=${after}`}`;
    const answer = await t.app.inject({ url, headers: { authorization: of.authorization[mode] } });
    expect(answer.statusCode, answer.body).toBe(200);
    const { results, next } = answer.json() as EventList;
    expect(results.length, `after ${events.map(({ type }) => type)}`).toBeGreaterThan(0);
    events.push(...results.filter(({ type }) => type.startsWith('optout.')));
    after = next!;
  }
  return events;
}
const tell = (events: readonly Event[]) =>
  events.map(({ type, data }) => {
    const { scope, source } = data as { scope: string; source: string };
    return `${type.slice('optout.'.length)} ${scope} ${source}`;
  });
/** The types of what is recorded, whether it has a position or not. */
const recorded = async (teamId: string) =>
  (
    await pool.query<{ type: string }>(
      `select type from event_inbox where team_id = $1 and type like 'optout.%'
        union all select type from events where team_id = $1 and type like 'optout.%'`,
      [teamId],
    )
  ).rows.map(({ type }) => type);

it('are recorded for every way in which an opt-out is made or removed', async () => {
  const team = await makeTeam();
  const { browser, call, put, link, byPhone, byStaff, upload } = team;
  await begin(team);
  const page = await link();
  const post = (query = '') => t.app.inject({ method: 'POST', url: page + query });
  const expected: string[] = [];
  const step = async (what: () => Promise<unknown>, ...told: string[]) => {
    await what();
    expected.push(...told);
  };
  await step(() => post(), 'created PROMOTIONAL LINK');
  await step(() => post());
  await step(() => post('?scope=ALL'), 'created ALL LINK');
  await step(() => post('?scope=PROMOTIONAL'), 'deleted ALL LINK');
  await step(() => post('?again=1'), 'deleted PROMOTIONAL LINK');
  await step(() => byPhone(stopNumber), 'created ALL STOP');
  await step(() => byPhone(startNumber), 'deleted ALL STOP');
  await step(() => byStaff(true), 'created ALL STAFF');
  await step(() => byStaff(false), 'deleted ALL STAFF');
  await step(() => browser.post('/v1/web/opt_outs', { number: NUMBER }), 'created ALL CONSOLE');
  let undo = '';
  await step(async () => {
    const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
    undo = removed.json().undo;
  }, 'deleted ALL CONSOLE');
  await step(() => browser.post(`/v1/web/contact_deletions/${undo}/undo`, {}), 'created ALL CONSOLE');
  // The recipient takes over what the team has added.
  await step(() => byPhone(stopNumber), 'created ALL STOP');
  await step(() => byPhone(startNumber), 'deleted ALL STOP');
  await step(() => upload([NUMBER]), 'created ALL IMPORT');
  await step(() => upload([NUMBER]));
  await step(() => call('DELETE', PATH), 'deleted ALL IMPORT');
  await step(() => put(), 'created ALL API');
  await step(() => put());
  await step(() => call('DELETE', PATH), 'deleted ALL API');
  const consent = (kind: string, at: string) =>
    call('PUT', '/v1/consents', 'LIVE', { number: NUMBER, kind, at, source: 'A form' });
  await step(() => consent('WITHDRAWN', '2026-01-01T00:00:00Z'), 'created PROMOTIONAL API');
  await step(() => consent('GIVEN', '2026-01-02T00:00:00Z'), 'deleted PROMOTIONAL API');

  expect(tell(await read(expected.length, team))).toEqual(expected);
});

it('have the opt-out as the list has it, also after it was removed', async () => {
  const team = await makeTeam();
  await begin(team);
  const optOut = (await team.put()).json();
  await team.call('DELETE', PATH);
  const [created, deleted] = await read(2, team);
  expect(created).toMatchObject({ type: 'optout.created', mode: 'LIVE', project_id: team.project.id });
  expect(created!.data).toEqual({
    number: NUMBER,
    scope: 'ALL',
    source: 'API',
    created_at: optOut.created_at,
  });
  expect(deleted).toMatchObject({ type: 'optout.deleted', data: created!.data });
});

it('S74: are for every project of the team that reads events of the mode, and for no other team', async () => {
  const [team, stranger] = [await makeTeam(), await makeTeam()];
  const { id, api_key_live, api_key_test } = await makeProject(team.browser, 'Second');
  const basic = (key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const second = { authorization: { LIVE: basic(api_key_live!), TEST: basic(api_key_test) } };
  for (const reader of [team, second, stranger]) await begin(reader);
  await begin(team, 'TEST');
  await team.put('LIVE');
  await team.put('TEST', 'PROMOTIONAL');
  await stranger.put('LIVE', 'PROMOTIONAL');
  expect(tell(await read(1, stranger))).toEqual(['created PROMOTIONAL API']);
  expect(tell(await read(1, team))).toEqual(['created ALL API']);
  expect(tell(await read(1, team, 'TEST'))).toEqual(['created PROMOTIONAL API']);
  const [ofSecond] = await read(1, second);
  expect([ofSecond!.project_id, ...tell([ofSecond!])]).toEqual([id, 'created ALL API']);
  // Nobody has read the TEST events of the second project.
  expect(await recorded(team.teamId)).toHaveLength(3);
});

it('are events of at most 50 projects: another one is refused, and those that read go on', async () => {
  const team = await makeTeam();
  const others = `insert into event_streams (team_id, project_id, mode)
      select $1, gen_random_uuid(), 'LIVE' from generate_series(1, 50)`;
  await begin(team);
  await pool.query(others, [team.teamId]);
  expect((await team.call('GET', '/v1/events')).statusCode).toBe(200);
  await pool.query('delete from event_streams where project_id = $1', [team.project.id]);
  const refused = await team.call('GET', '/v1/events');
  expect(refused.json()).toMatchObject({ code: 1013, description: expect.stringContaining('50') });
  const endpoint = await team.call('POST', '/v1/webhook_endpoints', 'LIVE', { url: 'https://example.com/x' });
  expect(endpoint.json()).toMatchObject({ code: 1013 });
  expect((await team.call('GET', '/v1/events', 'TEST')).statusCode).toBe(200);
  await pool.query("update event_streams set asked_at = now() - interval '8 days' where team_id = $1", [
    team.teamId,
  ]);
  expect((await team.call('GET', '/v1/events')).statusCode).toBe(200);
});

it('are not recorded while nobody reads events, nor while a process runs that does not know them', async () => {
  const team = await makeTeam();
  await team.put();
  expect(await recorded(team.teamId)).toEqual([]);
  await begin(team);
  await pool.query(
    `insert into processes (id, host, version, roles, started_at, migration, accepted_rate, refused_rate)
      values ($1, 'a', '0.1.0', '{}', now(), 122, 0, 0)`,
    [newId()],
  );
  try {
    await team.call('DELETE', PATH);
  } finally {
    await pool.query("delete from processes where host = 'a'");
  }
  expect(await recorded(team.teamId)).toEqual([]);
  await team.put();
  expect(await recorded(team.teamId)).toEqual(['optout.created']);
});

it('of a file are one for each number, and hold up no other team', async () => {
  const [team, neighbour] = [await makeTeam(), await makeTeam()];
  await begin(team);
  await begin(neighbour);
  const rows = Array.from({ length: 12_000 }, (_, i) => `+9477${String(i).padStart(7, '0')}`);
  const imported = team.upload(rows);
  await neighbour.put();
  expect(tell(await read(1, neighbour))).toEqual(['created ALL API']);
  expect((await imported).json()).toMatchObject({ added: 12_000 });
  expect(await recorded(team.teamId)).toHaveLength(12_000);
});

it('lose their opt-out with a closed team, whose purge records none, and after eight days', async () => {
  const team = await makeTeam();
  await begin(team);
  await team.put();
  const kept = async () =>
    (await pool.query('select from opt_out_changes where team_id = $1', [team.teamId])).rowCount;
  expect(await kept()).toBe(1);
  await pool.query("update opt_out_changes set changed_at = now() - interval '7 days' where team_id = $1", [
    team.teamId,
  ]);
  await keepUpEvents(pool);
  expect(await kept()).toBe(1);
  await pool.query("update opt_out_changes set changed_at = now() - interval '9 days' where team_id = $1", [
    team.teamId,
  ]);
  await keepUpEvents(pool);
  expect(await kept()).toBe(0);
  const [event] = await read(1, team);
  expect(event).toMatchObject({ type: 'optout.created', data: null });

  await pool.query('update teams set closed_at = now() where id = $1', [team.teamId]);
  const left = async () =>
    (await pool.query('select from scoped_opt_outs where team_id = $1', [team.teamId])).rowCount;
  for (let table: number | null = 0; table !== null && (await left()) !== 0; )
    ({ table } = await purgeClosed(pool, { id: team.teamId, isLast: true }, table, 1_000));
  expect([await left(), await recorded(team.teamId)]).toEqual([0, ['optout.created']]);
});
