// Stripe and PayHere for tests and the chaos run: their requests follow the providers' documentation and are
// signed without any of our code.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** PayHere's md5 in upper case. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();

/** PayHere's Checkout API (support.payhere.lk): the notice of an order, with replaceable fields. */
export function payhere({ merchant, secret }: { merchant: string; secret: string }) {
  const sign = (fields: Record<string, string>) =>
    md5(
      [
        fields.merchant_id,
        fields.order_id,
        fields.payhere_amount,
        fields.payhere_currency,
        fields.status_code,
        md5(secret),
      ].join(''),
    );
  return {
    /** The hash that a checkout form must have. */
    hash: (orderId: string, amount: string, currency: string) =>
      md5(`${merchant}${orderId}${amount}${currency}${md5(secret)}`),
    /** `unsigned` replaces fields after signing. */
    notice(
      order: { order_id: string; amount: string; currency: string },
      fields: Record<string, string> = {},
      unsigned: Record<string, string> = {},
    ): string {
      const signed = {
        merchant_id: merchant,
        order_id: order.order_id,
        payhere_amount: order.amount,
        payhere_currency: order.currency,
        status_code: '2',
        ...fields,
      };
      const rest = {
        payment_id: '320025071',
        method: 'VISA',
        card_no: '************1292',
        status_message: 'Done',
      };
      return new URLSearchParams({ ...rest, ...signed, md5sig: sign(signed), ...unsigned }).toString();
    },
  };
}

type Session = Record<string, unknown> & { id: string; client_reference_id: string; amount_total: number };
type Intent = {
  id: string;
  object: 'payment_intent';
  status: string;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: object | null;
};
type StripeRefund = {
  id: string;
  object: 'refund';
  status: string;
  amount: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
};
type Dispute = {
  id: string;
  object: 'dispute';
  status: string;
  amount: number;
  currency: string;
  payment_intent: string;
  balance_transactions: { amount: number }[];
};

const nameAt = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

/**
 * Stripe's records: sessions, and payments with their refunds and disputes. No more than the amount paid can
 * be returned.
 */
function openBooks() {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refunds: StripeRefund[] = [];
  const disputes: Dispute[] = [];
  const of = <T extends { payment_intent: string }>(all: T[], intent: string | null) =>
    all.filter(({ payment_intent }) => payment_intent === intent);
  const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);

  /** In cents, without failed refunds; a disputed amount cannot be refunded. */
  function left(intent: string): number {
    const made = of(refunds, intent).filter(({ status }) => status !== 'failed' && status !== 'canceled');
    const taken = of(disputes, intent).filter(({ balance_transactions: moved }) => sum(moved) < 0);
    return (intents.get(intent)?.amount_received ?? 0) - sum(made) - sum(taken);
  }

  return {
    sessions,
    intents,
    left,
    refundsOf: (intent: string | null) => of(refunds, intent),
    disputesOf: (intent: string | null) => of(disputes, intent),
    begin(form: Record<string, string>): Session {
      const session: Session = {
        id: nameAt('cs_test'),
        object: 'checkout.session',
        url: 'https://checkout.stripe.example/pay',
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
        client_reference_id: form.client_reference_id!,
        currency: form['line_items[0][price_data][currency]'],
        amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      };
      sessions.set(session.id, session);
      return session;
    },
    /** Pays the session of a checkout, which later lookups return too. An event has only its payment id. */
    pay(id: string, more: Record<string, unknown> = {}): Session & { payment_intent: string } {
      const session = sessions.get(id)!;
      const { client_reference_id: order_id, amount_total, currency } = session;
      const known = session.payment_intent as Intent | null;
      const intent: Intent = known ?? {
        ...{ id: nameAt('pi'), object: 'payment_intent', status: 'succeeded' },
        ...{ amount_received: amount_total, currency: String(currency), latest_charge: null },
        metadata: { order_id },
      };
      intent.status = more.payment_status === 'unpaid' ? 'processing' : 'succeeded';
      intents.set(intent.id, intent);
      const paid = { status: 'complete', payment_status: 'paid', payment_intent: intent };
      return { ...Object.assign(session, paid, more), payment_intent: intent.id };
    },
    /** Another session of the same order, as the service creates if Stripe has expired the first. */
    again(id: string): Session {
      const session = { ...sessions.get(id)!, id: nameAt('cs_test'), payment_intent: null };
      sessions.set(session.id, session);
      return session;
    },
    /** Refunds through the API or the dashboard; returns null if less is left. */
    refund(intent: string, amount: number, more: Partial<StripeRefund> = {}): StripeRefund | null {
      if (amount <= 0 || amount > left(intent)) return null;
      const { currency } = intents.get(intent)!;
      const made = { id: nameAt('re'), object: 'refund', status: 'succeeded', amount, currency } as const;
      const refund = { ...made, payment_intent: intent, metadata: {}, ...more };
      refunds.push(refund);
      return refund;
    },
    /** Disputes an amount, at most what is left. */
    dispute(intent: string, amount: number): Dispute {
      const taken = Math.min(amount, left(intent));
      const { currency } = intents.get(intent)!;
      const moved = taken > 0 ? [{ amount: -taken }] : [];
      const made = {
        id: nameAt('dp'),
        object: 'dispute',
        status: 'needs_response',
        amount: taken,
        currency,
      } as const;
      const dispute = { ...made, payment_intent: intent, balance_transactions: moved };
      disputes.push(dispute);
      return dispute;
    },
    /** The bank decides the dispute in the merchant's favour. */
    win(dispute: Dispute): void {
      if (sum(dispute.balance_transactions) < 0)
        dispute.balance_transactions.push({ amount: dispute.amount });
      dispute.status = 'won';
    },
  };
}

