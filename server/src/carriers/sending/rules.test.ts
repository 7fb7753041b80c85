// Messages take the links of the first rule that they fit, over SMPP and HTTP. Staff see which rule it was.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { commandStatus } from '@godwit/smpp/codec/status';
import { expect, it } from 'vitest';
import {
  makeLiveSender,
  reaches,
  SHORT,
  send,
  startEngine,
  submitsOf,
  useNetwork,
} from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender } from '../../../test/factories.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { makeStaff } from '../../../test/staff.ts';
import { simulatorLinks } from '../links/config.ts';
import type { Rule } from '../links/rules.ts';

const smpp = await startHeldCarrier();
smpp.onSubmit = (submit) => submit.take();
const http = await startHttpCarrier();
const direct = { ...smpp.serve(simulatorLinks(1, ['LIVE'])[0]!), id: 'direct', routes: [] };
const web = { ...http.link({ id: 'web' }), isContract: false, routes: [] };
const t = await startEngine({}, { timings: SHORT, more: [direct, web] });
const shop = await makeLiveSender(t);
const bank = await makeLiveSender(t);
const { browser: staff } = await makeStaff(t, { role: 'ADMIN' });
for (const [sender, contentClass] of [
  ['Lanka Sale', 'TRANSACTIONAL'],
  ['Lanka Promo', 'PROMOTIONAL'],
  ['Lanka News', 'SERVICE'],
] as const)
  await addSender(t, { teamId: shop.teamId, projectId: shop.project.id, sender, contentClass });

const over = (link: string) => [{ link, tier: 1, weight: 1 }];
const rules: Rule[] = [
  { name: 'bank', when: { teams: [bank.teamId] }, links: over('direct') },
  { name: 'sale', when: { senders: ['Lanka Sale'] }, links: over('web') },
  { name: 'offers', when: { classes: ['promotional'], prefixes: ['9477'] }, links: over('direct') },
  { name: 'notices', when: { classes: ['service'] }, links: over('web') },
  { name: 'abroad', when: { countries: ['AU'] }, links: over('web') },
];
await useNetwork(t, { links: t.links, rules });

/** How often each carrier has a message with this text. */
const carriedBy = (text: string) => ({
  direct: smpp.submits.filter((submit) => submit.text.includes(text)).length,
  web: http.calls.filter(({ json }) => String(json.text).includes(text)).length,
  rest: submitsOf(t, text),
});
const explanationOf = async ({ id }: SmsObject) =>
  (await staff.get(`/v1/staff/messages/${id}/trace`)).json().explanation as ExplanationStep[];
const routesIn = (steps: ExplanationStep[]) =>
  steps.filter((step): step is StepOf<'ROUTE'> => step.kind === 'ROUTE');

it.each([
  ['a team', bank, {}, 'direct', 'bank'],
  ['a sender', shop, { from: 'Lanka Sale' }, 'web', 'sale'],
  ['a class and a prefix', shop, { from: 'Lanka Promo' }, 'direct', 'offers'],
  ['a class, but another prefix', shop, { from: 'Lanka Promo', to: '+94710000003' }, 'rest', null],
  ['another class', shop, { from: 'Lanka News' }, 'web', 'notices'],
  ['a country', shop, { to: '+61412345678' }, 'web', 'abroad'],
  ['a team before its country', bank, { to: '+61412345678' }, 'direct', 'bank'],
  ['nothing', shop, {}, 'rest', null],
] as const)('by %s', async (what, of, change, link, rule) => {
  const body = `Rule of ${what}.`;
  const message = await send(t, of, { to: '+94770000003', body, ...change }, 'LIVE');
  await reaches(t, of, message, 'SENT');
  expect(carriedBy(body)).toEqual({ direct: 0, web: 0, rest: 0, [link]: 1 });
  const [route] = routesIn(await explanationOf(message));
  expect(route).toMatchObject({
    link: link === 'rest' ? 'simulator-live' : link,
    ...(rule ? { rule, prefix: null } : { rule: null, prefix: '' }),
    ...{ tier: 1, weight: 1, weights: 1 },
  });
  const own = await of.browser.get(`/v1/web/messages/${message.id}/explanation?project_id=${of.project.id}`);
  expect(own.body).not.toContain(`"${rule ?? 'simulator-live'}"`);
});

it('TEST messages only go to the simulator', async () => {
  await send(t, bank, { to: '+61412345678', body: 'Only practice.' });
  await waitFor(() => carriedBy('Only practice.').rest === 1);
  expect(carriedBy('Only practice.')).toEqual({ direct: 0, web: 0, rest: 1 });
});

it('a message in parts stays with the link that has some, though another rule takes it', async () => {
  smpp.onSubmit = (submit) =>
    submit.part === 1 ? submit.take() : submit.refuse(commandStatus.ESME_RMSGQFUL);
  const message = await send(t, bank, { to: '+94770000003', body: 'In three parts. '.repeat(25) }, 'LIVE');
  const refs = 'select from carrier_refs where message_id = $1';
  await waitFor(async () => (await t.services.pool.query(refs, [message.id])).rowCount === 1);
  const above: Rule = { name: 'above', when: { prefixes: ['9477'] }, links: over('web') };
  await useNetwork(t, { links: t.links, rules: [above, ...rules] });
  const other = await send(t, bank, { to: '+94770000003', body: 'In one part.' }, 'LIVE');
  smpp.onSubmit = (submit) => submit.take();
  for (const one of [message, other]) await reaches(t, bank, one, 'SENT');
  expect(carriedBy('In three parts.')).toMatchObject({ web: 0, rest: 0 });
  expect((await t.services.pool.query(refs, [message.id])).rowCount).toBe(3);
  expect(carriedBy('In one part.')).toEqual({ direct: 0, web: 1, rest: 0 });
  await useNetwork(t, { links: t.links, rules });
});

it('a message waits for the links of its rule, and moves once another rule takes it', async () => {
  await staff.post('/v1/staff/carriers/direct/pause', { reason: 'Tests of rules.' });
  await waitFor(async () => (await staff.get('/v1/staff/carriers')).json().find(isDirect).state === 'PAUSED');
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const later = await send(t, bank, { to: '+94770000003', body: 'Not before an hour.', send_at }, 'LIVE');
  const message = await send(t, bank, { to: '+94770000003', body: 'It waits.' }, 'LIVE');
  await waitFor(async () => (await groupOf(message)) === 'LIVE:#bank');
  const [first, ...others] = rules;
  await useNetwork(t, { links: t.links, rules: [{ ...first!, links: over('web') }, ...others] });
  await reaches(t, bank, message, 'SENT');
  expect(carriedBy('It waits.')).toEqual({ direct: 0, web: 1, rest: 0 });
  expect(await groupOf(later)).toBe('LIVE:#bank');
  await useNetwork(t, { links: t.links, rules: others });
  await waitFor(async () => (await groupOf(later)) === 'LIVE:');
  expect(routesIn(await explanationOf(message))).toMatchObject([{ link: 'web', rule: 'bank', tier: null }]);
});

const isDirect = ({ id }: { id: string }) => id === 'direct';
const groupOf = async ({ id }: SmsObject): Promise<string | undefined> =>
  (await t.services.pool.query('select link_group from send_queue where message_id = $1', [id])).rows[0]
    ?.link_group;
