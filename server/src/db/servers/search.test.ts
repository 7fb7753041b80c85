// How the answers of servers decide which one is used, and which connections are dropped.
import pg from 'pg';
import { expect, it } from 'vitest';
import { openFence } from './fence.ts';
import type { Identity } from './identity.ts';
import { NoPrimaryError } from './judge.ts';
import { openSearch } from './search.ts';
import { openServers, type Servers } from './servers.ts';

type Answer = Identity | Error;

const PRIMARY: Identity = { isWritable: true, isStandby: false, system: 'one', timeline: 1, started: '1' };
const STANDBY: Identity = { ...PRIMARY, isWritable: false, isStandby: true, timeline: null };
const READ_ONLY: Identity = { ...PRIMARY, isWritable: false };
const PROMOTED: Identity = { ...PRIMARY, timeline: 2, started: '2' };
const UNTOLD: Identity = { ...PRIMARY, system: null, timeline: null, started: null };
const SILENCE = new Error('Connection terminated unexpectedly');
const TLS = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
const FULL = Object.assign(new pg.DatabaseError('sorry, too many clients already', 1, 'error'), {
  code: '53300',
});
/** Looks of `Servers` in which silence must have lasted. */
const LONG = 4;

/** Servers that answer as the test sets it: at once, or when the test gives an answer to a late one. */
function openFakes(first: Record<string, Answer>) {
  const answers = new Map(Object.entries(first));
  const late = new Map<string, (answer: Answer) => void>();
  const reply = (answer: Answer) => (answer instanceof Error ? Promise.reject(answer) : answer);
  return {
    set: (host: string, answer: Answer) => void answers.set(host, answer),
    /** From now on it answers only through `answer`, to the newest question. */
    delay: (host: string) => void answers.delete(host),
    answer: (host: string, answer: Answer) => late.get(host)!(answer),
    takeAnswer: (host: string) => late.get(host)!,
    async ask({ host }: { host: string }): Promise<Identity> {
      const answer = answers.get(host) ?? (await new Promise<Answer>((resolve) => late.set(host, resolve)));
      return reply(answer);
    },
  };
}

/** Lets all that is ready run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Opens a connection to the present server; `dropped` gets its host when it is dropped. */
async function connect(servers: Servers, identity: Identity, dropped: string[]): Promise<void> {
  const target = await servers.place();
  servers.enter(identity, target, () => dropped.push(target.host));
}

it('reports an error for the operator at a start, and later that no server takes writes', async () => {
  const fakes = openFakes({ a: TLS, b: STANDBY });
  const fence = openFence();
  const { find } = openSearch('postgresql://a,b/sms', fence, fakes.ask);
  await expect(find()).rejects.toBe(TLS);
  fakes.set('b', PRIMARY);
  await find();
  fakes.set('b', SILENCE);
  const error = await find().catch((reason: unknown) => reason);
  expect([error instanceof NoPrimaryError, (error as Error).cause]).toEqual([true, TLS]);
});

it.each([
  ['silence', SILENCE, ['a']],
  ['a refused connection of PostgreSQL', FULL, []],
  ['an answer about TLS', TLS, []],
])('drops the connections to the only server after %s', async (_, answer, expected) => {
  const fakes = openFakes({ a: PRIMARY });
  const servers = openServers('postgresql://a/sms', openFence(), fakes.ask);
  const dropped: string[] = [];
  await connect(servers, PRIMARY, dropped);
  fakes.set('a', answer);
  for (let i = 0; i < LONG; i++) await servers.look();
  expect(dropped).toEqual(expected);
});

it('drops the connections of its own URL alone, if two have the same host', async () => {
  const fakes = openFakes({ a: PRIMARY });
  const fence = openFence();
  const dropped: string[] = [];
  const urgent = openServers('postgresql://a/sms_urgent', fence, fakes.ask);
  const people = openServers('postgresql://a/sms_people', fence, async () => PRIMARY);
  await connect(urgent, PRIMARY, dropped);
  const others: string[] = [];
  await connect(people, PRIMARY, others);
  fakes.set('a', SILENCE);
  for (let i = 0; i < LONG; i++) await urgent.look();
  expect([dropped, others]).toEqual([['a'], []]);
});

