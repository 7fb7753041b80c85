// One link by itself: its capacity, the PDUs it writes, and its reading of carrier responses.

import { commandStatus, statusName } from '@godwit/smpp/codec/status';
import { noTlvs } from '@godwit/smpp/codec/tlv';
import { listenSmpp } from '@godwit/smpp/session/server';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../test/certificate.ts';
import { waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import type { Progress } from '../link.ts';
import { type SmppConfig, simulatorLinks } from './config.ts';
import type { LinkHooks } from './hooks.ts';
import { openSmppLink } from './smppLink.ts';

const carrier = await startHeldCarrier();
const [plain] = simulatorLinks(1, ['LIVE']).map(carrier.serve) as [SmppConfig];
const LONG = 'a'.repeat(200);

let numbers = 0;
const message = (body = 'Hello') => ({
  id: 'any',
  teamId: 'any',
  sender: 'Godwit',
  recipient: `+9477300${String(numbers++).padStart(4, '0')}`,
  body,
  contentClass: 'TRANSACTIONAL' as const,
  validForS: 3_600,
});
const events = { onTaken() {}, onLate() {} };

/** A link with all its sessions bound, or `bound` of them. */
async function open(change: Partial<SmppConfig> = {}, hooks: Partial<LinkHooks> = {}, bound?: number) {
  const config = { ...plain, sessions: 1, window: 2, ...change };
  const link = openSmppLink(config, {
    log: pino({ level: 'silent' }),
    responseTimeoutMs: 30_000,
    progress: async () => ({ reference: 7, taken: new Set<number>() }),
    checkedForMs: 500,
    mayStillSend: async () => true,
    onChange() {},
    onGivenBack() {},
    receiptUrl: () => '',
    onDeliver: async () => 0,
    ...hooks,
  });
  onTestFinished(() => link.close(0, 0));
  await waitFor(() => link.metrics().boundSessions === (bound ?? link.metrics().sessions), { what: 'bound' });
  return link;
}

describe('a link', () => {
  it('has the capacity of its windows plus some waiting parts, and none while it is paused', async () => {
    const link = await open({ sessions: 2 });
    expect(link.capacity()).toBe(4 + 1);
    void link.send(message(), events);
    const last = message();
    const sent = link.send(last, events);
    await carrier.submitsTo(last.recipient, 1);
    expect(link.capacity()).toBe(2 + 1);
    expect(link.metrics()).toMatchObject({ sessions: 2, window: 4, inFlight: 2, taken: 0 });
    (await carrier.submitsTo(last.recipient, 1))[0]!.take();
    await sent;
    expect(link.capacity()).toBe(3 + 1);
    expect(link.metrics()).toMatchObject({ inFlight: 1, taken: 1 });
    const bad = message();
    const refused = link.send(bad, events);
    (await carrier.submitsTo(bad.recipient, 1))[0]!.refuse(commandStatus.ESME_RINVDSTADR);
    await refused;
    expect(link.metrics()).toMatchObject({ inFlight: 1, taken: 1 });
    link.setPaused(true);
    expect(link.capacity()).toBe(0);
  });

  it('takes ahead what its carrier answers in 100 ms, and more once half of that is left', async () => {
    const link = await open({ window: 1, throughput: 1_000 });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const take = async ({ recipient }: { recipient: string }) =>
      (await carrier.submitsTo(recipient, 1))[0]!.take();
    const sendOne = (one: ReturnType<typeof message>) => link.send(one, events);
    for (const one of [message(), message(), message()]) await Promise.all([sendOne(one), take(one)]);
    expect(link.capacity()).toBe(1 + 20);
    const messages = Array.from({ length: 12 }, () => message());
    const [first] = messages.map(sendOne);
    expect(link.capacity()).toBe(0);
    await take(messages[0]!);
    await first;
    expect(link.capacity()).toBe(20 - 10);
    // Slots are given in order of arrival.
    await take(messages[1]!);
    await carrier.submitsTo(messages[2]!.recipient, 1);
    expect(carrier.submits.some(({ to }) => to === messages[3]!.recipient)).toBe(false);
  });

  it('does not write a message whose second check took longer than the slot wait', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    onTestFinished(() => clock.mockRestore());
    const mayStillSend = async () => {
      clock.mockReturnValue(performance.now() + 20_000);
      return true;
    };
    const link = await open({ window: 1 }, { mayStillSend });
    const [ahead, behind] = [message(), message()];
    const first = link.send(ahead, events);
    const second = link.send(behind, events);
    const [submit] = await carrier.submitsTo(ahead.recipient, 1);
    clock.mockReturnValue(performance.now() + 1_000);
    submit!.take();
    expect(await first).toMatchObject({ kind: 'sent' });
    expect(await second).toMatchObject({ kind: 'retry', afterMs: 0, carrierError: null });
    expect(carrier.submits.some(({ to }) => to === behind.recipient)).toBe(false);
  });

  it('has no more capacity than its rate leaves, plus 200 ms that may wait for it', async () => {
    const link = await open({ window: 500, throughput: 50 });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    expect(link.capacity()).toBe(5 + 10);
    void link.send(message(), events);
    void link.send(message(), events);
    expect(link.capacity()).toBe(3 + 10);
    clock.mockRestore();
  });

  it('uses the session with the most capacity, and waits if none has any', async () => {
    const onChange = vi.fn();
    const link = await open({ sessions: 2, window: 1 }, { onChange });
    const messages = [message(), message(), message()];
    // All in one turn of the event loop, as dispatch does.
    const sent = messages.map((one) => link.send(one, events));
    const submitsOf = ({ recipient }: { recipient: string }) => carrier.submitsTo(recipient, 1);
    const [first] = await submitsOf(messages[0]!);
    const [second] = await submitsOf(messages[1]!);
    expect(first!.connection).not.toBe(second!.connection);
    expect(link.capacity()).toBe(0);
    onChange.mockClear();
    second!.take();
    const [third] = await submitsOf(messages[2]!);
    expect(third!.connection).toBe(second!.connection);
    expect(onChange).toHaveBeenCalled();
    third!.take();
    expect(await sent[2]).toMatchObject({ kind: 'sent' });
  });

  it('uses a recovered session for waiting parts', async () => {
    const link = await open({ sessions: 2, window: 1 });
    const messages = [message(), message(), message()];
    const [first, second] = messages.map((one) => link.send(one, events));
    const [submit] = await carrier.submitsTo(messages[1]!.recipient, 1);
    submit!.connection.destroy();
    expect(await second).toMatchObject({ kind: 'inDoubt' });
    const [third] = await carrier.submitsTo(messages[2]!.recipient, 1);
    expect(third!.connection).not.toBe(submit!.connection);
    (await carrier.submitsTo(messages[0]!.recipient, 1))[0]!.take();
    expect(await first).toMatchObject({ kind: 'sent' });
  });

  it('counts a long message from the moment it is handed over', async () => {
    let tell: (progress: Progress) => void = () => {};
    const link = await open({ window: 10 }, { progress: () => new Promise((resolve) => (tell = resolve)) });
    const long = message(LONG);
    void link.send(long, events);
    expect(link.capacity()).toBe(9 + 2);
    tell({ reference: 0x1ff, taken: new Set([1]) });
    const [submit] = await carrier.submitsTo(long.recipient, 1);
    expect([submit!.part, submit!.reference]).toEqual([2, 0xff]);
    expect(link.capacity()).toBe(9 + 2);
  });

  it('writes nothing of a long message whose progress cannot be read', async () => {
    const onChange = vi.fn();
    const link = await open({}, { onChange, progress: () => Promise.reject(new Error('no database')) });
    onChange.mockClear();
    expect(await link.send(message(LONG), events)).toMatchObject({ kind: 'retry', carrierError: null });
    expect(link.capacity()).toBe(2 + 1);
    expect(onChange).toHaveBeenCalled();
  });

  it('sends over transmitters only if it binds in pairs', async () => {
    const link = await open({ bind: 'pair', sessions: 2, window: 3 });
    expect(link.capacity()).toBe(6 + 2);
    expect(link.metrics()).toMatchObject({ sessions: 4, window: 6 });
    const one = message();
    void link.send(one, events);
    const [submit] = await carrier.submitsTo(one.recipient, 1);
    expect(submit!.connection.canReceive).toBe(false);
  });

  it('does not count as bound if only a receiver is', async () => {
    carrier.bindStatus = (command) =>
      command === 'bind_receiver' ? commandStatus.ESME_ROK : commandStatus.ESME_RINVPASWD;
    onTestFinished(() => {
      carrier.bindStatus = () => commandStatus.ESME_ROK;
    });
    const link = await open({ bind: 'pair' }, {}, 1);
    expect([link.bound(), link.capacity()]).toEqual([false, 0]);
    expect(await link.send(message(), events)).toMatchObject({ kind: 'retry', afterMs: 0 });
  });

  it('writes nothing when it is not bound', async () => {
    const link = await open();
    await link.close(0, 0);
    expect(link.bound()).toBe(false);
    expect(link.capacity()).toBe(0);
    const outcome = { kind: 'retry', afterMs: 0, carrierError: null, parts: 1, taken: [] };
    expect(await link.send(message(), events)).toEqual(outcome);
  });

  it('writes addresses as carriers expect them, and its own TLVs', async () => {
    const link = await open({ source_ton: 3, source_npi: 9, tlvs: [{ tag: 0x1400, hex: '0a0b' }] });
    const one = message();
    void link.send(one, events);
    const [{ pdu }] = (await carrier.submitsTo(one.recipient, 1)) as [
      Awaited<ReturnType<typeof carrier.submitsTo>>[number],
    ];
    expect(pdu).toMatchObject({
      sourceAddr: 'Godwit',
      sourceAddrTon: 3,
      sourceAddrNpi: 9,
      destinationAddr: one.recipient.slice(1),
      destAddrTon: 1,
      destAddrNpi: 1,
      registeredDelivery: 1,
      validityPeriod: '000000010000000R',
      tlvs: { ...noTlvs, others: [{ tag: 0x1400, value: Buffer.from('0a0b', 'hex') }] },
    });
  });
});

