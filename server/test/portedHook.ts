// A PORTED_URL for tests, which answers as the test decides.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type PortedHook = {
  /** The answers by number, unless `answer` writes another one. */
  networks: Record<string, string | null>;
  /** The numbers of each call so far. */
  asked: string[][];
  answer: ((response: ServerResponse) => void) | null;
};

/** Starts it; it is closed after the file's last test. `redirected`: the paths of calls that are no POST. */
export async function startPortedHook() {
  const hook: PortedHook = { networks: {}, asked: [], answer: null };
  const redirected: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') redirected.push(request.url!);
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      hook.asked.push(JSON.parse(body || '{}').numbers ?? []);
      if (hook.answer) return hook.answer(response);
      response.end(JSON.stringify({ networks: hook.networks }));
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { hook, redirected, portedUrl: new URL(`http://127.0.0.1:${port}/networks?key=k`) };
}
