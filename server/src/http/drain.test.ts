// The order of a stop: not ready at once, still answering until balancers have noticed, then closed.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openDrain } from './drain.ts';

const DRAIN_MS = 1_500;

it('answers new connections until the drain time is over, and none after it', async () => {
  const server = createServer((_request, response) => response.end('answered')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<string>((resolve) => {
      const call = request({ port, host: '127.0.0.1', agent: false }, (response) => {
        response.once('data', (body) => resolve(String(body)));
      });
      call.once('error', ({ message }) => resolve(message)).end();
    });
  const drain = openDrain();
  const drained = drain.begin(server, DRAIN_MS);
  expect(drain.isDraining()).toBe(true);
  expect(drain.isLeaving()).toBe(false);
  expect(await ask()).toBe('answered');
  await drained;
  expect(drain.isLeaving()).toBe(true);
  expect(await ask()).toMatch(/ECONNREFUSED/);
});