it.each([
  ['a name without proof', { sender: 'Godwit' }, ['Unverified', 5, 0]],
  ['a name whose proof has ended', { sender: 'Godwit', proof: 'ended' }, ['Unverified', 5, 0]],
  ['a name of signs alone', { sender: '$$$' }, ['Unverified', 5, 0]],
  ['a name with proof', { sender: 'Godwit', proof: 'holds' }, ['Godwit', 1, 1]],
  ['a number', { sender: '+61480000000' }, ['61480000000', 1, 1]],
  ['a short number', { sender: '12345' }, ['12345', 3, 0]],
] as const)('writes %s to Australia and its islands as %j', async (_, given, source) => {
  const link = await open({ source_ton: 1, source_npi: 1, window: 10 });
  const untilMs = performance.now() + ('proof' in given && given.proof === 'holds' ? 3_600_000 : 0);
  const proof = 'proof' in given ? { place: 'AU *', untilMs } : null;
  // Sydney, Christmas Island and the Cocos Islands.
  for (const prefix of ['+614123', '+618916', '+618914']) {
    const recipient = `${prefix}${String(numbers++).padStart(5, '0')}`;
    void link.send({ ...message(), recipient, sender: given.sender, proof }, events);
    const [submit] = await carrier.submitsTo(recipient, 1);
    const { sourceAddr, sourceAddrTon, sourceAddrNpi } = submit!.pdu;
    expect([sourceAddr, sourceAddrTon, sourceAddrNpi]).toEqual(source);
    submit!.take();
  }
});

