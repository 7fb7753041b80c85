// A proxy between a client and the service: it forwards requests, unless a test lets one fail.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** A received request. */
export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/**
 * Handles a request: `pass` forwards it to the service, and returns the service's response when `reply` is
 * called.
 */
export type Step = (exchange: {
  received: ReceivedRequest;
  response: ServerResponse;
  pass(): Promise<{ status: number; headers: Record<string, string>; reply(): void }>;
}) => Promise<void> | void;

export type Front = {
  url: string;
  /** The address of the service. */
  target: string;
  /** Handlers of the next requests, one each; all others are forwarded. */
  steps: Step[];
  requests: ReceivedRequest[];
};

export const passOn: Step = async ({ pass }) => (await pass()).reply();

/** The service handles the request, but its response never arrives. */
export const loseAnswer: Step = async ({ pass, response }) => {
  await pass();
  response.destroy();
};

/** There is no response. */
export const keepSilent: Step = () => {};

/** A response that is not the service's. */
export function answer(status: number, headers: Record<string, string> = {}, body = ''): Step {
  return ({ response }) => void response.writeHead(status, headers).end(body);
}

/**
 * Starts a proxy for the service at `target`, whose own address may have a path. It stops after the file's
 * last test.
 */
export async function startFront(target: string): Promise<Front> {
  const front: Front = { url: '', target, steps: [], requests: [] };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method = '', url = '', headers } = request;
    const received = { method, path: url.replace(/^\/.*?(?=\/v1\/)/, ''), headers, body: body.toString() };
    front.requests.push(received);
    const pass = async () => {
      const { host, connection, 'content-length': _length, ...rest } = headers;
      const answered = await fetch(front.target + received.path, {
        method,
        headers: rest as Record<string, string>,
        ...((method === 'POST' || body.length > 0) && { body }),
      });
      const bytes = Buffer.from(await answered.arrayBuffer());
      const { 'content-encoding': _encoding, ...answerHeaders } = Object.fromEntries(answered.headers);
      delete answerHeaders['transfer-encoding'];
      return {
        status: answered.status,
        headers: answerHeaders,
        reply: () =>
          void response
            .writeHead(answered.status, { ...answerHeaders, 'content-length': bytes.length })
            .end(bytes),
      };
    };
    await (front.steps.shift() ?? passOn)({ received, response, pass });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return front;
}
