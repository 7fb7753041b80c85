// The dry run of a change of rules: names, planned messages and campaigns that it changes, within bounds.

import { differenceOf } from '@godwit/contract/rules/difference';
import type { RulesFile } from '@godwit/contract/rules/file';
import { layersOf } from '@godwit/contract/rules/inForce';
import { openRules } from '@godwit/contract/rules/table';
import type { RuleEffects, SeenState } from '@godwit/contract/staff/rules';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addCampaign, addGroup } from '../../test/campaigns.ts';
import { makeLiveSender, send } from '../../test/carriers.ts';
import { asAnother } from '../../test/database.ts';
import { addSender, inForce } from '../../test/factories.ts';
import { registerName } from '../../test/registrations.ts';
import { makeStaff } from '../../test/staff.ts';
import { transaction } from '../db/transaction.ts';
import { BOUNDS, findAffected, seenState } from './affected.ts';

const t = await testApp();
const { pool, countryRules } = t.services;
const staff = await makeStaff(t);
const [shop, bank] = [await makeLiveSender(t), await makeLiveSender(t)];
const ofShop = { teamId: shop.teamId, projectId: shop.project.id };
await registerName(t, { ...ofShop, sender: 'Lanka Shop', country: 'LK', network: 'Dialog' });
await addSender(t, { ...ofShop, sender: 'Shop Offers', promotional: true });

const DIALOG = '+94771234567';
const MOBITEL = '+94711234567';
const REFUSE = { LK: { register: [inForce({ else: 'REFUSE' as const })] } };
const check = async (rules: object): Promise<RuleEffects> => {
  const json = { base: null, scope: 'ALL', rules: JSON.stringify(rules) };
  return (await staff.browser.post('/v1/staff/rules/check', undefined, { json })).json().affected;
};
/** The change between the rules in force and others, as the calls compare them. */
function comparedTo(rules: RulesFile) {
  const sources = countryRules.sources();
  const files = { before: layersOf(sources), after: layersOf({ ...sources, STAFF: rules }) };
  const now = Date.now();
  const { effects } = differenceOf({ files, documents: { before: {}, after: rules } }, now);
  return { files, effects, now };
}

it('finds the names that are seen otherwise, by network and team', async () => {
  const { names } = await check(REFUSE);
  expect(names).toMatchObject({ examined: 3, total: 3, changed: 3, teams: 2 });
  const lines = names!.changes.map(
    ({ network, before, after, names: count, teams }) => `${network} ${before} ${after} ${count} ${teams}`,
  );
  expect(lines.sort()).toEqual([
    'Airtel NAME REFUSED 3 2',
    'Dialog NAME REFUSED 2 2',
    'Dialog NAME REGISTERED 1 1',
    'Hutch NAME REFUSED 3 2',
    'Mobitel NAME REFUSED 3 2',
    'null NAME REFUSED 3 2',
  ]);
  const registered = names!.changes.find(({ after }) => after === 'REGISTERED')!;
  expect(registered.examples).toMatchObject([{ team: { id: shop.teamId }, sender_id: 'Lanka Shop' }]);
});

it('finds the date from which names are seen otherwise', async () => {
  const from = '2099-01-01T00:00:00.000Z';
  const { names } = await check({ SG: { register: [{ ...inForce({ else: 'STAMP' }), from }] } });
  expect(names!.changes).toMatchObject([
    { country: 'SG', from, before: 'NAME', after: 'UNVERIFIED', names: 3 },
  ]);
});

