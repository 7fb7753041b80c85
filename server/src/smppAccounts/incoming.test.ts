// Messages from phones to customers that bind: by the npm package `smpp`, from a simulated carrier, with two
// processes that deliver.
import type { IncomingSettings } from '@godwit/contract/incoming';
import type { SmppAccount } from '@godwit/contract/smppAccounts';
import { splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { PDU } from 'smpp';
import { afterAll, describe, expect, it } from 'vitest';
import { startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { bind, type Client, listen, makeAccount, RECEIPT_MS, textIn } from '../../test/smppClient.ts';
import { startIncoming } from '../incoming/receive/worker.ts';
import { startExpiry } from './submit/parts.ts';

const t = await startEngine();
const { pool, log } = t.services;
const here = await listen(t);
const elsewhere = await listen(t);
const worker = startIncoming({
  ...{ pool, log, signals: t.signals },
  timings: { everyMs: 20, partsWaitMs: 600_000 },
});
afterAll(() => worker.stop());

const SINHALA = 'ආයුබෝවන්, මගේ ඇණවුම කොහෙද? '.repeat(6).trim();
const phone = '94771234567';
/** Each test has a team, so its number and its account are its own. */
const newShop = () => makeSender(t);
type Shop = Pick<Awaited<ReturnType<typeof newShop>>, 'browser' | 'project'>;

const path = ({ project }: Shop) => `/v1/web/projects/${project.id}/incoming`;
const settingsOf = async (of: Shop) => (await of.browser.get(path(of))).json() as IncomingSettings;
const lead = (of: Shop, number: string, system_id: string | null, more = {}) =>
  of.browser.call('PUT', path(of), { json: { ...more, smpp: [{ number, system_id }] } });

/** A project whose TEST number leads to an account. */
async function makeLed(form: Record<string, string> = {}) {
  const of = await newShop();
  const account = await makeAccount(of.browser, of.project.id, form);
  const number = (await settingsOf(of)).test_number;
  const led = await lead(of, number, account.system_id);
  expect(led.statusCode, led.body).toBe(200);
  return { ...of, account, number };
}

/** Sends a text as a phone, through the carrier; resolves when its message is stored. */
async function write(to: string, body: string, from = phone) {
  for (const part of splitMessage(body, { charset: 'gsm7', longMessages: 'payload', reference: 0 })) {
    const sm = { ...part, sourceAddr: from, sourceAddrTon: 1, destinationAddr: to.slice(1) };
    await waitFor(async () => {
      const result = await t.simulator.deliver('TEST', sm);
      return result.kind === 'answered' && result.status === commandStatus.ESME_ROK;
    });
  }
  await waitFor(async () => (await pool.query('select from incoming_inbox')).rowCount === 0);
}

const queueOf = async ({ system_id }: Pick<SmppAccount, 'system_id'>) => {
  const { rows } = await pool.query(
    `select attempts, extract(epoch from due_at - now())::float8 as "dueInS" from smpp_incoming where system_id = $1 order by message_id`,
    [system_id],
  );
  return rows as { attempts: number; dueInS: number }[];
};
const makeDue = () => pool.query('update smpp_incoming set due_at = now()');
const delivered = (client: Client, count: number) =>
  waitFor(() => client.delivers.length >= count, { timeoutMs: RECEIPT_MS });
const isTaken = (account: Pick<SmppAccount, 'system_id'>) =>
  waitFor(async () => (await queueOf(account)).length === 0, { timeoutMs: RECEIPT_MS });

/** The reference, total and number of a part in its user data header. */
const headerOf = (pdu: PDU) => [...(pdu.short_message as { udh: Buffer[] }).udh[0]!.subarray(2)];

/** Binds with a client that answers each deliver_sm with what `answer` returns; undefined is no answer. */
async function bindAnswering(account: Parameters<typeof bind>[1], answer: (pdu: PDU) => number | undefined) {
  const client = await bind(here.port, account, { answerDelivers: false });
  client.session.on('deliver_sm', (pdu: PDU) => {
    const command_status = answer(pdu);
    if (command_status !== undefined) client.session.send(pdu.response({ command_status }));
  });
  return client;
}

describe('a number', () => {
  it('leads to an account of its project and mode, and to a URL as well', async () => {
    const of = await newShop();
    const { test_number: number, smpp } = await settingsOf(of);
    expect(smpp).toEqual([]);
    const account = await makeAccount(of.browser, of.project.id, { name: 'Core' });
    const live = await makeAccount(of.browser, of.project.id, { mode: 'LIVE' });
    const other = await newShop();
    const foreign = await makeAccount(other.browser, other.project.id);
    const callback_url = 'https://shop.example/in';
    const led = (await lead(of, number, account.system_id, { callback_url })).json() as IncomingSettings;
    expect(led).toMatchObject({
      callback_url,
      smpp: [{ number, system_id: account.system_id, name: 'Core' }],
    });
    for (const [to, systemId] of [
      [number, live.system_id],
      [number, foreign.system_id],
      ['+94112300300', account.system_id],
    ] as const) {
      const refused = (await lead(of, to, systemId, { callback_url: '' })).json();
      expect(refused).toMatchObject({ code: 1013, fields: { smpp: expect.any(String) } });
    }
    expect(await settingsOf(of)).toEqual(led);
    // A form that does not name the number leaves it alone.
    const unnamed = await of.browser.call('PUT', path(of), { json: { callback_url } });
    expect((unnamed.json() as IncomingSettings).smpp).toHaveLength(1);

    const client = await bind(here.port, account);
    await write(number, 'Both, please');
    await delivered(client, 1);
    const { rows } = await pool.query(
      `select status_callback from messages where project_id = $1 and direction = 'INCOMING'`,
      [of.project.id],
    );
    expect(rows).toEqual([{ status_callback: callback_url }]);

    expect((await lead(of, number, '')).json()).toMatchObject({ callback_url: null, smpp: [] });
    await lead(of, number, account.system_id);
    await of.browser.call('DELETE', `/v1/web/projects/${of.project.id}/smpp_accounts/${account.system_id}`);
    expect((await settingsOf(of)).smpp).toEqual([]);
  });
});

describe('a message from a phone', { timeout: 2 * RECEIPT_MS }, () => {
  it('comes in parts with headers, in order, each as long as a phone can take', async () => {
    const { account, number } = await makeLed();
    await write(number, SINHALA);
    const client = await bind(elsewhere.port, account, { as: 'bind_receiver' });
    await delivered(client, 3);
    await isTaken(account);
    expect(client.delivers.map(textIn).join('')).toBe(SINHALA);
    const [reference] = headerOf(client.delivers[0]!);
    expect(client.delivers.map(headerOf)).toEqual([1, 2, 3].map((part) => [reference, 3, part]));
    expect(client.delivers.map((pdu) => textIn(pdu).length)).toEqual([67, 67, SINHALA.length - 134]);
    for (const pdu of client.delivers)
      expect(pdu).toMatchObject({
        ...{ data_coding: 8, esm_class: 0x40, source_addr: phone, source_addr_ton: 1, source_addr_npi: 1 },
        ...{ destination_addr: number.slice(1), dest_addr_ton: 1, dest_addr_npi: 1 },
      });
  });

  it('comes in parts with sar_*, or whole as message_payload, if the account has that', async () => {
    const sar = await makeLed({ long_messages: 'SAR' });
    const payload = await makeLed({ long_messages: 'PAYLOAD', charset: 'LATIN1' });
    const text = 'Où est ma commande? '.repeat(12).trim();
    await write(sar.number, SINHALA);
    await write(payload.number, text);
    const inParts = await bind(here.port, sar.account);
    const whole = await bind(here.port, payload.account);
    await delivered(inParts, 3);
    await delivered(whole, 1);
    const reference = inParts.delivers[0]!.sar_msg_ref_num;
    expect(
      inParts.delivers.map((pdu) => [pdu.sar_msg_ref_num, pdu.sar_total_segments, pdu.sar_segment_seqnum]),
    ).toEqual([1, 2, 3].map((part) => [reference, 3, part]));
    expect(inParts.delivers.map(textIn).join('')).toBe(SINHALA);
    // Such an account reads data_coding 0 as Latin-1, so the coding names it.
    expect(whole.delivers).toMatchObject([{ data_coding: 3, message_payload: { message: text } }]);
  });

  it('is sent again as a whole, with the same reference, if the bind is lost in between', async () => {
    const { account, number } = await makeLed();
    const dying = await bindAnswering(account, (pdu) => {
      if (headerOf(pdu)[2] === 1) return commandStatus.ESME_ROK;
      dying.session.destroy();
      return undefined;
    });
    await write(number, SINHALA);
    await dying.closed;
    const heir = await bind(elsewhere.port, account);
    await delivered(heir, 3);
    await isTaken(account);
    expect(dying.delivers.map((pdu) => headerOf(pdu)[2])).toEqual([1, 2]);
    expect(heir.delivers.map(headerOf)).toEqual(
      [1, 2, 3].map((part) => [headerOf(dying.delivers[0]!)[0], 3, part]),
    );
  });

  it('waits longer after each temporary refusal, and keeps its reference', async () => {
    const { account, number } = await makeLed();
    const answers = [commandStatus.ESME_RX_T_APPN, commandStatus.ESME_RMSGQFUL, commandStatus.ESME_ROK];
    const client = await bindAnswering(account, (pdu) =>
      headerOf(pdu)[2] === 2 ? answers.shift() : commandStatus.ESME_ROK,
    );
    await write(number, SINHALA);
    for (const [attempts, waitS] of [
      [1, 30],
      [2, 60],
    ] as const) {
      await delivered(client, 2 * attempts);
      const [row] = await queueOf(account);
      expect(row).toMatchObject({ attempts });
      expect(row!.dueInS).toBeGreaterThan(waitS / 2);
      expect(row!.dueInS).toBeLessThanOrEqual(waitS);
      await waitFor(() => answers.length === 3 - attempts);
      await makeDue();
    }
    await isTaken(account);
    expect(client.delivers.map((pdu) => headerOf(pdu)[2])).toEqual([1, 2, 1, 2, 1, 2, 3]);
    expect(new Set(client.delivers.map((pdu) => headerOf(pdu)[0])).size).toBe(1);
  });

  it.each([commandStatus.ESME_RX_P_APPN, commandStatus.ESME_RX_R_APPN])(
    'is not sent again after the refusal %i',
    async (refusal) => {
      const { account, number } = await makeLed();
      const client = await bindAnswering(account, () => refusal);
      await write(number, SINHALA);
      await isTaken(account);
      expect(client.delivers).toHaveLength(1);
    },
  );

  it('comes once, whichever process claims it', async () => {
    const { account, number } = await makeLed();
    const texts = Array.from({ length: 40 }, (_, at) => `Text ${at}`);
    for (const text of texts) await write(number, text);
    const clients = await Promise.all([here, elsewhere].map(({ port }) => bind(port, account)));
    await isTaken(account);
    expect(clients.flatMap(({ delivers }) => delivers.map(textIn)).sort()).toEqual(texts.sort());
  });

  it('does not wait for another project whose client is silent, nor for one that left', async () => {
    const silent = await makeLed();
    const gone = await makeLed();
    const next = await makeLed();
    for (let at = 0; at < 60; at++)
      await write(silent.number, `Unanswered ${at}`, String(94_771_000_000 + at));
    await write(gone.number, 'Nobody is there');
    const mute = await bind(here.port, silent.account, { answerDelivers: false });
    await delivered(mute, 50);
    const client = await bind(here.port, next.account);
    await write(next.number, 'Hello');
    await delivered(client, 1);
    expect(mute.delivers).toHaveLength(50);
    expect(await queueOf(gone.account)).toMatchObject([{ attempts: 0 }]);
    await client.ask('unbind');
    mute.session.destroy();
  });

  it('is given up after 72 hours, and its text is not delivered once it was deleted', async () => {
    const { account, number, project } = await makeLed();
    await write(number, 'Too old');
    await pool.query(
      `update smpp_incoming set stored_at = now() - interval '73 hours' where system_id = $1`,
      [account.system_id],
    );
    const expiry = startExpiry(t.services);
    await isTaken(account);
    await expiry.stop();
    await write(number, 'Deleted');
    await pool.query(`update messages set body = '' where project_id = $1`, [project.id]);
    await write(number, 'Kept');
    const client = await bind(here.port, account);
    await isTaken(account);
    expect(client.delivers.map(textIn)).toEqual(['Kept']);
  });
});