it('uses the newest answer of each server when a slow search ends', async () => {
  const fakes = openFakes({ a: PRIMARY, b: STANDBY });
  const fence = openFence();
  const servers = openServers('postgresql://a,b,c/sms', fence, fakes.ask);
  fakes.set('c', STANDBY);
  const dropped: string[] = [];
  await connect(servers, PRIMARY, dropped);
  // b answers as a standby, while c keeps the search waiting; then b is promoted without a new timeline.
  fakes.delay('c');
  await servers.look();
  const end = fakes.takeAnswer('c');
  fakes.set('b', PRIMARY);
  fakes.set('a', STANDBY);
  await servers.suspect();
  await connect(servers, PRIMARY, dropped);
  await settle();
  end(SILENCE);
  await settle();
  expect([dropped, (await servers.place()).host]).toEqual([['a'], 'b']);
});

it('ignores the answers of a search during which a connection met a failover', async () => {
  const fakes = openFakes({ a: STANDBY, b: PRIMARY, c: STANDBY });
  const servers = openServers('postgresql://a,b,c/sms', openFence(), fakes.ask);
  const dropped: string[] = [];
  await servers.place();
  fakes.set('a', PRIMARY);
  fakes.set('b', STANDBY);
  fakes.delay('c');
  await servers.look();
  // b has answered as a standby. It is promoted while c keeps the search waiting.
  await connect(servers, PROMOTED, dropped);
  fakes.answer('c', STANDBY);
  await settle();
  expect([dropped, (await servers.place()).host]).toEqual([[], 'b']);
});

it('keeps the present one of two primaries on one timeline, also if the other one answers first', async () => {
  const fakes = openFakes({ a: PRIMARY, b: STANDBY });
  const servers = openServers('postgresql://a,b/sms', openFence(), fakes.ask);
  await servers.place();
  fakes.set('b', PRIMARY);
  fakes.delay('a');
  await servers.look();
  const places = [(await servers.place()).host];
  fakes.answer('a', PRIMARY);
  await settle();
  places.push((await servers.place()).host);
  expect(places).toEqual(['a', 'a']);
});

it('takes the first of equals in the URL, also if it answers last', async () => {
  const fakes = openFakes({ b: PRIMARY });
  const finding = openSearch('postgresql://a,b/sms', openFence(), fakes.ask).find();
  await settle();
  fakes.answer('a', PRIMARY);
  expect((await finding).host).toBe('a');
});

it('leaves the present server at once for one on a newer timeline, and a silent one for any', async () => {
  const fakes = openFakes({ a: PRIMARY, b: STANDBY });
  const servers = openServers('postgresql://a,b/sms', openFence(), fakes.ask);
  const dropped: string[] = [];
  await connect(servers, PRIMARY, dropped);
  fakes.delay('a');
  fakes.set('b', PROMOTED);
  await servers.look();
  expect([(await servers.place()).host, dropped]).toEqual(['b', ['a']]);
  await connect(servers, PROMOTED, dropped);
  await settle();
  fakes.set('a', PROMOTED);
  fakes.delay('b');
  await servers.look();
  fakes.answer('b', SILENCE);
  await settle();
  expect([(await servers.place()).host, dropped]).toEqual(['a', ['a', 'b']]);
});

it('uses the only server although writes are turned off there, but not a standby', async () => {
  const fakes = openFakes({ a: READ_ONLY });
  const servers = openServers('postgresql://a/sms', openFence(), fakes.ask);
  const dropped: string[] = [];
  await connect(servers, READ_ONLY, dropped);
  await servers.look();
  expect(dropped).toEqual([]);
  await expect(connect(servers, STANDBY, dropped)).rejects.toThrow(/takes no writes/);
  const several = openSearch(
    'postgresql://a,b/sms',
    openFence(),
    openFakes({ a: READ_ONLY, b: STANDBY }).ask,
  );
  await expect(several.find()).rejects.toThrow(NoPrimaryError);
});

it('does not take a server that does not tell for one of another database', async () => {
  const mixture = (b: Identity) =>
    openSearch('postgresql://a,b/sms', openFence(), openFakes({ a: PRIMARY, b }).ask).find();
  expect((await mixture(UNTOLD)).host).toBe('a');
  await expect(mixture({ ...PRIMARY, system: 'two' })).rejects.toThrow(
    /different databases \(a:5432, b:5432\)/,
  );
});

it('still refuses a server after a failed probe', async () => {
  const fakes = openFakes({ a: PRIMARY, b: PROMOTED });
  const fence = openFence();
  const { find } = openSearch('postgresql://a,b/sms', fence, fakes.ask);
  const refused: string[][] = [];
  for (const answer of [PRIMARY, SILENCE, STANDBY]) {
    fakes.set('a', answer);
    await find();
    await settle();
    refused.push(fence.refused());
  }
  expect(refused).toEqual([['a:5432'], ['a:5432'], []]);
});
