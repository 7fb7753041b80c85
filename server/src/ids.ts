// Ids of rows: UUID v7, so the order of ids is the order of time.
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

// Random bytes for a thousand ids at a time, because separate calls would dominate the cost of an id.
const BYTES = 16;
const random = new Uint8Array(1_000 * BYTES);
let taken = random.length;

/** Sorts before every id: the start of a forward walk. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sorts after every id: the start of a backward walk. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let msecs = 0;
let seq = 0;
// A corrected clock goes back by less than this. A larger step means that it was wrong before, by an hour or
// a year. Following the wrong time would misdate everything until real time catches up, and beyond a few
// months there is no partition.
const CORRECTION_MS = 1_000;

/**
 * A new UUID v7 (RFC 9562 §5.7) for the present instant or `at`. It sorts after the process's last id, unless
 * the clock was set back since.
 */
export function newId(at?: Date): string {
  const bytes = takeRandom();
  if (at !== undefined) return v7({ msecs: at.getTime(), random: bytes });
  const now = Date.now();
  // Counts up within a millisecond, from a random start in the lower half (RFC 9562 §6.2).
  if (now > msecs || now < msecs - CORRECTION_MS) {
    msecs = now;
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else seq++;
  return v7({ msecs, seq, random: bytes });
}

const TOGETHER = /^[0-9a-f-]{34}/;

/**
 * Up to 256 ids of one request, in order, that differ only in the last octet. The request is answered with
 * the first.
 */
export function idsTogether(count: number): string[] {
  const { first } = rangeTogether(newId());
  return Array.from({ length: count }, (_, i) => first.slice(0, -2) + i.toString(16).padStart(2, '0'));
}

/** The range of ids that may come from the same request as `id`. */
export function rangeTogether(id: string): { first: string; last: string } {
  const [same] = TOGETHER.exec(id)!;
  return { first: `${same}00`, last: `${same}ff` };
}

function takeRandom(): Uint8Array {
  if (taken === random.length) {
    randomFillSync(random);
    taken = 0;
  }
  taken += BYTES;
  return random.subarray(taken - BYTES, taken);
}

/** The creation time of an id, to the millisecond. */
export function instantOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

// 48 bits of milliseconds (RFC 9562 §5.7): from 1970 to 10889.
const LAST_MS = 2 ** 48 - 1;

/**
 * The smallest id of an instant: ids from it on were created then or later. For instants before 1970 it is
 * the smallest of all.
 */
export function idFloor(instant: Date): string {
  const ms = Math.min(Math.max(instant.getTime(), 0), LAST_MS).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}

/** The next id in the order of ids. */
export function idAfter(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
