// The carrier's side of SMPP: listens, lets clients bind, takes their submits and hands them delivers.
import net from 'node:net';
import tls from 'node:tls';
import { type Clock, systemClock } from './clock.ts';
import { answerTo } from './decode.ts';
import { Link, type LinkEnd, type Reply } from './link.ts';
import {
  type BindRequest,
  type DeliverSm,
  type RequestPdu,
  type ResponsePdu,
  type SmInput,
  type SubmitSm,
  smPdu,
} from './pdu.ts';
import { commandStatus } from './status.ts';
import { noTlvs } from './tlv.ts';

/** 'silence': the submit is never answered. */
export type SubmitReply = { readonly status: number; readonly messageId: string } | 'silence';

export type DeliverResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Not a byte was written: not bound as a receiver, window full, connection lost before. */
  | { readonly kind: 'notWritten' }
  | { readonly kind: 'noAnswer' };

export type BindMode = 'receiver' | 'transmitter' | 'transceiver';

export interface ServerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly tls?: tls.TlsOptions;
  /** The command_status to answer a bind with; anything but 0 closes the connection. */
  authenticate(bind: BindRequest, remoteAddress: string): number | Promise<number>;
  onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply>;
  onBound?(connection: ServerConnection): void;
  /** A bound connection is gone. */
  onUnbound?(connection: ServerConnection, end: LinkEnd): void;
  /** A callback threw, or the listening socket failed. */
  onError(error: unknown): void;
  /** Connections beyond it are dropped at once; 1000 when left out. */
  readonly maxConnections?: number;
  /** How long a connection may stay without a bind; 10 s when left out. */
  readonly bindTimeoutMs?: number;
  /** How long a bound client may send nothing at all; 5 min when left out. */
  readonly idleTimeoutMs?: number;
  /** An enquire_link goes out when nothing came in for this long; null (or left out) for never. */
  readonly enquireLinkMs?: number | null;
  /** 10 s when left out. */
  readonly responseTimeoutMs?: number;
  /** Submits of one connection worked on at once before reading pauses; 1000 when left out. */
  readonly maxConcurrentSubmits?: number;
  /** Most delivers to one connection without an answer; 100 when left out. */
  readonly deliverWindow?: number;
  readonly clock?: Clock;
}

export interface SmppServer {
  readonly port: number;
  /** The bound ones. */
  readonly connections: ReadonlySet<ServerConnection>;
  /** Stops listening and unbinds every client; cuts off after `graceMs` (2 s when left out). */
  close(graceMs?: number): Promise<void>;
}

/** Listens; rejects where the address cannot be had. */
export async function listenSmpp(options: ServerOptions): Promise<SmppServer> {
  const sockets = new Set<net.Socket>();
  const connections = new Set<ServerConnection>();
  const accept = (socket: net.Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new ServerConnection(socket, options, connections);
  };
  const handshakeTimeout = options.bindTimeoutMs ?? defaultBindTimeoutMs;
  const server =
    options.tls === undefined
      ? net.createServer(accept)
      : tls.createServer({ handshakeTimeout, ...options.tls }, accept);
  server.maxConnections = options.maxConnections ?? 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      server.on('error', (error) => options.onError(error));
      resolve();
    });
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    connections,
    async close(graceMs = 2000) {
      const closed = new Promise((resolve) => server.close(resolve));
      const cut = () => {
        for (const socket of sockets) socket.destroy();
      };
      const cancelCut = (options.clock ?? systemClock).after(graceMs, cut);
      await Promise.all([...connections].map((connection) => connection.unbind()));
      cancelCut();
      cut();
      await closed;
    },
  };
}

const defaultBindTimeoutMs = 10_000;
const systemIdOfServer = 'godwit';

/** One client's connection; callbacks see it only once it is bound. */
export class ServerConnection {
  readonly #options: ServerOptions;
  readonly #clock: Clock;
  readonly #link: Link;
  readonly #connections: Set<ServerConnection>;
  readonly remoteAddress: string;
  #systemId = '';
  /** null before the bind; 'binding' while it is decided on. */
  #mode: BindMode | 'binding' | null = null;
  #unansweredDelivers = 0;
  #cancelTimer: () => void;

