// Requests of the staff routes about documents that two people change: the network, and the rules of
// countries.
import { COMMAND_LINE } from '../src/audit/record.ts';
import { findCurrent, importNetwork, proposeNetwork } from '../src/carriers/network/versions.ts';
import type { Staff } from '../src/identity/sessions.ts';
import { orThrow } from '../src/refusal.ts';
import { selectCurrentSet } from '../src/rules/queries.ts';
import { acceptRules, proposeRules } from '../src/rules/sets.ts';
import type { RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';
import { inForce } from './factories.ts';
import { newStaff } from './staff.ts';

/** The subject of staff calls: a team with a person, a project and a message. */
export type StaffWorld = { teamId: string; userId: string; projectId: string; messageId: string };
export type MakeRequest = (world: StaffWorld, t: TestApp) => RouteRequest | Promise<RouteRequest>;

const reason = 'Because of the table';
/** The request with a form. */
export const withForm =
  (asked: MakeRequest, form: () => Record<string, string | boolean>): MakeRequest =>
  async (world, t) => ({ ...(await asked(world, t)), form: form() });

const networkLink = 'table';
let throughput = 1;
/** A network that differs from all others of this table. */
const network = () => ({
  links: [
    {
      id: networkLink,
      profile: 'kannel',
      base: 'http://127.0.0.1:9',
      secrets: kannel,
      throughput: ++throughput,
    },
  ],
  routes: [],
  profiles: {},
});
const kannel = { user: 'shop', pass: 'practice' };
/** A current version of the command line; returns its number. */
async function currentNetwork(t: TestApp): Promise<number> {
  const base = (await findCurrent(t.services))?.number ?? null;
  return orThrow(await importNetwork(t.services, COMMAND_LINE, { base, document: network(), reason }));
}
/** A proposal of another staff member than the caller. */
const proposal: MakeRequest = async (_world, t) => {
  const base = await currentNetwork(t);
  const author = { ...(await newStaff(t)), ip: '' };
  const number = orThrow(await proposeNetwork(t.services, author, { base, document: network(), reason }));
  await t.services.pool.query(
    `update network_versions set state = 'WITHDRAWN' where state = 'PROPOSED' and number < $1`,
    [number],
  );
  return { params: { number: String(number) } };
};
let quietMinutes = 0;
/** Rules that differ from all others of this table. */
function rulesChange(base: number | null) {
  const to = `07:${String(++quietMinutes % 60).padStart(2, '0')}`;
  const quietHours = inForce({ from: `2${Math.floor(quietMinutes / 60) % 4}:00`, to });
  return { base, scope: 'ALL', rules: JSON.stringify({ LK: { quiet_hours: [quietHours] } }) } as const;
}
const currentSet = async (t: TestApp) => (await selectCurrentSet(t.services.kysely))?.number ?? null;
/** A set that another staff member than the caller proposes. */
const proposedSet: MakeRequest = async (_world, t) => {
  const author = { ...(await newStaff(t)), ip: '' };
  const change = { ...rulesChange(await currentSet(t)), reason };
  const number = orThrow(await proposeRules(t.services, author, change));
  await t.services.pool.query(
    `update rule_sets set state = 'WITHDRAWN' where state = 'PROPOSED' and number < $1`,
    [number],
  );
  return { params: { number: String(number) } };
};
/** A set that was in force before the current one. */
const replacedSet: MakeRequest = async (world, t) => {
  const accepted = async () => {
    const { params } = await proposedSet(world, t);
    const by = { ...(await newStaff(t)), role: 'ADMIN', ip: '' } as Staff;
    orThrow(await acceptRules(t.services, by, { number: Number(params!.number), reason }));
    return { params: params! };
  };
  const replaced = await accepted();
  await accepted();
  return replaced;
};

/** The requests by route. */
export const versionRequests: Record<string, MakeRequest> = {
  'GET /v1/staff/network/choice': async (_world, t) => {
    await currentNetwork(t);
    return { query: { to: '+94771234567' } };
  },
  'GET /v1/staff/network/versions/:number': proposal,
  'POST /v1/staff/network/proposals': async (_world, t) => ({
    json: { base: await currentNetwork(t), document: network(), reason },
  }),
  'POST /v1/staff/network/versions/:number/approve': proposal,
  'POST /v1/staff/network/versions/:number/withdraw': withForm(proposal, () => ({ reason })),
  'POST /v1/staff/network/versions/:number/put_back': withForm(
    async (_world, t) => {
      const number = await currentNetwork(t);
      await currentNetwork(t);
      return { params: { number: String(number) } };
    },
    () => ({ reason }),
  ),
  'POST /v1/staff/network/links/:link/test': async (_world, t) => ({
    params: { link: networkLink },
    json: { version: await currentNetwork(t) },
  }),
  'GET /v1/staff/rules/sets/:number': proposedSet,
  'GET /v1/staff/rules/sets/:number/check': proposedSet,
  'POST /v1/staff/rules/check': async (_world, t) => ({ json: rulesChange(await currentSet(t)) }),
  'POST /v1/staff/rules/proposals': async (_world, t) => ({
    json: { ...rulesChange(await currentSet(t)), reason },
  }),
  'POST /v1/staff/rules/sets/:number/accept': withForm(proposedSet, () => ({ reason })),
  'POST /v1/staff/rules/sets/:number/withdraw': withForm(proposedSet, () => ({ reason })),
  'POST /v1/staff/rules/sets/:number/put_back': withForm(replacedSet, () => ({ reason })),
};
