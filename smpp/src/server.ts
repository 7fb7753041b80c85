// The side of SMPP that clients bind to: listens, takes their submits and hands them delivers. The simulated carrier is built on it, and the
// service that customers bind to.
import net from 'node:net';
import tls from 'node:tls';
import { type Clock, systemClock } from './clock.ts';
import { answerTo } from './decode.ts';
import { Link, type LinkEnd, type Reply } from './link.ts';
import {
  type BindRequest,
  type CancelSm,
  type DeliverSm,
  maxPduSize,
  type QuerySm,
  type RequestPdu,
  type ResponsePdu,
  type SmInput,
  type SubmitMulti,
  type SubmitSm,
  smPdu,
} from './pdu.ts';
import { commandStatus } from './status.ts';
import { noTlvs, type Tlvs } from './tlv.ts';

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
  authenticate(bind: BindRequest, connection: ServerConnection): number | Promise<number>;
  onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply>;
  /** Answers what else a transmitter may ask; left out, these are unknown commands. */
  onOther?(pdu: SubmitMulti | QuerySm | CancelSm, connection: ServerConnection): Promise<ResponsePdu>;
  onBound?(connection: ServerConnection): void;
  /** A connection whose bind was granted is gone. */
  onUnbound?(connection: ServerConnection, end: LinkEnd): void;
  /** A callback threw, or the listening socket failed. */
  onError(error: unknown): void;
  /** Connections beyond it are dropped at once; 1000 when left out. */
  readonly maxConnections?: number;
  /**
   * Connections of one network that are not bound, TLS handshakes among them; one more is dropped at once, and so is one beyond half of
   * `maxConnections` of all networks. Any number when left out.
   */
  readonly maxUnboundPerNetwork?: number;
  /** The network that an address counts to; itself when left out. */
  networkOf?(address: string): string;
  /** Requests of a bound client in a second after which reading pauses until the next one; any number when left out. */
  maxRequestsPerSecond?(connection: ServerConnection): number;
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
  /**
   * Stops listening, answers what is in work and refuses what comes after it, and unbinds every client; cuts off after `graceMs` (2 s when
   * left out).
   */
  close(graceMs?: number): Promise<void>;
}

/** Listens; rejects where the address cannot be had. */
export async function listenSmpp(options: ServerOptions): Promise<SmppServer> {
  const sockets = new Set<net.Socket>();
  const connections = new Set<ServerConnection>();
  const maxConnections = options.maxConnections ?? 1000;
  const unbound = countUnbound(options, maxConnections / 2);
  const open = (socket: net.Socket, leave: () => void) =>
    void new ServerConnection(socket, options, connections, leave);
  const accept = options.tls === undefined ? open : acceptTls(options.tls, options, open);
  const server = net.createServer((socket) => {
    const leave = unbound.enter(socket.remoteAddress ?? '');
    if (leave === null) {
      socket.on('error', () => {});
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      leave();
    });
    accept(socket, leave);
  });
  server.maxConnections = maxConnections;
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
const smppVersion = 0x34;
/** SMPP 3.4 §5.3.2.25, which is for clients that know optional parameters (§4.1.1.1). */
const scInterfaceVersion: Tlvs = { others: [{ tag: 0x0210, value: Buffer.of(smppVersion) }] };
/** A bind has at most 90 octets by SMPP 3.4 §4.1; ids and keys may be longer. What is not bound is not worth a larger buffer. */
const maxUnboundPduSize = 1024;

/** Has each connection do its handshake, which takes no longer than a bind may, before it is opened. */
function acceptTls(
  tlsOptions: tls.TlsOptions,
  { bindTimeoutMs: handshakeTimeout = defaultBindTimeoutMs }: ServerOptions,
  open: (socket: net.Socket, leave: () => void) => void,
) {
  const leaves = new Map<string, () => void>();
  const peerOf = ({ remoteAddress, remotePort }: net.Socket) => `${remoteAddress} ${remotePort}`;
  const handshakes = tls.createServer({ handshakeTimeout, ...tlsOptions }, (secure) => {
    const leave = leaves.get(peerOf(secure));
    if (leave) open(secure, leave);
    else secure.destroy();
  });
  // Whoever speaks no TLS is cut off; that is no error of ours.
  handshakes.on('tlsClientError', (_error, secure) => secure.destroy());
  return (socket: net.Socket, leave: () => void) => {
    const peer = peerOf(socket);
    leaves.set(peer, leave);
    socket.once('close', () => leaves.delete(peer));
    socket.on('error', () => {});
    handshakes.emit('connection', socket);
  };
}

