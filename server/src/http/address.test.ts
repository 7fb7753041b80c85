import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeOwner, makePerson, makeSender, PASSWORD } from '../../test/factories.ts';

const publicUrl = new URL('https://sms.example.com');
const apps = {
  https: await testApp({ publicUrl, trustedProxies: ['loopback', '10.0.0.0/8'] }),
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

it('is the proxy’s in the audit log too, if it tells no address', async () => {
  const { browser, person } = await makeOwner(apps.loopback);
  await browser.post('/v1/web/profile/export', undefined, { headers: { 'x-forwarded-for': "unknown:';--" } });
  const { rows } = await apps.loopback.services.pool.query(
    `select ip from audit_log where action = 'ACCOUNT_EXPORTED'
      and subject = (select id::text from users where email = $1)`,
    [person.email],
  );
  expect(rows).toEqual([{ ip: '127.0.0.1' }]);
});

const { authorization } = await makeSender(apps.https);
const wrongKey = `Basic ${Buffer.from('nobody:gk_test_wrong').toString('base64')}`;

describe('an API key when PUBLIC_URL is https', () => {
  it.each([
    ['is taken from a trusted proxy that ended TLS', '10.1.2.3', { 'x-forwarded-proto': 'https' }, 200],
    [
      'is taken from a program on this machine that vouches for its call',
      '::1',
      { 'x-forwarded-proto': 'https' },
      200,
    ],
    ['is refused through a proxy on this machine that says nothing', '::ffff:127.0.0.1', {}, 403],
    [
      'is refused where the trusted proxy got it over plain HTTP',
      '127.0.0.1',
      { 'x-forwarded-proto': 'http' },
      403,
    ],
    [
      'is refused where the proxy does not say how it came',
      '127.0.0.1',
      { 'x-forwarded-for': '112.134.1.1' },
      403,
    ],
    [
      'is refused where the last hop was plain, whatever a caller claims',
      '127.0.0.1',
      { 'x-forwarded-proto': 'https, http' },
      403,
    ],
    ['is refused from a proxy that is not trusted', '203.0.113.9', { 'x-forwarded-proto': 'https' }, 403],
    ['is refused from a caller who connects directly', '10.1.2.3', {}, 403],
  ] as const)('%s', async (_what, remoteAddress, forwarded, status) => {
    for (const key of [authorization.TEST, wrongKey]) {
      const headers = { ...forwarded, authorization: key };
      const answer = await apps.https.app.inject({ url: '/v1/balance', remoteAddress, headers });
      // Refused before any check: the answer reveals nothing about the key and names no address to retry
      // at.
      expect(answer.statusCode).toBe(status === 200 && key === wrongKey ? 401 : status);
      if (status === 403)
        expect(answer.json()).toMatchObject({
          code: 1012,
          description: expect.stringContaining('plain HTTP'),
        });
      expect(answer.headers.location).toBeUndefined();
    }
  });

  it('is taken over plain HTTP when PUBLIC_URL is plain', async () => {
    const plain = await makeSender(apps.none);
    const headers = { authorization: plain.authorization.TEST };
    const answer = await apps.none.app.inject({ url: '/v1/balance', remoteAddress: '203.0.113.9', headers });
    expect(answer.statusCode).toBe(200);
  });
});
