// SMPP customers with another implementation, the npm package `smpp`: over TCP through accept to a carrier
// and back.
import { commandStatus } from '@godwit/smpp/codec/status';
import { describe, expect, it } from 'vitest';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { bind, listen, makeAccount, RECEIPT_MS, textIn } from '../../test/smppClient.ts';

const t = await startEngine();
const { port } = await listen(t);
const shop = await makeSender(t);
const account = await makeAccount(shop.browser, shop.project.id);
const toShop = { source_addr: 'SANDBOX', source_addr_ton: 5 };
const DELIVERED = '94770000001';

/** The project's messages with this text, from the public API. */
async function logged(body: string) {
  const { rows } = await t.services.pool.query(
    `select id, platform, state, recipient, body, segments from messages where project_id = $1 and body = $2 order by id`,
    [shop.project.id, body],
  );
  return rows as { id: string; platform: string; state: string; recipient: string; segments: number }[];
}

describe('a customer that binds', { timeout: 2 * RECEIPT_MS }, () => {
  it('submits, gets its receipt, and queries', async () => {
    const client = await bind(port, account);
    expect(client.bound).toMatchObject({
      command_status: 0,
      system_id: 'godwit',
      sc_interface_version: 0x34,
    });
    const text = 'Your code is 1234 @ €5';
    const sent = await client.ask('submit_sm', {
      ...toShop,
      destination_addr: DELIVERED,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      short_message: text,
    });
    expect(sent.command_status).toBe(0);
    expect(await logged(text)).toMatchObject([
      { id: sent.message_id, platform: 'SMPP', recipient: `+${DELIVERED}` },
    ]);

    const receipt = await client.receipt(sent.message_id);
    expect(receipt).toMatchObject({
      esm_class: 4,
      message_state: 2,
      source_addr: DELIVERED,
      source_addr_ton: 1,
      destination_addr: 'SANDBOX',
      dest_addr_ton: 5,
    });
    expect(textIn(receipt)).toMatch(
      new RegExp(
        `^id:${sent.message_id} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:Your code is`,
      ),
    );

    const asked = await client.ask('query_sm', { message_id: sent.message_id, source_addr: 'SANDBOX' });
    expect(asked).toMatchObject({ command_status: 0, message_state: 2, error_code: 0 });
    expect(String(asked.final_date)).not.toBe('');
    const late = await client.ask('cancel_sm', { message_id: sent.message_id });
    expect(late.command_status).toBe(commandStatus.ESME_RCANCELFAIL);
    expect((await client.ask('enquire_link')).command_status).toBe(0);
    expect((await client.ask('unbind')).command_status).toBe(0);
  });

  it('has its receipts kept while it is not bound, and sent to its receiver', async () => {
    const transmitter = await bind(port, account, { as: 'bind_transmitter' });
    const text = 'Undeliverable';
    const sent = await transmitter.ask('submit_sm', {
      ...toShop,
      destination_addr: '94770000002',
      registered_delivery: 1,
      short_message: text,
    });
    await waitFor(async () => (await logged(text))[0]?.state === 'failed', { timeoutMs: RECEIPT_MS });
    const receiver = await bind(port, account, { as: 'bind_receiver' });
    expect(textIn(await receiver.receipt(sent.message_id))).toMatch(/dlvrd:000 .*stat:UNDELIV err:008/);
    const refused = await receiver.ask('submit_sm', { ...toShop, destination_addr: DELIVERED });
    expect(refused.command_status).toBe(commandStatus.ESME_RINVBNDSTS);
    await receiver.ask('unbind');
    await transmitter.ask('unbind');
  });

  it('gets only the receipts it requested', async () => {
    const client = await bind(port, account);
    const submit = async (destination_addr: string, registered_delivery: number) => {
      const fields = { ...toShop, destination_addr, registered_delivery, short_message: 'Some' };
      return (await client.ask('submit_sm', fields)).message_id;
    };
    await submit(DELIVERED, 0);
    await submit(DELIVERED, 2);
    const wanted = await submit('94770000002', 2);
    await client.receipt(wanted);
    await waitFor(
      async () => {
        const { rows } = await t.services.pool.query('select from smpp_receipts');
        return rows.length === 0;
      },
      { timeoutMs: RECEIPT_MS },
    );
    expect(client.delivers.map((pdu) => pdu.receipted_message_id)).toEqual([wanted]);
    await client.ask('unbind');
  });

  it.each([
    [
      'a header',
      (part: number, text: string) => ({
        esm_class: 0x40,
        short_message: { udh: Buffer.from([5, 0, 3, 77, 2, part]), message: text },
      }),
    ],
    [
      'optional parameters',
      (part: number, text: string) => ({
        sar_msg_ref_num: 300,
        sar_total_segments: 2,
        sar_segment_seqnum: part,
        short_message: text,
      }),
    ],
  ])('sends long messages in parts told by %s, in any order, as one', async (by, fields) => {
    const client = await bind(port, account);
    const texts = ['a'.repeat(130), `b by ${by}`];
    const submit = (part: number) =>
      client.ask('submit_sm', {
        ...toShop,
        destination_addr: DELIVERED,
        registered_delivery: 1,
        ...fields(part, texts[part - 1]!),
      });
    // Each waits for the answer to the one before it, as a client with a window of one does.
    const second = await submit(2);
    const first = await submit(1);
    expect([first.command_status, second.command_status]).toEqual([0, 0]);
    expect(first.message_id).toBe(second.message_id);
    expect(await logged(texts.join(''))).toMatchObject([{ id: first.message_id, segments: 1 }]);
    expect((await submit(2)).message_id).toBe(first.message_id);
    await client.receipt(first.message_id);
    expect(await logged(texts.join(''))).toHaveLength(1);
    await client.ask('unbind');
  });

  it('loses nothing if all its long messages have the same reference and the same beginning', async () => {
    const client = await bind(port, account);
    const submit = (part: number, short_message: string) =>
      client.ask('submit_sm', {
        ...toShop,
        destination_addr: DELIVERED,
        sar_msg_ref_num: 1,
        sar_total_segments: 3,
        sar_segment_seqnum: part,
        short_message,
      });
    for (const code of ['1111', '2222', '3333']) {
      await submit(1, 'Dear customer, ');
      await submit(2, 'your code is ');
      const last = await submit(3, code);
      expect(await logged(`Dear customer, your code is ${code}`)).toMatchObject([{ id: last.message_id }]);
      // Its answer may have been lost.
      expect((await submit(3, code)).message_id).toBe(last.message_id);
    }
    await submit(1, 'Twice ');
    await submit(2, 'at ');
    const twice = await Promise.all([submit(3, 'once'), submit(3, 'once'), submit(3, 'once')]);
    expect(twice.map((answer) => answer.command_status)).toEqual([0, 0, 0]);
    expect(new Set(twice.map((answer) => answer.message_id)).size).toBe(1);
    expect(await logged('Twice at once')).toHaveLength(1);
    await client.ask('unbind');
  });

  it('sends a payload, UCS2 and Latin-1 unchanged', async () => {
    const client = await bind(port, account);
    const send = (fields: Record<string, unknown>) =>
      client.ask('submit_sm', { ...toShop, destination_addr: DELIVERED, ...fields });
    const long = 'ආයුබෝවන් '.repeat(20).trim();
    const ucs2 = Buffer.from(long, 'utf16le').swap16();
    expect((await send({ data_coding: 8, message_payload: ucs2, short_message: '' })).command_status).toBe(0);
    expect(await logged(long)).toHaveLength(1);
    expect(
      (await send({ data_coding: 3, short_message: Buffer.from('Él está', 'latin1') })).command_status,
    ).toBe(0);
    expect(await logged('Él está')).toHaveLength(1);
    const ports = Buffer.of(6, 5, 4, 0x0b, 0x84, 0x23, 0xf0, 1, 2, 3);
    for (const notText of [
      { data_coding: 4, short_message: Buffer.of(1, 2, 3) },
      { data_coding: 8, short_message: Buffer.of(0, 0x41, 0) },
      { esm_class: 0x40, message_payload: ports, short_message: '' },
    ])
      expect((await send(notText)).command_status).toBe(commandStatus.ESME_RSUBMITFAIL);
    await client.ask('unbind');
  });

  it('sends to many at once and learns which recipients were refused', async () => {
    const client = await bind(port, account);
    const recipients = [DELIVERED, '94770000201', '12', '94770000301'];
    const sent = await client.ask('submit_multi', {
      ...toShop,
      dest_address: recipients.map((destination_addr) => ({
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr,
      })),
      registered_delivery: 1,
      short_message: 'To many',
    });
    expect(sent.command_status).toBe(0);
    expect(sent.unsuccess_sme).toMatchObject([
      { destination_addr: '12', error_status_code: commandStatus.ESME_RINVDSTADR },
    ]);
    expect(await logged('To many')).toHaveLength(3);
    await waitFor(() => client.delivers.length >= 3, { timeoutMs: RECEIPT_MS });
    expect(new Set(client.delivers.map((pdu) => pdu.receipted_message_id))).toEqual(
      new Set([sent.message_id]),
    );
    expect(new Set(client.delivers.map((pdu) => pdu.source_addr))).toEqual(
      new Set(recipients.filter((to) => to !== '12')),
    );
    await client.ask('unbind');
  });

  it('cancels messages to many by the one id of the response', async () => {
    const client = await bind(port, account);
    const many = (schedule_delivery_time: string) =>
      client.ask('submit_multi', {
        ...toShop,
        dest_address: ['12', DELIVERED, '94770000201', '94770000301'].map((destination_addr) => ({
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr,
        })),
        schedule_delivery_time,
        short_message: 'Not for you',
      });
    const [sent, other] = [await many('000000010000000R'), await many('000000020000000R')];
    expect((await client.ask('cancel_sm', { message_id: sent.message_id })).command_status).toBe(0);
    const again = await client.ask('cancel_sm', { message_id: sent.message_id });
    expect(again.command_status).toBe(commandStatus.ESME_RCANCELFAIL);
    const { rows } = await t.services.pool.query(
      `select failure, count(*)::integer as n from messages m where body = 'Not for you' group by failure order by n, failure`,
    );
    expect(rows).toEqual([
      { failure: 'CANCELLED', n: 3 },
      { failure: null, n: 3 },
    ]);
    expect((await client.ask('cancel_sm', { message_id: other.message_id })).command_status).toBe(0);
    await client.ask('unbind');
  });

  it('repeats a submit by its user_message_reference', async () => {
    const client = await bind(port, account);
    const submit = (short_message: string, destination_addr = DELIVERED) =>
      client.ask('submit_sm', {
        ...toShop,
        destination_addr,
        user_message_reference: 7,
        short_message,
      });
    const first = await submit('Once');
    expect((await submit('Once')).message_id).toBe(first.message_id);
    expect((await submit('Once', `+${DELIVERED}`)).message_id).toBe(first.message_id);
    expect((await submit('Another')).command_status).toBe(commandStatus.ESME_RINVOPTPARAMVAL);
    expect(await logged('Once')).toHaveLength(1);
    await client.ask('unbind');
  });

  it('schedules a message and cancels it', async () => {
    const client = await bind(port, account);
    const submit = (fields: Record<string, unknown>) =>
      client.ask('submit_sm', { ...toShop, destination_addr: DELIVERED, short_message: 'Later', ...fields });
    const later = await submit({ schedule_delivery_time: '000000010000000R', registered_delivery: 1 });
    expect(later.command_status).toBe(0);
    const waiting = await client.ask('query_sm', { message_id: later.message_id });
    expect(waiting).toMatchObject({ command_status: 0, message_state: 6 });
    expect((await client.ask('cancel_sm', { message_id: later.message_id })).command_status).toBe(0);
    expect(textIn(await client.receipt(later.message_id))).toContain('stat:DELETED err:001');
    expect((await submit({ schedule_delivery_time: 'soon' })).command_status).toBe(
      commandStatus.ESME_RINVSCHED,
    );
    expect((await submit({ validity_period: '201122000000000+' })).command_status).toBe(
      commandStatus.ESME_RINVEXPIRY,
    );
    await client.ask('unbind');
  });

  it('is charged, limited and refused as over HTTP', async () => {
    const bank = await makeLiveSender(t, { amount: '1.50' });
    const live = await makeAccount(bank.browser, bank.project.id, { mode: 'LIVE' });
    const client = await bind(port, live);
    const submit = async (fields: Record<string, unknown> = {}) => {
      const sms = { source_addr: 'Lanka Shop', destination_addr: '94771234567', short_message: 'Hello' };
      return (await client.ask('submit_sm', { ...sms, ...fields })).command_status;
    };
    expect(await submit({ source_addr: 'Other' })).toBe(commandStatus.ESME_RINVSRCADR);
    expect(await submit({ destination_addr: '0771234567' })).toBe(commandStatus.ESME_RINVDSTADR);
    expect(await submit({ short_message: '' })).toBe(commandStatus.ESME_RINVMSGLEN);
    let status = 0;
    let taken = -1;
    for (; status === 0; taken++) status = await submit();
    expect(status).toBe(0x405);
    const { rows } = await t.services.pool.query(
      `select sum(charged_micros)::bigint as charged, count(*)::integer as n from messages where project_id = $1`,
      [bank.project.id],
    );
    expect(rows[0].n).toBe(taken);
    expect(taken).toBeGreaterThan(0);
    await bank.browser.post(`/v1/web/projects/${bank.project.id}/blocked_codes`, { codes: '94' });
    expect(await submit()).toBe(0x401);
    await client.ask('unbind');
  });
});
