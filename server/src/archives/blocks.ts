// Blocks of an archive: messages of one log, compressed together, with a hash that every read checks.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BlockPlace } from './queries.ts';
import type { Store } from './store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 6 } };
/** More than any block holds: a text has at most 1,600 characters. */
const MOST_BYTES = 64 * 1024 ** 2;

/** An archive file does not contain what was written to it. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}

/** Compresses a text and hashes the result. */
export async function pack(text: string): Promise<{ content: Buffer; hash: Buffer }> {
  const content = await compress(Buffer.from(text), LEVEL);
  return { content, hash: hashOf(content) };
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest();

/**
 * Reads the compressed bytes of one part of a block.
 * @throws DamagedArchiveError if they differ from those that were written
 */
export async function readPacked(store: Store, { file, at, bytes, hash }: BlockPlace): Promise<Buffer> {
  const content = await store.readRange(file, at, bytes);
  if (!hashOf(content).equals(hash))
    throw new DamagedArchiveError(
      `${file} of the archive is damaged at byte ${at}: restore it from a backup of the archive`,
    );
  return content;
}

/** Reads one part of a block as text. */
export async function readPart(store: Store, place: BlockPlace): Promise<string> {
  const content = await decompress(await readPacked(store, place), { maxOutputLength: MOST_BYTES });
  return content.toString();
}
