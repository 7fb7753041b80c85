// What binds must not be able to do: reach what is another team's, guess, take more than their share, or harm others by what they send.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { encodePdu } from '@godwit/smpp/encode';
import { smPdu } from '@godwit/smpp/pdu';
import { listenSmpp } from '@godwit/smpp/server';
import { commandStatus } from '@godwit/smpp/status';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../test/certificate.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { bind, type Client, listen, makeAccount } from '../../test/smppClient.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { isAllowed, openLine } from './authenticate.ts';
import { startExpiry } from './parts.ts';
import { openRate } from './rate.ts';
import { readSubmit, textOf } from './read.ts';

const t = await testApp();
const { port } = await listen(t);
const other = await anotherApp(t);
const elsewhere = await listen(other);
const shop = await makeSender(t);
const rival = await makeSender(t);
const OK = commandStatus.ESME_ROK;

const submit = (client: Client, fields: Record<string, unknown> = {}) =>
  client.ask('submit_sm', {
    source_addr: 'SANDBOX',
    destination_addr: '94770000101',
    short_message: 'Hello',
    ...fields,
  });

/** A connection that sends octets and counts what comes back. */
async function connect(to = port) {
  const socket = net.connect({ port: to, host: '127.0.0.1' });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('credentials', () => {
  it('are shown once and revoked in all processes', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Revoked' });
    const path = `/v1/web/projects/${shop.project.id}/smpp_accounts`;
    expect(account.system_id.length).toBeLessThanOrEqual(15);
    expect(account.password).toHaveLength(8);
    expect((await shop.browser.get(path)).body).not.toContain(account.password);

    const here = await bind(port, account);
    const there = await bind(elsewhere.port, account, { as: 'bind_transmitter' });
    expect([here.bound.command_status, there.bound.command_status]).toEqual([OK, OK]);
    const listed = (await shop.browser.get(path)).json().accounts[0];
    expect(listed).toMatchObject({
      name: 'Revoked',
      binds: [{ mode: 'transceiver' }, { mode: 'transmitter' }],
    });
    expect(listed.last_bound_at).not.toBeNull();

    expect((await rival.browser.call('DELETE', `${path}/${account.system_id}`)).statusCode).toBe(404);
    expect((await shop.browser.call('DELETE', `${path}/${account.system_id}`)).statusCode).toBe(200);
    await Promise.all([here.closed, there.closed]);
    expect((await bind(port, account)).bound.command_status).toBe(commandStatus.ESME_RINVPASWD);
    const { rows } = await t.services.pool.query('select subject from mails order by id desc limit 1');
    expect(rows[0].subject).toBe('An SMPP account was revoked (TEST)');
  });

  it('are also a project’s id and API key, until that is replaced', async () => {
    const { id, api_key_test } = shop.project;
    const client = await bind(port, { system_id: id, password: api_key_test });
    expect(client.bound.command_status).toBe(OK);
    expect((await submit(client)).command_status).toBe(OK);
    const foreign = await bind(port, { system_id: rival.project.id, password: api_key_test });
    expect(foreign.bound.command_status).toBe(commandStatus.ESME_RINVPASWD);
    await shop.browser.post(`/v1/web/projects/${id}/update_keys`, { mode: 'TEST' });
    await client.closed;
  });

  it('cannot be guessed, and whoever guesses holds up only strangers', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Guessed' });
    const guess = async () => (await bind(port, { ...account, password: 'wrong123' })).bound.command_status;
    for (let i = 0; i < 5; i++) expect(await guess()).toBe(commandStatus.ESME_RINVPASWD);
    expect(await guess()).toBe(commandStatus.ESME_RTHROTTLED);
    expect((await bind(port, account)).bound.command_status).toBe(commandStatus.ESME_RTHROTTLED);
    // A network that bound last has attempts of its own.
    await t.services.pool.query('update smpp_accounts set last_network = $1 where system_id = $2', [
      '127.0.0.1',
      account.system_id,
    ]);
    expect((await bind(port, account)).bound.command_status).toBe(OK);
  });

  it('work from their networks only', async () => {
    const networks = '203.0.113.0/24, 2001:db8::/32';
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Far', networks });
    expect((await bind(port, account)).bound.command_status).toBe(commandStatus.ESME_RBINDFAIL);
    expect(isAllowed(account.networks, '203.0.113.9')).toBe(true);
    expect(isAllowed(account.networks, '2001:db8::9')).toBe(true);
    expect(isAllowed(account.networks, '203.0.114.9')).toBe(false);
    const wrong = await shop.browser.post(`/v1/web/projects/${shop.project.id}/smpp_accounts`, {
      mode: 'TEST',
      name: 'Wrong',
      networks: '203.0.113.0/99',
      throughput: '1001',
    });
    const fields = { networks: expect.any(String), throughput: 'Enter a number from 1 to 1,000' };
    expect(wrong.json()).toMatchObject({ code: 1002, fields });
  });
});

