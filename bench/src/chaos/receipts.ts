// The misbehaving carrier's receipts: each is sent until the server answers it, with the faults of its link.
import type { SmInput } from '@godwit/smpp/codec/pdu';
import { formatReceipt, messageStateValue, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { ServerConnection } from '@godwit/smpp/session/server';
import { type Fault, LINKS, planOf } from './misbehaviour.ts';
import type { CarrierEvent, ReceiptWord, Take } from './record.ts';

const RETRY_MS = 700;
/** Longer than the first receipt takes to be handled without disruptions. */
const CONTRADICTS_AFTER_MS = 6_000;
const STRANGERS_EVERY_MS = 300;
const FROM_HANDSET = 0x00;

export type ReceiptSender = {
  /** Sends the receipts of a part after their delay, or now. Resolves once the first is answered. */
  schedule(take: Take, now: boolean): Promise<void>;
  /** Continues with the receipts that an earlier life of this carrier has not sent. */
  resume(past: readonly CarrierEvent[]): void;
};

/** Whether the carrier sends a receipt: one with another message's id would report a wrong outcome. */
function hasReceipt(take: Take): boolean {
  return take.spoiled !== 'repeated';
}

/** Sends receipts over the carrier's bound connections. */
export function openReceiptSender({
  connections,
  write,
  hits,
}: {
  connections: ReadonlySet<ServerConnection>;
  write: (event: CarrierEvent) => void;
  hits: (link: string, fault: Fault) => boolean;
}): ReceiptSender {
  async function schedule(take: Take, now: boolean) {
    if (!hasReceipt(take)) return;
    const state = planOf(take.to);
    if (state === 'REJECTED') return;
    if (!now) await wait(hits(take.link, 'reordered') ? Math.random() * 6_000 : 100 + Math.random() * 900);
    await sendReceipt(take, state);
    write({ kind: 'receipt', at: Date.now(), n: take.n, state, first: true });
    if (hits(take.link, 'duplicates')) await sendReceipt(take, state);
    if (hits(take.link, 'contradicts')) {
      await wait(CONTRADICTS_AFTER_MS + Math.random() * CONTRADICTS_AFTER_MS);
      const other = state === 'DELIVERED' ? 'UNDELIVERABLE' : 'DELIVERED';
      await sendReceipt(take, other);
      write({ kind: 'receipt', at: Date.now(), n: take.n, state: other, first: false });
    }
    if (hits(take.link, 'textsLikeReceipts')) await send(take.link, () => textLikeReceipt(take));
  }

  const sendReceipt = (take: Take, state: ReceiptWord) =>
    send(take.link, () => receiptOf(take, state, hits(take.link, 'nulBytes')));

  /** Sends until it is answered with ESME_ROK. */
  async function send(link: string, make: () => SmInput): Promise<void> {
    for (;;) {
      const receivers = [...connections].filter((each) => each.systemId === link && each.freeWindow() > 0);
      const receiver = receivers[Math.floor(Math.random() * receivers.length)];
      const result = await receiver?.deliver(make());
      if (result?.kind === 'answered' && result.status === commandStatus.ESME_ROK) return;
      await wait(RETRY_MS);
    }
  }

  async function sendStrangers() {
    for (;;) {
      await wait(STRANGERS_EVERY_MS);
      for (const { id } of LINKS) {
        if (!hits(id, 'strangers')) continue;
        void send(id, () => strangeReceipt(id)).then(() => write({ kind: 'stranger', at: Date.now() }));
      }
    }
  }
  void sendStrangers();

  return {
    schedule,
    resume(past) {
      const sent = new Set(past.flatMap((event) => (event.kind === 'receipt' ? [event.n] : [])));
      for (const event of past) if (event.kind === 'take' && !sent.has(event.n)) void schedule(event, false);
    },
  };
}

function receiptOf(
  take: Pick<Take, 'receiptId' | 'to' | 'from'>,
  state: ReceiptWord,
  withNul: boolean,
): SmInput & { shortMessage: Buffer } {
  const now = new Date();
  const about = { messageId: take.receiptId, state, submittedAt: now, doneAt: now, text: 'chaos' };
  const text = formatReceipt({ ...about, error: state === 'DELIVERED' ? '000' : '001' });
  const withTlvs = take.receiptId !== '' && Math.random() < 0.5;
  return {
    sourceAddr: take.to.slice(1),
    sourceAddrTon: 1,
    destinationAddr: take.from,
    destAddrTon: 5,
    esmClass: receiptEsmClass,
    shortMessage: Buffer.from(withNul ? text.replace(/err:\d+/, '$&\0') : text, 'latin1').subarray(0, 254),
    ...(withTlvs && {
      tlvs: { receiptedMessageId: take.receiptId, messageState: messageStateValue(state) },
    }),
  };
}

/** A receipt of an unknown message; some have a NUL byte in their id. */
function strangeReceipt(link: string) {
  const receiptId = String(Math.floor(Math.random() * 1e15));
  const receipt = receiptOf({ receiptId, to: '+94719999999', from: link }, 'DELIVERED', false);
  const text = receipt.shortMessage.toString('latin1');
  const id = Math.random() < 0.3 ? `${receiptId.slice(0, 3)}\0${receiptId.slice(3)}` : receiptId;
  return { ...receipt, shortMessage: Buffer.from(text.replace(receiptId, id), 'latin1'), tlvs: {} };
}

/** A message from a phone that looks like the opposite of the real receipt. */
function textLikeReceipt(take: Take) {
  const word = planOf(take.to) === 'DELIVERED' ? 'UNDELIV' : 'DELIVRD';
  const id = Math.random() < 0.3 ? '@x\0' : take.receiptId;
  return {
    ...receiptOf(take, 'DELIVERED', false),
    esmClass: FROM_HANDSET,
    shortMessage: Buffer.from(`id:${id} stat:${word} err:000`, 'latin1').subarray(0, 254),
    tlvs: {},
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
