import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { openBrowser } from '../test/browser.ts';
import { makeOwner, makeProject, newestMail, PASSWORD } from '../test/factories.ts';

const consoleDir = mkdtempSync(join(tmpdir(), 'godwit-console-'));
mkdirSync(join(consoleDir, 'assets'));
writeFileSync(
  join(consoleDir, 'index.html'),
  '<html><meta name="nonce" content="__CSP_NONCE__"><title>Godwit</title></html>',
);
writeFileSync(
  join(consoleDir, 'staff.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__" /><p>Staff</p>',
);
writeFileSync(join(consoleDir, 'favicon.svg'), '<svg/>');
writeFileSync(join(consoleDir, 'assets', 'index-1a2b3c.js'), 'export const padding = 1;\n'.repeat(200));
writeFileSync(join(consoleDir, 'assets', 'index-1a2b3c.js.map'), '{}');
afterAll(() => rmSync(consoleDir, { recursive: true }));

const t = await testApp({}, { consoleDir });
const secure = await testApp({ publicUrl: new URL('https://sms.example.com') });

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  it.each([
    '/',
    '/logs',
    '/settings/01890000',
    '/activated?status=true',
    '/index.html',
    '/reset-password?t=%00',
    '/reset-password?t=a&t=b',
  ])('is served at %s', async (url) => {
    const answer = await t.app.inject({ url, headers: PAGE });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, nonce] = /content="([^"]+)"/.exec(answer.body) ?? [];
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each([{ accept: '*/*' }, {}])('is served to curl and monitors, which send %o', async (headers) => {
    for (const url of ['/', '/logs', '/staff', '/sign-up?x=a.js/']) {
      const answer = await t.app.inject({ url, headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('has a different nonce each time', async () => {
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => (await t.app.inject({ url: '/', headers: PAGE })).body),
    );
    expect(new Set(bodies).size).toBe(3);
  });

  it('has files that are cached for ever and compressed', async () => {
    const url = '/assets/index-1a2b3c.js';
    const answer = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
    });
    expect(answer.rawPayload.length).toBeLessThan(500);
    expect((await t.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/staff', '/staff/', '/staff/identity/1', '/staff?x=1'])(
    'has a separate page for staff at %s',
    async (url) => {
      const { headers, body } = await t.app.inject({ url, headers: PAGE });
      const nonce = /content="([^"]+)"/.exec(body)?.[1];
      expect(body).toContain('<p>Staff</p>');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
    },
  );

  it.each(['/staffing', '/staff.html'])("has the customers' page at %s", async (url) => {
    const { headers, body } = await t.app.inject({ url, headers: PAGE });
    expect(body).not.toContain('Staff');
    expect(headers['content-security-policy']).not.toContain('blob:');
  });

  it.each([
    '/assets/index-1a2b3c.js.map',
    '/assets/gone.js',
    '/assets/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
  ])('serves no %s', async (url) => {
    const answer = await t.app.inject({ url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json().code).toBeGreaterThan(1000);
  });

  it.each(['/v1/nothing', '/v1/web/nothing', '/v1'])('does not answer the call %s', async (url) => {
    const answer = await t.app.inject({ url, headers: PAGE });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 1001]);
  });
});

describe('headers', () => {
  const CSP =
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';" +
    "manifest-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'";

  it.each(['/healthz', '/v1/web/generic/timezones', '/v1/nothing', '/assets/index-1a2b3c.js'])(
    'protect %s',
    async (url) => {
      const { headers } = await t.app.inject(url);
      expect(headers).toMatchObject({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('keep browsers on https if PUBLIC_URL is https', async () => {
    const { headers } = await secure.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });

  it('forbid every cache to store pages of a signed-in person', async () => {
    const { browser } = await makeOwner(t);
    for (const url of [
      '/v1/web/profile',
      '/v1/web/projects',
      '/v1/web/teams',
      '/v1/web/generic/refresh_csrf',
    ]) {
      expect((await browser.get(url)).headers['cache-control'], url).toBe('no-store');
    }
  });

  it('allow no other origin anything', async () => {
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await t.app.inject({ method: 'OPTIONS', url: '/v1/web/login', headers: preflight });
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('health', () => {
  it('reports the process; readiness reports the database and its migrations', async () => {
    expect((await t.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await t.app.inject('/readyz')).statusCode).toBe(200);
    await t.services.pool.query('alter table migrations rename to migrations_gone');
    const answer = await t.app.inject('/readyz');
    await t.services.pool.query('alter table migrations_gone rename to migrations');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 1014]);
    expect(answer.headers['retry-after']).toBe('5');
  });
});

describe('time zones', () => {
  it('are those of the IANA database, without a session', async () => {
    const zones = (await t.app.inject('/v1/web/generic/timezones')).json() as { id: string }[];
    expect(zones).toContainEqual({ id: 'Asia/Colombo' });
    expect(zones).toContainEqual({ id: 'Australia/Sydney' });
  });
});

describe('the log', () => {
  it('names refusals, and holds no password, key, cookie, token or query', async () => {
    const { person, browser } = await makeOwner(t);
    const project = await makeProject(browser);
    const { link } = await newestMail(t, person.email);
    await browser.get('/v1/web/activate?token=canary-in-a-query');
    await browser.post('/v1/web/login', { user_id: person.email, password: 'Canary$Password' });
    await openBrowser(t.app).get('/nothing/canary-in-a-path?canary');
    const log = t.log.join('\n');
    expect(log).toContain('POST /v1/web/login');
    const secrets = [
      PASSWORD,
      'Canary',
      'canary',
      project.api_key_live,
      project.api_key_test,
      browser.cookies.get('godwit_session')!,
      await browser.csrf(),
      link.split('=')[1]!,
      person.email,
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe('bytes that are not HTTP', () => {
  it.each([
    ['rubbish', 'rubbish\r\n\r\n', '400'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
    [
      'two lengths',
      'POST /v1/web/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
      '400',
    ],
  ])('such as %s get an answer too', async (_what, bytes, status) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 1002 });
  });
});
