// Run as a process of its own: `flood.ts URL COUNT` opens that many connections, sends a login over all of them at once, and
// prints what came back as JSON.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { csrfOf } from './stack.ts';

/** Within how long all were connected, answers by status, and how many of the 503s said when to come back. `broken` connections got no answer. */
export type Flood = {
  connectedMs: number;
  statuses: Record<string, number>;
  withRetryAfter: number;
  broken: number;
};

/** What waits to be accepted at once by default is some hundred connections; the others would be lost, not refused. */
const OPEN_AT_ONCE = 200;

const [url = '', count = ''] = process.argv.slice(2);
const { host, hostname, port } = new URL(url);
const credentials = await csrfOf(url);
const head = Object.entries({ host, connection: 'close', 'content-type': 'application/json', ...credentials })
  .map(([name, value]) => `${name}: ${value}`)
  .join('\r\n');

const started = performance.now();
const sockets: Socket[] = [];
while (sockets.length < Number(count)) {
  const batch = Array.from({ length: OPEN_AT_ONCE }, () => connect(Number(port), hostname));
  await Promise.all(batch.map((socket) => once(socket, 'connect')));
  sockets.push(...batch);
}
const connectedMs = performance.now() - started;

const answers = await Promise.all(
  sockets.map((socket, i) => {
    const body = JSON.stringify({ user_id: `nobody.${i}@example.com`, password: 'Wrong$Password1' });
    socket.write(`POST /v1/web/login HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    return text(socket).catch(() => '');
  }),
);

const flood: Flood = { connectedMs, statuses: {}, withRetryAfter: 0, broken: 0 };
for (const answer of answers) {
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(answer) ?? [];
  if (status) flood.statuses[status] = (flood.statuses[status] ?? 0) + 1;
  else flood.broken++;
  if (status === '503' && /^retry-after: \d+\r$/m.test(answer)) flood.withRetryAfter++;
}
console.log(JSON.stringify(flood));
