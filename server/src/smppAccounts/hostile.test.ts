// Limits on hostile binds: they cannot reach another team's data, guess passwords, exceed their share, or
// harm others by their PDUs.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { SmppCharset } from '@godwit/contract/smppAccounts';
import { encodePdu } from '@godwit/smpp/codec/encode';
import { smPdu } from '@godwit/smpp/codec/pdu';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../test/certificate.ts';
import { waitFor } from '../../test/database.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { bind, type Client, listen, makeAccount } from '../../test/smppClient.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { isAllowed } from '../http/networks.ts';
import { openRate } from '../http/rate.ts';
import { openLine } from './binds/authenticate.ts';
import { openBinds } from './binds/binds.ts';
import { openListed } from './binds/listed.ts';
import { startExpiry } from './submit/parts.ts';
import { readSubmit, textOf } from './submit/read.ts';

const t = await testApp();
const { port } = await listen(t);
const other = await anotherApp(t);
const elsewhere = await listen(other);
const shop = await makeSender(t);
const rival = await makeSender(t);
const sister = await makeProject(shop.browser, 'Sister shop');
const OK = commandStatus.ESME_ROK;

const submit = (client: Client, fields: Record<string, unknown> = {}) =>
  client.ask('submit_sm', {
    source_addr: 'SANDBOX',
    destination_addr: '94770000101',
    short_message: 'Hello',
    ...fields,
  });

