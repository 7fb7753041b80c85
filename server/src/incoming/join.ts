// Parts of incoming messages put together, whatever their order: whole ones at once, those that miss a part when they are given up.
import { decodePdu } from '@godwit/smpp/decode';
import { type ReadPart, readPart } from '@godwit/smpp/split';
import type { InboxPart } from './inboxQueries.ts';

/** A message of these parts: its text, and how many did not come. */
export type Joined = { parts: InboxPart[]; text: string; missing: number };

/** Stands in a text where parts are missing. */
const GAP = '[…]';

/**
 * Joins parts, given in the order they came. What has no others, and what is given up because its first part is older than `waitMs`, is in
 * `joined`; what waits for more is in `waiting`. A second part in a place that is taken begins another message: its phone counts references
 * from the start again, so the first one is complete or given up.
 */
export function joinParts(
  parts: readonly InboxPart[],
  waitMs: number,
): { joined: Joined[]; waiting: InboxPart[] } {
  const joined: Joined[] = [];
  const waiting: InboxPart[] = [];
  const open = new Map<string, Open>();
  for (const part of parts) {
    const { text, concatenation } = readInbox(part);
    if (part.partKey === null || !concatenation) {
      joined.push({ parts: [part], text, missing: 0 });
      continue;
    }
    const { sequence, total } = concatenation;
    let set = open.get(part.partKey);
    if (set?.texts.has(sequence)) {
      joined.push(close(set));
      set = undefined;
    }
    set ??= { total, parts: [], texts: new Map() };
    set.parts.push(part);
    set.texts.set(sequence, text);
    open.set(part.partKey, set);
    if (set.texts.size < total) continue;
    joined.push(close(set));
    open.delete(part.partKey);
  }
  for (const set of open.values()) {
    if (set.parts[0]!.ageMs >= waitMs) joined.push(close(set));
    else waiting.push(...set.parts);
  }
  return { joined, waiting };
}

type Open = { total: number; parts: InboxPart[]; texts: Map<number, string> };

function close({ total, parts, texts }: Open): Joined {
  let text = '';
  for (let sequence = 1; sequence <= total; sequence++) {
    // Several parts that are missing side by side are one gap.
    text += texts.get(sequence) ?? (sequence === 1 || texts.has(sequence - 1) ? GAP : '');
  }
  return { parts, text, missing: total - texts.size };
}

function readInbox({ pdu }: InboxPart): ReadPart {
  const decoded = decodePdu(pdu);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') throw new Error('not a deliver_sm');
  return readPart(decoded.pdu);
}