/**
 * Stripe's API reference as a server: sessions, payments, refunds and disputes over HTTP, and signed events
 * (docs.stripe.com/webhooks/signature).
 */
export async function startStripe(secret: string) {
  const books = openBooks();
  const byKey = new Map<string, unknown>();
  const refunds: Record<string, string>[] = [];
  const arrivals = new EventEmitter();
  const state = {
    down: false,
    refuses: false,
    /** Receives requests and answers none. */
    silent: false,
    /** The status that refunds get at once. */
    refundStatus: 'succeeded',
    /** Holds the responses of a path, fixed now, until `until` resolves. */
    held: null as { path: string; until: Promise<void> } | null,
    /** A response that replaces the correct one. */
    says: null as { status: number; body: string } | null,
  };
  const list = (url: string, data: readonly object[]) => ({ object: 'list', has_more: false, url, data });

  function find({ pathname, searchParams }: URL): unknown {
    const [, kind, id] = /^\/v1\/(checkout\/sessions|payment_intents)\/(\w+)$/.exec(pathname) ?? [];
    if (id) return kind === 'payment_intents' ? books.intents.get(id) : books.sessions.get(id);
    const intent = searchParams.get('payment_intent');
    const found = pathname === '/v1/refunds' ? books.refundsOf(intent) : books.disputesOf(intent);
    return list(pathname, found.toReversed());
  }

  function make(path: string, form: Record<string, string>): unknown {
    if (path !== '/v1/refunds') return books.begin(form);
    if (state.refuses) return null;
    const metadata = { return_id: form['metadata[return_id]']! };
    const more = { metadata, status: state.refundStatus };
    const made = books.refund(form.payment_intent!, Number(form.amount), more);
    if (made) refunds.push(form);
    return made;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    if (state.down) {
      request.socket.destroy();
      return;
    }
    if (state.silent) return;
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text);
    };
    if (state.says) return answer(state.says.status, state.says.body);
    const url = new URL(request.url!, 'http://stripe');
    const key = String(request.headers['idempotency-key'] ?? randomUUID());
    const isRead = request.method === 'GET';
    if (!isRead && !byKey.has(key))
      byKey.set(key, make(url.pathname, Object.fromEntries(new URLSearchParams(body))));
    const found = isRead ? find(url) : byKey.get(key);
    const text = JSON.stringify(found);
    arrivals.emit(url.pathname);
    if (state.held?.path === url.pathname) await state.held.until;
    const error = { type: 'invalid_request_error', code: isRead ? 'resource_missing' : 'parameter_invalid' };
    if (found) answer(200, text);
    else answer(isRead ? 404 : 400, JSON.stringify({ error: { ...error, message: 'No' } }));
  }

  const server: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...books,
    base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** Resolves at the next request of a path. */
    asked: (path: string) => once(arrivals, path),
    /** The requested refunds that exist. */
    refunds,
    state,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
    event: (type: string, object: unknown) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        api_version: '2026-10-29',
        data: { object },
      }),
    /** The signature header of an event signed `ageSeconds` ago. */
    signature(payload: string, { ageSeconds = 0, key = secret } = {}): { 'stripe-signature': string } {
      const at = Math.floor(Date.now() / 1000) - ageSeconds;
      const v1 = createHmac('sha256', key).update(`${at}.${payload}`).digest('hex');
      return { 'stripe-signature': `t=${at},v1=${v1}` };
    },
  };
}
