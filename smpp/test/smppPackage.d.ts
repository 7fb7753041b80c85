// The part of the npm package `smpp` that the tests use; it has no types of its own.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type net from 'node:net';

  type Fields = Record<string, unknown>;

  class PDU {
    constructor(command: string | Buffer, fields?: Fields);
    command: string;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    toBuffer(): Buffer;
    response(fields?: Fields): PDU;
  }

  type Send = (fields: Fields, onResponse?: (pdu: PDU) => void) => boolean;

  class Session extends EventEmitter {
    socket: net.Socket;
    bind_transceiver: Send;
    bind_transmitter: Send;
    bind_receiver: Send;
    submit_sm: Send;
    submit_multi: Send;
    query_sm: Send;
    cancel_sm: Send;
    deliver_sm: Send;
    enquire_link: Send;
    unbind: Send;
    send(pdu: PDU): boolean;
    close(): void;
    destroy(): void;
  }

  function createServer(listener: (session: Session) => void): net.Server;
  function connect(options: { host: string; port: number }, listener?: () => void): Session;

  const smpp: { PDU: typeof PDU; createServer: typeof createServer; connect: typeof connect };
  export default smpp;
  export type { PDU, Session };
}
