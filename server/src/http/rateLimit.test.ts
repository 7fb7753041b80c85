import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { newPerson } from '../../test/factories.ts';
import { isRefusal, type Refusal, RefusalError } from '../refusal.ts';
import type { Limit } from '../settings.ts';
import { createLimiter } from './rateLimit.ts';

const t = await testApp({
  limitRegister: { count: 2, seconds: 3600 },
  limitLogin: { count: 3, seconds: 60 },
});

describe('limits per address', () => {
  it('count registrations and say in headers how many are left', async () => {
    const browser = openBrowser(t.app);
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await browser.post('/v1/web/register', newPerson()));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 429]);
    expect(answers.map((answer) => answer.headers.ratelimit)).toEqual([
      expect.stringMatching(/^"register";r=1;t=3[56]\d\d$/),
      expect.stringMatching(/^"register";r=0;t=3[56]\d\d$/),
      expect.stringMatching(/^"register";r=0;t=3[56]\d\d$/),
    ]);
    expect(answers[2]!.headers['ratelimit-policy']).toBe('"register";q=2;w=3600');
    expect(answers[2]!.json()).toEqual({ code: 1006, description: 'Too many requests. Wait and try again.' });
    expect(Number(answers[2]!.headers['retry-after'])).toBeGreaterThan(3500);
  });

  it('count all logins from one address, and no others', async () => {
    const login = async (remoteAddress: string, user: string) => {
      const browser = openBrowser(t.app);
      const token = await browser.csrf();
      const cookie = `godwit_session=${browser.cookies.get('godwit_session')}`;
      const headers = { 'x-csrf-token': token, cookie, 'x-forwarded-for': user };
      const payload = { user_id: `${user}@example.com`, password: 'x' };
      return (await t.app.inject({ method: 'POST', url: '/v1/web/login', remoteAddress, headers, payload }))
        .statusCode;
    };
    const codes = [];
    for (const user of ['a', 'b', 'c', 'd']) codes.push(await login('203.0.113.7', user));
    expect(codes).toEqual([401, 401, 401, 429]);
    expect(await login('203.0.113.8', 'a')).toBe(401);
    // All of one /64 is one caller.
    const network = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8:0:0:1:2:3:4'];
    const over6 = [];
    for (const address of network) over6.push(await login(address, 'a'));
    expect(over6).toEqual([401, 401, 401, 429]);
    expect(await login('2001:db8:0:1::1', 'b')).toBe(401);
  });
});

describe('a limiter', () => {
  /** Counts a call at an instant: null when it passes. */
  function limiterAt(limit: Limit | null) {
    let nowMs = 0;
    const limiter = createLimiter('test', limit, () => nowMs);
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
    return {
      headers,
      call(atMs: number, key = 'a'): Refusal | null {
        nowMs = atMs;
        try {
          limiter(key, reply as unknown as Parameters<typeof limiter>[1]);
          return null;
        } catch (error) {
          if (error instanceof RefusalError && isRefusal(error.refusal)) return error.refusal;
          throw error;
        }
      },
    };
  }

  it('starts afresh when its window ends', () => {
    const { call, headers } = limiterAt({ count: 2, seconds: 10 });
    expect([call(0), call(5000)]).toEqual([null, null]);
    expect(call(9001)).toEqual({ refused: 'tooManyRequests', retryAfterSeconds: 1 });
    expect(headers.ratelimit).toBe('"test";r=0;t=1');
    expect(call(9001, 'b')).toBeNull();
    expect(call(10_000)).toBeNull();
  });

  it('that is off sends no headers', () => {
    const { call, headers } = limiterAt(null);
    for (let i = 0; i < 100; i++) expect(call(i)).toBeNull();
    expect(headers).toEqual({});
  });
});
