// nginx and haproxy as deploy/ sets them up, each started in front of a service where it is installed: TLS, events as they come, files of the
// largest size and no larger, and who calls.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { AUTHORITY, LOCALHOST, LOCALHOST_KEY } from './certificate.ts';
import { waitFor } from './database.ts';
import { makeSender } from './factories.ts';
import { folderFor, freePort, installed, startServer } from './installed.ts';

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

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
function folderOf(files: Record<string, string>): string {
  const folder = folderFor('root', files);
  folders.push(folder);
  return folder;
}

/** What each is started with: the file as it is, but for its ports and certificate. */
const PROXIES = {
  async nginx(port: number, nowhere: number) {
    const folder = folderOf({ 'godwit.crt': LOCALHOST, 'godwit.key': LOCALHOST_KEY });
    const server = read('nginx.conf')
      .replace('  listen 80;\n', '')
      .replace('# listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/# (ssl_\w+) \/etc\/nginx/g, `$1 ${folder}`);
    const upstream = read('nginx-upstream.conf').replace('8080', `${nowhere}`).replace('8081', `${behind}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const conf = `${user} pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${upstream}${server}}`;
    const file = join(folderOf({ 'nginx.conf': conf }), 'nginx.conf');
    return ['-c', file, '-p', folder, '-g', 'daemon off;'];
  },
  async haproxy(port: number, nowhere: number) {
    const folder = folderOf({ 'godwit.pem': LOCALHOST + LOCALHOST_KEY });
    const conf = read('haproxy.cfg')
      .replace('  bind :80\n', '')
      .replace('# bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy', folder)
      .replace('8080', `${nowhere}`)
      .replace('8081', `${behind}`);
    return ['-db', '-f', join(folderOf({ 'haproxy.cfg': conf }), 'haproxy.cfg')];
  },
};

describe.each(['nginx', 'haproxy'] as const)('behind %s', (name) => {
  const program = installed(name);
  if (!program) return it.skip(`${name} is not installed (apt-get install ${name})`);
  let port: number;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    port = await freePort();
    server = await startServer(program, await PROXIES[name](port, await freePort()), { port });
  });
  afterAll(() => server.stop());

  async function ask(path: string, options: RequestOptions = {}, body?: Buffer | string) {
    const call = request({ host: 'localhost', port, path, ca: AUTHORITY, family: 4, ...options });
    call.on('error', () => {});
    call.end(body);
    const [answer] = await once(call, 'response');
    return { answer, call, status: answer.statusCode as number };
  }

  it('speaks TLS, and leaves out a process that is not there', async () => {
    for (let i = 0; i < 6; i++)
      await waitFor(async () => (await ask('/readyz')).status === 200, {
        what: 'an answer of the other process',
      });
    const { answer } = await ask('/healthz');
    expect(answer.headers['strict-transport-security']).toMatch(/max-age/);
    expect(await json(answer)).toEqual({ status: 'ok' });
    // A key that came by https is taken.
    const headers = { authorization: sender.authorization.TEST };
    expect((await ask('/v1/balance', { headers })).status).toBe(200);
  });

  it('passes on events as they come', async () => {
    const cookie = [...sender.browser.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, 'x-team-id': sender.teamId };
    const { answer, call } = await ask(`/v1/web/events?project_id=${sender.project.id}&mode=TEST`, {
      headers,
    });
    let heard = '';
    answer.on('error', () => {});
    answer.on('data', (text: Buffer) => {
      heard += text;
    });
    // While the answer goes on.
    await waitFor(() => heard.includes('event: '), { what: 'the first event' });
    expect(answer.complete).toBe(false);
    call.destroy();
  });

  it('lets a file of the largest size through, and the service or it refuses a larger one', async () => {
    const post = async (path: string, bytes: number, body: Buffer | string) => {
      const headers = { 'content-length': bytes, 'content-type': 'application/json', ...authorization };
      return (await ask(path, { method: 'POST', headers }, body)).status;
    };
    const authorization = { authorization: sender.authorization.TEST };
    expect(await post('/v1/messages', 60_000_000, 'x')).toBe(413);
    // For want of a token, by the service.
    expect(await post('/v1/web/contacts_csv', 50_000_000, Buffer.alloc(50_000_000))).toBe(403);
  });

  it('has no WebSocket', async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AA==' };
    expect((await ask('/v1/web/events', { headers })).status).not.toBe(101);
  });

  it('says who calls, whatever the caller says of that', async () => {
    const host = name === 'nginx' ? 2 : 4;
    const browser = openBrowser(t.app);
    const token = await browser.csrf();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const json = { 'content-type': 'application/json' };
    const login = async (last: number, said: string) => {
      const headers = { ...json, cookie, 'x-csrf-token': token, 'x-forwarded-for': said };
      const options = { method: 'POST', localAddress: `127.0.0.${last}`, headers };
      const body = JSON.stringify({ user_id: `${said}@example.com`, password: 'x' });
      return (await ask('/v1/web/login', options, body)).status;
    };
    const refused = [];
    for (let i = 0; i < 4; i++) refused.push((await login(host, `9.9.9.${i}`)) === 429);
    expect(refused).toEqual([false, false, true, true]);
    expect(await login(host + 1, '9.9.9.9')).not.toBe(429);
  });
});