describe('a bound customer', () => {
  it('cannot ask for, cancel or be told of another team’s messages', async () => {
    const own = await bind(port, await makeAccount(shop.browser, shop.project.id, { name: 'Own' }));
    const foreign = await bind(port, await makeAccount(rival.browser, rival.project.id));
    const { message_id } = await submit(own, { schedule_delivery_time: '000000010000000R' });
    expect((await own.ask('query_sm', { message_id })).command_status).toBe(OK);
    for (const command of ['query_sm', 'cancel_sm'] as const) {
      const answers = [
        await foreign.ask(command, { message_id }),
        await foreign.ask(command, { message_id: 'x' }),
      ];
      expect(answers.map((answer) => answer.command_status)).toEqual(
        Array(2).fill(commandStatus.ESME_RINVMSGID),
      );
    }
    expect((await own.ask('cancel_sm', { message_id })).command_status).toBe(OK);
  });

  it('has so many binds and no more, in all processes', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Two', max_binds: '2' });
    const first = await bind(port, account);
    const second = await bind(elsewhere.port, account);
    const third = await bind(port, account);
    expect([first, second, third].map(({ bound }) => bound.command_status)).toEqual([
      OK,
      OK,
      commandStatus.ESME_RALYBND,
    ]);
    await second.ask('unbind');
    await waitFor(async () => (await bind(port, account)).bound.command_status === OK);
  });

  it('is throttled beyond its rate, and others are not', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Fast', throughput: '10' });
    const fast = await bind(port, account);
    const calm = await bind(port, await makeAccount(rival.browser, rival.project.id, { name: 'Calm' }));
    const answers = await Promise.all([...Array.from({ length: 40 }, () => submit(fast)), submit(calm)]);
    const statuses = answers.map((answer) => answer.command_status);
    expect(statuses.pop()).toBe(OK);
    expect(new Set(statuses)).toEqual(new Set([OK, commandStatus.ESME_RTHROTTLED]));
    expect(statuses.filter((status) => status === OK).length).toBeLessThan(40);
  });

  it('floods, sends what is no SMPP or announces too much, and only its own connection ends', async () => {
    const calm = await bind(port, await makeAccount(rival.browser, rival.project.id, { name: 'Witness' }));
    const garbage = await connect();
    garbage.resume();
    garbage.write(Buffer.alloc(4_096, 0xff));
    const long = await connect();
    long.resume();
    const header = Buffer.alloc(16);
    header.writeUInt32BE(100_000, 0);
    header.writeUInt32BE(9, 4);
    long.write(header);
    await Promise.all([once(garbage, 'close'), once(long, 'close')]);

    const unbound = await connect();
    unbound.write(encodePdu(smPdu('submit_sm', 1, { destinationAddr: '94770000001' })));
    const [answer] = (await once(unbound, 'data')) as [Buffer];
    expect(answer.readUInt32BE(8)).toBe(commandStatus.ESME_RINVBNDSTS);
    expect((await submit(calm)).command_status).toBe(OK);
  });

  it('cannot fill the places of those who have not bound yet', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => connect()));
    await waitFor(() => sockets.filter((socket) => socket.closed).length >= 10);
    for (const socket of sockets) socket.destroy();
    const account = await makeAccount(rival.browser, rival.project.id, { name: 'After' });
    await waitFor(async () => (await bind(port, account)).bound.command_status === OK);
  });

  it('has parts wait, so many and no longer than they should', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Parts' });
    const client = await bind(port, account);
    const part = (reference: number) =>
      submit(client, { sar_msg_ref_num: reference, sar_total_segments: 2, sar_segment_seqnum: 1 });
    const kept = await part(1);
    expect(kept.command_status).toBe(OK);
    await t.services.pool.query(
      `insert into smpp_parts select system_id, 'other ' || n, part, gen_random_uuid(), team_id, digest, octets, data_coding, wanted,
         source, source_ton, source_npi, destination, dest_ton, dest_npi, created_at
       from smpp_parts, generate_series(1, 999) as n where system_id = $1`,
      [account.system_id],
    );
    expect((await part(2)).command_status).toBe(commandStatus.ESME_RMSGQFUL);
    const late = await submit(client, { sar_msg_ref_num: 9, sar_total_segments: 200, sar_segment_seqnum: 1 });
    expect(late.command_status).toBe(commandStatus.ESME_RINVMSGLEN);
  });
});

