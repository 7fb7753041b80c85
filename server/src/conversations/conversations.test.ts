// Conversations over HTTP: threads from incoming messages and replies, read marks per member, search, and
// reading a thread.
import {
  MESSAGES_PER_PAGE,
  THREADS_PER_PAGE,
  type ThreadPage,
  type ThreadsPage,
} from '@godwit/contract/conversations';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makePerson, makeProject, makeSender, signIn } from '../../test/factories.ts';
import { newId } from '../ids.ts';
import { keepThreads, noteReplies } from './threads.ts';

const t = await testApp();
const { pool } = t.services;
const OURS = '+94112345678';
const NIMAL = '+94771234567';
const KAMALA = '+94712345678';

type Sender = Awaited<ReturnType<typeof makeSender>>;
let owner: Sender;
beforeEach(async () => {
  owner = await makeSender(t);
});

type Passed = {
  from: string;
  to: string;
  body: string;
  at?: number;
  projectId?: string;
  mode?: 'TEST' | 'LIVE';
};

/** Stores a message in its final state with its effect on threads; returns its id. */
async function pass(direction: 'INCOMING' | 'OUTGOING', { from, to, body, at, ...place }: Passed) {
  const id = newId(at === undefined ? undefined : new Date(at));
  const stored = { id, teamId: owner.teamId, projectId: owner.project.id, mode: 'TEST' as const, ...place };
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     values ($1, $2, $3, $4, $5, 'MESSAGING', 'API', $6, false, $7, $8, 'GSM7', 5, 1, 0, 0, now(), 'delivered', now())`,
    [stored.teamId, id, stored.projectId, stored.mode, direction, from, to, body],
  );
  await (direction === 'INCOMING' ? keepThreads : noteReplies)(pool, [
    { ...stored, sender: from, recipient: to, body },
  ]);
  return id;
}
const receive = (from: string, body: string, more: Partial<Passed> = {}) =>
  pass('INCOMING', { from, to: OURS, body, ...more });
const send = (to: string, body: string, more: Partial<Passed> = {}) =>
  pass('OUTGOING', { from: OURS, to, body, ...more });

const place = (more: Record<string, string> = {}) =>
  new URLSearchParams({ project_id: owner.project.id, mode: 'TEST', ...more }).toString();
const list = async (more: Record<string, string> = {}, browser = owner.browser) =>
  (await browser.get(`/v1/web/conversations?${place(more)}`)).json() as ThreadsPage;
const open = async (number: string, more: Record<string, string> = {}) =>
  (
    await owner.browser.get(`/v1/web/conversations/thread?${place({ number, ...more })}`)
  ).json() as ThreadPage;
const unread = async (browser = owner.browser) =>
  (await browser.get(`/v1/web/conversations/unread?${place()}`)).json() as { threads: number };
const read = (number: string, messageId: string, browser = owner.browser) =>
  browser.post('/v1/web/conversations/read', {
    project_id: owner.project.id,
    mode: 'TEST',
    number,
    message_id: messageId,
  });
const shown = ({ results }: ThreadsPage) =>
  results.map(({ number, unread: isUnread, last }) => [number, last.text, isUnread]);

it('an incoming message starts a thread, and replies join it', async () => {
  await send(NIMAL, 'Our offer');
  expect(await list()).toEqual({ results: [], next: null });
  await receive(NIMAL, 'Is it\n ready?');
  await receive(KAMALA, 'Hello');
  const id = await send(NIMAL, 'Tomorrow');
  await pass('OUTGOING', { from: 'Lanka Shop', to: KAMALA, body: 'From a name' });
  const page = await list();
  expect(page.results[0]).toMatchObject({
    number: NIMAL,
    contact: null,
    last: { id, direction: 'OUTGOING', text: 'Tomorrow', at: expect.stringMatching(/Z$/) },
  });
  expect(shown(page)).toEqual([
    [NIMAL, 'Tomorrow', true],
    [KAMALA, 'Hello', true],
  ]);
  // A late message with an older id does not move it back.
  await receive(NIMAL, 'Is it ready?', { at: Date.now() - 60_000 });
  expect((await list()).results[0]!.last.text).toBe('Tomorrow');
});

it('a thread shows all messages of its number, page by page, and no others', async () => {
  const start = Date.now() - 1_000_000;
  const ids: string[] = [];
  for (let i = 0; i < MESSAGES_PER_PAGE + 10; i++) {
    const passed = { at: start + i * 1_000 };
    ids.push(await (i % 2 ? send(NIMAL, `To ${i}`, passed) : receive(NIMAL, `From ${i}`, passed)));
  }
  ids.push(await pass('OUTGOING', { from: 'Lanka Shop', to: NIMAL, body: 'Offer' }));
  await receive(KAMALA, 'Hello');
  await receive(NIMAL, 'LIVE', { mode: 'LIVE' });
  await receive(NIMAL, 'Other project', { projectId: (await makeProject(owner.browser, 'Other')).id });
  const newest = await open(NIMAL);
  expect(newest).toMatchObject({ number: NIMAL, contact: null, opted_out: null, older: true });
  expect(newest.written_to).toBe(OURS);
  const older = await open(NIMAL, { before: newest.results[0]!.id });
  expect(older.older).toBe(false);
  expect([...older.results, ...newest.results].map(({ id }) => id)).toEqual(ids);
  expect(newest.results.slice(-2)).toMatchObject([
    {
      direction: 'OUTGOING',
      from: OURS,
      to: NIMAL,
      body: 'To 59',
      status: 'DELIVERED',
      failure: null,
      platform: 'API',
    },
    { from: 'Lanka Shop', to: NIMAL, body: 'Offer' },
  ]);
  expect(await open('+94770000000')).toMatchObject({ results: [], written_to: null });
});

it('each member has a read mark that moves forward only, up to the last message', async () => {
  const person = await makePerson(t);
  await pool.query(
    `insert into team_members (team_id, user_id, role) select $1, id, 'VIEWER' from users where email = $2`,
    [owner.teamId, person.email],
  );
  const viewer = await signIn(t, person);
  viewer.teamId = owner.teamId;
  const [first, second] = [await receive(NIMAL, 'One'), await receive(NIMAL, 'Two')];
  await receive(KAMALA, 'Hello');
  expect(await unread()).toEqual({ threads: 2 });
  expect((await read(NIMAL, second)).statusCode).toBe(200);
  await read(NIMAL, first);
  expect([await unread(), await unread(viewer)]).toEqual([{ threads: 1 }, { threads: 2 }]);
  expect((await list()).results.map((one) => one.unread)).toEqual([true, false]);
  await read(KAMALA, 'ffffffff-ffff-ffff-ffff-ffffffffffff', viewer);
  await receive(KAMALA, 'Again');
  expect([await unread(), await unread(viewer)]).toEqual([{ threads: 1 }, { threads: 2 }]);
  expect((await read(KAMALA, 'nothing')).json()).toMatchObject({
    code: 1002,
    fields: { message_id: expect.any(String) },
  });
  // A number without a thread has nothing to read.
  expect((await read('+94770000000', second)).statusCode).toBe(200);
  await pool.query('delete from team_members where team_id = $1 and role = $2', [owner.teamId, 'VIEWER']);
  const { rows } = await pool.query('select number from conversation_reads where team_id = $1', [
    owner.teamId,
  ]);
  expect(rows).toEqual([{ number: NIMAL }]);
});

it('threads are found by number, by the names of a contact and by their last text', async () => {
  await receive(NIMAL, 'Is my order ready');
  await receive(KAMALA, '50% off? Really');
  await receive('8888', 'Short');
  await owner.browser.post('/v1/web/contacts', {
    number: KAMALA,
    first_name: 'Kamala',
    last_name: 'De Silva',
  });
  const found = async (q: string) => (await list({ q })).results.map(({ number }) => number);
  expect(await found('+9477')).toEqual([NIMAL]);
  expect(await found('077 12')).toEqual([NIMAL]);
  expect(await found('kamala de')).toEqual([KAMALA]);
  expect(await found('DE SIL')).toEqual([KAMALA]);
  expect(await found('is my')).toEqual([NIMAL]);
  expect(await found('50% o')).toEqual([KAMALA]);
  expect(await found('50_')).toEqual([]);
  expect(await found('888')).toEqual(['8888']);
  expect((await list({ q: 'kamala' })).results[0]!.contact).toMatchObject({
    first_name: 'Kamala',
    last_name: 'De Silva',
  });
  expect((await open(KAMALA)).contact).toMatchObject({ first_name: 'Kamala' });
});

it('threads are listed page by page, newest first', async () => {
  const numbers = Array.from(
    { length: THREADS_PER_PAGE + 5 },
    (_, i) => `+9477000${String(i).padStart(4, '0')}`,
  );
  for (const number of numbers) await receive(number, 'Hello');
  const first = await list();
  const second = await list({ before: first.next! });
  expect([first.results.length, second.next]).toEqual([THREADS_PER_PAGE, null]);
  expect([...first.results, ...second.results].map(({ number }) => number)).toEqual(numbers.toReversed());
});

it('a number that has opted out is marked', async () => {
  await receive(NIMAL, 'STOP');
  const optOut = (json: object) => owner.browser.post('/v1/web/opt_outs', { number: NIMAL, ...json });
  // In the other mode, or of promotions, which replies are not.
  await optOut({ mode: 'LIVE' });
  await optOut({ mode: 'TEST', scope: 'PROMOTIONAL' });
  expect((await open(NIMAL)).opted_out).toBeNull();
  await optOut({ mode: 'TEST' });
  expect((await open(NIMAL)).opted_out).toBe('CONSOLE');
});

it('another team sees none of it', async () => {
  const id = await receive(NIMAL, 'Secret');
  const stranger = await makeSender(t);
  const calls = [
    stranger.browser.get(`/v1/web/conversations?${place()}`),
    stranger.browser.get(`/v1/web/conversations/unread?${place()}`),
    stranger.browser.get(`/v1/web/conversations/thread?${place({ number: NIMAL })}`),
    read(NIMAL, id, stranger.browser),
  ];
  for (const answer of await Promise.all(calls))
    expect([answer.statusCode, answer.json().code]).toEqual([404, 1001]);
  const own = new URLSearchParams({ project_id: stranger.project.id, mode: 'TEST', number: NIMAL });
  const { results, contact } = (
    await stranger.browser.get(`/v1/web/conversations/thread?${own}`)
  ).json() as ThreadPage;
  expect([results, contact]).toEqual([[], null]);
  expect(await unread()).toEqual({ threads: 1 });
});

it('messages of one number stored at once make one thread', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => receive(i % 2 ? NIMAL : KAMALA, `${i}`)));
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 3 ? send(NIMAL, `${i}`) : receive(NIMAL, `${i}`))),
  );
  const { results } = await list();
  expect(results.map(({ number }) => number)).toEqual([NIMAL, KAMALA]);
  expect(results[0]!.last.id).toBe((await open(NIMAL)).results.at(-1)!.id);
});
