// Events in the public API: all of a project and mode, in an order that misses none.
import { ERRORS } from '@godwit/contract/errors';
import type { Event, EventList } from '@godwit/contract/publicApi/events';
import type { ClientBase } from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { reaches, send, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { newId } from '../ids.ts';
import { openPositioning, startPositioningEvents } from './position.ts';
import { purgeEvents } from './queries.ts';

const t = await startEngine();
const { pool } = t.services;
const sender = await makeSender(t);
const startEvents = () => startPositioningEvents(t.services, t.signals, 50);
let positioning = startEvents();
afterAll(() => positioning.stop());

type Sender = Pick<typeof sender, 'authorization'>;
type Mode = 'TEST' | 'LIVE';
const get = (query = '', { authorization }: Sender = sender, mode: Mode = 'TEST') =>
  t.app.inject({ url: `/v1/events${query}`, headers: { authorization: authorization[mode] } });
const list = async (query = '', of: Sender = sender, mode: Mode = 'TEST'): Promise<EventList> => {
  const answer = await get(query, of, mode);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
/** Reads from an event on until there are `count` events, of a kind if one is given. */
async function read(count: number, after: string | null, of: Sender = sender, kind = '') {
  const events: Event[] = [];
  let next = after;
  while (events.length < count) {
    const page = await list(`?limit=2&wait_s=20${next ? `&after=${next}` : ''}`, of);
    expect(page.results.length, `after ${events.map(({ type }) => type)}`).toBeGreaterThan(0);
    events.push(...page.results.filter(({ type }) => type.startsWith(kind)));
    next = page.next;
  }
  return { events, next: next! };
}
const typesAndIds = (events: readonly Event[]) =>
  events.map(({ type, data }) => [type, data && 'id' in data ? data.id : undefined]);

it('are those of messages since the first call, as their callbacks tell them', async () => {
  await send(t, sender, { to: '+94771230001' }).then((early) => reaches(t, sender, early, 'DELIVERED'));
  expect(await list()).toEqual({ results: [], next: null });
  const delivered = await send(t, sender, { to: '+94771230001' });
  const { events, next } = await read(2, null);
  expect(typesAndIds(events)).toEqual([
    ['message.sent', delivered.id],
    ['message.delivered', delivered.id],
  ]);
  expect(events[0]).toMatchObject({ project_id: sender.project.id, mode: 'TEST' });
  expect(events[0]!.data).toMatchObject({
    status: 'SENT',
    to: '+94771230001',
    events: { delivered_at: null },
  });
  expect(events[1]!.data).toMatchObject({ status: 'DELIVERED', failure: null });

  const failed = await send(t, sender, { to: '+94771230002' });
  const later = await read(2, next);
  expect(typesAndIds(later.events)).toEqual([
    ['message.sent', failed.id],
    ['message.failed', failed.id],
  ]);
});

it('S74: are those of the project and mode of the key alone, and no cursor leads to others', async () => {
  const other = await makeSender(t);
  await list('', other, 'LIVE');
  await list('', other);
  const message = await send(t, other, { to: '+94771230001' });
  const { events } = await read(2, null, other);
  expect(typesAndIds(events).every(([, id]) => id === message.id)).toBe(true);
  expect(await list('', other, 'LIVE')).toEqual({ results: [], next: null });

  const { status, code } = ERRORS.notFound;
  const foreign = `?after=${events[0]!.id}`;
  for (const answer of [await get(foreign), await get(foreign, other, 'LIVE')])
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
});

it('are of verifications, too', async () => {
  const one = await makeSender(t);
  const post = (path: string, payload?: object) =>
    t.app.inject({
      method: 'POST',
      url: `/v1/verifications${path}`,
      headers: { authorization: one.authorization.TEST },
      ...(payload && { payload }),
    });
  await list('', one);
  const start = async (to: string) => (await post('', { to, from: 'SANDBOX' })).json().id as string;
  const approved = await start('+94771231234');
  await post(`/${approved}/check`, { code: '000000' });
  await post(`/${approved}/check`, { code: '231234' });
  const cancelled = await start('+94771235678');
  await post(`/${cancelled}/cancel`);
  const { events: ofCodes } = await read(4, null, one, 'verification.');
  expect(typesAndIds(ofCodes)).toEqual([
    ['verification.started', approved],
    ['verification.approved', approved],
    ['verification.started', cancelled],
    ['verification.cancelled', cancelled],
  ]);
  expect(ofCodes[0]!.data).toMatchObject({ status: 'PENDING', to: '+94771231234' });
});

describe('a reader that follows', () => {
  it('gets after a pause each event that happened in it, once', async () => {
    const one = await makeSender(t);
    await list('', one);
    const first = await send(t, one, { to: '+94771230001' });
    const { next } = await read(2, null, one);
    // Nobody listens now, and another process positions what happens.
    await positioning.stop();
    const sent = await Promise.all([1, 2, 3].map(() => send(t, one, { to: '+94771230001' })));
    for (const message of sent) await reaches(t, one, message, 'DELIVERED');
    positioning = startEvents();
    const { events } = await read(6, next, one);
    expect(new Set(typesAndIds(events).map((pair) => pair.join(' ')))).toEqual(
      new Set(sent.flatMap(({ id }) => [`message.sent ${id}`, `message.delivered ${id}`])),
    );
    expect(events).toHaveLength(6);
    expect(typesAndIds(events).some(([, id]) => id === first.id)).toBe(false);
  });

  it('misses none whose transaction is committed after later ones', async () => {
    const one = await makeSender(t);
    await list('', one);
    const record = (client: Pick<ClientBase, 'query'>, id: string) =>
      client.query(
        `insert into event_inbox (team_id, project_id, mode, type, subject_id) values ($1, $2, 'TEST', 'message.sent', $3)`,
        [one.teamId, one.project.id, id],
      );
    const subjects = async () =>
      (
        await pool.query('select subject_id from events where project_id = $1 order by position', [
          one.project.id,
        ])
      ).rows.map(({ subject_id }) => subject_id);
    const [early, late] = [newId(), newId()];
    const slow = await pool.connect();
    try {
      await slow.query('begin');
      await record(slow, early);
      await record(pool, late);
      const { next } = await read(1, null, one);
      expect(await subjects()).toEqual([late]);
      await slow.query('commit');
      await read(1, next, one);
      expect(await subjects()).toEqual([late, early]);
    } finally {
      slow.release();
    }
  });

  it('has two processes position each event once', async () => {
    const one = await makeSender(t);
    await list('', one);
    await pool.query(
      `insert into event_inbox (team_id, project_id, mode, type, subject_id)
        select $1, $2, 'TEST', 'message.sent', gen_random_uuid() from generate_series(1, 1200)`,
      [one.teamId, one.project.id],
    );
    const both = [
      startPositioningEvents(t.services, t.signals, 10),
      startPositioningEvents(t.services, t.signals, 10),
    ];
    const places = await waitFor(async () => {
      const { rows } = await pool.query<{ count: string; last: string }>(
        'select count(distinct subject_id) as count, max(position) as last from events where project_id = $1',
        [one.project.id],
      );
      return Number(rows[0]!.count) === 1_200 && rows[0];
    });
    await Promise.all(both.map((loop) => loop.stop()));
    expect(places).toEqual({ count: 1200n, last: 1200n });
  });

  it('is not kept waiting by streams that are always busy', async () => {
    const readers = await Promise.all([1, 2, 3].map(() => makeSender(t)));
    for (const one of readers) await list('', one);
    await positioning.stop();
    onTestFinished(() => {
      positioning = startEvents();
    });
    // Messages of earlier tests may still end.
    await pool.query(
      "update event_streams set asked_at = now() - interval '8 days' where project_id <> all($1)",
      [readers.map(({ project }) => project.id)],
    );
    await pool.query('delete from event_inbox');
    await pool.query(
      `insert into event_inbox (team_id, project_id, mode, type, subject_id)
        select team_id, project_id, mode, 'message.sent', gen_random_uuid() from event_streams, generate_series(1, 9)
        where project_id = any($1)`,
      [readers.map(({ project }) => project.id)],
    );
    const place = openPositioning(pool, { streams: 2, events: 4 });
    const placed = async () =>
      (
        await pool.query<{ count: number }>(
          'select count(*)::integer as count from events where project_id = any($1) group by project_id order by 1',
          [readers.map(({ project }) => project.id)],
        )
      ).rows.map(({ count }) => count);
    expect(await place()).toMatchObject({ more: true });
    expect(await placed()).toEqual([2, 2]);
    expect(await place()).toMatchObject({ more: true });
    expect(await placed()).toEqual([2, 2, 4]);
    await place();
    expect(await placed()).toEqual([4, 4, 4]);
  });

  it('does not wait for its events to be placed', async () => {
    const one = await makeSender(t);
    await list('', one);
    const placer = await pool.connect();
    try {
      await placer.query('begin');
      await placer.query('select from event_streams where project_id = $1 for update', [one.project.id]);
      expect(await list('', one)).toEqual({ results: [], next: null });
    } finally {
      await placer.query('rollback');
      placer.release();
    }
  });

  it('waits no longer than it asks for, and at most five times at once', async () => {
    const one = await makeSender(t);
    const startedMs = performance.now();
    expect((await list('?wait_s=1', one)).results).toEqual([]);
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    const answers = await Promise.all(Array.from({ length: 6 }, () => get('?wait_s=1', one)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('shares its waits with the other projects of the team', async () => {
    const one = await makeSender(t);
    const others = ['Second', 'Third'].map((name) => makeProject(one.browser, name));
    const projects = [one.project, ...(await Promise.all(others))];
    const keys = projects.map(({ id, api_key_test: key }) => ({
      TEST: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
      LIVE: '',
    }));
    const answers = await Promise.all(
      keys.flatMap((authorization) => Array.from({ length: 4 }, () => get('?wait_s=1', { authorization }))),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((answer) => answer.json().description)).toEqual(
      Array(2).fill(expect.stringContaining('keys of this team')),
    );
  });
});

describe('seven days later', () => {
  const age = (ids: readonly string[]) =>
    pool.query("update events set happened_at = now() - interval '8 days' where id = any($1)", [ids]);
  const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);
  const statusAfter = async (id: string, one: Sender) => (await get(`?after=${id}`, one)).statusCode;

  it('events are gone, and a reader who missed one hears so', async () => {
    const one = await makeSender(t);
    await list('', one);
    for (const _ of [1, 2]) await send(t, one, { to: '+94771230001' });
    const [gone, boundary, ...kept] = (await read(4, null, one)).events;
    await age(idsOf([gone!, boundary!]));
    await purgeEvents(pool);
    expect(await statusAfter(gone!.id, one)).toBe(404);
    expect((await list(`?after=${boundary!.id}`, one)).results).toEqual(kept);
  });

  it('a quiet reader goes on from the last event', async () => {
    const one = await makeSender(t);
    await list('', one);
    await send(t, one, { to: '+94771230001' });
    const { events, next } = await read(2, null, one);
    await age(idsOf(events));
    await purgeEvents(pool);
    expect(await statusAfter(events[0]!.id, one)).toBe(404);
    expect(await list(`?after=${next}`, one)).toEqual({ results: [], next });
    await send(t, one, { to: '+94771230001' });
    const later = await read(2, next, one);
    await purgeEvents(pool);
    expect((await list(`?after=${next}`, one)).results).toEqual(later.events);
  });

  it('a reader who comes back after recording has ended hears that events are missing', async () => {
    const one = await makeSender(t);
    await list('', one);
    await send(t, one, { to: '+94771230001' });
    const { next } = await read(2, null, one);
    await pool.query("update event_streams set asked_at = now() - interval '8 days' where project_id = $1", [
      one.project.id,
    ]);
    expect(await statusAfter(next, one)).toBe(404);
    expect(await list('', one)).toEqual({ results: [], next: null });
    await send(t, one, { to: '+94771230001' });
    await read(2, null, one);
  });

  it('calls with events that are gone are not made', async () => {
    const one = await makeSender(t);
    await list('', one);
    await pool.query(
      `insert into webhook_endpoints (team_id, id, project_id, mode, url, host, sealed)
        values ($1, gen_random_uuid(), $2, 'TEST', 'https://example.com', 'example.com', '')`,
      [one.teamId, one.project.id],
    );
    await send(t, one, { to: '+94771230001' });
    const [gone, last] = (await read(2, null, one)).events;
    const called = async () =>
      (await pool.query('select event_id as id from webhook_outbox where team_id = $1', [one.teamId])).rows;
    expect(new Set(idsOf(await called()))).toEqual(new Set([gone!.id, last!.id]));
    await age([gone!.id, last!.id]);
    await purgeEvents(pool);
    expect(idsOf(await called())).toEqual([last!.id]);
  });
});

it('are not read while a process of an earlier version runs, which records none', async () => {
  const one = await makeSender(t);
  await pool.query(
    `insert into processes (id, host, version, roles, started_at, migration, accepted_rate, refused_rate)
      values ($1, 'a', '0.1.0', '{}', now(), 100, 0, 0)`,
    [newId()],
  );
  try {
    for (const answer of [await get('', one), await get()])
      expect([answer.statusCode, answer.json().code]).toEqual([503, ERRORS.unavailable.code]);
  } finally {
    await pool.query('delete from processes');
  }
  await list('', one);
});
