// Sends every state-changing call of the console as a foreign page would: it is refused and changes nothing.
import { describe, expect, it } from 'vitest';
import { ACCESS, REQUESTS } from './accessTable.ts';
import { type Actor, anonymous, makeTeam, namesOf, sendAs, signedIn } from './accessWorld.ts';
import { testApp } from './app.ts';
import { fingerprint } from './fingerprint.ts';

const routes: string[] = [];
const t = await testApp({}, { onRoute: (route) => routes.push(...namesOf(route)) });
// Staff routes are tested in staffAccess.test.ts.
const changing = routes.filter((route) => !/^(GET|HEAD|OPTIONS) | \/v1\/staff\//.test(route));
const guarded = changing.filter((route) => /^\w+ \/v1\/web\//.test(route));

/** Calls with a key or a signature, which no browser sends by itself, and pages that need no session. */
const EXEMPT = [
  'DELETE /v1/contacts/:id',
  'DELETE /v1/groups/:id',
  'DELETE /v1/opt_outs/:number',
  'DELETE /v1/templates/:id',
  'DELETE /v1/verification_profiles/:id',
  'DELETE /v1/webhook_endpoints/:id',
  'PATCH /v1/contacts/:id',
  'PATCH /v1/templates/:id',
  'PATCH /v1/verification_profiles/:id',
  'PATCH /v1/webhook_endpoints/:id',
  'POST /cgi-bin/sendsms',
  'POST /dev/checkout',
  'POST /dev/checkout/:order',
  'POST /o/:token',
  'POST /twilio/2010-04-01/Accounts/:account/Messages.json',
  'POST /twilio/2010-04-01/Accounts/:account/Messages/:sid',
  'POST /twilio/2010-04-01/Accounts/:account/Messages/:sid/Feedback.json',
  'POST /twilio/v2/Services/:service/VerificationCheck',
  'POST /twilio/v2/Services/:service/Verifications',
  'POST /twilio/v2/Services/:service/Verifications/:sid',
  'POST /v1/campaigns',
  'POST /v1/campaigns/:id/cancel',
  'POST /v1/contacts',
  'POST /v1/conversations/:number/read',
  'POST /v1/events/:id/resend',
  'POST /v1/groups',
  'POST /v1/hooks/carriers/:link/:secret',
  'POST /v1/hooks/carriers/:link/:secret/:ref',
  'POST /v1/hooks/carriers/:link/:secret/incoming',
  'POST /v1/hooks/payhere',
  'POST /v1/hooks/stripe',
  'POST /v1/in',
  'POST /v1/in/:token',
  'POST /v1/login',
  'POST /v1/messages',
  'POST /v1/messages/:id/cancel',
  'POST /v1/messages/:id/feedback',
  'POST /v1/messages/batch',
  'POST /v1/templates',
  'POST /v1/verification_profiles',
  'POST /v1/verifications',
  'POST /v1/verifications/:id/cancel',
  'POST /v1/verifications/:id/check',
  'POST /v1/verifications/:id/resend',
  'POST /v1/verifications/check',
  'POST /v1/webhook_endpoints',
  'PUT /v1/consents',
  'PUT /v1/groups/:id/members',
  'PUT /v1/opt_outs',
];

const victim = await makeTeam(t, { verified: true });
const other = await makeTeam(t, { verified: true });
const own = await signedIn(t, victim.userId, victim.teamId);
const theirs = await signedIn(t, other.userId, other.teamId);
const before = await anonymous(t);
const withToken = (token: string | undefined, more: Actor = {}): Actor => {
  const { 'x-csrf-token': _own, ...rest } = own;
  return { ...rest, ...(token !== undefined && { 'x-csrf-token': token }), ...more };
};
const right = own['x-csrf-token'];

/** Requests that must be refused, with their error code. */
const WRONG: [string, Actor, number][] = [
  ['no token', withToken(undefined), 1005],
  ['an empty token', withToken(''), 1005],
  ['the token from before signing in', withToken(before['x-csrf-token']), 1005],
  ["another user's token", withToken(theirs['x-csrf-token']), 1005],
  ['a token cut short', withToken(right!.slice(0, -1)), 1005],
  ['the right token from another site', withToken(right, { 'sec-fetch-site': 'cross-site' }), 1005],
  ['the right token from another origin', withToken(right, { origin: 'https://evil.example' }), 1005],
  ['the right token from an origin without a name', withToken(right, { origin: 'null' }), 1005],
  ['text/plain and no token', withToken(undefined, { 'content-type': 'text/plain' }), 1005],
  ['text/plain and the right token', withToken(right, { 'content-type': 'text/plain' }), 1011],
];

it('every state-changing route is guarded or listed as exempt', () => {
  expect(changing.filter((route) => !guarded.includes(route)).sort()).toEqual(EXEMPT);
  expect(guarded.length).toBeGreaterThan(7);
});

describe.each(guarded)('%s', (route) => {
  it('refuses every wrong call and changes nothing', async () => {
    const asked = (await REQUESTS[route]?.(victim, t)) ?? {};
    // None of these calls may be the one that updates a session's last use.
    await t.services.pool.query('update sessions set last_seen_at = now()');
    const contents = await fingerprint(t.services.pool);
    for (const [what, headers, code] of WRONG) {
      const asText = headers['content-type'] === 'text/plain';
      const answer = asText ? await sendAsText(route, headers) : await sendAs(t, route, asked, headers);
      expect([answer.statusCode, answer.json().code], what).toEqual([code === 1005 ? 403 : 415, code]);
      expect(answer.cookies, what).toEqual([]);
    }
    expect(await fingerprint(t.services.pool)).toEqual(contents);
    expect((await sendAs(t, 'GET /v1/web/profile', {}, own)).statusCode).toBe(200);
  });

  async function sendAsText(name: string, headers: Actor) {
    const [method, path = ''] = name.split(' ');
    const url = path.replace(/:\w+/g, victim.projectId);
    return t.app.inject({ method: method as 'POST', url, headers, payload: '{"name":"x"}' });
  }
});

// These run last, because some end sessions. They show that the calls above were refused for their token
// alone.
it.each(guarded)('%s works with the right token', async (route) => {
  const headers = await signedIn(t, victim.userId, victim.teamId);
  const answer = await sendAs(t, route, (await REQUESTS[route]?.(victim, t)) ?? {}, headers);
  const outcome = answer.statusCode < 400 ? answer.statusCode : answer.json().code;
  expect(outcome).toBe(ACCESS.get(route)!.get('owner'));
});
