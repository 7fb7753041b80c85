// Splits a TCP stream into PDUs. Holds at most one unfinished PDU, so a peer cannot make us buffer without
// limit.
import { type Decoded, decodePdu } from './decode.ts';
import { headerSize, maxPduSize } from './pdu.ts';

export type FrameOutcome =
  | Decoded
  /**
   * command_length is under 16 or over the limit: the stream is out of sync and the rest cannot be trusted.
   */
  | { readonly kind: 'badLength'; readonly length: number; readonly sequence: number };

export interface Framer {
  /** Takes the next chunk and reports every PDU it completes, in order. Reports nothing after `badLength`. */
  push(chunk: Buffer): void;
  /** Octets of the unfinished PDU held back. */
  readonly held: number;
}

/**
 * Creates a framer that reports through `onFrame`. A PDU longer than `maxSize` octets is rejected; the limit
 * is read for each PDU.
 */
export function createFramer(
  onFrame: (outcome: FrameOutcome) => void,
  maxSize: () => number = () => maxPduSize,
): Framer {
  // The unfinished PDU: its header, then a buffer of the announced length.
  let partial = Buffer.allocUnsafe(headerSize);
  let filled = 0;
  let broken = false;

  function fill(chunk: Buffer, from: number, upTo: number): number {
    const count = Math.min(upTo - filled, chunk.length - from);
    chunk.copy(partial, filled, from, from + count);
    filled += count;
    return from + count;
  }

  function lengthAt(buffer: Buffer, at: number): number | null {
    const length = buffer.readUInt32BE(at);
    if (length >= headerSize && length <= maxSize()) return length;
    broken = true;
    onFrame({ kind: 'badLength', length, sequence: buffer.readUInt32BE(at + 12) });
    return null;
  }

  /** Continues the held PDU; returns the offset in `chunk` of the next one. */
  function finishHeld(chunk: Buffer): number {
    let at = 0;
    if (filled < headerSize) {
      at = fill(chunk, at, headerSize);
      if (filled < headerSize) return at;
    }
    const length = lengthAt(partial, 0);
    if (length === null) return chunk.length;
    if (partial.length < length) {
      const whole = Buffer.allocUnsafe(length);
      partial.copy(whole, 0, 0, filled);
      partial = whole;
    }
    at = fill(chunk, at, length);
    if (filled < length) return at;
    const frame = partial.subarray(0, length);
    partial = Buffer.allocUnsafe(headerSize);
    filled = 0;
    onFrame(decodePdu(frame));
    return at;
  }

  return {
    push(chunk) {
      if (broken) return;
      let at = filled > 0 ? finishHeld(chunk) : 0;
      while (!broken && chunk.length - at >= headerSize) {
        const length = lengthAt(chunk, at);
        if (length === null) return;
        if (chunk.length - at < length) break;
        onFrame(decodePdu(chunk.subarray(at, at + length)));
        at += length;
      }
      if (broken || at === chunk.length) return;
      if (chunk.length - at >= headerSize) partial = Buffer.allocUnsafe(chunk.readUInt32BE(at));
      fill(chunk, at, partial.length);
    },
    get held() {
      return filled;
    },
  };
}