describe('over TLS', () => {
  const secure = async () => {
    const server = await listenSmpp({
      ...{ host: '127.0.0.1', port: 0, tls: { cert: CERTIFICATE, key: CERTIFICATE_KEY } },
      authenticate: () => 0,
      onSubmit: () => ({ status: 0, messageId: 'over TLS' }),
      onError() {},
    });
    onTestFinished(() => server.close());
    return { host: '127.0.0.1', port: server.port };
  };
  const trusted = { ca: CERTIFICATE, servername: 'carrier.test' };

  it('sends to a carrier whose certificate it trusts', async () => {
    const link = await open({ ...(await secure()), tls: trusted });
    expect(await link.send(message(), events)).toMatchObject({ taken: [{ carrierId: 'over tls' }] });
  });

  it.each([
    ['that no authority it knows has signed', true, /self-signed certificate/],
    ['of another name', { ca: CERTIFICATE, servername: 'other.test' }, /altnames/],
  ] as const)('does not bind to one with a certificate %s', async (_, tls, why) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const link = await open({ ...(await secure()), tls }, { log }, 0);
    await waitFor(() => lines.some((line) => why.test(line)), { what: 'the reason' });
    expect([link.bound(), await link.send(message(), events)]).toMatchObject([false, { kind: 'retry' }]);
  });
});

