// Optional parameters (TLVs) of customers: they reach the carrier if the account and the link list them, and
// are refused otherwise.
import { commandStatus } from '@godwit/smpp/codec/status';
import smpp from 'smpp';
import { expect, it } from 'vitest';
import { makeLiveSender, startEngine, useNetwork } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { bind, type Client, listen, makeAccount } from '../../test/smppClient.ts';
import type { SmppConfig } from '../carriers/links/config.ts';

const ENTITY = 0x1400;
const TEMPLATE = 0x1401;
const FIXED = 0x1402;
const string = (smpp as unknown as { types: { tlv: { string: object } } }).types.tlv.string;
const tags = { entity: ENTITY, template: TEMPLATE, fixed: FIXED };
for (const [name, id] of Object.entries(tags))
  (smpp as unknown as { addTLV(name: string, tlv: object): void }).addTLV(name, { id, type: string });

const carrier = await startHeldCarrier();
carrier.onSubmit = (submit) => submit.take();
const listing = (link: SmppConfig, customer_tlvs: string[]): SmppConfig =>
  link.mode === 'TEST'
    ? link
    : {
        ...carrier.serve(link),
        ...{ id: 'carrier', isContract: true, customer_tlvs, tlvs: [{ tag: FIXED, hex: '01' }] },
      };
const listed = ['0x1400:1-30', '0x1402:1'];
const t = await startEngine({}, { change: (link) => listing(link, listed) });
await useNetwork(t, { links: t.links, rules: [] });
const { pool } = t.services;
const { port } = await listen(t);
const shop = await makeLiveSender(t);
const form = { mode: 'LIVE', tlvs: '0x1400:1-20, 0x1401:4, 0x1402:1' };
const account = await makeAccount(shop.browser, shop.project.id, form);
const client = await bind(port, account);

let numbers = 0;
const number = () => `9477${String(1_000_000 + ++numbers)}`;

const submit = (by: Client, destination_addr: string, fields: Record<string, unknown>) =>
  by.ask('submit_sm', { source_addr: 'Lanka Shop', destination_addr, short_message: 'Hello', ...fields });

/** The parameters that the carrier got with each part of a message. */
const arrived = async (to: string, parts = 1) =>
  (await carrier.submitsTo(`+${to}`, parts)).map(({ pdu }) => pdu.tlvs.others);

const own = { tag: FIXED, value: Buffer.of(1) };
const entity = (text: string) => ({ tag: ENTITY, value: Buffer.from(text) });

it('a listed parameter reaches the carrier with every part of the message', async () => {
  const [short, long] = [number(), number()];
  const sent = await submit(client, short, { entity: '1101234567' });
  expect(sent.command_status).toBe(0);
  expect(await arrived(short)).toEqual([[own, entity('1101234567')]]);
  await submit(client, long, { entity: 'long', short_message: 'a'.repeat(250) });
  expect(await arrived(long, 2)).toEqual(Array(2).fill([own, entity('long')]));
});

it('parameters of a message in parts are kept until its last part', async () => {
  const to = number();
  const part = (sar_segment_seqnum: number, fields: Record<string, unknown>) =>
    submit(client, to, {
      ...{ sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum },
      ...{ short_message: `${sar_segment_seqnum} of two `, ...fields },
    });
  await part(1, { entity: 'first' });
  expect((await part(2, {})).command_status).toBe(0);
  expect(await arrived(to)).toEqual([[own, entity('first')]]);
});

it('a repeated part with other parameters starts another message', async () => {
  const to = number();
  const part = (sar_segment_seqnum: number, entity: string) =>
    submit(client, to, {
      ...{ sar_msg_ref_num: 8, sar_total_segments: 2, sar_segment_seqnum },
      ...{ short_message: `${sar_segment_seqnum} of two `, entity },
    });
  const first = [await part(1, 'one'), await part(2, 'one')];
  expect((await part(1, 'one')).message_id).toBe(first[0]!.message_id);
  const second = [await part(1, 'two'), await part(2, 'two')];
  expect(second[1]!.message_id).not.toBe(first[1]!.message_id);
  expect(await arrived(to, 2)).toEqual([
    [own, entity('one')],
    [own, entity('two')],
  ]);
});

it.each([
  ['that the account does not list', { payload_type: 1 }],
  ['longer than the account lists', { entity: 'x'.repeat(21) }],
  ['that the link does not list', { template: 'abcd' }],
  ['that the link adds itself', { fixed: 'x' }],
])('a parameter %s is refused, uncharged, and nothing is stored', async (_, fields) => {
  const facts = async () => {
    const tables = ['messages', 'send_queue', 'message_tlvs', 'ledger_entries', 'idempotency_keys'];
    const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`).join();
    return (await pool.query(`select ${counts}, (select sum(balance_micros) from balances) as funds`))
      .rows[0];
  };
  await waitFor(async () => (await pool.query('select from send_queue')).rowCount === 0);
  const before = await facts();
  const refused = await submit(client, number(), { user_message_reference: 7, ...fields });
  expect(refused.command_status).toBe(commandStatus.ESME_ROPTPARNOTALLWD);
  expect(await facts()).toEqual(before);
});

it('a bind with an API key lists none, and an account of TEST needs no link that lists them', async () => {
  const byKey = await bind(port, { system_id: shop.project.id, password: shop.project.api_key_live });
  expect((await submit(byKey, number(), { entity: '1' })).command_status).toBe(
    commandStatus.ESME_ROPTPARNOTALLWD,
  );
  const inTest = await bind(
    port,
    await makeAccount(shop.browser, shop.project.id, { ...form, mode: 'TEST' }),
  );
  expect((await submit(inTest, '94770000001', { template: 'abcd' })).command_status).toBe(0);
});

it('a repeat with other parameters is refused', async () => {
  const to = number();
  const again = (text: string) => submit(client, to, { user_message_reference: 12, entity: text });
  const first = await again('one');
  expect((await again('one')).message_id).toBe(first.message_id);
  expect((await again('two')).command_status).toBe(commandStatus.ESME_RINVOPTPARAMVAL);
});

it('a waiting message goes without a parameter that its link no longer lists', async () => {
  const to = number();
  await t.carriers.reload([t.links[0]!]);
  await submit(client, to, { entity: 'late' });
  await t.carriers.reload(t.links.map((link) => listing(link as SmppConfig, [])));
  expect(await arrived(to)).toEqual([[own]]);
  await t.carriers.reload(t.links);
});

it.each([
  '0x1400',
  '1400:5',
  '0x1400:30-1',
  '0x1400:256',
  '0x0424:1-255',
  '0x1400:1, 0x1400:2',
  Array.from({ length: 11 }, (_, i) => `0x14${10 + i}:1`).join(),
])('a list such as %s is refused', async (tlvs) => {
  const made = await shop.browser.post(`/v1/web/projects/${shop.project.id}/smpp_accounts`, {
    ...{ mode: 'TEST', name: 'Bank', tlvs },
  });
  expect(made.json()).toMatchObject({ code: 1002, fields: { tlvs: expect.any(String) } });
});
