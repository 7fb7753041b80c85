// Compares the access table with the router: every route, every actor, and nothing of team A in answers to
// others.
import { consoleCalls } from '@godwit/contract/calls/console';
import { ERRORS } from '@godwit/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ACCESS, REQUESTS } from './accessTable.ts';
import {
  type Actor,
  addMember,
  anonymous,
  makeTeam,
  namesOf,
  revokedKey,
  sendAs,
  signedIn,
  withUnknownIds,
} from './accessWorld.ts';
import { testApp } from './app.ts';
import { fingerprint } from './fingerprint.ts';

const routes: string[] = [];
const t = await testApp({}, { onRoute: (route) => routes.push(...namesOf(route)) });

const a = await makeTeam(t, { verified: true });
const b = await makeTeam(t, { verified: true });
const unverified = await makeTeam(t, { verified: false });
const [adminId, senderId, viewerId] = [
  await addMember(t, a.teamId, 'ADMIN'),
  await addMember(t, a.teamId, 'SENDER'),
  await addMember(t, a.teamId, 'VIEWER'),
];
const revoked = await revokedKey(t, a);

/** Each call has an actor of its own, so that none ends another's session. */
const ACTORS: Record<string, () => Promise<Actor>> = {
  anonymous: () => anonymous(t),
  expired: () => signedIn(t, a.userId, a.teamId, { expired: true }),
  owner: () => signedIn(t, a.userId, a.teamId),
  viewer: () => signedIn(t, viewerId, a.teamId),
  unverified: () => signedIn(t, unverified.userId, unverified.teamId),
  stranger: () => signedIn(t, b.userId, b.teamId),
  intruder: () => signedIn(t, b.userId, a.teamId),
  live: async () => ({ authorization: a.authorization.LIVE }),
  test: async () => ({ authorization: a.authorization.TEST }),
  revoked: async () => ({ authorization: revoked }),
  foreign: async () => ({ authorization: b.authorization.LIVE }),
  admin: () => signedIn(t, adminId, a.teamId),
  sender: () => signedIn(t, senderId, a.teamId),
};
/** Ids of team A that only its members may see. */
const IDS = [a.teamId, a.userId, a.projectId, a.messageId, a.contactId, a.groupId];
const SECRETS = [...IDS, a.email, `Canary of ${a.teamId}`];
const INSIDERS = new Set(['owner', 'admin', 'sender', 'viewer', 'live', 'test']);
const KEYS = [a.keys.LIVE, a.keys.TEST];

const requestOf = async (route: string, actor: string) =>
  (await REQUESTS[route]?.(actor === 'unverified' ? unverified : a, t)) ?? {};
// Drop-in APIs refuse in other words than ours, or with codes of their own.
const outcome = ({ statusCode, body, headers }: LightMyRequestResponse): number => {
  if (statusCode < 400 || !/json/.test(String(headers['content-type']))) return statusCode;
  const { code } = JSON.parse(body);
  return statusOf(code) === undefined ? statusCode : code;
};
const statusOf = (code: number) => Object.values(ERRORS).find((entry) => entry.code === code)?.status;
const shown = ({ statusCode, body, headers }: LightMyRequestResponse) => {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { statusCode, body, headers: rest };
};

describe('the table', () => {
  it('has a row for every route, and no others', () => {
    // Staff routes have a table of their own: staffAccess.test.ts.
    const answered = routes.filter((route) => !/^HEAD | \/v1\/staff\//.test(route));
    expect([...ACCESS.keys()].sort()).toEqual([...new Set(answered)].sort());
    expect(Object.keys(REQUESTS).filter((route) => !ACCESS.has(route))).toEqual([]);
  });

  it('has the routes of the console as the contract declares them', () => {
    const declared = Object.keys(consoleCalls).map((call) => call.replace(' ', ' /v1/web'));
    expect([...ACCESS.keys()].filter((route) => route.includes(' /v1/web/')).sort()).toEqual(declared.sort());
  });

  it('has a column for every actor, and a number in every cell', () => {
    for (const [route, row] of ACCESS) {
      expect([...row.keys()], route).toEqual(Object.keys(ACTORS));
      for (const [actor, cell] of row) expect(cell, `${route}, ${actor}`).toBeGreaterThanOrEqual(200);
    }
  });

  it('holds for HEAD as it does for GET', async () => {
    const heads = routes.filter((route) => /^HEAD (?!\/v1\/staff\/)/.test(route));
    expect(heads.length).toBeGreaterThan(10);
    for (const head of heads) {
      const route = head.replace('HEAD', 'GET');
      for (const [actor, expected] of ACCESS.get(route)!) {
        const { statusCode } = await sendAs(t, head, await requestOf(route, actor), await ACTORS[actor]!());
        expect(statusCode, `${head}, ${actor}`).toBe(statusOf(expected) ?? expected);
      }
    }
  });
});

/** Fails if a response contains data of team A. */
function expectNothingOfA(route: string, actor: string, body: string) {
  // The mailbox of a development machine shows all mails. It does not exist on a public server.
  if (route.includes('/dev/')) return;
  if (!INSIDERS.has(actor)) for (const secret of SECRETS) expect(body).not.toContain(secret);
  if (actor !== 'owner' && actor !== 'admin') for (const key of KEYS) expect(body).not.toContain(key);
}

describe.each([...ACCESS.keys()])('%s', (route) => {
  const row = [...ACCESS.get(route)!];

  it.each(row.filter(([, expected]) => expected < 400))('answers %s with %i', async (actor, expected) => {
    const headers = await ACTORS[actor]!();
    const answer = await sendAs(t, route, await requestOf(route, actor), headers);
    expect(outcome(answer), answer.body).toBe(expected);
    expectNothingOfA(route, actor, answer.body);
  });

  it('refuses all others without a trace', async () => {
    const refused = [];
    for (const [actor, expected] of row) {
      if (expected < 400) continue;
      refused.push({
        actor,
        expected,
        headers: await ACTORS[actor]!(),
        asked: await requestOf(route, actor),
      });
    }
    const before = await fingerprint(t.services.pool);
    for (const { actor, expected, headers, asked } of refused) {
      const answer = await sendAs(t, route, asked, headers);
      expect(outcome(answer), `${actor}: ${answer.body}`).toBe(expected);
      expect(answer.statusCode, actor).toBe(statusOf(expected) ?? expected);
      expectNothingOfA(route, actor, answer.body);
    }
    expect(await fingerprint(t.services.pool)).toEqual(before);
  });

  it("answers for another team's data as for data that does not exist", async () => {
    for (const actor of ['stranger', 'intruder', 'foreign']) {
      if (ACCESS.get(route)!.get(actor) !== 1001) continue;
      const headers = await ACTORS[actor]!();
      const asked = await requestOf(route, actor);
      const [theirs, nothing] = [
        await sendAs(t, route, asked, headers),
        await sendAs(t, route, withUnknownIds(asked), headers),
      ];
      expect(shown(theirs), actor).toEqual(shown(nothing));
    }
  });
});
