// The framer: chunk sizes do not change the PDUs found, and no input makes it throw or hold more than one
// PDU.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryPdu } from '../../test/arbitraryPdu.ts';
import { encodePdu } from './encode.ts';
import { createFramer, type FrameOutcome } from './framer.ts';
import { maxPduSize } from './pdu.ts';

/**
 * Feeds `octets` in chunks of the given lengths, repeated as needed, and checks the memory bound after each.
 */
function feed(octets: Buffer, lengths: readonly number[]): FrameOutcome[] {
  const outcomes: FrameOutcome[] = [];
  const framer = createFramer((outcome) => outcomes.push(outcome));
  for (let at = 0, i = 0; at < octets.length; i++) {
    const length = lengths[i % lengths.length]!;
    // Copies the chunk, as the network would: nothing may rely on octets after it.
    framer.push(Buffer.from(octets.subarray(at, at + length)));
    expect(framer.held).toBeLessThanOrEqual(maxPduSize);
    at += length;
  }
  return outcomes;
}

const chunkLengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 10 });
const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((values) => Buffer.from(values));

describe('framer', () => {
  it('finds the same PDUs for any chunking', () => {
    fc.assert(
      fc.property(fc.array(arbitraryPdu, { maxLength: 8 }), chunkLengths, (pdus, lengths) => {
        const outcomes = feed(Buffer.concat(pdus.map(encodePdu)), lengths);
        expect(outcomes).toEqual(pdus.map((pdu) => ({ kind: 'pdu', pdu })));
      }),
      { numRuns: 300 },
    );
  });

  it('accepts one octet at a time', () => {
    const stream = Buffer.concat(
      [1, 2, 3].map((sequence) => encodePdu({ command: 'enquire_link', sequence })),
    );
    expect(feed(stream, [1])).toHaveLength(3);
  });

  it('survives random octets', () => {
    fc.assert(
      fc.property(octets(5000), chunkLengths, (stream, lengths) => void feed(stream, lengths)),
      {
        numRuns: 500,
      },
    );
  });

  it('survives valid PDUs with changed octets', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 10 });
    fc.assert(
      fc.property(
        fc.array(arbitraryPdu, { minLength: 1, maxLength: 6 }),
        changes,
        chunkLengths,
        (pdus, spots, lengths) => {
          const stream = Buffer.concat(pdus.map(encodePdu));
          for (const [at, value] of spots) stream[at % stream.length] = value;
          const outcomes = feed(stream, lengths);
          const broken = outcomes.findIndex((outcome) => outcome.kind === 'badLength');
          if (broken >= 0) expect(broken).toBe(outcomes.length - 1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([0, 15, maxPduSize + 1, 0xffffffff])('reports badLength at command_length %i', (length) => {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(length, 0);
    head.writeUInt32BE(42, 12);
    const stream = Buffer.concat([
      encodePdu({ command: 'enquire_link', sequence: 1 }),
      head,
      Buffer.alloc(500),
    ]);
    for (const lengths of [[1], [20], [600]]) {
      const outcomes = feed(stream, lengths);
      expect(outcomes).toHaveLength(2);
      expect(outcomes[1]).toEqual({ kind: 'badLength', length, sequence: 42 });
    }
  });

  it('accepts a PDU of the maximum size', () => {
    const frame = Buffer.alloc(maxPduSize);
    frame.writeUInt32BE(maxPduSize, 0);
    frame.writeUInt32BE(0x77, 4);
    expect(feed(frame, [1000])).toEqual([{ kind: 'unknownCommand', commandId: 0x77, sequence: 0 }]);
  });
});
