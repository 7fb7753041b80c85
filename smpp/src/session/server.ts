// The SMPP server: accepts connections, receives their submits and sends them delivers. Customers bind to it,
// and the simulated carrier is built on it.
import net from 'node:net';
import tls from 'node:tls';
import { answerTo } from '../codec/decode.ts';
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
} from '../codec/pdu.ts';
import { commandStatus } from '../codec/status.ts';
import { noTlvs, type Tlvs } from '../codec/tlv.ts';
import { type Clock, systemClock } from './clock.ts';
import { Link, type LinkEnd, type Reply } from './link.ts';
import { openUnbound, type UnboundSlot } from './unbound.ts';

/** 'silence': the submit is never answered. */
export type SubmitReply = { readonly status: number; readonly messageId: string } | 'silence';

export type DeliverResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Nothing was written: not bound as a receiver, window full, or connection lost before. */
  | { readonly kind: 'notWritten' }
  | { readonly kind: 'noAnswer' };

type BindMode = 'receiver' | 'transmitter' | 'transceiver';

export interface ServerOptions {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly tls?: tls.TlsOptions;
  /** Returns the command_status of the bind response; anything but 0 closes the connection. */
  authenticate(bind: BindRequest, connection: ServerConnection): number | Promise<number>;
  onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply>;
  /** Responds to the other requests of a transmitter. If undefined, they are unknown commands. */
  onOther?(pdu: SubmitMulti | QuerySm | CancelSm, connection: ServerConnection): Promise<ResponsePdu>;
  onBound?(connection: ServerConnection): void;
  /** A connection whose bind was granted has ended. */
  onUnbound?(connection: ServerConnection, end: LinkEnd): void;
  /** A callback threw, or the listening socket failed. */
  onError(error: unknown): void;
  /** Connections above it are dropped at once; default: 1000. */
  readonly maxConnections?: number;
  /**
   * Unbound connections of one network, TLS handshakes included. One more drops the oldest of them. If a
   * quarter of `maxConnections` is unbound, one more drops the oldest of the network that has the most.
   * Unlimited if undefined.
   */
  readonly maxUnboundPerNetwork?: number;
  /** The network that an address belongs to; default: the address itself. */
  networkOf?(address: string): string;
  /**
   * Whether an address may use a second quarter of `maxConnections`, which one network may fill. Default: no
   * address may.
   */
  isListed?(address: string): boolean;
  /**
   * Requests of a bound client a second, above which reading pauses until the next second; unlimited if
   * undefined.
   */
  maxRequestsPerSecond?(connection: ServerConnection): number;
  /** How long a connection may stay unbound; default: 10 s. */
  readonly bindTimeoutMs?: number;
  /** How long a bound client may send nothing; default: 5 min. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds without input after which an enquire_link is sent; null (the default) for never. */
  readonly enquireLinkMs?: number | null;
  /** Default: 10 s. */
  readonly responseTimeoutMs?: number;
  /** Submits of one connection handled at once before reading pauses; default: 1000. */
  readonly maxConcurrentSubmits?: number;
  /** Unanswered delivers to one connection; default: 100. */
  readonly deliverWindow?: number;
  readonly clock?: Clock;
}

export interface SmppServer {
  readonly port: number;
  /** The bound connections. */
  readonly connections: ReadonlySet<ServerConnection>;
  /**
   * Stops listening, answers requests in progress, refuses later ones and unbinds every client. Cuts
   * connections after `graceMs` (default: 2 s).
   */
  close(graceMs?: number): Promise<void>;
}

/** Listens on `host` and `port`. Rejects if the address is not available. */
export async function listenSmpp(options: ServerOptions): Promise<SmppServer> {
  const sockets = new Set<net.Socket>();
  const connections = new Set<ServerConnection>();
  const maxConnections = options.maxConnections ?? 1000;
  const unbound = openUnbound({
    perNetwork: options.maxUnboundPerNetwork,
    perShare: Math.max(1, maxConnections / 4),
    networkOf: (address) => options.networkOf?.(address) ?? address,
    isListed: (address) => options.isListed?.(address) ?? false,
  });
  const open = (socket: net.Socket, slot: UnboundSlot) =>
    void new ServerConnection(socket, options, connections, slot);
  const accept = options.tls === undefined ? open : acceptTls(options.tls, options, open);
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    const slot = unbound.admit(socket);
    if (slot === null) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      slot.release();
    });
    accept(socket, slot);
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
/** SMPP 3.4 §5.3.2.25, only for clients that know optional parameters (§4.1.1.1). */
const scInterfaceVersion: Tlvs = { others: [{ tag: 0x0210, value: Buffer.of(smppVersion) }] };
/**
 * A bind has at most 90 octets by SMPP 3.4 §4.1; ids and keys may be longer. An unbound connection gets no
 * larger buffer.
 */
