// The judge's evidence: responses to clients, submits accepted and receipts sent by the carrier, and
// disruptions. Processes that may be killed append theirs to a file before they act on it.
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Mode = 'TEST' | 'LIVE';

/** One message of a client, to a number of its own. */
export type Send = {
  account: number;
  mode: Mode;
  kind: 'single' | 'keyed' | 'batch' | 'keyed batch' | 'campaign';
  to: string;
  callback: string | null;
  /** The status of each response; 0 if there was none. A campaign's recipients have the campaign's status. */
  statuses: number[];
  /** The ids in the responses; a campaign returns none. */
  ids: string[];
};

export type ReceiptWord = 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED';

/**
 * `n` numbers the accepted submits; over HTTP it is negative. `spoiled`: the carrier sent no id that names
 * this part and no other. `callback`: where its receipt goes, over HTTP.
 */
export type Take = {
  kind: 'take';
  at: number;
  n: number;
  link: string;
  to: string;
  from: string;
  part: number;
  parts: number;
  receiptId: string;
  spoiled: null | 'empty' | 'long' | 'repeated';
  callback?: string;
};

export type CarrierEvent =
  | Take
  /** The response to a submit was written to the network. */
  | { kind: 'answer'; at: number; n: number }
  /** The server answered a final receipt of this submit; a second, contradicting one is not `first`. */
  | { kind: 'receipt'; at: number; n: number; state: ReceiptWord; first: boolean }
  /** A receipt of an unknown message, or a text from a handset, was answered. */
  | { kind: 'stranger'; at: number }
  /** The carrier cut a connection. */
  | { kind: 'cut'; at: number; link: string };

/** A status callback that the receiver answered 200. */
export type Call = { id: string; status: string };

/** A disruption; times in ms since 1970. */
export type Disruption = { what: string; from: number; until: number };

/** A message as the public API last returned it. */
export type Row = { id: string; to: string; mode: Mode; status: string; failure: string | null };

/** The carrier's outcome for a number, the same at every attempt. */
export type Plan = ReceiptWord | 'REJECTED';

/** Appends lines to a file. They survive the end of this process, though not of the machine. */
export function openJournal<Line extends object>(path: string): (line: Line) => void {
  const file = openSync(path, 'a');
  return (line) => void writeSync(file, `${JSON.stringify(line)}\n`);
}

/** Reads a journal; an incomplete last line is ignored. */
export function readJournal<Line extends object>(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}
