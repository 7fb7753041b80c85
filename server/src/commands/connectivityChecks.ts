// Connectivity checks of doctor: the disk, and whether an address accepts connections.
import { statfs } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LinkConfig } from '../carriers/links/config.ts';

const CONNECT_MS = 3_000;

/** Bytes free on the disk of a folder, for those who are not root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Address = Pick<LinkConfig, 'host' | 'port'> & Partial<Pick<LinkConfig, 'tls'>>;

/**
 * Null if something listens at an address, with a good certificate if it has to have one; else why not, in
 * the system's words.
 */
export function whyUnreachable({ host, port, tls }: Address): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { host, port, timeout: CONNECT_MS };
    const servername = isIP(host) === 0 ? host : '';
    const socket = tls
      ? connectTls({ ...options, servername, ...(tls === true ? {} : tls) })
      : connect(options);
    const end = (why: string | null) => {
      socket.destroy();
      resolve(why);
    };
    socket.once(tls ? 'secureConnect' : 'connect', () => end(null));
    socket.once('timeout', () => end(`no answer within ${CONNECT_MS / 1_000} s`));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(/CERT/.test(error.code ?? '') ? error.message : (error.code ?? error.message)),
    );
  });
}