const maxUnboundPduSize = 1024;

/** Completes the TLS handshake before the connection is opened. It must finish within the bind timeout. */
function acceptTls(
  tlsOptions: tls.TlsOptions,
  { bindTimeoutMs: handshakeTimeout = defaultBindTimeoutMs }: ServerOptions,
  open: (socket: net.Socket, slot: UnboundSlot) => void,
) {
  const slots = new Map<string, UnboundSlot>();
  const peerOf = ({ remoteAddress, remotePort }: net.Socket) => `${remoteAddress} ${remotePort}`;
  const handshakes = tls.createServer({ handshakeTimeout, ...tlsOptions }, (secure) => {
    const slot = slots.get(peerOf(secure));
    if (slot) open(secure, slot);
    else secure.destroy();
  });
  // A client that does not speak TLS is disconnected; that is not our error.
  handshakes.on('tlsClientError', (_error, secure) => secure.destroy());
  return (socket: net.Socket, slot: UnboundSlot) => {
    const peer = peerOf(socket);
    slots.set(peer, slot);
    socket.once('close', () => slots.delete(peer));
    handshakes.emit('connection', socket);
  };
}

/** One client's connection. Callbacks see it only once it is bound. */
export class ServerConnection {
  readonly #options: ServerOptions;
  readonly #clock: Clock;
  readonly #link: Link;
  readonly #connections: Set<ServerConnection>;
  readonly remoteAddress: string;
  #systemId = '';
  /** Null before the bind; 'binding' while `authenticate` runs. */
  #mode: BindMode | 'binding' | null = null;
  #unansweredDelivers = 0;
  #isClosing = false;
  #cancelTimer: () => void;
  readonly #slot: UnboundSlot;

  constructor(
    socket: net.Socket,
    options: ServerOptions,
    connections: Set<ServerConnection>,
    slot: UnboundSlot,
  ) {
    this.#slot = slot;
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

  /** Null unless bound. */
  get mode(): BindMode | null {
    return this.#mode === 'binding' ? null : this.#mode;
  }

  get canReceive(): boolean {
    return this.#mode === 'receiver' || this.#mode === 'transceiver';
  }

  /** The number of delivers that can be sent now. */
  freeWindow(): number {
    if (!this.canReceive || this.#link.ended || this.#isClosing) return 0;
    return Math.max(0, (this.#options.deliverWindow ?? 100) - this.#unansweredDelivers);
  }

  /** Sends one deliver_sm. Rejects (RangeError) only if a field cannot be encoded. */
  deliver(sm: SmInput): Promise<DeliverResult> {
    return this.deliverInOrder([sm]);
  }

  /**
   * Sends the parts of one message, each after the client has answered the one before with ESME_ROK. Returns
   * the result of the last part that was sent. All of them take one slot of the window. Before each later
   * part, `isInTime` may end the attempt.
   */
  async deliverInOrder(parts: readonly SmInput[], isInTime = () => true): Promise<DeliverResult> {
    if (this.freeWindow() === 0) return { kind: 'notWritten' };
    this.#unansweredDelivers++;
    try {
      let result: DeliverResult = { kind: 'notWritten' };
      for (const [index, part] of parts.entries()) {
        if (index > 0 && (this.#isClosing || !isInTime())) return { kind: 'noAnswer' };
        result = await this.#deliver(part);
        if (result.kind !== 'answered' || result.status !== commandStatus.ESME_ROK) return result;
      }
      return result;
    } finally {
      this.#unansweredDelivers--;
    }
  }

  async #deliver(sm: SmInput): Promise<DeliverResult> {
    const pdu: DeliverSm = smPdu('deliver_sm', this.#link.nextSequence(), sm);
    const outcome = await this.#link.request(pdu);
    return outcome.kind === 'response' ? { kind: 'answered', status: outcome.pdu.status } : outcome;
  }

  /** Answers requests in progress, refuses later ones, sends unbind, then closes. */
  async unbind(): Promise<void> {
    this.#isClosing = true;
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

  /** The response to a client that may not transmit, or may not any more; null if it may. */
  #refusal(pdu: SubmitSm | SubmitMulti | QuerySm | CancelSm): ResponsePdu | null {
    if (this.#mode !== 'transmitter' && this.#mode !== 'transceiver')
      return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RINVBNDSTS);
    return this.#isClosing ? answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RX_T_APPN) : null;
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
    this.#slot.keep();
    const status = await this.#options.authenticate(pdu, this);
    if (status !== commandStatus.ESME_ROK) {
      // Runs after the response, which is sent at the end of this turn.
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
    this.#slot.release();
    this.#cancelTimer();
    this.#planIdleCheck();
    // Delivers of the callback must follow the bind response, which is sent at the end of this turn.
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
    this.#slot.release();
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
