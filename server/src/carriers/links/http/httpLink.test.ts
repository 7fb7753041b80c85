// One HTTP link by itself: what it makes of carriers at their worst.
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openBareLink } from '../../../../test/bareLink.ts';
import { waitFor } from '../../../../test/database.ts';
import { type Call, type HttpCarrier, httpLinkOf, startHttpCarrier } from '../../../../test/httpCarrier.ts';
import type { SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';

const SILENCE_MS = 400;

const carrier = await startHttpCarrier();

function answering(answer: (call: Call) => void, answerMs?: number) {
  carrier.onCall = answer;
  return openBareLink(carrier.link(), { answerMs });
}

const IN_DOUBT = { kind: 'inDoubt' };
const sent = (carrierId: string) => ({ kind: 'sent', parts: 1, taken: [{ part: 1, carrierId }] });

describe('an answer', () => {
  it.each<[string, (call: Call) => void, object]>([
    ['an HTML page with 502', (call) => call.answer(502, '<html>Bad gateway</html>'), IN_DOUBT],
    ['an HTML page with 200', (call) => call.answer(200, '<html>Welcome</html>'), IN_DOUBT],
    ['an empty 204 where an id is due', (call) => call.response.writeHead(204).end(), sent('')],
    ['a redirect to loopback', (call) => call.answer(302, '', { location: carrier.url }), IN_DOUBT],
    ['408', (call) => call.answer(408, {}), IN_DOUBT],
    ['400', (call) => call.answer(400, {}), { kind: 'rejected', carrierError: 'HTTP_400' }],
    ['404', (call) => call.answer(404, {}), { kind: 'retry', carrierError: 'HTTP_404' }],
    [
      'a code that PostgreSQL does not store',
      (call) => raw(call, '{"code":"a\\u0000\\ud800b"}', 403),
      { kind: 'retry', carrierError: 'a \ufffdb' },
    ],
    ['JSON after a byte order mark', (call) => raw(call, '\ufeff{"id":"x"}'), sent('x')],
    ['429', (call) => call.answer(429, {}), { kind: 'retry', isThrottle: true, carrierError: 'HTTP_429' }],
    ['half a JSON, cut', half((call) => call.response.destroy()), IN_DOUBT],
    ['a body without end', endless, IN_DOUBT],
    ['interim answers without end', interim, IN_DOUBT],
    ['a gzip bomb', bomb, IN_DOUBT],
    [
      'an id beyond 2^53',
      (call) => raw(call, '{"id":12345678901234567890123}'),
      sent('12345678901234567890123'),
    ],
    ['an id of null', (call) => call.answer(200, { id: null }), sent('')],
    ['an id that is an object', (call) => call.answer(200, { id: {} }), sent('')],
  ])('%s', async (_name, answer, outcome) => {
    expect(await answering(answer).one()).toMatchObject(outcome);
    expect(carrier.calls.at(-1)!.json.text).toBe('Hello');
  });

  it.each<[string, (call: Call) => void]>([
    ['nothing', () => {}],
    ['half a JSON, closed', half((call) => call.response.end())],
    ['half a JSON, then silence', half(() => {})],
  ])('of %s leaves the message in doubt', async (_name, answer) => {
    expect(await answering(answer, SILENCE_MS).one()).toMatchObject(IN_DOUBT);
  });

  it('that comes late settles the doubt', async () => {
    const late: SendOutcome[] = [];
    let held: Call | undefined;
    carrier.onCall = (call) => {
      held = call;
    };
    const link = openBareLink(carrier.link(), { late, answerMs: SILENCE_MS });
    expect(await link.one()).toMatchObject(IN_DOUBT);
    held!.answer(200, { id: 'late' });
    await waitFor(() => late.length > 0, { what: 'the late answer' });
    expect(late).toMatchObject([sent('late')]);
  });
});

it('writes a name to Australia only with proof that it is registered, in batches too', async () => {
  carrier.onCall = (call) => call.answer(200, { id: 'a' });
  const link = openBareLink(carrier.link());
  const recipient = '+61412345678';
  const untilMs = performance.now() + 3_600_000;
  await link.one('unproven', { recipient });
  expect(carrier.calls.at(-1)!.json.from).toBe('Unverified');
  await link.one('proven', { recipient, proof: { place: 'AU *', untilMs } });
  expect(carrier.calls.at(-1)!.json.from).toBe('Godwit');
  // A batch has one sender outside its list of numbers.
  const dialog = carrier.link({ profile: 'dialog-esms', secrets: { user: 'u', pass: 'p' } });
  const batches = openBareLink({ ...dialog, profile: { ...dialog.profile, auth: {} } });
  carrier.onCall = (call) => call.answer(200, { status: 'success', data: { campaignId: 9 }, errCode: '' });
  const before = carrier.calls.length;
  const ofCampaign = { campaignId: 'c', attempts: 0 };
  await Promise.all([
    batches.one('to Colombo', { ...ofCampaign, recipient: '+94771234567' }),
    batches.one('to Sydney', { ...ofCampaign, recipient }),
  ]);
  const senders = carrier.calls.slice(before).map(({ json }) => json.sourceAddress);
  expect(senders.toSorted()).toEqual(['Godwit', 'Unverified']);
});

describe('a message that waits for a connection', () => {
  const busy = async (change: Partial<HttpConfig> = {}) => {
    carrier.onCall = () => {};
    const link = openBareLink({ ...carrier.link({ connections: 1 }), ...change });
    const before = carrier.calls.length;
    const first = link.one();
    await waitFor(() => carrier.calls.length > before, { what: 'the first request' });
    return { link, first, second: link.one() };
  };

  it('is returned unwritten when the link closes', async () => {
    const { link, first, second } = await busy();
    await link.close(0, 0);
    expect(await second).toMatchObject({ kind: 'retry', carrierError: null });
    expect(await first).toMatchObject(IN_DOUBT);
  });

  it('is returned unwritten when this process loses its share, and the request in flight is cut', async () => {
    const { link, first, second } = await busy();
    link.lapse();
    expect(await second).toMatchObject({ kind: 'retry', carrierError: null });
    expect(await first).toMatchObject(IN_DOUBT);
    expect(link.held()).toEqual({ sessions: 0, throughput: 0 });
  });

  it('is written when the carrier answers the one before it', async () => {
    const { first, second } = await busy();
    carrier.onCall = (call) => call.answer(200, { id: 'next' });
    carrier.calls.at(-1)!.answer(200, { id: 'first' });
    expect(await first).toMatchObject(sent('first'));
    expect(await second).toMatchObject(sent('next'));
  });
});

describe('a carrier that cannot be reached', () => {
  it.each([
    ['refuses connections', async () => `http://127.0.0.1:${await freePort()}`],
    ['has no address', async () => 'http://carrier.invalid'],
    ['speaks no TLS', async () => carrier.url.replace('http:', 'https:')],
  ])('%s: nothing is written, and the link is suspended', async (_name, base) => {
    const link = openBareLink(httpLinkOf({ base: await base() }));
    expect(await link.one()).toMatchObject({ kind: 'retry', carrierError: null });
    expect(link.bound()).toBe(false);
    expect(link.capacity()).toBe(0);
    expect(link.trouble()).toMatch(/^not connected: /);
  });
});

describe('a sign-in', () => {
  const LOGIN = { id: 'dialog', profile: 'dialog-esms', secrets: { user: 'shop', pass: 'hush' } };

  /** A carrier of the profile dialog-esms: both hosts are this one. */
  function dialog(onLogin: (call: Call) => void, onSend: (call: Call) => void, by: HttpCarrier = carrier) {
    by.onCall = (call) => (call.path.includes('login') ? onLogin(call) : onSend(call));
    return openBareLink(by.link(LOGIN));
  }
  const token = (call: Call) =>
    call.answer(200, { status: 'success', token: `t${logins++}`, expiration: 43_200 });
  let logins = 0;
  const ok = (call: Call) => call.answer(200, { status: 'success', data: { campaignId: 9 }, errCode: null });

  it('happens once for all messages that wait for it, and again once when the token dies in a burst', async () => {
    logins = 0;
    let alive = 't0';
    const link = dialog(token, (call) => {
      if (call.headers.authorization === `Bearer ${alive}`) ok(call);
      else call.answer(200, { status: 'failed', errCode: 105 });
    });
    const first = await Promise.all(Array.from({ length: 5 }, () => link.one()));
    expect(first.map(({ kind }) => kind)).toEqual(Array(5).fill('sent'));
    expect(logins).toBe(1);
    alive = 't1';
    const second = await Promise.all(Array.from({ length: 8 }, () => link.one()));
    expect(second.map(({ kind }) => kind)).toEqual(Array(8).fill('sent'));
    expect(logins).toBe(2);
  });

  it('that fails leaves all messages unwritten, and suspends the link', async () => {
    const before = carrier.calls.length;
    const link = dialog((call) => call.answer(500, 'oops'), ok);
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => link.one()));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['retry']));
    expect(carrier.calls.length - before).toBe(1);
    expect(link.trouble()).toMatch(/^sign-in: /);
  });

  it('that is locked is not tried again', async () => {
    const before = carrier.calls.length;
    const link = dialog((call) => call.answer(200, { errCode: 116 }), ok);
    await link.one();
    await link.one();
    expect(link.refused()).toBe(true);
    expect(carrier.calls.length - before).toBe(1);
  });

  it('whose tokens are never accepted ends after two sends', async () => {
    const before = carrier.calls.length;
    const link = dialog(token, (call) => call.answer(401, {}));
    expect(await link.one()).toMatchObject({ kind: 'retry' });
    expect(carrier.calls.length - before).toBe(4);
    expect(link.bound()).toBe(false);
  });

  it.each([
    [104, { kind: 'sent' }, null],
    [107, { kind: 'rejected', carrierError: '107' }, null],
    [
      112,
      { kind: 'retry', carrierError: '112' },
      'the credit at the carrier is used up (112: package used up)',
    ],
    [118, { kind: 'retry', carrierError: '118' }, 'the carrier is closed at this hour (118)'],
    [117, { kind: 'retry', isThrottle: true }, null],
    [999, IN_DOUBT, null],
  ])('and then the code %i', async (errCode, outcome, trouble) => {
    const link = dialog(token, (call) => call.answer(200, { status: 'failed', errCode }));
    expect(await link.one()).toMatchObject(outcome);
    expect(link.trouble()).toBe(trouble);
    expect(carrier.calls.at(-1)!.body).toMatch(/"transaction_id":[1-9]\d{17},/);
  });
});

const half = (then: (call: Call) => void) => (call: Call) => {
  call.response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  call.response.write('{"id":"half');
  setImmediate(() => then(call));
};

function raw(call: Call, body: string, status = 200) {
  call.response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function endless(call: Call) {
  call.response.writeHead(200);
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => {
    if (call.response.destroyed) return;
    if (call.response.write(chunk)) setImmediate(more);
    else call.response.once('drain', more);
  };
  more();
}

function interim(call: Call) {
  const { socket } = call.response;
  const more = () => {
    if (socket && !socket.destroyed)
      socket.write('HTTP/1.1 102 Processing\r\n\r\n', () => setImmediate(more));
  };
  more();
}

const BOMB = gzipSync(Buffer.alloc(50_000_000, ' '));
function bomb(call: Call) {
  call.response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