/** Counts connections that are not bound; `enter` gives what ends that, once or more, or null where there is no place for one more. */
function countUnbound(
  { maxUnboundPerNetwork, networkOf = (address) => address }: ServerOptions,
  half: number,
): { enter(address: string): (() => void) | null } {
  const counts = new Map<string, number>();
  const inAll = maxUnboundPerNetwork === undefined ? Number.POSITIVE_INFINITY : Math.max(1, half);
  let all = 0;
  return {
    enter(address) {
      const network = networkOf(address);
      const count = counts.get(network) ?? 0;
      if (all >= inAll || count >= (maxUnboundPerNetwork ?? Number.POSITIVE_INFINITY)) return null;
      counts.set(network, count + 1);
      all++;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        all--;
        const left = counts.get(network)! - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
}

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
  #isLeaving = false;
  #cancelTimer: () => void;
  /** Called once, when it is bound or gone. */
  #onNoLongerUnbound: (() => void) | null;

  constructor(
    socket: net.Socket,
    options: ServerOptions,
    connections: Set<ServerConnection>,
    onNoLongerUnbound: () => void,
  ) {
    this.#onNoLongerUnbound = onNoLongerUnbound;
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
      ...(options.maxRequestsPerSecond && {
        maxRequestsPerSecond: () => options.maxRequestsPerSecond!(this),
      }),
      maxPduSize: () => (this.#isBound() ? maxPduSize : maxUnboundPduSize),
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

  /** Null unless it is bound. */
  get mode(): BindMode | null {
    return this.#mode === 'binding' ? null : this.#mode;
  }

  get canReceive(): boolean {
    return this.#mode === 'receiver' || this.#mode === 'transceiver';
  }

  /** Delivers that can be sent now. */
  freeWindow(): number {
    if (!this.canReceive || this.#link.ended || this.#isLeaving) return 0;
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

  /** Answers what is in work and refuses what comes after it, asks the client to part, then closes. */
  async unbind(): Promise<void> {
    this.#isLeaving = true;
    await this.#link.idle();
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
      case 'submit_multi':
      case 'query_sm':
      case 'cancel_sm':
        if (this.#options.onOther === undefined) break;
        return this.#refusal(pdu) ?? this.#options.onOther(pdu, this);
    }
    return answerTo('generic_nack', pdu.sequence, commandStatus.ESME_RINVCMDID);
  }

  #isBound(): boolean {
    return this.#mode !== null && this.#mode !== 'binding';
  }

  /** What a client that may not transmit, or not any more, is answered. */
  #refusal(pdu: SubmitSm | SubmitMulti | QuerySm | CancelSm): ResponsePdu | null {
    if (this.#mode !== 'transmitter' && this.#mode !== 'transceiver')
      return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RINVBNDSTS);
    return this.#isLeaving ? answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RX_T_APPN) : null;
  }

  #onSubmit(pdu: SubmitSm): Reply {
    const refusal = this.#refusal(pdu);
    if (refusal !== null) return refusal;
    const reply = this.#options.onSubmit(pdu, this);
    if (reply instanceof Promise) return reply.then((later) => submitResponse(pdu.sequence, later));
    return submitResponse(pdu.sequence, reply);
  }

  async #onBind(pdu: BindRequest): Promise<ResponsePdu> {
    if (this.#mode !== null) return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RALYBND);
    this.#mode = 'binding';
    const status = await this.#options.authenticate(pdu, this);
    if (status !== commandStatus.ESME_ROK) {
      // After the answer, which leaves at the end of this turn.
      setImmediate(() => this.#link.end({ reason: 'closedByUs', detail: 'bind refused' }));
      return answerTo(pdu.command, pdu.sequence, status);
    }
    if (this.#link.ended) this.#options.onUnbound?.(this, { reason: 'closedByPeer', detail: null });
    else this.#becomeBound(pdu);
    const tlvs = pdu.interfaceVersion >= smppVersion ? scInterfaceVersion : noTlvs;
    return {
      command: `${pdu.command}_resp`,
      status,
      sequence: pdu.sequence,
      systemId: systemIdOfServer,
      tlvs,
    };
  }

  #becomeBound(pdu: BindRequest): void {
    this.#mode = pdu.command.slice('bind_'.length) as BindMode;
    this.#systemId = pdu.systemId;
    this.#connections.add(this);
    this.#leaveUnbound();
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

  #leaveUnbound(): void {
    this.#onNoLongerUnbound?.();
    this.#onNoLongerUnbound = null;
  }

  #onEnd(end: LinkEnd): void {
    this.#leaveUnbound();
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
