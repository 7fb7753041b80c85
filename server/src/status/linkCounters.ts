// Counters of what the links of this process did, as metrics.
import { Counter, type Registry } from 'prom-client';

/** The messages of a link since this process started. */
export type LinkTotals = Readonly<{
  submitted: number;
  taken: number;
  throttled: number;
  delivered: number;
  failed: number;
  receipts: number;
  receipt_ms: number;
  /** Refused messages by the carrier's code; '' counts the codes beyond the first ones. */
  codes: ReadonlyMap<string, number>;
}>;

const COUNTERS: readonly { name: string; help: string; of(totals: LinkTotals): number }[] = [
  {
    name: 'submitted_total',
    help: 'Messages written to the carrier, each attempt by itself',
    of: (l) => l.submitted,
  },
  { name: 'taken_total', help: 'Messages that the carrier took', of: (l) => l.taken },
  {
    name: 'throttled_total',
    help: 'Messages that the carrier refused as too many at once',
    of: (l) => l.throttled,
  },
  { name: 'delivered_total', help: 'Messages that receipts ended as delivered', of: (l) => l.delivered },
  { name: 'failed_total', help: 'Messages that receipts ended as failed', of: (l) => l.failed },
  {
    name: 'receipt_seconds_sum',
    help: 'The sum of the times from the carrier’s answer to the receipt that ended a message',
    of: (l) => l.receipt_ms / 1_000,
  },
  { name: 'receipt_seconds_count', help: 'How many such times there are', of: (l) => l.receipts },
];

/** Adds the counters. They read `links` when they are scraped. */
export function countLinks(links: ReadonlyMap<string, LinkTotals>, registers: Registry[]): void {
  for (const { name, help, of } of COUNTERS) {
    new Counter({
      name: `godwit_link_${name}`,
      help,
      labelNames: ['link'],
      registers,
      collect() {
        this.reset();
        for (const [link, totals] of links) this.inc({ link }, of(totals));
      },
    });
  }
  new Counter({
    name: 'godwit_link_refused_total',
    help: 'Messages that the carrier refused for good or for now, by its code',
    labelNames: ['link', 'code'],
    registers,
    collect() {
      this.reset();
      for (const [link, { codes }] of links)
        for (const [code, count] of codes) this.inc({ link, code: code || 'other' }, count);
    },
  });
}