it('parts that are never whole end, of however many messages, and none of a message that has an end', async () => {
  const account = await makeAccount(shop.browser, shop.project.id, { name: 'Ends' });
  const client = await bind(port, account);
  const { pool } = t.services;
  const part = (reference: number, number: number) =>
    submit(client, {
      ...{ sar_msg_ref_num: reference, sar_total_segments: 2, sar_segment_seqnum: number },
      registered_delivery: 1,
    });
  const [never, fresh] = [await part(1, 1), await part(2, 1)];
  await part(3, 1);
  const whole = await part(3, 2);
  const own = 'from smpp_parts where system_id = $1';
  // As of a process that died when the message was accepted, whose receipt has been taken since.
  await pool.query("update smpp_parts set octets = 'x' where message_id = $1", [whole.message_id]);
  await pool.query('delete from smpp_receipts where message_id = $1', [whole.message_id]);
  await pool.query(
    `insert into smpp_parts select system_id, 'old ' || n, part, gen_random_uuid(), team_id, digest, octets, data_coding, 0,
       source, source_ton, source_npi, destination, dest_ton, dest_npi, created_at
     ${own.replace('where', 'cross join generate_series(1, 1100) as n where')} and message_id = $2`,
    [account.system_id, never.message_id],
  );
  await pool.query(`update smpp_parts set created_at = now() - interval '11 minutes' where system_id = $1`, [
    account.system_id,
  ]);
  // One of its parts has just come.
  await pool.query(
    `insert into smpp_parts select system_id, part_group, 2, message_id, team_id, digest, octets, data_coding, wanted,
       source, source_ton, source_npi, destination, dest_ton, dest_npi, now() ${own} and message_id = $2`,
    [account.system_id, fresh.message_id],
  );
  const expiry = startExpiry(t.services);
  onTestFinished(() => expiry.stop());
  await waitFor(async () => (await pool.query(`select ${own}`, [account.system_id])).rowCount === 2);
  const ended = await pool.query('select message_id, outcome from smpp_receipts where system_id = $1', [
    account.system_id,
  ]);
  expect(ended.rows).toEqual([{ message_id: never.message_id, outcome: 'EXPIRED' }]);
});

it('binds of one system id wait in a line that is bounded, and of another in their own', async () => {
  const inLine = openLine(2);
  const held = Promise.withResolvers<string>();
  const both = [inLine('bank', () => held.promise), inLine('bank', async () => 'second')];
  expect(inLine('bank', async () => 'third')).toBeNull();
  expect(await inLine('shop', async () => 'other')).toBe('other');
  held.resolve('first');
  expect(await Promise.all(both)).toEqual(['first', 'second']);
  expect(await inLine('bank', async () => 'again')).toBe('again');
});

