// Ids of rows: UUID v7, so that order by id is order by time.
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// Random bytes for a thousand ids at a time: fetched for each they are most of what an id costs.
const BYTES = 16;
const random = new Uint8Array(1_000 * BYTES);
let taken = random.length;

/** Sorts before every id: where a walk through all of them begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sorts after every id: where a walk back through them begins. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let msecs = 0;
let seq = 0;
// A clock that is corrected goes back by less than this. One that goes further was wrong before, by an hour or a year: to go on from
// there would date everything by it until the real time has come that far, and find no partition for it beyond a few months.
const CORRECTION_MS = 1_000;

/**
 * A new id: a UUID v7 (RFC 9562 §5.7), of the present instant, where each sorts after the last one of this process unless the clock
 * was set back meanwhile; or of `at`.
 */
export function newId(at?: Date): string {
  const bytes = takeRandom();
  if (at !== undefined) return v7({ msecs: at.getTime(), random: bytes });
  const now = Date.now();
  // Counted up within a millisecond, from anywhere in the lower half (RFC 9562 §6.2).
  if (now > msecs || now < msecs - CORRECTION_MS) {
    msecs = now;
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else seq++;
  return v7({ msecs, seq, random: bytes });
}

const TOGETHER = /^[0-9a-f-]{34}/;

/**
 * New ids that differ in nothing but the last octet, at most 256: of one request, which is answered with the first. Each sorts after the one
 * before it.
 */
export function idsTogether(count: number): string[] {
  const { first } = rangeTogether(newId());
  return Array.from({ length: count }, (_, i) => first.slice(0, -2) + i.toString(16).padStart(2, '0'));
}

/** The first and the last id that one may have been made together with. */
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

/** When an id was made, to the millisecond. */
export function instantOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

// 48 bits of milliseconds (RFC 9562 §5.7): from 1970 to 10889.
const LAST_MS = 2 ** 48 - 1;

/** The smallest id of an instant: ids from it on were made then or later. Before 1970 that is the smallest of all. */
export function idFloor(instant: Date): string {
  const ms = Math.min(Math.max(instant.getTime(), 0), LAST_MS).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}

/** Whether a text can be one of our ids; what cannot is answered like any missing one, without asking the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
