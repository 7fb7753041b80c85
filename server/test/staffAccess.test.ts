// Compares the staff access table with the router: every staff route, every role and all other callers.

import { staffCalls } from '@godwit/contract/calls/staff';
import { ERRORS } from '@godwit/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ACCESS, REQUESTS } from './accessTable.ts';
import { type Actor, makeTeam, namesOf, type RouteRequest, sendAs, signedIn } from './accessWorld.ts';
import { testApp } from './app.ts';
import { fingerprint } from './fingerprint.ts';
import { makeStaff } from './staff.ts';
import { STAFF_ACCESS, STAFF_REQUESTS } from './staffAccessTable.ts';

const routes: string[] = [];
const t = await testApp({}, { onRoute: (route) => routes.push(...namesOf(route)) });
const world = await makeTeam(t, { verified: true });
const SECRETS = [world.teamId, world.userId, world.email, world.projectId, world.messageId];

/** The headers of a browser with this cookie and a token from the staff pages. */
async function staffPage(cookie: string): Promise<Actor> {
  const answer = await t.app.inject({ url: '/v1/staff/csrf', headers: { cookie } });
  const given = answer.cookies.map(({ name, value }) => `${name}=${value}`);
  return { cookie: [cookie, ...given].filter(Boolean).join('; '), 'x-csrf-token': answer.json().id };
}

async function member(options: Parameters<typeof makeStaff>[1]): Promise<Actor> {
  const { browser } = await makeStaff(t, options);
  return staffPage(`godwit_staff=${browser.cookies.get('godwit_staff')}`);
}

/** Each call has an actor of its own, so that none ends another's session. */
const ACTORS: Record<string, () => Promise<Actor>> = {
  anonymous: () => staffPage(''),
  customer: async () => staffPage((await signedIn(t, world.userId, world.teamId)).cookie!),
  key: async () => ({ authorization: world.authorization.LIVE }),
  halfway: () => member({ role: 'ADMIN', complete: false }),
  expired: async () => {
    const actor = await member({ role: 'ADMIN' });
    await t.services.pool.query(
      `update sessions set last_seen_at = now() - interval '31 minutes'
       where (staff_id, created_at) = (select staff_id, created_at from sessions where staff_id is not null order by created_at desc limit 1)`,
    );
    return actor;
  },
  support: () => member({ role: 'SUPPORT' }),
  compliance: () => member({ role: 'COMPLIANCE' }),
  finance: () => member({ role: 'FINANCE' }),
  admin: () => member({ role: 'ADMIN' }),
};

const requestOf = async (route: string) => (await STAFF_REQUESTS[route]?.(world, t)) ?? {};
const outcome = ({ statusCode, body }: LightMyRequestResponse): number =>
  statusCode < 400 ? statusCode : JSON.parse(body).code;
const statusOf = (code: number) => Object.values(ERRORS).find((entry) => entry.code === code)?.status;

describe('the table', () => {
  it('has a row for every staff route, and no others', () => {
    const answered = routes.filter((route) => / \/v1\/staff\//.test(route) && !route.startsWith('HEAD '));
    expect([...STAFF_ACCESS.keys()].sort()).toEqual([...new Set(answered)].sort());
    expect(Object.keys(STAFF_REQUESTS).filter((route) => !STAFF_ACCESS.has(route))).toEqual([]);
  });

  it('has the routes of staff as the contract declares them', () => {
    const declared = Object.keys(staffCalls).map((call) => call.replace(' ', ' /v1/staff'));
    expect([...STAFF_ACCESS.keys()].sort()).toEqual(declared.sort());
  });

  it('has a column for every actor, and a number in every cell', () => {
    for (const [route, row] of STAFF_ACCESS) {
      expect([...row.keys()], route).toEqual(Object.keys(ACTORS));
      for (const [actor, cell] of row) expect(cell, `${route}, ${actor}`).toBeGreaterThanOrEqual(200);
    }
  });
});

describe.each([...STAFF_ACCESS.keys()])('%s', (route) => {
  const row = [...STAFF_ACCESS.get(route)!];
  const expectSameOfHead = async (answer: LightMyRequestResponse, asked: RouteRequest, headers: Actor) => {
    if (!route.startsWith('GET ')) return;
    const head = await sendAs(t, route.replace('GET', 'HEAD'), asked, headers);
    expect(head.statusCode, 'HEAD').toBe(answer.statusCode);
  };

  it.each(row.filter(([, expected]) => expected < 1000))('answers %s with %i', async (actor, expected) => {
    const headers = await ACTORS[actor]!();
    const asked = await requestOf(route);
    const answer = await sendAs(t, route, asked, headers);
    expect(outcome(answer), answer.body).toBe(expected);
    await expectSameOfHead(answer, asked, headers);
  });

  it('refuses all others without a trace', async () => {
    const refused = [];
    for (const [actor, expected] of row) {
      if (expected < 1000) continue;
      refused.push({ actor, expected, headers: await ACTORS[actor]!(), asked: await requestOf(route) });
    }
    const before = await fingerprint(t.services.pool);
    for (const { actor, expected, headers, asked } of refused) {
      const answer = await sendAs(t, route, asked, headers);
      expect(outcome(answer), `${actor}: ${answer.body}`).toBe(expected);
      expect(answer.statusCode, actor).toBe(statusOf(expected));
      for (const secret of SECRETS) expect(answer.body).not.toContain(secret);
      await expectSameOfHead(answer, asked, headers);
    }
    expect(await fingerprint(t.services.pool)).toEqual(before);
  });

  it('is refused without its token, or with it from another site, and changes nothing', async () => {
    if (route.startsWith('GET ')) return;
    const { 'x-csrf-token': token, ...headers } = await ACTORS.admin!();
    const asked = await requestOf(route);
    const before = await fingerprint(t.services.pool);
    for (const wrong of [
      {},
      { 'x-csrf-token': `${token}x` },
      { 'x-csrf-token': token!, 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await sendAs(t, route, asked, { ...headers, ...wrong });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 1005]);
    }
    expect(await fingerprint(t.services.pool)).toEqual(before);
  });
});

it('a staff session is not valid for customers’ calls', async () => {
  const { cookie } = await ACTORS.admin!();
  for (const [route, row] of ACCESS) {
    if (!/^GET \/v1\//.test(route) || row.get('anonymous')! < 1000) continue;
    const answer = await sendAs(t, route, (await REQUESTS[route]?.(world, t)) ?? {}, { cookie: cookie! });
    expect(outcome(answer), route).toBe(row.get('anonymous'));
  }
});