describe('over TLS', () => {
  const trusted = { ca: CERTIFICATE, servername: 'carrier.test' };
  const files = throwawayFolder();
  const [smppTlsCert, smppTlsKey] = [join(files, 'cert.pem'), join(files, 'key.pem')];
  writeFileSync(smppTlsCert, CERTIFICATE);
  writeFileSync(smppTlsKey, CERTIFICATE_KEY);

  it('binds and submits, and only where the name is the certificate’s', async () => {
    const secure = await listen(t, { smppTlsCert, smppTlsKey });
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Secure' });
    const client = await bind(secure.port, account, { tls: trusted });
    expect((await submit(client)).command_status).toBe(OK);
    await client.ask('unbind');
    const other = { ...trusted, servername: 'other.test' };
    await expect(bind(secure.port, account, { tls: other })).rejects.toThrow('dropped');
    // Without TLS it is cut off by its first octets.
    const plain = await connect(secure.port);
    plain.resume().write(encodePdu(smPdu('submit_sm', 1, { destinationAddr: '94770000001' })));
    await once(plain, 'close');
  });

  it('gives a handshake as long as a bind, and has it take a place', async () => {
    const server = await listenSmpp({
      ...{ host: '127.0.0.1', port: 0, bindTimeoutMs: 300, maxUnboundPerNetwork: 2, onError() {} },
      ...{ tls: { cert: CERTIFICATE, key: CERTIFICATE_KEY }, authenticate: () => 0 },
      onSubmit: () => ({ status: OK, messageId: '' }),
    });
    onTestFinished(() => server.close(0));
    const silent = await Promise.all([connect(server.port), connect(server.port)]);
    const third = await connect(server.port);
    await once(third, 'close');
    expect(silent.map(({ closed }) => closed)).toEqual([false, false]);
    await Promise.all(silent.map((socket) => once(socket, 'close')));
    const client = tlsConnect({ ...trusted, port: server.port, host: '127.0.0.1' });
    onTestFinished(() => void client.destroy());
    await once(client, 'secureConnect');
    expect(client.authorized).toBe(true);
  });
});

describe('what is read', () => {
  const read = (fields: Partial<Parameters<typeof smPdu>[2]>) =>
    readSubmit(smPdu('submit_sm', 1, { destinationAddr: '1', ...fields }), new Date());

  it.each([
    ['a receipt', { esmClass: 4 }, commandStatus.ESME_RINVESMCLASS],
    ['a replacement', { replaceIfPresentFlag: 1 }, commandStatus.ESME_RINVREPFLAG],
    ['a stored text', { smDefaultMsgId: 1 }, commandStatus.ESME_RINVDFTMSGID],
    ['a higher priority than there is', { priorityFlag: 9 }, commandStatus.ESME_RINVPRTFLG],
    [
      'two texts',
      { shortMessage: Buffer.of(65), tlvs: { messagePayload: Buffer.of(65) } },
      commandStatus.ESME_RINVMSGLEN,
    ],
    [
      'a part of a whole payload',
      {
        tlvs: {
          messagePayload: Buffer.alloc(401),
          sarMsgRefNum: 1,
          sarTotalSegments: 2,
          sarSegmentSeqnum: 1,
        },
      },
      commandStatus.ESME_RINVMSGLEN,
    ],
    ['Cyrillic of ISO 8859-5', { dataCoding: 6 }, commandStatus.ESME_RSUBMITFAIL],
  ])('%s is refused', (_, fields, status) => expect(read(fields)).toBe(status));

  it.each([
    [0xf0, Buffer.of(0x00), '@'],
    [0x10, Buffer.of(0x02), '$'],
    [0x18, Buffer.of(0x0d, 0xc1), 'ශ'],
    [1, Buffer.from('[a]'), '[a]'],
    // Octets of GSM 03.38 that are called IA5.
    [1, Buffer.of(0x00, 0x61), '@a'],
    [8, Buffer.of(0, 0, 0, 0x61), 'a'],
  ])('data_coding %i of %j is %j', (dataCoding, shortMessage, text) => {
    const content = read({ dataCoding, shortMessage });
    expect(typeof content === 'number' ? content : textOf([content])).toBe(text);
  });

  it('keeps a character that was cut in two', () => {
    const [high, low] = [Buffer.of(0xd8, 0x3d), Buffer.of(0xde, 0x00)];
    expect(textOf([high, low].map((octets) => ({ octets, dataCoding: 8 })))).toBe('😀');
  });
});

it('a rate is a second’s worth at once, then so many a second', () => {
  let nowMs = 0;
  const rate = openRate(10, () => nowMs);
  const taken = () => Array.from({ length: 100 }, () => rate.take(1)).filter(Boolean).length;
  expect(taken()).toBe(10);
  nowMs = 500;
  expect(taken()).toBe(5);
  nowMs = 1_500;
  expect(rate.take(25)).toBe(true);
  nowMs = 2_900;
  expect(taken()).toBe(0);
});
