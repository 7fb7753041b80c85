// Gathers messages of a campaign into requests of several messages, for carriers that take them so.
import type { SendEvents, SendOutcome } from '../../link.ts';
import { lastDigits } from '../sameNumber.ts';
import type { Written } from '../wireSender.ts';

/** A message waits this long for others. */
const GATHER_MS = 20;
/** Messages that are remembered as having to go alone. */
const MAX_ALONE = 10_000;
/** The average size is taken over this many requests. */
const RECENT = 16;
/** A link takes this many times the messages of recent requests, so that batches can grow. */
const GROWTH = 2;

/** A message that a link is sending. */
export type Entry = { message: Written; events: SendEvents };

type Batch = {
  entries: Entry[];
  /** The last digits of their numbers. */
  numbers: Set<string>;
  sent: Promise<SendOutcome[]>;
  /** Sends it now. */
  close(): void;
};

type Parts = {
  /** The most messages in a request now; 1 if the carrier takes no batches. */
  most(): number;
  /** Sends messages of one text in a request. The outcomes are in their order. */
  send(entries: readonly Entry[]): Promise<SendOutcome[]>;
};

/**
 * Opens the batches of a link. A batch has first attempts of one campaign with one sender, class and text,
 * so they share the team. It has no number twice, because answers and receipts may name only the number. A
 * message that was written before goes alone, under its own reference.
 */
export function openBatches({ most, send }: Parts) {
  const open = new Map<string, Batch>();
  const alone = new Set<string>();
  const sizes: number[] = [];

  function begin(entries: readonly Entry[]) {
    sizes.push(entries.length);
    if (sizes.length > RECENT) sizes.shift();
    return send(entries);
  }

  function openBatch(key: string): Batch {
    const entries: Entry[] = [];
    const sent = Promise.withResolvers<SendOutcome[]>();
    const timer = setTimeout(close, GATHER_MS);
    function close() {
      clearTimeout(timer);
      open.delete(key);
      sent.resolve(begin(entries));
    }
    const batch = { entries, numbers: new Set<string>(), sent: sent.promise, close };
    open.set(key, batch);
    return batch;
  }

  return {
    /** Sends a message, in a batch if others come in time. */
    async add(entry: Entry): Promise<SendOutcome> {
      const { id, recipient } = entry.message;
      const key = alone.has(id) || most() < 2 ? null : keyOf(entry.message);
      if (key === null) return (await begin([entry]))[0]!;
      const digits = lastDigits(recipient);
      if (open.get(key)?.numbers.has(digits)) open.get(key)!.close();
      const batch = open.get(key) ?? openBatch(key);
      const index = batch.entries.push(entry) - 1;
      batch.numbers.add(digits);
      if (batch.entries.length >= most()) batch.close();
      return (await batch.sent)[index]!;
    },
    /** Remembers that these messages go alone from now on. */
    separate(entries: readonly Entry[]) {
      for (const { message } of entries) alone.add(message.id);
      for (const id of alone) {
        if (alone.size <= MAX_ALONE) return;
        alone.delete(id);
      }
    },
    /** How many messages to expect in the next request. */
    expected() {
      const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
      return Math.max(1, Math.min(most(), Math.ceil(mean * GROWTH)));
    },
  };
}

/** The text that is equal for messages of one batch. Null if a message cannot share a request. */
function keyOf({ campaignId, attempts, sender, contentClass, body }: Written): string | null {
  return campaignId && attempts === 0 ? JSON.stringify([campaignId, sender, contentClass, body]) : null;
}