it('finds planned messages by the rules of their time, and scheduled campaigns by those of theirs', async () => {
  for (const by of [shop, bank]) for (const to of [DIALOG, MOBITEL]) await send(t, by, { to }, 'LIVE');
  await send(t, shop, { to: '+61412345678' }, 'LIVE');
  const dueIn = (interval: string) =>
    pool.query('update send_queue set due_at = now() + $1::interval where due_at < $2', [
      interval,
      'infinity',
    ]);
  await dueIn('1 hour');
  const groupId = await addGroup(t.services, shop.teamId, 'All', [
    { number: DIALOG },
    { number: '+14155550100' },
  ]);
  await addCampaign(t.services, {
    ...{ ...ofShop, mode: 'LIVE', name: 'Sale', content: 'Sale', sendAt: new Date(Date.now() + 7_200_000) },
    ...{ sender: 'Shop Offers', groupIds: [groupId] },
  });

  const { messages, campaigns } = await check(REFUSE);
  expect(messages).toMatchObject({ examined: 4, is_whole: true, changed: 4, teams: 2 });
  expect(messages!.changes).toHaveLength(3);
  expect(messages!.changes).toEqual(
    expect.arrayContaining([
      { country: 'LK', network: 'Dialog', before: 'NAME', after: 'REGISTERED', messages: 1 },
      { country: 'LK', network: 'Dialog', before: 'NAME', after: 'REFUSED', messages: 1 },
      { country: 'LK', network: 'Mobitel', before: 'NAME', after: 'REFUSED', messages: 2 },
    ]),
  );
  expect(campaigns).toMatchObject({ examined: 1, is_whole: true, changed: 1 });
  expect(campaigns!.list[0]).toMatchObject({
    team: { id: shop.teamId },
    name: 'Sale',
    sender_id: 'Shop Offers',
  });
  expect(campaigns!.list[0]!.changes).toContainEqual({
    ...{ country: 'LK', network: 'Dialog', rule: 'Names that are not registered' },
    ...{ before: 'people see the name', after: 'not sent' },
  });

  const from = new Date(Date.now() + 5_400_000).toISOString();
  const later = await check({ LK: { ...datedRegister(from), consent: [inForce('ENFORCE')] } });
  expect(later.messages).toMatchObject({ examined: 4, changed: 0 });
  expect(later.campaigns!.list[0]!.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rule: 'Messages without consent', before: 'sent', after: 'not sent' }),
      expect.objectContaining({ network: 'Mobitel', after: 'not sent' }),
    ]),
  );
  const elsewhere = await check({ SG: REFUSE.LK });
  expect(elsewhere.messages).toMatchObject({ examined: 0, changed: 0 });
  expect(elsewhere.campaigns).toMatchObject({ examined: 1, changed: 0 });
});

const datedRegister = (from: string) => ({ register: [{ ...REFUSE.LK.register[0]!, from }] });

it('looks at a bounded number, and says how many there are', async () => {
  const bounds = { ...BOUNDS, names: 2, messages: 1 };
  const { names, messages } = await findAffected(t.services, comparedTo(REFUSE), bounds);
  expect(names).toMatchObject({ examined: 2, total: 3, changed: 2 });
  expect(messages).toMatchObject({ examined: 1, is_whole: false, changed: 1 });
});

it('leaves out what takes too long', async () => {
  await transaction(pool, async (client) => {
    await client.query('lock table sender_ids');
    const run = asAnother(() => findAffected(t.services, comparedTo(REFUSE), { ...BOUNDS, ms: 300 }));
    expect((await run).names).toBeNull();
  });
});

it.each<[string, object, string, SeenState]>([
  ['a registered name', { registered: ['LK Dialog'] }, 'Dialog', 'REGISTERED'],
  ['a name of the whole country', { registered: ['LK *'] }, 'Hutch', 'REGISTERED'],
  ['a name of another network', { registered: ['LK Dialog'] }, 'Hutch', 'REFUSED'],
  ['a name with a number as substitute', { substitute: '+94112300300' }, 'Hutch', 'SUBSTITUTE'],
  ['a name with a substitute that is not registered', { substitute: 'Acme' }, 'Hutch', 'REFUSED'],
  [
    'a name with a registered substitute',
    { substitute: 'Acme', substitute_registered: ['LK Hutch'] },
    'Hutch',
    'SUBSTITUTE',
  ],
  ['a name with a sign', { sender: 'H&M' }, 'Hutch', 'REFUSED'],
])('%s is %s at %s', (_what, name, network, state) => {
  const sources = { ...countryRules.sources(), STAFF: REFUSE };
  const rules = openRules(layersOf(sources))().of('LK');
  const whole = { sender: 'Shop', registered: [], substitute: null, substitute_registered: [], ...name };
  expect(seenState(whole, { country: 'LK', network }, rules)).toBe(state);
});
