// The bytes of a file as UTF-8, whatever it was saved as: UTF-8, UTF-16 with its mark, or the encoding of Western Windows
// (Latin-1 and more).
import { isAscii, isUtf8 } from 'node:buffer';

/** Takes bytes as they come; `isLast` with the last of them, of which there may be none. */
export type Decode = (bytes: Uint8Array, isLast: boolean) => Buffer;

const NOTHING = Buffer.alloc(0);
const MARK_BYTES = 3;

/** Makes a decoder for one file. A byte order mark decides and is left out; without one the first letters beyond ASCII do. */
export function openDecoder(): Decode {
  let kept = NOTHING;
  let decode: Decode | null = null;
  return (bytes, isLast) => {
    if (decode) return decode(bytes, isLast);
    kept = Buffer.concat([kept, bytes]);
    if (kept.length < MARK_BYTES && !isLast) return NOTHING;
    const [found, markLength] = readMark(kept);
    decode = found;
    return decode(kept.subarray(markLength), isLast);
  };
}

function readMark([first, second, third]: Buffer): [Decode, number] {
  if (first === 0xff && second === 0xfe) return [openText('utf-16le'), 2];
  if (first === 0xfe && second === 0xff) return [openText('utf-16be'), 2];
  if (first === 0xef && second === 0xbb && third === 0xbf) return [asIs, 3];
  return [openGuess(), 0];
}

/** UTF-8 where the first piece with letters beyond ASCII is that; until then there is nothing to decide. */
function openGuess(): Decode {
  let kept = NOTHING;
  let decode: Decode | null = null;
  return (bytes, isLast) => {
    if (decode) return decode(bytes, isLast);
    const all = Buffer.concat([kept, bytes]);
    const whole = isLast ? all : all.subarray(0, all.length - cutLetter(all));
    if (isAscii(whole)) {
      kept = Buffer.from(all.subarray(whole.length));
      return whole;
    }
    decode = isUtf8(whole) ? asIs : openText('windows-1252');
    return decode(all, isLast);
  };
}

/** How many bytes at the end begin a letter of UTF-8 that goes on in the next piece. */
function cutLetter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

const asIs: Decode = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function openText(encoding: string): Decode {
  const decoder = new TextDecoder(encoding);
  return (bytes, isLast) => Buffer.from(decoder.decode(bytes, { stream: !isLast }));
}
