// What stands between a client and the service, and can go wrong there: it passes requests on, except where a test says otherwise.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** A request that came. */
export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** What becomes of a request: `pass` hands it to the service, and answers what that says once `reply` is called. */
export type Step = (exchange: {
  asked: Asked;
  response: ServerResponse;
  pass(): Promise<{ status: number; headers: Record<string, string>; reply(): void }>;
}) => Promise<void> | void;

export type Front = {
  url: string;
  /** Where the service is. */
  target: string;
  /** What becomes of the next requests, one each; all others are passed on. */
  steps: Step[];
  asked: Asked[];
};

export const passOn: Step = async ({ pass }) => (await pass()).reply();

/** The service does what it was asked, and its answer never arrives. */
export const loseAnswer: Step = async ({ pass, response }) => {
  await pass();
  response.destroy();
};

/** Nothing comes. */
export const keepSilent: Step = () => {};

/** An answer that is not the service's. */
export function answer(status: number, headers: Record<string, string> = {}, body = ''): Step {
  return ({ response }) => void response.writeHead(status, headers).end(body);
}

/** Starts one before the service at `target`; its own address may have a path before the service's. It ends after the file's last test. */
export async function startFront(target: string): Promise<Front> {
  const front: Front = { url: '', target, steps: [], asked: [] };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method = '', url = '', headers } = request;
    const asked = { method, path: url.replace(/^\/.*?(?=\/v1\/)/, ''), headers, body: body.toString() };
    front.asked.push(asked);
    const pass = async () => {
      const { host, connection, 'content-length': _length, ...rest } = headers;
      const answered = await fetch(front.target + asked.path, {
        method,
        headers: rest as Record<string, string>,
        ...(method === 'POST' && { body }),
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
    await (front.steps.shift() ?? passOn)({ asked, response, pass });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return front;
}
