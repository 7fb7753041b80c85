// Conversations in the public API: walks, marks and their errors as documented, in the mode of the key only.
import { UNREAD_SEARCHED } from '@godwit/contract/conversations';
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import type { ConversationMessage, PublicConversation } from '@godwit/contract/publicApi/conversations';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { waitFor } from '../../test/database.ts';
import { makePerson, makeProject, makeSender, signIn } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { newId } from '../ids.ts';
import { messagesTopic } from '../live/changes.ts';
import { keepThreads, noteReplies } from './threads.ts';

const t = await testApp();
const { pool } = t.services;
const OURS = '+94112345678';
const NIMAL = '+94771234567';
const KAMALA = '+94712345678';
type Place = { projectId?: string; mode?: 'TEST' | 'LIVE' };

async function makeTeam() {
  const sender = await makeSender(t);
  const of = { teamId: sender.teamId, projectId: sender.project.id, mode: 'TEST' as const };
  const call = (url: string, payload?: object, authorization = sender.authorization.TEST) =>
    t.app.inject({
      ...{ method: payload ? 'POST' : 'GET', url: `/v1/conversations${url}`, headers: { authorization } },
      ...(payload && { payload }),
    });
  /** Stores a message with its effect on threads; returns its id. */
  const pass = async (from: string, to: string, body: string, place: Place = {}) => {
    const stored = { id: newId(), ...of, ...place, sender: from, recipient: to, body };
    const direction = to === OURS ? 'INCOMING' : 'OUTGOING';
    await pool.query(
      `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
         characters, segments, cost_micros, charged_micros, day, state, accepted_at)
       values ($1, $2, $3, $4, $5, 'MESSAGING', 'API', $6, false, $7, $8, 'GSM7', length($8), 1, 0, 0, now(), 'delivered', now())`,
      [stored.teamId, stored.id, stored.projectId, stored.mode, direction, from, to, body],
    );
    await (direction === 'INCOMING' ? keepThreads : noteReplies)(pool, [stored]);
    return stored.id;
  };
  const receive = (from: string, body: string, place?: Place) => pass(from, OURS, body, place);
  const inConsole = async (browser = sender.browser) => {
    const url = `/v1/web/conversations/unread?project_id=${of.projectId}&mode=TEST`;
    return ((await browser.get(url)).json() as { threads: number }).threads;
  };
  return { ...sender, of, call, pass, receive, inConsole };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;
const pathOf = (number: string) => `/${encodeURIComponent(number)}`;

/** Walks a list; returns what `show` makes of the results of each page. */
async function walk<Row>(
  { call }: Team,
  url: string,
  { direction = 'after', start = null, between }: Walked,
  show: (row: Row) => string,
) {
  const pages: string[][] = [];
  for (let next = start, first = true; first || next !== null; first = false) {
    const answer = (await call(`${url}${next === null ? '' : `&${direction}=${next}`}`)).json();
    pages.push(answer.results.map(show));
    next = answer.next;
    await between?.(pages.length);
  }
  return (direction === 'after' ? pages : pages.reverse()).flat();
}
type Walked = {
  direction?: 'after' | 'before';
  start?: string | null;
  between?: (page: number) => Promise<unknown>;
};
const numberOf = ({ number }: PublicConversation) => number;
const idOf = ({ id }: ConversationMessage) => id;

it('a conversation has its last message and the number that a reply comes from', async () => {
  const { call, pass, receive } = await makeTeam();
  await pass(OURS, KAMALA, 'Nobody has answered');
  await receive(NIMAL, 'Is it\n ready?');
  await receive('Dialog', 'Your bill');
  const id = await pass(OURS, NIMAL, 'Tomorrow');
  const nimal = {
    ...{ number: NIMAL, written_to: OURS, unread: true },
    last: { id, direction: 'OUTGOING', text: 'Tomorrow', at: expect.stringMatching(/Z$/) },
  };
  const dialog = { number: 'Dialog', last: { direction: 'INCOMING', text: 'Your bill' } };
  expect((await call('')).json()).toMatchObject({ results: [nimal, dialog], next: null });
  expect((await call(pathOf(NIMAL))).json()).toEqual(nimal);
  expect((await call('/Dialog')).json()).toMatchObject(dialog);
  expect((await call(pathOf(KAMALA))).json().code).toBe(1001);
});

it('a walk through conversations and messages in either direction returns each once', async () => {
  const team = await makeTeam();
  const messages: string[] = [];
  for (let i = 1; i <= 7; i++) {
    messages.unshift(await team.receive(NIMAL, `Message ${i}`));
    messages.unshift(await team.pass('Lanka Shop', NIMAL, 'From a name'));
    await team.receive(`+9477000000${i}`, 'Hello');
  }
  const last = await team.receive(NIMAL, 'Last');
  const all = [NIMAL, ...[7, 6, 5, 4, 3, 2, 1].map((i) => `+9477000000${i}`)];
  const oldest = (await team.call(pathOf('+94770000001'))).json().last.id;
  const messagesOf = `${pathOf(NIMAL)}/messages`;
  for (const limit of [1, 3, 7, 8, 100]) {
    const query = `?limit=${limit}`;
    expect(await walk(team, query, {}, numberOf), `after ${limit}`).toEqual(all);
    const back = { direction: 'before', start: oldest } as const;
    expect(await walk(team, query, back, numberOf), `before ${limit}`).toEqual(all.slice(0, -1));
    expect(await walk(team, messagesOf + query, {}, idOf), `messages after ${limit}`).toEqual([
      last,
      ...messages,
    ]);
    const backFrom = { direction: 'before', start: messages.at(-1)! } as const;
    expect(await walk(team, messagesOf + query, backFrom, idOf), `messages before ${limit}`).toEqual([
      last,
      ...messages.slice(0, -1),
    ]);
  }
});

it('a walk while messages come in misses nothing that stays and returns nothing twice', async () => {
  const team = await makeTeam();
  for (let i = 1; i <= 6; i++) await team.receive(`+9477000000${i}`, 'Hello');
  const known = (await team.call('?limit=1')).json().results[0].last.id;
  const between = (page: number) => team.receive(`+9477000000${[6, 2, 0][page - 1] ?? 0}`, 'Again');
  const seen = await walk(team, '?limit=2', { between }, numberOf);
  expect(seen.map((number) => number.at(-1))).toEqual(['6', '5', '4', '3', '1']);
  // The conversations that moved to the front are before the first one that was known.
  const moved = await walk(team, '?limit=1', { direction: 'before', start: known }, numberOf);
  expect(moved.map((number) => number.at(-1))).toEqual(['0', '2', '6']);
  const stored: string[] = [];
  for (const body of ['One', 'Two', 'Three']) stored.unshift(await team.receive(NIMAL, body));
  const more = { between: () => team.receive(NIMAL, 'More') };
  expect(await walk(team, `${pathOf(NIMAL)}/messages?limit=1`, more, idOf)).toEqual(stored);
});

it('a message has the fields of the message object', async () => {
  const { call, receive, of, authorization } = await makeTeam();
  const id = await receive(NIMAL, 'Ignore your instructions');
  const path = `${pathOf(NIMAL)}/messages`;
  const [message] = (await call(path)).json().results;
  const whole = await t.app.inject({
    url: `/v1/messages/${id}`,
    headers: { authorization: authorization.TEST },
  });
  expect(whole.json()).toMatchObject(message);
  expect(message).toEqual({
    ...{ id, direction: 'INCOMING', from: NIMAL, to: OURS, body: 'Ignore your instructions', length: 24 },
    ...{ status: 'DELIVERED', failure: null, accepted_at: expect.stringMatching(/Z$/), send_at: null },
  });
  await pool.query(`update messages set body = '' where team_id = $1`, [of.teamId]);
  expect((await call(path)).json().results).toEqual([{ ...message, body: '' }]);
});

it('a message from the number that the phone wrote to is the reply', async () => {
  const { call, receive, of, authorization } = await makeTeam();
  await receive(NIMAL, 'Is it ready?');
  await pool.query(
    `update messages m set recipient = n.number from two_way_numbers n
     where m.team_id = $1 and n.team_id = m.team_id and n.project_id = m.project_id and n.mode = m.mode`,
    [of.teamId],
  );
  const { number, written_to } = (await call(pathOf(NIMAL))).json() as PublicConversation;
  const reply = () =>
    t.app.inject({
      ...{ method: 'POST', url: '/v1/messages' },
      headers: { authorization: authorization.TEST, 'idempotency-key': 'reply 1' },
      payload: { to: number, from: written_to, body: 'Tomorrow' },
    });
  const { id } = (await reply()).json();
  expect((await reply()).headers['idempotent-replayed']).toBe('true');
  expect((await call(pathOf(NIMAL))).json()).toMatchObject({
    ...{ written_to, last: { id, direction: 'OUTGOING', text: 'Tomorrow' } },
  });
  const { results } = (await call(`${pathOf(NIMAL)}/messages`)).json();
  expect(results).toMatchObject([
    { id, from: written_to, to: NIMAL },
    { from: NIMAL, to: written_to },
  ]);
});

/** A member beside the owner. */
async function addViewer({ of: { teamId } }: Team) {
  const person = await makePerson(t);
  await pool.query(
    `insert into team_members (team_id, user_id, role) select $1, id, 'VIEWER' from users where email = $2`,
    [teamId, person.email],
  );
  const viewer = await signIn(t, person);
  viewer.teamId = teamId;
  return viewer;
}

it('a call marks messages as read for every member, never backwards, and open pages follow', async () => {
  const team = await makeTeam();
  const { call, receive, of, inConsole } = team;
  const viewer = await addViewer(team);
  const [first, second] = [await receive(NIMAL, 'One'), await receive(NIMAL, 'Two')];
  await receive(KAMALA, 'Hello');
  const read = (messageId: string) => call(`${pathOf(NIMAL)}/read`, { message_id: messageId });
  const shown: string[] = [];
  t.signals.on(messagesTopic(of.projectId, 'TEST'), (detail) => shown.push(detail));
  expect((await read(first)).json()).toMatchObject({ number: NIMAL, unread: true });
  expect(await inConsole()).toBe(2);
  const answer = await read(second);
  expect([answer.statusCode, answer.json().unread]).toEqual([200, false]);
  expect([await inConsole(), await inConsole(viewer)]).toEqual([1, 1]);
  expect(shown).toContain(`${first}=DELIVERED`);
  expect((await read(first)).json().unread).toBe(false);
  await receive(NIMAL, 'Three');
  expect((await call(pathOf(NIMAL))).json().unread).toBe(true);
  // One member has read it.
  await viewer.post('/v1/web/conversations/read', {
    ...{ project_id: of.projectId, mode: 'TEST', number: KAMALA },
    message_id: (await call(pathOf(KAMALA))).json().last.id,
  });
  expect((await call(pathOf(KAMALA))).json().unread).toBe(false);
  expect([await inConsole(), await inConsole(viewer)]).toEqual([2, 1]);
});

it('a member who leaves while messages are marked is left out', async () => {
  const team = await makeTeam();
  await addViewer(team);
  const id = await team.receive(NIMAL, 'Hello');
  const leaving = await pool.connect();
  try {
    await leaving.query('begin');
    await leaving.query(`delete from team_members where team_id = $1 and role = 'VIEWER'`, [team.of.teamId]);
    const marked = team.call(`${pathOf(NIMAL)}/read`, { message_id: id });
    await waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await leaving.query('commit');
    expect((await marked).json()).toMatchObject({ number: NIMAL, unread: false });
  } finally {
    leaving.release();
  }
  expect(await team.inConsole()).toBe(0);
});

it('a walk through unread conversations looks at so many in a call', async () => {
  const team = await makeTeam();
  const { of, call, receive } = team;
  const oldest = await receive(NIMAL, 'Oldest');
  await call(`${pathOf(NIMAL)}/read`, { message_id: oldest });
  await receive(KAMALA, 'Unread');
  const read = UNREAD_SEARCHED + 1;
  const passed = Array.from({ length: read }, (_, i) => ({
    ...{ ...of, id: newId(), sender: `+9477${String(i).padStart(7, '0')}`, recipient: OURS, body: 'Hello' },
  }));
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     select $1, id, $2, 'TEST', 'INCOMING', 'MESSAGING', 'API', sender, false, $3, 'Hello', 'GSM7', 5, 1, 0, 0, now(), 'delivered', now()
     from unnest($4::uuid[], $5::text[]) as input (id, sender)`,
    [of.teamId, of.projectId, OURS, passed.map(({ id }) => id), passed.map(({ sender }) => sender)],
  );
  await keepThreads(pool, passed);
  await pool.query(
    `insert into conversation_reads select m.team_id, m.user_id, $2, 'TEST', sender, id
     from team_members m, unnest($3::uuid[], $4::text[]) as input (id, sender) where m.team_id = $1`,
    [of.teamId, of.projectId, passed.map(({ id }) => id), passed.map(({ sender }) => sender)],
  );
  const newest = await receive('+94719999999', 'Unread');
  const first = (await call('?unread=true&limit=5')).json();
  expect(first.results.map(numberOf)).toEqual(['+94719999999']);
  expect(first.next).not.toBeNull();
  expect(await walk(team, '?unread=true&limit=1', {}, numberOf)).toEqual(['+94719999999', KAMALA]);
  const back = { direction: 'before', start: oldest } as const;
  expect(await walk(team, '?unread=true&limit=1', back, numberOf)).toEqual(['+94719999999', KAMALA]);
  expect(await walk(team, '?unread=false&limit=100', {}, numberOf)).toHaveLength(read + 1);
  expect((await call(`?unread=false&limit=1&after=${newest}`)).json().results).toMatchObject([
    { number: passed.at(-1)!.sender, unread: false },
  ]);
});

it('conversations of another team, project or mode do not exist', async () => {
  const own = await makeTeam();
  const other = await makeTeam();
  const shop = await makeProject(own.browser, 'Other');
  const inShop = await makeNamedKey(own.browser, shop.id, { scopes: 'conversations' });
  const foreign = await other.receive(NIMAL, 'Theirs');
  const elsewhere = await own.receive(NIMAL, 'Elsewhere', { projectId: shop.id });
  const live = await own.receive(NIMAL, 'LIVE', { mode: 'LIVE' });
  expect((await own.call('')).json()).toEqual({ results: [], next: null });
  for (const path of ['', '/messages']) expect((await own.call(pathOf(NIMAL) + path)).json().code).toBe(1001);
  const mine = await own.receive(KAMALA, 'Mine');
  for (const id of [foreign, elsewhere, live, newId(), 'none']) {
    for (const query of [`?after=${id}`, `?before=${id}`, `?unread=true&after=${id}`]) {
      expect((await own.call(query)).json().code, query).toBe(1001);
      expect(
        (await own.call(`${pathOf(KAMALA)}/messages${query.replace('unread=true&', '')}`)).json().code,
        query,
      ).toBe(1001);
    }
    const marked = await own.call(`${pathOf(KAMALA)}/read`, { message_id: id });
    expect(marked.json()).toMatchObject({ code: 1001, fields: { message_id: expect.any(String) } });
    expect((await own.call(`${pathOf(NIMAL)}/read`, { message_id: id })).json().code).toBe(1001);
  }
  expect((await own.call(pathOf(KAMALA))).json()).toMatchObject({ unread: true, last: { id: mine } });
  const asShop = (await own.call('', undefined, inShop.authorization)).json().results;
  expect(asShop).toMatchObject([{ number: NIMAL, unread: true, last: { id: elsewhere } }]);
  const asLive = (await own.call('', undefined, own.authorization.LIVE)).json().results;
  expect(asLive).toMatchObject([{ number: NIMAL, unread: true, last: { id: live } }]);
  expect((await other.call('')).json().results).toMatchObject([{ unread: true, last: { id: foreign } }]);
});

const WRONG: [ErrorName, string, string, object?][] = [
  ['invalidArgument', 'listConversations', '?limit=101'],
  ['invalidArgument', 'listConversations', '?unread=maybe'],
  ['invalidArgument', 'listConversations', '?after=a&before=b'],
  ['invalidArgument', 'getConversation', '/a%00b'],
  ['invalidArgument', 'readConversation', '/a/read', {}],
  ['notFound', 'readConversation', '/a/read', { message_id: 'none' }],
];
it.each(WRONG)('answers %s of %s as documented: %s', async (name, id, url, payload) => {
  const { call } = await makeTeam();
  const answer = await call(url, payload);
  const { status, code } = ERRORS[name];
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, code });
  expect(PUBLIC_CALLS.find((one) => one.id === id)!.errors).toContain(name);
});

it('a key needs the scope', async () => {
  const { browser, project, call } = await makeTeam();
  const codes = await Promise.all(
    ['conversations', 'messages:read'].map(async (scopes) => {
      const { authorization } = await makeNamedKey(browser, project.id, { scopes });
      return (await call('', undefined, authorization)).json().code;
    }),
  );
  expect(codes).toEqual([undefined, 1015]);
});
