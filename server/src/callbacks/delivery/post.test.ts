import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { startNameServer } from '../../../test/nameServer.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { openNames } from '../../outgoing/names.ts';
import { CALL_HEADERS } from '../../outgoing/ownCalls.ts';
import { openPoster, type PosterOptions } from './post.ts';

const posters: ReturnType<typeof openPoster>[] = [];
afterAll(() => Promise.all(posters.map((poster) => poster.close())));

function poster(options: Partial<PosterOptions> = {}) {
  const opened = openPoster({ allowPrivate: true, ...options });
  posters.push(opened);
  return (url: string, body = '{}') =>
    opened.call({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body });
}

/** Host names of the test. */
const names =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const FORBIDDEN = { answer: null, error: 'The URL does not lead to the public internet.' };

describe('a call', () => {
  it('returns the status of the answer, whatever it is', async () => {
    const receiver = await startReceiver((response, { json }) => {
      response.writeHead(Number(json.status)).end('so it is');
    });
    for (const status of [200, 204, 299, 400, 410, 500]) {
      const posted = await poster()(receiver.url, JSON.stringify({ status: String(status) }));
      expect(posted).toEqual({ answer: status, error: null });
    }
    expect(receiver.calls[0]!.headers).toMatchObject({ 'content-type': 'application/json', ...CALL_HEADERS });
  });

  it('follows no redirect', async () => {
    const target = await startReceiver();
    const receiver = await startReceiver((response) => {
      response.writeHead(307, { location: target.url }).end();
    });
    expect(await poster()(receiver.url)).toEqual({ answer: 307, error: null });
    expect(target.calls).toEqual([]);
  });

  it('reads no more than 64 KiB of an endless answer', async () => {
    let written = 0;
    let broken: Promise<unknown> | undefined;
    const receiver = await startReceiver((response) => {
      broken = once(response, 'close');
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    });
    expect(await poster()(receiver.url)).toEqual({ answer: 200, error: null });
    await broken;
    // Data in socket buffers has been written but not read.
    expect(written).toBeLessThan(8 * 1_048_576);
  });

  it('gives up on endless interim answers', async () => {
    const promising = createServer((socket) => {
      const again = () => {
        while (socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)));
      };
      socket.on('error', () => {});
      socket.once('data', again).on('drain', again);
    }).listen(0, '127.0.0.1');
    await once(promising, 'listening');
    const { port } = promising.address() as AddressInfo;
    expect(await poster()(`http://127.0.0.1:${port}/`)).toEqual({
      answer: null,
      error: 'More than 16 interim answers (1xx) came, and no answer.',
    });
    promising.close();
  });

  it('gives up at its time limit, before or during the answer', async () => {
    const silent = await startReceiver(() => {});
    expect(await poster({ totalMs: 100 })(silent.url)).toEqual({
      answer: null,
      error: 'No answer within 0.1 s.',
    });
    const endless = await startReceiver((response) => void response.writeHead(200).write('and'));
    expect(await poster({ totalMs: 2_000 })(endless.url)).toEqual({ answer: 200, error: null });
  });

  it('names the fault of a receiver', async () => {
    const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const { port } = rude.address() as AddressInfo;
    const post = poster();
    expect((await post(`http://127.0.0.1:${port}/`)).error).toMatch(/^The connection broke/);
    expect((await post(`https://127.0.0.1:${(await plainPort()).port}/`)).error).toMatch(
      /^The (certificate is not accepted|connection broke)/,
    );
    rude.close();
    await once(rude, 'close');
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      answer: null,
      error: 'The connection was refused.',
    });
    expect(await post('http://')).toEqual({ answer: null, error: 'The URL is not one that can be called.' });
  });

  it('queries name servers by itself, so silent ones delay no other call', async () => {
    const receiver = await startReceiver();
    const server = await startNameServer((name) =>
      name === 'good.example' ? ['127.0.0.1'] : name.startsWith('dead') ? 'silent' : 'missing',
    );
    const post = poster({ resolve: openNames({ servers: [server.address] }).resolve });
    expect(await post('http://nobody.example/')).toEqual({
      answer: null,
      error: 'The host name was not found.',
    });
    let ended = 0;
    const dead = Array.from({ length: 30 }, (_, i) =>
      post(`http://dead${i}.example/`).finally(() => ended++),
    );
    expect(await post(receiver.url.replace('127.0.0.1', 'good.example'))).toEqual({
      answer: 200,
      error: null,
    });
    expect(ended).toBe(0);
    const error = 'No name server answered for the host name.';
    expect(await Promise.all(dead)).toEqual(Array(30).fill({ answer: null, error }));
  });

  it('has at most ten connections to a host', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await startReceiver((response) => {
      waiting.push(() => response.end());
      if (waiting.length === 10) for (const answer of waiting.splice(0)) answer();
    });
    const post = poster();
    const posted = await Promise.all(Array.from({ length: 30 }, () => post(receiver.url)));
    expect(posted.every(({ answer }) => answer === 200)).toBe(true);
    expect(receiver.mostAtOnce).toBe(10);
  });
});

