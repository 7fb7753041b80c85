// The backup file format: a header line, then compressed entries of any length and a checksum of everything
// before it. Readers detect truncated or changed files before they use any content.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const MAGIC = 'godwit backup, format 1\n';
const LENGTH_BYTES = 4;
/** Fast, and still a fifth of the size. */
const LEVEL = 1;

/** A file that is not a complete backup; the message gives the reason. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** The header of an entry, as JSON. */
export type EntryHead = { kind: string } & Record<string, unknown>;
export type Writer = { add(head: EntryHead, content?: AsyncIterable<Uint8Array>): Promise<void> };

/** Writes a file that is there as a whole or not at all, for its owner only. */
export async function writeArchive(path: string, write: (writer: Writer) => Promise<void>): Promise<void> {
  const draft = `${path}.part`;
  const file = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true });
  file.write(MAGIC);
  const zip = createGzip({ level: LEVEL });
  zip.pipe(file);
  const written = finished(file);
  written.catch(() => {});
  file.once('error', (error) => zip.destroy(error));
  const hash = createHash('sha256');
  const put = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes);
    if (!zip.write(bytes)) await once(zip, 'drain');
  };
  const chunk = async (bytes: Uint8Array): Promise<void> => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(bytes.length);
    await put(length);
    if (bytes.length > 0) await put(bytes);
  };
  const add: Writer['add'] = async (head, content) => {
    await chunk(Buffer.from(JSON.stringify(head)));
    for await (const bytes of content ?? []) if (bytes.length > 0) await chunk(bytes);
    await chunk(Buffer.alloc(0));
  };
  try {
    await write({ add });
    const sum = hash.copy().digest('hex');
    await add({ kind: 'end', sum });
    zip.end();
    await written;
    await rename(draft, path);
    const folder = await open(dirname(path));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    zip.destroy();
    file.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/** An entry as it is read: its content has to be read, or skipped, before the next one. */
export type Entry = { head: EntryHead; content: AsyncGenerator<Buffer> };

/**
 * Reads the entries of an archive, without its end. Throws an ArchiveError if it is none, cut short or
 * changed; what was read until then may be wrong too, so read all of it once before using any.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const start = await readMagic(path).catch((error) => Promise.reject(asArchiveError(error, path)));
  const bytes = openBytes(path, start);
  const hash = createHash('sha256');
  const take = async (length: number): Promise<Buffer> => {
    const taken = await bytes.take(length);
    hash.update(taken);
    return taken;
  };
  const chunk = async () => take((await take(LENGTH_BYTES)).readUInt32BE());
  async function* content(): AsyncGenerator<Buffer> {
    for (let piece = await chunk(); piece.length > 0; piece = await chunk()) yield piece;
  }
  try {
    for (;;) {
      const sum = hash.copy().digest('hex');
      const head = JSON.parse((await chunk()).toString()) as EntryHead;
      if (head.kind === 'end') {
        if (head.sum !== sum) throw new ArchiveError(`${path} was changed after it was written`);
        // Its content, which is empty.
        await chunk();
        await bytes.end();
        return;
      }
      const pieces = content();
      yield { head, content: pieces };
      for await (const _left of pieces);
    }
  } catch (error) {
    throw asArchiveError(error, path);
  } finally {
    bytes.close();
  }
}

function asArchiveError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new ArchiveError(`There is no file ${path}`);
  if (code === 'Z_BUF_ERROR')
    return new ArchiveError(`${path} is cut short: its end is missing. Use another backup`);
  const isDamaged = code?.startsWith('Z_') || error instanceof SyntaxError;
  return isDamaged
    ? new ArchiveError(`${path} is damaged (${code ?? 'no entry where one should be'}). Use another backup`)
    : error;
}

/** How long the first line is. Throws an ArchiveError if it is not that of a backup, or of another format. */
async function readMagic(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length + 8), 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    const format = /^godwit backup, format (\d+)\n/.exec(start)?.[1];
    if (format === undefined) throw new ArchiveError(`${path} is no backup of Godwit`);
    if (!start.startsWith(MAGIC))
      throw new ArchiveError(
        `${path} has format ${format}, which this version does not know: use a newer one`,
      );
    return MAGIC.length;
  } finally {
    await file.close();
  }
}

/** The bytes behind the first line, so many at a time. */
function openBytes(path: string, start: number) {
  const file = createReadStream(path, { start });
  const zip = createGunzip();
  file.once('error', (error) => zip.destroy(error));
  file.pipe(zip);
  const pieces = zip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);

  return {
    async take(length: number): Promise<Buffer> {
      const parts = [rest];
      let have = rest.length;
      while (have < length) {
        const { value, done } = await pieces.next();
        if (done) throw new ArchiveError(`${path} is cut short: its end is missing. Use another backup`);
        parts.push(value);
        have += value.length;
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts);
      rest = all.subarray(length);
      return all.subarray(0, length);
    },
    /** Reads what follows, which is the end of the compression and nothing else. */
    async end(): Promise<void> {
      const { done } = await pieces.next();
      if (!done || rest.length > 0) throw new ArchiveError(`${path} goes on after its end`);
    },
    close() {
      file.destroy();
      zip.destroy();
    },
  };
}
