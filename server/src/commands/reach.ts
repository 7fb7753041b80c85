// What doctor tries out beyond the database: disk, clocks, mail server and carriers. Nothing is sent, and nobody is signed in.
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';

const CONNECT_MS = 3_000;

/** Bytes free on the disk of a folder, for those who are not root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Null where something listens at an address; else why nothing could be reached, in the system's words. */
export function whyUnreachable({ host, port }: { host: string; port: number }): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (why: string | null) => {
      socket.destroy();
      resolve(why);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(`no answer within ${CONNECT_MS / 1_000} s`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
