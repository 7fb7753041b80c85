// A thread of the bench `peer`: the carrier of both systems. It accepts every submit and sends its receipt at
// once, or at any time within as many milliseconds as `workerData` says.
import { parentPort, workerData } from 'node:worker_threads';
import { formatReceipt, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';

/** The messages of one account; times are by a clock that all threads share. */
export type Taken = { submits: number; receipts: number; lastSubmitMs: number; lastReceiptMs: number };

const AGAIN_MS = 100;

const taken = new Map<string, Taken>();
let lastId = 0;

const clockMs = () => performance.timeOrigin + performance.now();

function takenFrom({ systemId }: ServerConnection): Taken {
  const known = taken.get(systemId) ?? { submits: 0, receipts: 0, lastSubmitMs: 0, lastReceiptMs: 0 };
  taken.set(systemId, known);
  return known;
}

const server = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  deliverWindow: 1_000,
  authenticate: () => commandStatus.ESME_ROK,
  onBound: takenFrom,
  onError: (error) => console.error('sink:', error),
  onSubmit(pdu, connection) {
    const of = takenFrom(connection);
    of.submits++;
    of.lastSubmitMs = clockMs();
    const messageId = String(++lastId);
    const at = new Date();
    const text = formatReceipt({
      ...{ messageId, state: 'DELIVERED', submittedAt: at, doneAt: at, error: '000', text: '' },
    });
    const receipt = {
      sourceAddr: pdu.destinationAddr,
      sourceAddrTon: pdu.destAddrTon,
      destinationAddr: pdu.sourceAddr,
      destAddrTon: pdu.sourceAddrTon,
      esmClass: receiptEsmClass,
      shortMessage: Buffer.from(text, 'latin1'),
    };
    const send = async () => {
      const result = await connection.deliver(receipt);
      if (result.kind !== 'answered' || result.status !== commandStatus.ESME_ROK)
        return void setTimeout(send, AGAIN_MS);
      of.receipts++;
      of.lastReceiptMs = clockMs();
    };
    // After the response, which is sent at the end of this turn.
    if (workerData) setTimeout(send, Math.random() * workerData);
    else setImmediate(send);
    return { status: commandStatus.ESME_ROK, messageId };
  },
});

parentPort!.on('message', (request: 'taken' | 'close') => {
  if (request === 'close') void server.close().then(() => process.exit());
  else parentPort!.postMessage(taken);
});
parentPort!.postMessage(server.port);
