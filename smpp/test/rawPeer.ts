// A TCP server without behaviour of its own: tests see each PDU and send the responses.
import net from 'node:net';
import { answerTo } from '../src/codec/decode.ts';
import { encodePdu } from '../src/codec/encode.ts';
import { createFramer } from '../src/codec/framer.ts';
import { isResponse, type Pdu } from '../src/codec/pdu.ts';
import { type Recorder, recorder } from './recorder.ts';

export interface RawPeer {
  readonly port: number;
  /** Every PDU received, on any connection. */
  readonly pdus: Recorder<Pdu>;
  /** The sizes of the received chunks. */
  readonly chunks: number[];
  readonly sockets: Recorder<net.Socket>;
  /** Sends on the latest connection. */
  send(pdu: Pdu): void;
  sendOctets(octets: Buffer): void;
  close(): Promise<void>;
}

/** Answers binds with `bindStatus` (null: not at all) and unbinds with OK; all else is up to the test. */
export async function startRawPeer(bindStatus: () => number | null = () => 0): Promise<RawPeer> {
  const pdus = recorder<Pdu>();
  const sockets = recorder<net.Socket>();
  const chunks: number[] = [];
  const server = net.createServer((socket) => {
    const framer = createFramer((outcome) => {
      if (outcome.kind !== 'pdu') return;
      const { pdu } = outcome;
      const status = pdu.command.startsWith('bind_') ? bindStatus() : pdu.command === 'unbind' ? 0 : null;
      if (status !== null && !isResponse(pdu))
        socket.write(encodePdu(answerTo(pdu.command, pdu.sequence, status)));
      pdus.add(pdu);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk.length);
      framer.push(chunk);
    });
    socket.on('error', () => {});
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sendOctets = (octets: Buffer) => void sockets.items.at(-1)?.write(octets);
  return {
    port: (server.address() as net.AddressInfo).port,
    pdus,
    sockets,
    chunks,
    send: (pdu) => sendOctets(encodePdu(pdu)),
    sendOctets,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets.items) socket.destroy();
      await closed;
    },
  };
}