/** A connection that sends octets and counts those it receives. */
async function connect(to = port, localAddress?: string) {
  const socket = net.connect({ port: to, host: '127.0.0.1', ...(localAddress && { localAddress }) });
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

  it('can also be a project’s id and API key, until that is replaced', async () => {
    const { id, api_key_test } = shop.project;
    const client = await bind(port, { system_id: id, password: api_key_test });
    expect(client.bound.command_status).toBe(OK);
    expect((await submit(client)).command_status).toBe(OK);
    const foreign = await bind(port, { system_id: rival.project.id, password: api_key_test });
    expect(foreign.bound.command_status).toBe(commandStatus.ESME_RINVPASWD);
    await shop.browser.post(`/v1/web/projects/${id}/update_keys`, { mode: 'TEST' });
    await client.closed;
  });

  it('cannot be a named API key, whatever its scopes', async () => {
    const form = { scopes: 'messages:send,messages:read,balance' };
    const { api_key } = await makeNamedKey(shop.browser, shop.project.id, form);
    const { bound } = await bind(port, { system_id: shop.project.id, password: api_key });
    expect(bound.command_status).toBe(commandStatus.ESME_RINVPASWD);
  });

  it('cannot be guessed, and guesses hold up only strangers', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Guessed' });
    const guess = async () => (await bind(port, { ...account, password: 'wrong123' })).bound.command_status;
    for (let i = 0; i < 5; i++) expect(await guess()).toBe(commandStatus.ESME_RINVPASWD);
    expect(await guess()).toBe(commandStatus.ESME_RTHROTTLED);
    expect((await bind(port, account)).bound.command_status).toBe(commandStatus.ESME_RTHROTTLED);
    // A network that bound last has its own attempts.
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
  it.each([
    ['of another team', rival, {}],
    ['of another project of the team', shop, { projectId: sister.id }],
    ['in the other mode of the project', shop, { mode: 'LIVE' }],
  ])(
    '%s cannot ask for or cancel messages',
    async (_who, of, { projectId = of.project.id, mode = 'TEST' }: { projectId?: string; mode?: string }) => {
      const own = await bind(port, await makeAccount(shop.browser, shop.project.id, { name: 'Own' }));
      const foreign = await bind(port, await makeAccount(of.browser, projectId, { name: 'Foreign', mode }));
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
    },
  );

  it('has a limited number of binds over all processes', async () => {
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

  it('has one rate in all processes, divided by binds', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Shared', throughput: '30' });
    const openProcess = async ({ services, signals }: typeof t) => {
      const listed = await openListed(services, signals);
      const binds = openBinds(services, { signals, listed });
      onTestFinished(async () => void (await Promise.all([binds.stop(), listed.stop()])));
      return binds;
    };
    const processes = await Promise.all([t, other].map(openProcess));
    const grant = async (binds: (typeof processes)[number]) => {
      const connection = { remoteAddress: '127.0.0.1', freeWindow: () => 1 } as unknown as ServerConnection;
      const { system_id: systemId, password } = account;
      const rest = { systemType: '', interfaceVersion: 0x34, addrTon: 0, addrNpi: 0, addressRange: '' };
      const pdu = { command: 'bind_transceiver', sequence: 1, systemId, password, ...rest } as const;
      expect(await binds.grant(pdu, connection)).toBe(OK);
      return connection;
    };
    const [one, two] = processes as [(typeof processes)[number], (typeof processes)[number]];
    const first = await grant(one);
    const rates = (...at: [typeof one, ServerConnection][]) =>
      at.map(([binds, connection]) => binds.find(connection)!.rate.perSecond);
    expect(rates([one, first])).toEqual([30]);
    const second = await grant(two);
    await waitFor(() => rates([one, first], [two, second]).join() === '15,15');
    const third = await grant(two);
    await waitFor(() => rates([one, first], [two, second], [two, third]).join() === '10,20,20');
    one.remove(first);
    await waitFor(() => rates([two, second]).join() === '30');
  });

  it('is throttled above its rate, and others are not', async () => {
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Fast', throughput: '10' });
    const fast = await bind(port, account);
    const calm = await bind(port, await makeAccount(rival.browser, rival.project.id, { name: 'Calm' }));
    const answers = await Promise.all([...Array.from({ length: 40 }, () => submit(fast)), submit(calm)]);
    const statuses = answers.map((answer) => answer.command_status);
    expect(statuses.pop()).toBe(OK);
    expect(new Set(statuses)).toEqual(new Set([OK, commandStatus.ESME_RTHROTTLED]));
    expect(statuses.filter((status) => status === OK).length).toBeLessThan(40);
  });

  it('learns which text cannot be read, and is not charged for it', async () => {
    const accountFor = (form: Record<string, string>) => makeAccount(shop.browser, shop.project.id, form);
    const strict = await bind(port, await accountFor({ name: 'Strict' }));
    const latin = await bind(port, await accountFor({ name: 'Latin', charset: 'LATIN1' }));
    const inLatin = { data_coding: 0, short_message: Buffer.from('éñ', 'latin1') };
    expect((await submit(strict, inLatin)).command_status).toBe(0x40a);
    const taken = await submit(latin, inLatin);
    expect(taken.command_status).toBe(OK);
    const { rows } = await t.services.pool.query('select body from messages where id = $1', [
      taken.message_id,
    ]);
    expect(rows).toEqual([{ body: 'éñ' }]);
    const [high, low] = [Buffer.of(0xd8, 0x3d), Buffer.of(0xde, 0x00)];
    const whole = (octets: Buffer) => submit(strict, { data_coding: 8, short_message: octets });
    expect((await whole(high)).command_status).toBe(commandStatus.ESME_RSUBMITFAIL);
    const part = (reference: number, number: number, octets: Buffer) => {
      const sar = { sar_msg_ref_num: reference, sar_total_segments: 2, sar_segment_seqnum: number };
      return submit(strict, { ...sar, data_coding: 8, short_message: octets });
    };
    expect((await part(1, 1, high)).command_status).toBe(OK);
    expect((await part(1, 2, low)).command_status).toBe(OK);
    expect((await part(2, 1, high)).command_status).toBe(OK);
    expect((await part(2, 2, high)).command_status).toBe(commandStatus.ESME_RSUBMITFAIL);
    const { rows: stored } = await t.services.pool.query(
      `select body from messages where project_id = $1 and body ~ '[^ -~]' order by id`,
      [shop.project.id],
    );
    expect(stored).toEqual([{ body: 'éñ' }, { body: '😀' }]);
  });

  it('that floods, sends no SMPP or announces too much loses only its own connection', async () => {
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

  it('cannot fill the slots of clients that have not bound yet', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => connect()));
    await waitFor(() => sockets.filter((socket) => socket.closed).length >= 10);
    // The oldest was closed, and the next client that binds finds a slot beside the others.
    expect(sockets.slice(10).some((socket) => socket.closed)).toBe(false);
    const account = await makeAccount(rival.browser, rival.project.id, { name: 'After' });
    expect((await bind(port, account)).bound.command_status).toBe(OK);
    for (const socket of sockets) socket.destroy();
  });

  it('has its own slots if it lists its address, however many strangers come', async () => {
    const form = { name: 'Listed', networks: '127.0.0.7' };
    const account = await makeAccount(rival.browser, rival.project.id, form);
    const plain = await makeAccount(rival.browser, rival.project.id, { name: 'Anywhere' });
    const few = await listen(t, { smppMaxBinds: 40, limitLogin: { count: 2, seconds: 3_600 } });
    const from = (localAddress: string) => connect(few.port, localAddress);
    const slow = await Promise.all(Array.from({ length: 10 }, () => from('127.0.0.7')));
    for (let last = 10; last < 30; last++)
      await Promise.all(Array.from({ length: 30 }, () => from(`127.0.0.${last}`)));
    expect(slow.some((socket) => socket.closed)).toBe(false);
    const statusFrom = async (who: typeof plain) =>
      (await bind(few.port, who, { localAddress: '127.0.0.7' })).bound.command_status;
    for (const password of ['wrong', 'worse', 'worst']) await statusFrom({ ...plain, password });
    expect(await statusFrom(plain)).toBe(commandStatus.ESME_RTHROTTLED);
    expect(await statusFrom(account)).toBe(OK);
  });

  it('binds beside 600 idle connections from its own address, and so does its neighbour there', async () => {
    const accounts = [
      await makeAccount(rival.browser, rival.project.id, { name: 'Behind', networks: '127.0.0.8' }),
      await makeAccount(shop.browser, shop.project.id, { name: 'Neighbour' }),
    ];
    const few = await listen(t, { smppMaxBinds: 40 });
    for (let i = 0; i < 20; i++)
      await Promise.all(Array.from({ length: 30 }, () => connect(few.port, '127.0.0.8')));
    for (const account of accounts)
      expect((await bind(few.port, account, { localAddress: '127.0.0.8' })).bound.command_status).toBe(OK);
  });

  it('can have a limited number of parts waiting, for a limited time', async () => {
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

it('incomplete messages expire, however many there are, but no part of an ended message', async () => {
  const account = await makeAccount(shop.browser, shop.project.id, { name: 'Ends' });
  // It gets no receipts, so they stay to be looked at.
  const client = await bind(port, account, { as: 'bind_transmitter' });
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
  // As after a process died when the message was accepted, whose receipt has been delivered since.
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

it('binds of one system id wait in a bounded queue, and other system ids in their own', async () => {
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

  it('binds and submits, and only if the certificate has the name', async () => {
    const secure = await listen(t, { smppTlsCert, smppTlsKey });
    const account = await makeAccount(shop.browser, shop.project.id, { name: 'Secure' });
    const client = await bind(secure.port, account, { tls: trusted });
    expect((await submit(client)).command_status).toBe(OK);
    await client.ask('unbind');
    const other = { ...trusted, servername: 'other.test' };
    await expect(bind(secure.port, account, { tls: other })).rejects.toThrow('dropped');
    // Without TLS it is cut off at its first octets.
    const plain = await connect(secure.port);
    plain.resume().write(encodePdu(smPdu('submit_sm', 1, { destinationAddr: '94770000001' })));
    await once(plain, 'close');
  });

  it('limits a handshake as long as a bind, and counts it as a connection', async () => {
    const server = await listenSmpp({
      ...{ host: '127.0.0.1', port: 0, bindTimeoutMs: 300, maxUnboundPerNetwork: 2, onError() {} },
      ...{ tls: { cert: CERTIFICATE, key: CERTIFICATE_KEY }, authenticate: () => 0 },
      onSubmit: () => ({ status: OK, messageId: '' }),
    });
    onTestFinished(() => server.close(0));
    const silent = await Promise.all([connect(server.port), connect(server.port)]);
    const third = await connect(server.port);
    if (!silent[0].closed) await once(silent[0], 'close');
    expect([silent[1].closed, third.closed]).toEqual([false, false]);
    await Promise.all([silent[1], third].map((socket) => once(socket, 'close')));
    const client = connectTls({ ...trusted, port: server.port, host: '127.0.0.1' });
    onTestFinished(() => void client.destroy());
    await once(client, 'secureConnect');
    expect(client.authorized).toBe(true);
  });
});

describe('reading a text', () => {
  const read = (fields: Partial<Parameters<typeof smPdu>[2]>, charset: SmppCharset = 'GSM7') =>
    readSubmit(smPdu('submit_sm', 1, { destinationAddr: '1', ...fields }), {
      now: new Date(),
      charset,
      tlvs: [],
    });

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
    ['Latin-1 that is called GSM 03.38', { shortMessage: Buffer.from('éñ', 'latin1') }, 0x40a],
    ['the same with a class', { dataCoding: 0xf1, shortMessage: Buffer.of(0x41, 0x80) }, 0x40a],
    ['what is neither IA5 nor GSM 03.38', { dataCoding: 1, shortMessage: Buffer.of(0x00, 0xe9) }, 0x40a],
  ])('%s is refused', (_, fields, status) => expect(read(fields)).toBe(status));

  it.each([
    [0xf0, Buffer.of(0x00), '@'],
    [0x10, Buffer.of(0x02), '$'],
    [0x18, Buffer.of(0x0d, 0xc1), 'ශ'],
    [1, Buffer.from('[a]'), '[a]'],
    // Octets of GSM 03.38 labelled as IA5.
    [1, Buffer.of(0x00, 0x61), '@a'],
    [8, Buffer.of(0, 0, 0, 0x61), 'a'],
  ])('data_coding %i of %j is %j', (dataCoding, shortMessage, text) => {
    const content = read({ dataCoding, shortMessage });
    expect(typeof content === 'number' ? content : textOf([content])).toBe(text);
  });

  it('uses Latin-1 for data_coding 0 of an account set to it, also with a class', () => {
    for (const dataCoding of [0, 0x10, 0xf0]) {
      const content = read({ dataCoding, shortMessage: Buffer.from('@éñ', 'latin1') }, 'LATIN1');
      expect(typeof content === 'number' ? content : textOf([content])).toBe('@éñ');
    }
  });

  it.each([
    ['a lone surrogate', [Buffer.of(0, 0x61, 0xd8, 0x3d)]],
    ['surrogates in the wrong order', [Buffer.of(0xde, 0, 0xd8, 0x3d)]],
    ['half a character at the end of the last part', [Buffer.of(0, 0x61), Buffer.of(0)]],
  ])('%s of UCS2 is no text', (_, parts) => {
    expect(textOf(parts.map((octets) => ({ octets, dataCoding: 8 })))).toBeNull();
  });

  it('keeps a character that was cut in two', () => {
    const [high, low] = [Buffer.of(0xd8, 0x3d), Buffer.of(0xde, 0x00)];
    expect(textOf([high, low].map((octets) => ({ octets, dataCoding: 8 })))).toBe('😀');
  });
});

it('a rate is a burst of one second, then the rate per second', () => {
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
