// A process: a carrier that follows a script of faults and keeps a journal of accepted submits and sent
// receipts. After a restart it still sends the receipts of its previous life. SIGUSR2 ends all faults.
import type { SubmitSm } from '@godwit/smpp/codec/pdu';
import { readPart } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp, type ServerConnection, type SubmitReply } from '@godwit/smpp/session/server';
import { readCarrierOptions } from './carrierOptions.ts';
import { type Fault, LINKS, openScript, planOf } from './misbehaviour.ts';
import { openReceiptSender } from './receipts.ts';
import { type CarrierEvent, openJournal, readJournal, type Take } from './record.ts';

const LATE_MS = { least: 10_500, most: 14_000 };
const LONG_ID = 'x'.repeat(3_000);

const options = readCarrierOptions();
const startedMs = Number(options.started);
const past = readJournal<CarrierEvent>(options.journal);
const write = openJournal<CarrierEvent>(options.journal);
const without = options.without.split(',');
const scripts = new Map(LINKS.map(({ id }) => [id as string, openScript(Number(options.seed), id, without)]));
const submitsOf = new WeakMap<ServerConnection, number>();
const lastIds = new Map<string, string>();
let calm = options.calm;
// Never reuses a number of an earlier life.
let last = Date.now() * 1_000;

const server = await listenSmpp({
  host: '127.0.0.1',
  port: Number(options.port),
  authenticate: () => commandStatus.ESME_ROK,
  onSubmit,
  onError: (error) => console.error(error),
});
const receipts = openReceiptSender({ connections: server.connections, write, hits });
receipts.resume(past);
process.on('SIGUSR2', () => {
  calm = true;
});
// Ends with the process that started it.
process.on('disconnect', () => process.exit(0));

/** Whether this link's script has the fault now. */
function hits(link: string, fault: Fault): boolean {
  if (calm) return false;
  const share = scripts.get(link)?.(Date.now() - startedMs)[fault] ?? 0;
  return Math.random() < share;
}

function onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply> {
  const link = connection.systemId;
  const to = `+${pdu.destinationAddr}`;
  const refusal = refusalOf(link, to);
  if (refusal !== null) return { status: refusal, messageId: '' };
  const { take, answerId } = takePart(pdu, link, to);
  write(take);
  const reply = { status: commandStatus.ESME_ROK, messageId: answerId };
  const answer = () => {
    write({ kind: 'answer', at: Date.now(), n: take.n });
    return reply;
  };
  const receiptFirst = hits(link, 'receiptFirst');
  const receipted = receipts.schedule(take, receiptFirst);
  if (hits(link, 'disconnects') && countSubmit(connection) > 3) {
    write({ kind: 'cut', at: Date.now(), link });
    connection.destroy();
    return 'silence';
  }
  if (hits(link, 'silent')) return 'silence';
  if (hits(link, 'late')) return wait(between(LATE_MS.least, LATE_MS.most)).then(answer);
  if (hits(link, 'slow')) return wait(between(100, 2_000)).then(answer);
  return receiptFirst ? Promise.race([receipted, wait(1_000)]).then(answer) : answer();
}

function refusalOf(link: string, to: string): number | null {
  if (hits(link, 'throttled')) return commandStatus.ESME_RTHROTTLED;
  if (hits(link, 'queueFull')) return commandStatus.ESME_RMSGQFUL;
  if (hits(link, 'temporary')) return commandStatus.ESME_RSYSERR;
  return planOf(to) === 'REJECTED' ? commandStatus.ESME_RINVDSTADR : null;
}

function takePart(pdu: SubmitSm, link: string, to: string): { take: Take; answerId: string } {
  const { concatenation } = readPart(pdu);
  const n = ++last;
  const base = LINKS.find(({ id }) => id === link)?.message_id ?? 'text';
  const decimal = String(n);
  const hexadecimal = n.toString(16).toUpperCase();
  const ids = {
    hex: { answerId: hexadecimal, receiptId: decimal },
    dec: { answerId: decimal, receiptId: hexadecimal },
    text: { answerId: `c-${hexadecimal}`, receiptId: `c-${hexadecimal}` },
  }[base];
  const spoiled = spoil(link);
  const spoiltId = { empty: '', long: LONG_ID + decimal, repeated: lastIds.get(link) ?? '' };
  if (spoiled === null) lastIds.set(link, ids.answerId);
  const position = { part: concatenation?.sequence ?? 1, parts: concatenation?.total ?? 1 };
  const answerId = spoiled === null ? ids.answerId : spoiltId[spoiled];
  const receiptId = spoiled === null ? ids.receiptId : spoiltId[spoiled].slice(0, 64);
  const about = { link, to, from: pdu.sourceAddr, ...position, receiptId, spoiled };
  return { take: { kind: 'take', at: Date.now(), n, ...about }, answerId };
}

function spoil(link: string): Take['spoiled'] {
  if (hits(link, 'emptyIds')) return 'empty';
  if (hits(link, 'longIds')) return 'long';
  return hits(link, 'repeatedIds') ? 'repeated' : null;
}

function countSubmit(connection: ServerConnection): number {
  const count = (submitsOf.get(connection) ?? 0) + 1;
  submitsOf.set(connection, count);
  return count;
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
