// A customer's receiver of status callbacks: records the posts and answers as a test decides.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** A received call. */
export type Call = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  json: { id: string; status: string; sequence: number };
};

export type Receiver = { url: string; calls: Call[]; mostAtOnce: number };

/** Starts a receiver; `answer` gets each call with its number from 1. It stops after the file's last test. */
export async function startReceiver(
  answer: (response: ServerResponse, call: Call, number: number) => void = (response) => response.end(),
): Promise<Receiver> {
  let open = 0;
  const receiver: Receiver = { url: '', calls: [], mostAtOnce: 0 };
  const server = createServer(async (request, response) => {
    open++;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.once('close', () => open--);
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body, json: JSON.parse(body.startsWith('{') ? body : '{}') };
    receiver.calls.push(call);
    answer(response, call, receiver.calls.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status?from=godwit`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