  constructor(socket: net.Socket, options: ServerOptions, connections: Set<ServerConnection>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#connections = connections;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#link = new Link({
      socket,
      clock: this.#clock,
      responseTimeoutMs: options.responseTimeoutMs ?? 10_000,
      enquireLinkMs: options.enquireLinkMs ?? null,
      maxConcurrentRequests: options.maxConcurrentSubmits ?? 1000,
      onRequest: (pdu) => this.#onRequest(pdu),
      onEnd: (end) => this.#onEnd(end),
      onError: (error) => options.onError(error),
    });
    this.#cancelTimer = this.#clock.after(options.bindTimeoutMs ?? defaultBindTimeoutMs, () => {
      this.#link.destroy({ reason: 'closedByUs', detail: 'no bind in time' });
    });
  }

  get systemId(): string {
    return this.#systemId;
  }

  get canReceive(): boolean {
    return this.#mode === 'receiver' || this.#mode === 'transceiver';
  }

  /** Delivers that can be sent now. */
  freeWindow(): number {
    if (!this.canReceive || this.#link.ended) return 0;
    return Math.max(0, (this.#options.deliverWindow ?? 100) - this.#unansweredDelivers);
  }

  /** Sends one deliver_sm. Rejects (RangeError) only where a field cannot be encoded. */
  async deliver(sm: SmInput): Promise<DeliverResult> {
    if (this.freeWindow() === 0) return { kind: 'notWritten' };
    this.#unansweredDelivers++;
    try {
      const pdu: DeliverSm = smPdu('deliver_sm', this.#link.nextSequence(), sm);
      const outcome = await this.#link.request(pdu);
      return outcome.kind === 'response' ? { kind: 'answered', status: outcome.pdu.status } : outcome;
    } finally {
      this.#unansweredDelivers--;
    }
  }

  /** Asks the client to part, then closes. */
  async unbind(): Promise<void> {
    await this.#link.request({ command: 'unbind', sequence: this.#link.nextSequence() });
    this.#link.end({ reason: 'closedByUs', detail: null });
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#link.destroy({ reason: 'closedByUs', detail: null });
  }

  #onRequest(pdu: RequestPdu): Reply {
    switch (pdu.command) {
      case 'submit_sm':
        return this.#onSubmit(pdu);
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.#onBind(pdu);
      default:
        return answerTo('generic_nack', pdu.sequence, commandStatus.ESME_RINVCMDID);
    }
  }

  #onSubmit(pdu: SubmitSm): Reply {
    if (this.#mode !== 'transmitter' && this.#mode !== 'transceiver') {
      return answerTo('submit_sm', pdu.sequence, commandStatus.ESME_RINVBNDSTS);
    }
    const reply = this.#options.onSubmit(pdu, this);
    if (reply instanceof Promise) return reply.then((later) => submitResponse(pdu.sequence, later));
    return submitResponse(pdu.sequence, reply);
  }

  async #onBind(pdu: BindRequest): Promise<ResponsePdu> {
    if (this.#mode !== null) return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RALYBND);
    this.#mode = 'binding';
    const status = await this.#options.authenticate(pdu, this.remoteAddress);
    if (status !== commandStatus.ESME_ROK) {
      // After the answer, which leaves at the end of this turn.
      setImmediate(() => this.#link.end({ reason: 'closedByUs', detail: 'bind refused' }));
      return answerTo(pdu.command, pdu.sequence, status);
    }
    if (!this.#link.ended) this.#becomeBound(pdu);
    return {
      command: `${pdu.command}_resp`,
      status,
      sequence: pdu.sequence,
      systemId: systemIdOfServer,
      tlvs: noTlvs,
    };
  }

  #becomeBound(pdu: BindRequest): void {
    this.#mode = pdu.command.slice('bind_'.length) as BindMode;
    this.#systemId = pdu.systemId;
    this.#connections.add(this);
    this.#cancelTimer();
    this.#planIdleCheck();
    // Delivers of the callback must come after the bind answer, which leaves at the end of this turn.
    setImmediate(() => {
      if (!this.#link.ended) this.#options.onBound?.(this);
    });
  }

  #planIdleCheck(): void {
    const idleTimeoutMs = this.#options.idleTimeoutMs ?? 300_000;
    const leftMs = idleTimeoutMs - (this.#clock.nowMs() - this.#link.lastReceivedMs);
    if (leftMs <= 0) this.#link.destroy({ reason: 'closedByUs', detail: 'idle' });
    else this.#cancelTimer = this.#clock.after(leftMs, () => this.#planIdleCheck());
  }

  #onEnd(end: LinkEnd): void {
    this.#cancelTimer();
    if (this.#connections.delete(this)) this.#options.onUnbound?.(this, end);
  }
}

function submitResponse(sequence: number, reply: SubmitReply): ResponsePdu | null {
  if (reply === 'silence') return null;
  return {
    command: 'submit_sm_resp',
    status: reply.status,
    sequence,
    messageId: reply.messageId,
    tlvs: noTlvs,
  };
}