/** Spellings of this machine by which an attacker would reach it. */
const LOOPBACK =
  `127.0.0.1 127.1 127.0.1 127.9.9.9 2130706433 0x7f000001 0x7f.1 0x7f.0.0.1 0177.0.0.1 017700000001 0 0.0.0.0
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1]
  [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] localhost LOCALHOST ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1`.split(
    /\s+/,
  );
/** Cloud metadata services, private networks, and ranges reserved for other uses. */
const ELSEWHERE =
  `169.254.169.254 169.254.170.2 2852039166 0xA9FEA9FE 0251.0376.0251.0376 [fd00:ec2::254] [::ffff:169.254.169.254]
  [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::] 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.254 100.64.0.1
  100.100.100.200 192.0.0.192 198.18.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  [fe80::1] [fc00::1] [fd12:3456:789a::1] [fec0::1] [ff02::1] [100::1] [2001:db8::1] [3fff::1] [::ffff:10.0.0.1] [2002:c0a8:101::]`.split(
    /\s+/,
  );

describe('an address outside the public internet', () => {
  it('is not called, however it is written', async () => {
    const { url } = await startReceiver();
    const { port } = new URL(url);
    let connected = 0;
    const everywhere = createServer(() => connected++).listen(0, '::');
    await once(everywhere, 'listening');
    const post = poster({ allowPrivate: false });
    const ports = [port, String((everywhere.address() as AddressInfo).port)];
    for (const host of [...LOOPBACK, ...ELSEWHERE])
      for (const at of LOOPBACK.includes(host) ? ports : ['80'])
        expect(await post(`http://${host}:${at}/latest`), host).toEqual(FORBIDDEN);
    expect(connected).toBe(0);
    everywhere.close();
  });

  it('is not called by a name, even beside allowed addresses', async () => {
    const { url, calls } = await startReceiver();
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.215.14', '127.0.0.1'],
      ['10.0.0.1', '93.184.215.14'],
      [],
    ]) {
      expect(await poster({ allowPrivate: false, resolve: names(...addresses) })(named)).toEqual(FORBIDDEN);
    }
    expect(calls).toEqual([]);
  });

  it('is not called if the name changes its address after the check', async () => {
    const { url, calls } = await startReceiver();
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    let asked = 0;
    const rebinding = () => names(asked++ === 0 ? '127.0.0.1' : '93.184.215.14')();
    // Resolved once: the checked address is the one connected to.
    expect(await poster({ allowPrivate: false, resolve: rebinding })(named)).toEqual(FORBIDDEN);
    expect([asked, calls]).toEqual([1, []]);
  });

  it('is called in development only if loopback or private', async () => {
    const { url, calls } = await startReceiver();
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    expect(await poster({ resolve: names('127.0.0.1') })(named)).toEqual({ answer: 200, error: null });
    expect(calls).toHaveLength(1);
    expect(await poster()('http://169.254.169.254/')).toEqual(FORBIDDEN);
  });
});

/** A port that speaks plain text. */
async function plainPort(): Promise<AddressInfo> {
  const { url } = await startReceiver();
  return { port: Number(new URL(url).port), address: '127.0.0.1', family: 'IPv4' };
}