it.each([
  ['udh', { esmClass: 0x40, tlvs: {} }],
  ['sar', { esmClass: 0, tlvs: { sarMsgRefNum: 7, sarTotalSegments: 2, sarSegmentSeqnum: 1 } }],
  ['payload', { esmClass: 0, tlvs: { messagePayload: Buffer.from(LONG) } }],
] as const)('a long message is sent by %s, with the TLVs of the link', async (longMessages, expected) => {
  const tlv = { tag: 0x1400, hex: '0a0b' };
  const link = await open({ long_messages: longMessages, tlvs: [tlv], validity: 'none' });
  const long = message(LONG);
  void link.send(long, events);
  const [submit] = await carrier.submitsTo(long.recipient, 1);
  expect(submit!.pdu).toMatchObject({ ...expected, validityPeriod: '' });
  expect(submit!.pdu.tlvs.others).toEqual([{ tag: tlv.tag, value: Buffer.from(tlv.hex, 'hex') }]);
  submit!.take();
});

describe('a closing link', () => {
  it('finishes messages in flight', async () => {
    const link = await open();
    const [one, long] = [message(), message(LONG)];
    const sent = [link.send(one, events), link.send(long, events)];
    const [submit] = await carrier.submitsTo(one.recipient, 1);
    const closed = link.close(600_000, 0);
    (await carrier.submitsTo(long.recipient, 1))[0]!.take();
    (await carrier.submitsTo(long.recipient, 2))[1]!.take();
    expect(await sent[1]).toMatchObject({ kind: 'sent' });
    expect(link.bound()).toBe(true);
    submit!.take();
    expect(await sent[0]).toMatchObject({ kind: 'sent' });
    await closed;
    expect(link.bound()).toBe(false);
  });

  it('waits for them no longer than the limit', async () => {
    const link = await open();
    const one = message();
    const sent = link.send(one, events);
    await carrier.submitsTo(one.recipient, 1);
    await link.close(1, 1);
    expect(await sent).toMatchObject({ kind: 'inDoubt' });
  });
});

