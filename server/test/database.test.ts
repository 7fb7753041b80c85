// Every route without a database, and with a single connection.
import { expect, it } from 'vitest';
import { openKysely } from '../src/db/kysely.ts';
import { openPool, type PoolLimits } from '../src/db/pool.ts';
import { type Connections, onePool } from '../src/services.ts';
import { ACCESS, REQUESTS } from './accessTable.ts';
import { makeTeam, sendAs, signedIn } from './accessWorld.ts';
import { anotherApp, testApp } from './app.ts';
import { testDatabase } from './database.ts';
import { twilioLogin } from './dropIns.ts';

const database = await testDatabase();
const t = await testApp({}, {}, database);
const a = await makeTeam(t, { verified: true });

function connections(limits: PoolLimits, config = database.config): Connections {
  const pool = openPool(config, { ...limits, applicationName: 'test' });
  return { pool, kysely: openKysely(pool) };
}

async function actorFor(route: string) {
  if (
    / \/(v1\/(messages|verifications|verification_profiles|consents|opt_outs|contacts|groups|campaigns|templates|conversations|events|webhook_endpoints|prices|senders|balance|login)|cgi-bin)/.test(
      route,
    )
  )
    return { authorization: a.authorization.LIVE };
  if (/ \/twilio\//.test(route)) return { authorization: twilioLogin(a.projectId, a.authorization.LIVE) };
  if (/ \/v1\/in$/.test(route)) return { authorization: `Bearer ${'x'.repeat(43)}` };
  return await signedIn(t, a.userId, a.teamId);
}

/** Our code in an answer. smsbox's only answer of this kind has none. */
function codeOf(route: string, body: string): number {
  if (/ \/cgi-bin\//.test(route)) return body === 'Temporal failure, try again later.' ? 1014 : 0;
  const { code, details } = JSON.parse(body);
  return details?.godwit_code ?? code;
}

const routes = [...ACCESS.keys()].filter((route) => !/\/live|\/stream/.test(route));

/** Routes that need no database. */
const WITHOUT_DATABASE = [
  'GET /healthz',
  // No carrier over HTTP and no provider is configured.
  'POST /v1/hooks/stripe',
  'POST /v1/hooks/payhere',
  'GET /v1/hooks/carriers/:link/:secret',
  'POST /v1/hooks/carriers/:link/:secret',
  'GET /v1/hooks/carriers/:link/:secret/:ref',
  'POST /v1/hooks/carriers/:link/:secret/:ref',
  'GET /v1/hooks/carriers/:link/:secret/incoming',
  'POST /v1/hooks/carriers/:link/:secret/incoming',
  'GET /v1/web/generic/refresh_csrf',
  'GET /v1/web/generic/timezones',
  'GET /v1/web/generic/regions',
  'GET /v1/web/generic/support',
  // The browser has not started a sign-in.
  'POST /v1/web/sso/finish',
  'GET /v1/openapi.json',
  'GET /llms.txt',
];

it('answers 503 and 1014, retry later, if the database it needs is away', async () => {
  const nowhere = { ...database.config, host: '127.0.0.1', port: 1 };
  const services = { ...t.services, ...onePool(connections({ max: 2 }, nowhere)) };
  const away = await anotherApp({ ...t, services });
  const served: string[] = [];
  for (const route of routes) {
    const { statusCode, headers, body } = await sendAs(
      away,
      route,
      (await REQUESTS[route]?.(a, t)) ?? {},
      await actorFor(route),
    );
    if (statusCode < 500) {
      served.push(route);
      continue;
    }
    expect([route, statusCode, codeOf(route, body)]).toEqual([route, 503, 1014]);
    expect(Number(headers['retry-after']), route).toBeGreaterThan(0);
  }
  expect(served).toEqual(WITHOUT_DATABASE);
});

it('needs one connection at a time for any request', async () => {
  const one = { max: 1, acquireMs: 5_000 };
  const [urgent, people, jobs] = [connections(one), connections(one), connections(one)];
  // Signals keep one.
  const long = connections({ ...one, max: 2 });
  const services = { ...t.services, ...people, pools: { urgent, people, long, jobs } };
  const small = await anotherApp({ ...t, services });
  for (const route of routes) {
    // Returns 503 in any case, because no simulated carrier runs in this test.
    if (route === 'POST /v1/web/projects/:id/incoming_messages') continue;
    const asked = (await REQUESTS[route]?.(a, t)) ?? {};
    const { statusCode } = await sendAs(small, route, asked, await actorFor(route));
    expect([route, statusCode < 500]).toEqual([route, true]);
  }
});
