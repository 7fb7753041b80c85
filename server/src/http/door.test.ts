import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Door, openDoor } from './door.ts';

/** More than are listened to at once. */
const MANY = 600;

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

type Opened = { door: Door; server: Server; call: () => Promise<Socket>; seen: string[] };

/** A guarded server that answers with what it is sent, and notes it in `seen`. */
async function open(): Promise<Opened> {
  const door = openDoor();
  const seen: string[] = [];
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    seen.push(body);
    answer.end(body);
  });
  door.guard(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  stop = async () => {
    for (const socket of sockets) socket.destroy();
    door.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const call = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket.on('error', () => {}));
    await once(socket, 'connect');
    return socket;
  };
  return { door, server, call, seen };
}

const callMany = (call: () => Promise<Socket>) => Promise.all(Array.from({ length: MANY }, call));

/** A request that keeps its connection, or one that ends it. */
const post = (body: string, connection = 'keep-alive', path = '/v1/web/login') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

async function answerTo(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

describe('the door', () => {
  it('lets everybody in, whole, and hears each connection again', async () => {
    const { call } = await open();
    const socket = await call();
    const body = 'x'.repeat(300_000);
    const whole = text(socket);
    const request = post('first') + post(body) + post('last', 'close');
    for (let i = 0; i < request.length; i += 100_000) socket.write(request.slice(i, i + 100_000));
    const answers = await whole;
    expect(answers.match(/HTTP\/1.1 200/g)).toHaveLength(3);
    expect(answers).toContain(`\r\n\r\n${body}HTTP/1.1`);
    expect(answers).toMatch(/\r\n\r\nlast$/);
  });

  it('answers all who come at once, and not before somebody who is in already', async () => {
    const { call, seen } = await open();
    const known = await call();
    await answerTo(known, post('here'));
    const sockets = await callMany(call);
    const all = sockets.map((socket) => {
      socket.write(post('new', 'close'));
      return text(socket);
    });
    expect(await answerTo(known, post('again'))).toMatch(/again$/);
    expect(seen.indexOf('again')).toBeLessThan(MANY / 10);
    for (const answer of await Promise.all(all)) expect(answer).toMatch(/^HTTP\/1.1 200 .*new$/s);
  });

  it('lets who calls the public API in first', async () => {
    const { call, seen } = await open();
    const sockets = await callMany(call);
    const api = await call();
    for (const socket of sockets) socket.write(post('web'));
    expect(await answerTo(api, post('api', 'close', '/v1/messages'))).toMatch(/api$/);
    expect(seen.indexOf('api')).toBeLessThan(MANY / 2);
  });

  it('is not blocked by those who say nothing', async () => {
    const { call } = await open();
    await callMany(call);
    expect(await answerTo(await call(), post('me'))).toMatch(/me$/);
  });

  it('forgets who leaves before being heard', async () => {
    const { call, server } = await open();
    const sockets = await callMany(call);
    for (const [i, socket] of sockets.entries()) {
      if (i % 2) socket.resetAndDestroy();
      else socket.end();
    }
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
    expect(await answerTo(await call(), post('me'))).toMatch(/me$/);
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(1);
  });

  it('closes with an answer for who has asked, and none for who has not', async () => {
    const { call, door, server } = await open();
    const [silent, asking] = [await call(), await call()];
    const ended = once(silent, 'close');
    const answer = text(asking);
    await new Promise<void>((resolve) => {
      server.once('request', () => {
        door.close();
        server.close();
        resolve();
      });
      asking.write(post('late', 'close'));
    });
    expect(await answer).toMatch(/late$/);
    await ended;
  });

  it('lets nobody in once it is closed', async () => {
    const { call, door } = await open();
    door.close();
    const socket = await call();
    if (!socket.closed) await once(socket, 'close');
  });
});
