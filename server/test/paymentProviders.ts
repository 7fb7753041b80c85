// Stripe and PayHere as they answer and tell, for tests and for the chaos run: their requests are written by the providers' own documents, and signed
// without any of our code.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** PayHere's md5 in upper case. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();

/** PayHere as its Checkout API documents it (support.payhere.lk): the notice of an order with any of its fields replaced. */
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
    /** The hash that the form of a checkout must have. */
    hash: (orderId: string, amount: string, currency: string) =>
      md5(`${merchant}${orderId}${amount}${currency}${md5(secret)}`),
    /** `unsigned` replaces fields after the signature was made. */
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

/** Stripe as its API reference documents it: checkout sessions and refunds over HTTP, and signed events (docs.stripe.com/webhooks/signature). */
export async function startStripe(secret: string) {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, unknown>();
  const refunds: Record<string, string>[] = [];
  const state = {
    down: false,
    refuses: false,
    /** Takes requests and answers none. */
    silent: false,
    /** What it answers instead of what it should. */
    says: null as { status: number; body: string } | null,
  };

  function answerOf(method: string, path: string, form: Record<string, string>): unknown {
    const [, id] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? [];
    if (id) return sessions.get(id);
    if (method === 'POST' && path === '/v1/refunds') {
      if (state.refuses) return null;
      refunds.push(form);
      return {
        id: `re_${randomUUID().slice(0, 8)}`,
        object: 'refund',
        status: 'succeeded',
        amount: Number(form.amount),
      };
    }
    const session: Session = {
      id: `cs_test_${randomUUID().replaceAll('-', '')}`,
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
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    if (state.down) {
      request.socket.destroy();
      return;
    }
    if (state.silent) return;
    if (state.says) {
      response.writeHead(state.says.status, { 'content-type': 'application/json' });
      response.end(state.says.body);
      return;
    }
    const form = Object.fromEntries(new URLSearchParams(body));
    const key = String(request.headers['idempotency-key'] ?? randomUUID());
    const path = new URL(request.url!, 'http://stripe').pathname;
    if (request.method === 'GET' || !byKey.has(key)) byKey.set(key, answerOf(request.method!, path, form));
    const answer = byKey.get(key);
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', message: 'No' } }));
  }

  const server: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    sessions,
    refunds,
    state,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
    /** The session of a checkout, paid; as it is then asked for, too. */
    pay(id: string, more: Record<string, unknown> = {}): Session {
      const intent = { id: `pi_${id.slice(-12)}`, object: 'payment_intent', status: 'succeeded' };
      const session = Object.assign(sessions.get(id)!, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: intent,
        ...more,
      });
      return { ...session, payment_intent: intent.id };
    },
    event: (type: string, object: unknown) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        api_version: '2026-10-29',
        data: { object },
      }),
    /** The header of an event that was signed `ageSeconds` ago. */
    signature(payload: string, { ageSeconds = 0, key = secret } = {}): { 'stripe-signature': string } {
      const at = Math.floor(Date.now() / 1000) - ageSeconds;
      const v1 = createHmac('sha256', key).update(`${at}.${payload}`).digest('hex');
      return { 'stripe-signature': `t=${at},v1=${v1}` };
    },
  };
}
