// The SMTP server with bounds that smtp-server lacks: connections of an address that have not logged in, the
// time until they do, and a stop that interrupts no mail.
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { plainAddress } from '../../http/address.ts';
import { networkOf } from '../../http/rateLimit.ts';

/** The bounds of the server. Tests lower them. */
export const SMTP_BOUNDS = {
  /** Octets of a mail. */
  octets: 262_144,
  recipients: 100,
  /** Connections of an IPv4 address or IPv6 /64 that have not logged in. */
  perNetwork: 20,
  perProject: 50,
  /** Time to log in, to send a mail after DATA, and without an octet. */
  ...{ loginMs: 30_000, mailMs: 60_000, idleMs: 60_000 },
  /** Wrong logins of a connection. */
  wrongLogins: 3,
  /** Time for mails to end when the server stops. */
  graceMs: 3_000,
};
export type SmtpBounds = typeof SMTP_BOUNDS;

const STOPPING = '4.3.2 This server is stopping. Send the mail again shortly.';

export class BoundedServer extends SMTPServer {
  readonly #bounds: SmtpBounds;
  /** Sessions that send a mail, or wait for its reply. */
  readonly #busy = new Set<string>();
  #isStopping = false;

  constructor(options: SMTPServerOptions, bounds: SmtpBounds) {
    super({ ...options, closeTimeout: bounds.graceMs, socketTimeout: bounds.idleMs });
    this.#bounds = bounds;
  }

  /** Called for each socket before anything is sent. */
  override connect(...[socket, ...options]: Parameters<SMTPServer['connect']>): void {
    const network = networkOf(plainAddress(socket.remoteAddress ?? ''));
    const strangers = [...this.connections].filter(
      ({ session, remoteAddress }) => !session.user && networkOf(remoteAddress) === network,
    );
    if (strangers.length >= this.#bounds.perNetwork) turnAway(socket);
    else super.connect(socket, ...options);
  }

  /** Ends a connection that takes longer than `ms`, unless `isDone` by then. Returns what stops the clock. */
  limit(session: SMTPServerSession, ms: number, { text, isDone }: { text: string; isDone?(): boolean }) {
    const timer = setTimeout(() => {
      if (!isDone?.()) this.end(session, text);
    }, ms).unref();
    return () => clearTimeout(timer);
  }

  /** Ends a connection with a reply. */
  end({ id }: SMTPServerSession, text: string): void {
    for (const connection of this.connections) if (connection.id === id) connection.send(421, text);
  }

  /** Marks a connection as busy during work. If the server is stopping, it ends after the reply. */
  async during<T>(session: SMTPServerSession, work: () => Promise<T>): Promise<T> {
    this.#busy.add(session.id);
    try {
      return await work();
    } finally {
      this.#busy.delete(session.id);
      if (this.#isStopping) setImmediate(() => this.end(session, STOPPING));
    }
  }

  /** Listens; rejects if it cannot. Returns the port. */
  start(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.once('error', reject);
      this.listen(port, host, () => {
        this.off('error', reject);
        const address = this.server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  /** Takes no more mails, and lets those end that have begun. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const closed = new Promise<void>((resolve) => this.close(() => resolve()));
    for (const { session } of this.connections) if (!this.#busy.has(session.id)) this.end(session, STOPPING);
    await closed;
  }
}

function turnAway(socket: Socket): void {
  socket.on('error', () => {});
  socket.end('421 4.7.0 Too many connections of this address have not logged in. Close some first.\r\n');
  socket.destroySoon();
}
