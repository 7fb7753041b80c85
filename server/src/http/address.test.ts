import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makePerson, PASSWORD } from '../../test/factories.ts';

const apps = {
  loopback: await testApp({ trustedProxies: ['loopback'] }),
  range: await testApp({ trustedProxies: ['10.0.0.0/8', '2001:db8::/32'] }),
  none: await testApp({ trustedProxies: [] }),
};

describe('the address of a person who signs in', () => {
  it.each([
    ['is what a proxy on this machine says', 'loopback', '127.0.0.1', '112.134.1.1', '112.134.1.1'],
    [
      'is the one that the proxy saw, whatever was said before',
      'loopback',
      '::1',
      '8.8.8.8, 112.134.1.1',
      '112.134.1.1',
    ],
    ['is what each proxy in a range says', 'range', '10.1.2.3', '2400:dd01::7, 2001:db8::5', '2400:dd01::7'],
    ['is the caller’s own where that is no proxy', 'range', '203.0.113.9', '112.134.1.1', '203.0.113.9'],
    ['is the caller’s own where no proxy is trusted', 'none', '127.0.0.1', '112.134.1.1', '127.0.0.1'],
    ['is the proxy’s where it tells no address', 'loopback', '127.0.0.1', "unknown:';--", '127.0.0.1'],
    ['is the proxy’s where it tells nothing', 'loopback', '127.0.0.1', '', '127.0.0.1'],
  ] as const)('%s', async (_what, proxies, remoteAddress, forwarded, expected) => {
    const t = apps[proxies];
    const { email } = await makePerson(t);
    const from = { remoteAddress, headers: { 'x-forwarded-for': forwarded } };
    await openBrowser(t.app).post('/v1/web/login', { user_id: email, password: PASSWORD }, from);
    const { rows } = await t.services.pool.query(
      'select ip from sessions where user_id = (select id from users where email = $1)',
      [email],
    );
    expect(rows).toEqual([{ ip: expected }]);
  });
});
