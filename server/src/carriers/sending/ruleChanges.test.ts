// Rules that change a hundred times under load, in two processes that apply each change at different times.
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { makeLiveSender, NO_INCOMING, SHORT, send, startEngine, useNetwork } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender } from '../../../test/factories.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { type LinkConfig, simulatorLinks } from '../links/config.ts';
import type { Rule } from '../links/rules.ts';
import { startCarriers } from '../start.ts';

const CHANGES = 100;
/** Messages of each sender while the rules change once. */
const IN_BATCH = 8;
const SINGLE = 6;
const COUNT = CHANGES * 2 * (IN_BATCH + SINGLE);

/** The texts that each link carried, in order. */
const carried: Record<string, string[]> = { p: [], q: [], web: [], rest: [] };
const [live] = simulatorLinks(1, ['LIVE']);
async function smppLink(id: string, routes: LinkConfig['routes']): Promise<LinkConfig> {
  const carrier = await startHeldCarrier();
  carrier.onSubmit = (submit) => {
    carried[id]!.push(submit.text);
    setImmediate(() => submit.take());
  };
  return { ...carrier.serve(live!), id, routes };
}
const http = await startHttpCarrier();
http.onCall = (call) => {
  carried.web!.push(String(call.json.text));
  call.answer(200, { id: `id-${http.calls.length}` });
};
const all = [{ prefix: '', tier: 1, weight: 1 }];
const links = [
  await smppLink('p', []),
  await smppLink('q', []),
  { ...http.link({ id: 'web', connections: 4 }), isContract: false, routes: [] },
  await smppLink('rest', all),
];
const t = await startEngine({}, { timings: SHORT, more: links, change: (link) => ({ ...link, routes: [] }) });
const sender = await makeLiveSender(t, { amount: '1000000' });
const { teamId, project } = sender;
await addSender(t, { teamId, projectId: project.id, sender: 'Lanka Sale' });
const { pool, log, countryRules, secrets } = t.services;
const signals = { send() {}, on: () => () => {}, close: async () => {} };
const sendingProfiles = openSendingProfiles(pool, signals);
const second = await startCarriers(
  { ...NO_INCOMING, pool, log, signals, sendingProfiles, countryRules, secrets, timings: SHORT },
  t.links,
);
afterAll(() => second.stop());

const rule = (name: string, from: string, ...to: string[]): Rule => ({
  name,
  when: { senders: [from] },
  links: to.map((link, i) => ({ link, tier: 1 + i, weight: 1 })),
});
/** The names of the rules stay, and mean other messages each time. */
const NETWORKS: Rule[][] = [
  [rule('a', 'Lanka Shop', 'p'), rule('b', 'Lanka Sale', 'q')],
  [rule('a', 'Lanka Sale', 'q', 'web'), rule('b', 'Lanka Shop', 'p')],
  [rule('b', 'Lanka Sale', 'web')],
  [],
  [{ ...rule('c', 'Lanka Shop', 'p'), when: { senders: ['Lanka Shop'], countries: ['LK'] } }],
];
/** The links that some of these networks names for a sender. */
const MAY_CARRY: Record<string, string[]> = {
  'Lanka Shop': ['p', 'rest'],
  'Lanka Sale': ['q', 'web', 'rest'],
};

/** Accepts a batch and single messages of each sender; single ones may take a slot on a link at once. */
async function sendSome(round: number) {
  const accepted = Object.keys(MAY_CARRY).map(async (from) => {
    const made = (kind: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...{ to: `+9477${String(i).padStart(7, '0')}`, from, body: `${from} ${kind} ${round}-${i}` },
      }));
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: sender.authorization.LIVE },
      payload: { messages: made('batch', IN_BATCH) },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    for (const message of made('single', SINGLE)) await send(t, sender, message, 'LIVE');
  });
  await Promise.all(accepted);
}

it('lose and double no message, and send none over a link that no rule names for it', async () => {
  const order = fc.sample(fc.integer({ min: 0, max: NETWORKS.length - 1 }), CHANGES);
  for (const [round, index] of order.entries()) {
    const network = { links: t.links, rules: NETWORKS[index]! };
    const changed = [useNetwork(t, network), second.reload(network.links, network.rules)];
    await Promise.all([...changed, sendSome(round)]);
  }
  const open = async () =>
    (
      await pool.query(
        `select (select count(*) from send_queue)::integer as queued,
          (select count(*) from messages where state <> 'sent')::integer as unsent`,
      )
    ).rows[0];
  await waitFor(
    async () => {
      const { queued, unsent } = await open();
      return queued + unsent === 0;
    },
    { what: 'every message sent', timeoutMs: 90_000 },
  );

  const texts = Object.values(carried).flat();
  expect(texts).toHaveLength(COUNT);
  expect(new Set(texts).size).toBe(COUNT);
  for (const [link, some] of Object.entries(carried)) {
    const wrong = some.filter((text) => {
      const from = Object.keys(MAY_CARRY).find((name) => text.startsWith(name))!;
      return !MAY_CARRY[from]!.includes(link);
    });
    expect(wrong, `over ${link}`).toEqual([]);
  }
  // Every link was used, so each network was in effect under load.
  for (const some of Object.values(carried)) expect(some.length).toBeGreaterThan(0);
  expect(await ledgerDifferences(pool)).toEqual([]);
  const { rows } = await pool.query('select count(distinct rule)::integer as rules from carrier_refs');
  expect(rows[0].rules).toBe(3);
});
