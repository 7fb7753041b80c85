// A bare client of a carrier over HTTP, as a process of its own: it keeps every connection busy and does
// nothing else. `PORT CONNECTIONS COUNT` are its arguments.
import { Pool } from 'undici';

const [port, connections, count] = process.argv.slice(2).map(Number) as [number, number, number];
const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
let sent = 0;

async function send(): Promise<void> {
  while (sent < count) {
    const reference = String(10 ** 17 + sent++);
    const body = JSON.stringify({
      to: '+94770000000',
      from: 'GODWIT',
      text: 'Your code is 481516',
      ...{ reference, callback: `http://127.0.0.1:1/v1/hooks/carriers/http/secret/${reference}` },
    });
    const answer = await pool.request({ method: 'POST', path: '/messages', headers, body });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`the carrier answered ${answer.statusCode}`);
  }
}

await Promise.all(Array.from({ length: connections }, send));
await pool.close();
