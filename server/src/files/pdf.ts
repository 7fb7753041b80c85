// Scans PDF files (ISO 32000) without a viewer and rejects those that are locked, run code or embed files.
// A PDF that hides these better is still stored encrypted and served as a download; staff pages draw it
// without running it.
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Problem } from './images.ts';

const inflated = promisify(inflate);

// Far more than documents have; a file that wants more is made to be hard to look into.
const MAX_OBJECT_STREAMS = 2_000;
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;
const MAX_ALL_INFLATED_BYTES = 4 * MAX_INFLATED_BYTES;

const PROTECTED = nameAmong(['Encrypt']);
const OBJECT_STREAM = nameAmong(['ObjStm']);
const ACTIVE = nameAmong([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Movie',
  'Rendition',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
]);

/** Scans a PDF's objects: those outside streams, and those in object streams. */
export async function pdfProblem(content: Buffer): Promise<Problem | null> {
  if (!/^%PDF-[12]\./.test(content.toString('latin1', 0, 8))) return 'OTHER_TYPE';
  if (!content.includes('%%EOF')) return 'DAMAGED';
  let objectStreams = 0;
  let inflatedBytes = 0;
  for (let at = 0; at < content.length; ) {
    const stream = nextStream(content, at);
    if (!stream) return namesProblem(content.toString('latin1', at));
    const objects = content.toString('latin1', at, stream.start);
    const problem = namesProblem(objects);
    if (problem) return problem;
    if (stream.end === -1) return 'DAMAGED';
    if (OBJECT_STREAM.test(objects.slice(-1024))) {
      objectStreams += 1;
      const held = await inflatedOrNull(content.subarray(stream.start, stream.end));
      inflatedBytes += held?.length ?? 0;
      const tooMuch = objectStreams > MAX_OBJECT_STREAMS || inflatedBytes > MAX_ALL_INFLATED_BYTES;
      if (!held || tooMuch) return 'DAMAGED';
      const hidden = namesProblem(held.toString('latin1'));
      if (hidden) return hidden;
    }
    at = stream.end;
  }
  return null;
}

/** The next stream's content; `end` is -1 if it has none. */
function nextStream(content: Buffer, from: number): { start: number; end: number } | null {
  for (let at = content.indexOf('stream', from); at !== -1; at = content.indexOf('stream', at + 6)) {
    const start = at + 6 + (content[at + 6] === 0x0d ? 2 : 1);
    // A letter before it makes it the end of another stream.
    if (content[at - 1] !== 0x64 && content[start - 1] === 0x0a)
      return { start, end: content.indexOf('endstream', start) };
  }
  return null;
}

function namesProblem(objects: string): Problem | null {
  if (PROTECTED.test(objects)) return 'PROTECTED';
  return ACTIVE.test(objects) ? 'ACTIVE' : null;
}

/**
 * Finds any of these names, each of whose characters may be written as # and two digits, in one pass and
 * without a copy.
 */
function nameAmong(names: readonly string[]): RegExp {
  const written = (character: string) => {
    const digits = character.charCodeAt(0).toString(16);
    return `(?:${character}|#${digits.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  };
  const any = names.map((name) => [...name].map(written).join('')).join('|');
  return new RegExp(`/(?:${any})(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])`);
}

async function inflatedOrNull(stream: Buffer): Promise<Buffer | null> {
  try {
    return await inflated(stream, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    return null;
  }
}
