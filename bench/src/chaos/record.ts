// What the judge goes by: what clients were answered, what the carrier took and said, what the killer did. Processes that may be
// killed write theirs as lines of a file, before they act on it.
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Mode = 'TEST' | 'LIVE';

/** One message that a client asked for, to a number of its own. */
export type Send = {
  account: number;
  mode: Mode;
  kind: 'single' | 'keyed' | 'batch' | 'keyed batch' | 'campaign';
  to: string;
  callback: string | null;
  /** What came back, a status for each request; 0 where nothing did. A campaign's recipient has that of the campaign. */
  statuses: number[];
  /** The ids that were answered; a campaign names none. */
  ids: string[];
};

export type ReceiptWord = 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED';

/** `n` numbers what was taken. `spoiled`: the carrier sent no id that names this part and no other. */
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
};

export type CarrierEvent =
  | Take
  /** The answer to a take was handed to the network. */
  | { kind: 'answer'; at: number; n: number }
  /** The server has answered a final receipt of this take; a second one that says otherwise is not `first`. */
  | { kind: 'receipt'; at: number; n: number; state: ReceiptWord; first: boolean }
  /** A receipt of no message of ours, or a text from a handset, was answered. */
  | { kind: 'stranger'; at: number }
  /** The carrier cut a connection. */
  | { kind: 'cut'; at: number; link: string };

/** A status callback that the receiver answered 200. */
export type Call = { id: string; status: string };

/** Something that the killer did; times in ms since 1970. */
export type Blow = { what: string; from: number; until: number };

/** A message as the public API showed it last. */
export type Row = { id: string; to: string; mode: Mode; status: string; failure: string | null };

/** What the carrier does with a number, at every attempt alike. */
export type Plan = ReceiptWord | 'REJECTED';

/** Appends lines to a file that survive the end of this process, though not of the machine. */
export function openJournal<Line extends object>(path: string): (line: Line) => void {
  const file = openSync(path, 'a');
  return (line) => void writeSync(file, `${JSON.stringify(line)}\n`);
}

/** Reads such a file; the last line may be half of one. */
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
