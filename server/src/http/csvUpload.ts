// A CSV that comes as the part `csv` of a form, read while it arrives.
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import type { App } from './types.ts';

const CUT = 'The upload was cut before its end and nothing of it is in. Upload the file again.';
const NO_FILE = 'Send the file as multipart/form-data, in the field csv.';

/** Lets the routes of an app take such forms: the file, and a few fields that nobody looks at. */
export async function acceptCsv(uploads: App, maxBytes: number): Promise<void> {
  await uploads.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, parts: 10, fieldSize: 1_024 },
  });
}

/**
 * Hands the bytes of the file to `use`. Throws refusals, with the reason at the field `csv`: unsupportedType and invalidArgument
 * where there is no file or it is cut, tooLarge; and what `use` throws.
 */
export async function withCsv<T>(
  request: FastifyRequest,
  maxBytes: number,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  try {
    return await use(await openUpload(request, maxBytes));
  } finally {
    // Who is refused before the end is still sending, and hears the answer when that has gone somewhere.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function openUpload(request: FastifyRequest, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
  if (!request.isMultipart()) throw new RefusalError(refuse('unsupportedType', at(NO_FILE)));
  const part = await request.file().catch(() => undefined);
  if (part?.fieldname !== 'csv') throw new RefusalError(refuse('invalidArgument', at(NO_FILE)));
  return bytesOf(part.file, maxBytes);
}

async function* bytesOf(file: MultipartFile['file'], maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw new RefusalError(refuse('invalidArgument', at(CUT)));
  }
  const tooLarge = `The file is larger than ${maxBytes / 1024 / 1024} MB. Upload it in parts.`;
  if (file.truncated) throw new RefusalError(refuse('tooLarge', at(tooLarge)));
}

function at(description: string) {
  return { description, fields: { csv: description } };
}
