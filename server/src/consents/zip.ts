// ZIP archives that are made while they are sent.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Zip, ZipDeflate } from 'fflate';
import type { Exports } from '../http/exports.ts';

/** A file of an archive, in pieces of text. */
export type ZippedFile = { name: string; pieces: AsyncIterable<string> };

/** Compressed at once, in some milliseconds: the process serves others between two of them. */
const PUSH_BYTES = 65_536;

/** The files; `signal` aborts when nobody waits for them any more. */
type MakeFiles = (signal: AbortSignal) => readonly ZippedFile[];

type Archive = { teamId: string; exports: Exports; name: string; files: MakeFiles };

/** Answers with an archive, in turn with the other exports of the process. */
export function sendZip(reply: FastifyReply, { teamId, exports, name, files }: Archive): FastifyReply {
  const signal = exports.enter(teamId, reply);
  const pieces = exports.inTurn(teamId, zipOf(files(signal)), signal);
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
  return reply.send(Readable.from(pieces, { objectMode: false }));
}

/** Packs files a little at a time, which keeps memory small and the process free for others. */
async function* zipOf(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const take = () => {
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      for (let first = 0; first < bytes.length; first += PUSH_BYTES) {
        file.push(bytes.subarray(first, first + PUSH_BYTES));
        yield take();
      }
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield take();
}
