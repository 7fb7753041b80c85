// A TCP server that does nothing by itself: tests see each PDU and answer as they please.
import net from 'node:net';
import { answerTo } from '../src/decode.ts';
import { encodePdu } from '../src/encode.ts';
import { createFramer } from '../src/framer.ts';
import { isResponse, type Pdu } from '../src/pdu.ts';
import { type Recorder, recorder } from './recorder.ts';

export interface RawPeer {
  readonly port: number;
  /** Every PDU received, on whatever connection. */
  readonly pdus: Recorder<Pdu>;
  /** The sizes of the chunks the network gave. */
  readonly chunks: number[];
  readonly sockets: Recorder<net.Socket>;
  /** Sends on the latest connection. */
  send(pdu: Pdu): void;
  sendOctets(octets: Buffer): void;
  close(): Promise<void>;
}

/** Binds are answered with `bindStatus` (null: not at all), unbinds with OK; all else is up to the test. */
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
