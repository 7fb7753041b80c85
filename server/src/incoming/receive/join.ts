// Joins the parts of incoming messages in any order. Complete messages are joined at once, incomplete ones
// when their wait ends.
import { decodePdu } from '@godwit/smpp/codec/decode';
import { type ReadPart, readPart } from '@godwit/smpp/codec/split';
import type { InboxPart } from './inboxQueries.ts';

/** A message joined from these parts: its text, and how many are missing. */
export type Joined = { parts: InboxPart[]; text: string; missing: number };

/** Replaces missing parts in a text. */
const GAP = '[…]';

/**
 * Joins parts, given in order of arrival. `joined` holds single parts, complete messages, and those whose
 * first part is older than `waitMs`; `waiting` holds the rest.
 * A second part with the same number starts another message, because the phone reuses references. The earlier
 * message is then complete or given up.
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
    // Adjacent missing parts make one gap.
    text += texts.get(sequence) ?? (sequence === 1 || texts.has(sequence - 1) ? GAP : '');
  }
  return { parts, text, missing: total - texts.size };
}

function readInbox({ pdu }: InboxPart): ReadPart {
  const decoded = decodePdu(pdu);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') throw new Error('not a deliver_sm');
  return readPart(decoded.pdu);
}
