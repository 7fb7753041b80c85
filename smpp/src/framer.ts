// Cuts a TCP stream into PDUs. Holds at most one unfinished PDU, so what a peer can make us keep is bounded.
import { type Decoded, decodePdu } from './decode.ts';
import { headerSize, maxPduSize } from './pdu.ts';

export type FrameOutcome =
  | Decoded
  /**
   * command_length under 16 or over the limit: the stream is out of step and nothing after it can be trusted.
   */
  | { readonly kind: 'badLength'; readonly length: number; readonly sequence: number };

export interface Framer {
  /**
   * Takes the next chunk of the stream and reports every PDU finished by it, in order. After `badLength`:
   * nothing more.
   */
  push(chunk: Buffer): void;
  /** Octets of an unfinished PDU held back. */
  readonly held: number;
}

/** A framer that reports what it finds through `onFrame`; PDUs longer than `maxSize` octets at that time are not accepted. */
export function createFramer(
  onFrame: (outcome: FrameOutcome) => void,
  maxSize: () => number = () => maxPduSize,
): Framer {
  // The beginning of a PDU that is not complete: its header, then a buffer of the length that announces.
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

  /** Goes on with the held PDU; returns where in `chunk` the next one starts. */
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
