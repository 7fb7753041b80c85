// Checks pictures without decoding them: their declared size, and that the file is complete.

/** The problem of a file; null if there is none. */
export type Problem = 'OTHER_TYPE' | 'DAMAGED' | 'TOO_MANY_PIXELS' | 'PROTECTED' | 'ACTIVE';

/** More than any camera's picture of a page; a decoder needs four bytes for each. */
const MAX_PIXELS = 40_000_000;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GIF_SIGNATURE = /^GIF8[79]a/;

/** PNG (ISO/IEC 15948): chunks from IHDR to IEND. */
export function pngProblem(content: Buffer): Problem | null {
  if (!content.subarray(0, 8).equals(PNG_SIGNATURE)) return 'OTHER_TYPE';
  if (content.length < 33 || content.toString('latin1', 12, 16) !== 'IHDR') return 'DAMAGED';
  const tooMany = areaProblem(content.readUInt32BE(16), content.readUInt32BE(20));
  if (tooMany) return tooMany;
  let hasData = false;
  for (let at = 8; at + 12 <= content.length; at += 12 + content.readUInt32BE(at)) {
    const type = content.toString('latin1', at + 4, at + 8);
    hasData ||= type === 'IDAT';
    if (type === 'IEND') return hasData ? null : 'DAMAGED';
  }
  return 'DAMAGED';
}

/**
 * GIF (89a specification): the screen, then frames and extensions in blocks. All frames together count as
 * its pixels.
 */
export function gifProblem(content: Buffer): Problem | null {
  if (!GIF_SIGNATURE.test(content.toString('latin1', 0, 6))) return 'OTHER_TYPE';
  if (content.length < 13) return 'DAMAGED';
  const tooMany = areaProblem(content.readUInt16LE(6), content.readUInt16LE(8));
  if (tooMany) return tooMany;
  let pixels = 0;
  let at = 13 + colorTableBytes(content[10]!);
  while (at < content.length) {
    const kind = content[at];
    if (kind === 0x3b) return pixels > 0 ? null : 'DAMAGED';
    if (kind === 0x2c) {
      if (at + 10 > content.length) return 'DAMAGED';
      pixels += content.readUInt16LE(at + 5) * content.readUInt16LE(at + 7);
      if (pixels > MAX_PIXELS) return 'TOO_MANY_PIXELS';
      at += 11 + colorTableBytes(content[at + 9]!);
    } else if (kind === 0x21) at += 2;
    else return 'DAMAGED';
    while (content[at]) at += 1 + content[at]!;
    at += 1;
  }
  return 'DAMAGED';
}

/**
 * JPEG (ITU-T T.81): segments up to the picture's data, and its end. Cameras put more behind that, such as a
 * second picture, so what follows is not looked at.
 */
export function jpegProblem(content: Buffer): Problem | null {
  if (content.length < 3 || content.readUIntBE(0, 3) !== 0xffd8ff) return 'OTHER_TYPE';
  let hasSize = false;
  let at = 2;
  while (at + 4 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      if (at + 9 > content.length) return 'DAMAGED';
      const tooMany = areaProblem(content.readUInt16BE(at + 7), content.readUInt16BE(at + 5));
      if (tooMany) return tooMany;
      hasSize = true;
    }
    at += 2 + content.readUInt16BE(at + 2);
    if (marker === 0xda) return hasSize && content.includes(Buffer.of(0xff, 0xd9), at) ? null : 'DAMAGED';
  }
  return 'DAMAGED';
}

function areaProblem(width: number, height: number): Problem | null {
  if (width === 0 || height === 0) return 'DAMAGED';
  return width * height > MAX_PIXELS ? 'TOO_MANY_PIXELS' : null;
}

/** Bytes of a colour table, by the flags of a GIF's screen or frame. */
function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** SOF0 to SOF15; three of the numbers between them stand for something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
