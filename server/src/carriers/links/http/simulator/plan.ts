// The outcome of a message at a simulated HTTP carrier: the last four digits of its number decide, as with
// the SMPP simulator.

export type Plan = {
  outcome: 'delivered' | 'undelivered' | 'noReceipt' | 'rejected';
  /** From the message to its receipt. */
  delayMs: number;
  /** The receipt comes before the answer. */
  isReceiptFirst: boolean;
  /** How many times it is throttled before it is taken. */
  throttledTimes: number;
};

const DELIVERED: Plan = { outcome: 'delivered', delayMs: 0, isReceiptFirst: false, throttledTimes: 0 };

const BY_ENDING: Readonly<Record<string, Partial<Plan>>> = {
  '0001': { delayMs: 0 },
  '0002': { outcome: 'undelivered' },
  '0003': { outcome: 'noReceipt' },
  '0004': { outcome: 'rejected' },
  '0005': { throttledTimes: 2 },
  '0006': { delayMs: 30_000 },
  '0007': { delayMs: 0, isReceiptFirst: true },
};

/** The plan of a number: delivered within two seconds, unless it has an ending that means something else. */
export function planByNumber(to: string): Plan {
  return { ...DELIVERED, delayMs: 200 + Math.random() * 1_800, ...BY_ENDING[to.slice(-4)] };
}