describe('a submit response', () => {
  const answered = async (
    act: (submit: Awaited<ReturnType<typeof carrier.submitsTo>>[number]) => void,
    change = {},
  ) => {
    const link = await open(change);
    const one = message();
    const sent = link.send(one, events);
    act((await carrier.submitsTo(one.recipient, 1))[0]!);
    return sent;
  };
  const nothing = { parts: 1, taken: [] };

  it.each([
    ['hex', '00FF', '255'],
    ['dec', '00255', '255'],
    ['text', 'Id-00Ff', 'id-00ff'],
  ] as const)(
    'that takes it is reported with the id as receipts write it: %s',
    async (base, id, carrierId) => {
      expect(await answered((submit) => submit.take(id), { message_id: base })).toEqual({
        kind: 'sent',
        parts: 1,
        taken: [{ part: 1, carrierId }],
      });
    },
  );

  it.each(['ESME_RTHROTTLED', 'ESME_RMSGQFUL'] as const)(
    "%s: retries the message after the link's pause",
    async (status) => {
      const outcome = await answered((submit) => submit.refuse(commandStatus[status]));
      const throttled = { kind: 'retry', afterMs: 100, carrierError: status, isThrottle: true };
      expect(outcome).toEqual({ ...throttled, ...nothing });
    },
  );

  it('with a temporary error: retries the message after five seconds', async () => {
    const outcome = await answered((submit) => submit.refuse(commandStatus.ESME_RSYSERR));
    expect(outcome).toEqual({ kind: 'retry', afterMs: 5_000, carrierError: 'ESME_RSYSERR', ...nothing });
  });

  const own = { kind: 'retry', afterMs: 5_000, isOwnCode: true };
  const refused = { kind: 'rejected' };
  it.each([
    [0x45b, {}, own],
    [0xffff_ffff, {}, own],
    [0x45b, { unknown_status: 'permanent' }, refused],
    [0x45b, { statuses: { '0x45B': 'permanent' } }, refused],
    [0x45b, { unknown_status: 'permanent', statuses: { '0x0000045b': 'temporary' } }, own],
    [0x45b, { statuses: { '0x45b': 'throttled' } }, { kind: 'retry', afterMs: 100, isThrottle: true }],
    [0x45c, { statuses: { '0x45b': 'permanent' } }, own],
    [commandStatus.ESME_RINVDSTADR, { unknown_status: 'temporary' }, refused],
    [commandStatus.ESME_RINVDSTADR, { statuses: { '0xb': 'temporary' } }, own],
    [commandStatus.ESME_RSYSERR, { statuses: { '0x8': 'permanent' } }, refused],
  ] as const)('%i on a link with %j is read as configured', async (status, change, expected) => {
    const outcome = await answered((submit) => submit.refuse(status), change);
    expect(outcome).toEqual({ ...expected, carrierError: statusName(status), ...nothing });
  });

  it('with a lost bind: retries the message at once', async () => {
    const outcome = await answered((submit) => submit.refuse(commandStatus.ESME_RINVBNDSTS));
    expect(outcome).toEqual({ kind: 'retry', afterMs: 0, carrierError: 'ESME_RINVBNDSTS', ...nothing });
  });

  it('with a lost bind: the link binds again', async () => {
    const link = await open();
    const one = message();
    void link.send(one, events);
    const [lost] = await carrier.submitsTo(one.recipient, 1);
    lost!.refuse(commandStatus.ESME_RINVBNDSTS);
    await waitFor(() => !link.bound(), { what: 'the end of the session' });
    await waitFor(() => link.bound(), { what: 'a new one' });
    void link.send(one, events);
    const [, again] = await carrier.submitsTo(one.recipient, 2);
    expect(again!.connection).not.toBe(lost!.connection);
  });

  it('with a permanent error: rejects the message', async () => {
    const outcome = await answered((submit) => submit.refuse(commandStatus.ESME_RINVDSTADR));
    expect(outcome).toEqual({ kind: 'rejected', carrierError: 'ESME_RINVDSTADR', ...nothing });
  });

  it('that never comes because the connection is lost: leaves the message in doubt', async () => {
    expect(await answered((submit) => submit.connection.destroy())).toEqual({ kind: 'inDoubt', ...nothing });
  });
});
