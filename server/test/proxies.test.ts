// nginx and haproxy with the files in deploy/, if installed, each in front of a service: TLS, event streams,
// file size limits, and client addresses.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDrain } from '../src/http/drain.ts';
import { anotherApp, testApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { AUTHORITY, LOCALHOST, LOCALHOST_KEY } from './certificate.ts';
import { waitFor } from './database.ts';
import { makeSender } from './factories.ts';
import { folderFor, freePort, installed, startServer } from './installed.ts';
import { begin } from './payments.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

const t = await testApp({
  trustedProxies: ['127.0.0.1'],
  limitLogin: { count: 2, seconds: 3_600 },
  publicUrl: new URL('https://localhost'),
});
await t.app.listen({ host: '127.0.0.1', port: 0 });
const { port: behind } = t.app.server.address() as AddressInfo;
const sender = await makeSender(t);
const makeOther = async () => {
  const drain = openDrain();
  return { drain, other: await anotherApp(t, { drain }) };
};
/** A second process for each proxy, which stops during the test. */
const stopping = { nginx: await makeOther(), haproxy: await makeOther() };

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
function folderOf(files: Record<string, string>): string {
  const folder = folderFor('root', files);
  folders.push(folder);
  return folder;
}

/** The log that nginx writes calls to. */
const ACCESS_LOG = join(folderOf({}), 'access.log');

type Change = (file: string) => string;

/** A proxy that does not forward the client's address. */
const silent: Change = (file) => file.replaceAll(/^.*(?:X-Forwarded-|option forwardfor).*\n/gm, '');

/** The configuration of each: the file in deploy/ with other ports and certificates, and `change`. */
const PROXIES = {
  async nginx(port: number, nowhere: number, change: Change) {
    const folder = folderOf({ 'godwit.crt': LOCALHOST, 'godwit.key': LOCALHOST_KEY });
    const server = change(read('nginx.conf'))
      .replace('  listen 80;\n', '')
      .replace('# listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/# (ssl_\w+) \/etc\/nginx/g, `$1 ${folder}`);
    const upstream = read('nginx-upstream.conf').replace('8080', `${nowhere}`).replace('8081', `${behind}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const conf = `${user} pid ${folder}/pid; error_log stderr; events {} http { access_log ${ACCESS_LOG}; ${paths.join(' ')}\n${upstream}${server}}`;
    const file = join(folderOf({ 'nginx.conf': conf }), 'nginx.conf');
    return ['-c', file, '-p', folder, '-g', 'daemon off;'];
  },
  async haproxy(port: number, nowhere: number, change: Change) {
    const folder = folderOf({ 'godwit.pem': LOCALHOST + LOCALHOST_KEY });
    const conf = change(read('haproxy.cfg'))
      .replace('  bind :80\n', '')
      .replace('# bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy', folder)
      .replaceAll('8080', `${nowhere}`)
      .replaceAll('8081', `${behind}`);
    return ['-db', '-f', join(folderOf({ 'haproxy.cfg': conf }), 'haproxy.cfg')];
  },
};

describe.each(['nginx', 'haproxy'] as const)('behind %s', (name) => {
  const program = installed(name);
  if (!program) return it.skip(`${name} is not installed (apt-get install ${name})`);
  let port: number;
  const nowhere = freePort();
  const { drain, other } = stopping[name];
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    port = await freePort();
    server = await start(port);
  });
  afterAll(() => server.stop());

  async function start(at: number, change: Change = (file) => file) {
    return startServer(program!, await PROXIES[name](at, await nowhere, change), { port: at });
  }

  async function callProxy(path: string, options: RequestOptions = {}, body?: Buffer | string) {
    const call = request({ host: 'localhost', port, path, ca: AUTHORITY, family: 4, ...options });
    call.on('error', () => {});
    call.end(body);
    const [answer] = await once(call, 'response');
    return { answer, call, status: answer.statusCode as number };
  }

  it('serves TLS, and skips a process that is not running', async () => {
    for (let i = 0; i < 6; i++)
      await waitFor(async () => (await callProxy('/readyz')).status === 200, {
        what: 'an answer of the other process',
      });
    const { answer } = await callProxy('/healthz');
    expect(answer.headers['strict-transport-security']).toMatch(/max-age/);
    expect(await json(answer)).toEqual({ status: 'ok' });
    // A key sent over https is accepted.
    const headers = { authorization: sender.authorization.TEST };
    expect((await callProxy('/v1/balance', { headers })).status).toBe(200);
  });

  it('fails no call while a process stops in order', async () => {
    let served = 0;
    other.app.server.on('request', () => served++);
    await other.app.listen({ host: '127.0.0.1', port: await nowhere });
    const statuses: number[] = [];
    const headers = { authorization: sender.authorization.TEST, 'content-type': 'application/json' };
    const body = JSON.stringify({ to: '+94770000001', from: 'SANDBOX', body: 'Hi' });
    const agent = new Agent({ keepAlive: true });
    let isOver = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { answer, status } = await callProxy('/v1/messages', { method: 'POST', headers, agent }, body);
        statuses.push(status);
        answer.resume();
        await once(answer, 'end');
      }
    });
    await waitFor(() => served > 5, { what: 'calls at the process that is to stop', timeoutMs: 30_000 });
    await drain.begin(other.app.server, 2_000);
    await other.app.close();
    const before = statuses.length;
    await waitFor(() => statuses.length > before + 20, { what: 'calls after it', timeoutMs: 30_000 });
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });

  it('gives a GET that sends to one process only, and logs no key (S67)', async () => {
    let [dropped, served] = [0, 0];
    // It dies of every call but those by which haproxy checks it.
    const dying = createServer((request, response) => {
      if (request.url === '/readyz') return void response.end();
      dropped++;
      request.socket.destroy();
    });
    await once(dying.listen(await nowhere, '127.0.0.1'), 'listening');
    const count = ({ url = '' }) => void (url.startsWith('/cgi-bin/') && served++);
    t.app.server.on('request', count);
    let calls = 0;
    await waitFor(
      async () => {
        calls++;
        await callProxy('/cgi-bin/sendsms?username=shop&password=SECRET').catch(() => {});
        return dropped > 0;
      },
      { timeoutMs: 30_000 },
    );
    t.app.server.off('request', count);
    dying.closeAllConnections();
    dying.close();
    expect(served).toBe(calls - dropped);
    if (name === 'nginx') expect(readFileSync(ACCESS_LOG, 'utf8')).not.toContain('SECRET');
  });

  // nginx checks none, and leaves none out.
  it.runIf(name === 'haproxy')('passes calls on to processes of which none is ready', async () => {
    let asked = 0;
    const unready = createServer(({ url }, response) => {
      if (url === '/readyz') asked++;
      response.writeHead(503, { 'retry-after': '5' }).end('{"code":1014}');
    });
    await once(unready.listen(0, '127.0.0.1'), 'listening');
    const { port: only } = unready.address() as AddressInfo;
    const at = await freePort();
    const proxy = await start(at, (file) => file.replaceAll(/127\.0\.0\.1:808[01]/g, `127.0.0.1:${only}`));
    // A check that fails twice takes both processes out.
    await waitFor(() => asked >= 6, { what: 'checks of both processes' });
    const { answer, status } = await callProxy('/v1/balance', { port: at });
    expect([status, answer.headers['retry-after'], await json(answer)]).toEqual([503, '5', { code: 1014 }]);
    await proxy.stop();
    unready.closeAllConnections();
    unready.close();
  });

  it('passes events on as they come', async () => {
    const cookie = [...sender.browser.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, 'x-team-id': sender.teamId };
    const { answer, call } = await callProxy(`/v1/web/events?project_id=${sender.project.id}&mode=TEST`, {
      headers,
    });
    let heard = '';
    answer.on('error', () => {});
    answer.on('data', (text: Buffer) => {
      heard += text;
    });
    // Before the response has ended.
    await waitFor(() => heard.includes('event: '), { what: 'the first event' });
    expect(answer.complete).toBe(false);
    call.destroy();
  });

  it('passes a file of the largest size; a larger one is refused by the service or the proxy', async () => {
    const post = async (path: string, bytes: number, body: Buffer | string) => {
      const headers = { 'content-length': bytes, 'content-type': 'application/json', ...authorization };
      return (await callProxy(path, { method: 'POST', headers }, body)).status;
    };
    const authorization = { authorization: sender.authorization.TEST };
    expect(await post('/v1/messages', 60_000_000, 'x')).toBe(413);
    // Refused by the service for a missing token.
    expect(await post('/v1/web/contacts_csv', 50_000_000, Buffer.alloc(50_000_000))).toBe(403);
  });

  it('refuses WebSocket', async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AA==' };
    expect((await callProxy('/v1/web/events', { headers })).status).not.toBe(101);
  });

  it("blocks pages for the machine's owner", async () => {
    const checkout = `/dev/checkout/${(await begin(sender.browser, '100', 'PAYHERE')).orderId}`;
    expect((await t.app.inject(checkout)).statusCode).toBe(200);
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', checkout, '/metrics'])
      for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]'])
        expect([path, (await callProxy(path, { headers: { host } })).status]).toEqual([path, 404]);
  });

  it('must forward the scheme https: otherwise no key is accepted', async () => {
    const at = await freePort();
    const proxy = await start(at, silent);
    const headers = { authorization: sender.authorization.TEST };
    const { answer, status } = await callProxy('/v1/balance', { port: at, headers });
    expect([status, await json(answer)]).toEqual([403, expect.objectContaining({ code: 1012 })]);
    await proxy.stop();
  });

  it("forwards the client's address and ignores a forged one", async () => {
    const host = name === 'nginx' ? 2 : 4;
    const browser = openBrowser(t.app);
    const token = await browser.csrf();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const json = { 'content-type': 'application/json' };
    const login = async (last: number, forwardedFor: string) => {
      const headers = { ...json, cookie, 'x-csrf-token': token, 'x-forwarded-for': forwardedFor };
      const options = { method: 'POST', localAddress: `127.0.0.${last}`, headers };
      const body = JSON.stringify({ user_id: `${forwardedFor}@example.com`, password: 'x' });
      return (await callProxy('/v1/web/login', options, body)).status;
    };
    const refused = [];
    for (let i = 0; i < 4; i++) refused.push((await login(host, `9.9.9.${i}`)) === 429);
    expect(refused).toEqual([false, false, true, true]);
    expect(await login(host + 1, '9.9.9.9')).not.toBe(429);
  });
});
