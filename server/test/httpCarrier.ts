// A carrier over HTTP on a real socket that answers as the test decides.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type HttpConfig, readCarriersFile } from '../src/carriers/links/config.ts';
import { throwawayFolder } from './throwaway.ts';

export type Call = {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The body as JSON; {} if it is none. */
  json: Record<string, unknown>;
  response: ServerResponse;
  answer(status: number, body: unknown, headers?: Record<string, string>): void;
};

export type HttpCarrier = {
  url: string;
  /** Every request so far, in order. */
  calls: Call[];
  onCall: (call: Call) => void;
  /** A link to this carrier, as CARRIERS_FILE configures it. */
  link(change?: Record<string, unknown>): HttpConfig;
  /** Stops listening and cuts all connections. */
  close(): Promise<void>;
};

/** Starts the carrier, on `port` if given; it is closed after the file's last test. */
export async function startHttpCarrier(port = 0): Promise<HttpCarrier> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const call: Call = {
      path: request.url!,
      headers: request.headers,
      body,
      json: parse(body),
      response,
      answer(status, sent, headers = {}) {
        const isText = typeof sent === 'string';
        response.writeHead(status, {
          'content-type': isText ? 'text/plain' : 'application/json',
          ...headers,
        });
        response.end(isText ? sent : JSON.stringify(sent));
      },
    };
    carrier.calls.push(call);
    carrier.onCall(call);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carrier: HttpCarrier = {
    url,
    calls: [],
    onCall: (call) => call.answer(200, { id: `id-${carrier.calls.length}` }),
    link: (change = {}) => httpLinkOf({ base: url, ...change }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  afterAll(() => carrier.close().catch(() => {}));
  return carrier;
}

/** A link of the profile `generic-json`, unless `change` names another one, read from a file. */
export function httpLinkOf(change: Record<string, unknown>): HttpConfig {
  const path = join(throwawayFolder(), 'carriers.json');
  const link = { id: 'http', profile: 'generic-json', secrets: { key: 'hush' }, ...change };
  writeFileSync(path, JSON.stringify([link]));
  return readCarriersFile(path)[0] as HttpConfig;
}

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
