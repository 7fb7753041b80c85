// A local name server over UDP (RFC 1035) with the names of a test; it can also be silent.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterAll } from 'vitest';

/** The IPv4 addresses of a name, or another outcome of its query. */
export type NameAnswer = readonly string[] | 'missing' | 'failing' | 'silent';

export type NameServer = { address: string; asked: string[] };

const TYPE_A = 1;
const TYPE_TXT = 16;
/** NXDOMAIN and SERVFAIL. */
const CODES: Record<string, number> = { missing: 0x8183, failing: 0x8182 };

/**
 * Starts a name server; `asked` lists the names of queries for IPv4 addresses. It stops after the file's last
 * test.
 */
export async function startNameServer(
  answerFor: (name: string) => NameAnswer,
  ttlSeconds = 30,
  textsFor: (name: string) => readonly string[] = () => [],
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    if (type === TYPE_A) asked.push(name);
    const answer = answerFor(name);
    if (answer === 'silent') return;
    const texts = typeof answer === 'string' || type !== TYPE_TXT ? [] : textsFor(name);
    const addresses = typeof answer === 'string' || type !== TYPE_A ? [] : answer;
    const data = [
      ...addresses.filter((each) => isIPv4(each)).map((each) => Buffer.from(each.split('.').map(Number))),
      ...texts.map((text) => Buffer.from([text.length, ...Buffer.from(text)])),
    ];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(CODES[answer as string] ?? 0x8180, 2);
    head.writeUInt16BE(data.length, 6);
    const records = data.map((each) => {
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, each.length]);
      record.writeUInt32BE(ttlSeconds, 6);
      return Buffer.concat([record, each]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  afterAll(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
