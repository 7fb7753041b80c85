// What every route does when the database is away, and when there is one connection for all.
import { expect, it } from 'vitest';
import { openKysely, openPool, type PoolLimits } from '../src/db/pool.ts';
import { type Connections, onePool } from '../src/services.ts';
import { ACCESS, ASKED } from './accessTable.ts';
import { ask, makeTeam, signedIn } from './accessWorld.ts';
import { anotherApp, testApp } from './app.ts';
import { testDatabase } from './database.ts';

const database = await testDatabase();
const t = await testApp({}, {}, database);
const a = await makeTeam(t, { verified: true });

function connections(limits: PoolLimits, config = database.config): Connections {
  const pool = openPool(config, { ...limits, applicationName: 'test' });
  return { pool, kysely: openKysely(pool) };
}

const actorFor = async (route: string) =>
  / \/v1\/(messages|balance|login)/.test(route)
    ? { authorization: a.authorization.LIVE }
    : await signedIn(t, a.userId, a.teamId);
const routes = [...ACCESS.keys()].filter((route) => !/\/live|\/stream/.test(route));

/** Those that need none for their answer. */
const WITHOUT_DATABASE = [
  'GET /healthz',
  // No provider is set up.
  'POST /v1/hooks/stripe',
  'POST /v1/hooks/payhere',
  'GET /v1/web/generic/refresh_csrf',
  'GET /v1/web/generic/timezones',
  'GET /v1/web/generic/regions',
  // The browser has begun no sign-in.
  'POST /v1/web/sso/finish',
  'GET /v1/openapi.json',
];

it('answers 503 and 1014, to be tried again, wherever it needs a database that is away', {
  timeout: 120_000,
}, async () => {
  const nowhere = { ...database.config, host: '127.0.0.1', port: 1 };
  const services = { ...t.services, ...onePool(connections({ max: 2 }, nowhere)) };
  const away = await anotherApp({ ...t, services });
  const served: string[] = [];
  for (const route of routes) {
    const { statusCode, headers, body } = await ask(
      away,
      route,
      (await ASKED[route]?.(a, t)) ?? {},
      await actorFor(route),
    );
    if (statusCode < 500) {
      served.push(route);
      continue;
    }
    expect([route, statusCode, JSON.parse(body).code]).toEqual([route, 503, 1014]);
    expect(Number(headers['retry-after']), route).toBeGreaterThan(0);
  }
  expect(served).toEqual(WITHOUT_DATABASE);
});

it('needs one connection at a time for whatever is asked of it', { timeout: 120_000 }, async () => {
  const one = { max: 1, acquireMs: 5_000 };
  const [urgent, people, jobs] = [connections(one), connections(one), connections(one)];
  // Signals keep one.
  const long = connections({ ...one, max: 2 });
  const services = { ...t.services, ...people, pools: { urgent, people, long, jobs } };
  const small = await anotherApp({ ...t, services });
  for (const route of routes) {
    // 503 whatever there is of the database, as no simulated carrier runs beside this test.
    if (route === 'POST /v1/web/projects/:id/incoming_messages') continue;
    const asked = (await ASKED[route]?.(a, t)) ?? {};
    const { statusCode } = await ask(small, route, asked, await actorFor(route));
    expect([route, statusCode < 500]).toEqual([route, true]);
  }
});
