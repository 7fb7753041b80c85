// Stripe: a hosted checkout, asking what became of it, and refunds, through the official library.
import type Stripe from 'stripe';
import { CENT } from '../../money.ts';
import type { Settings } from '../../settings.ts';
import type { KnownPayment, NewCheckout, Notice, Provider } from '../provider.ts';
import { noticesOf, ofSession } from './events.ts';

/** A webhook that was signed longer ago is not taken: docs.stripe.com/webhooks#replay-attacks. */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiBase'>;

/** Null without its settings. The library is loaded when it is first used. */
export function openStripe(settings: Keys): Provider | null {
  const { stripeSecretKey, stripeWebhookSecret } = settings;
  if (stripeSecretKey === null || stripeWebhookSecret === null) return null;
  let opened: Promise<Stripe> | undefined;
  const client = () => {
    opened ??= openClient(stripeSecretKey, settings);
    return opened;
  };
  return {
    name: 'STRIPE',
    async create(checkout) {
      const session = await createSession(await client(), checkout);
      const { id, url } = session;
      if (url === null) throw new Error('Stripe has begun a checkout without an address');
      return {
        checkout: { id: checkout.id, ipg: 'STRIPE', stripe_params: { session_id: id, url } },
        reference: id,
      };
    },
    async read({ headers, body }) {
      const stripe = await client();
      const signature = String(headers['stripe-signature'] ?? '');
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        const words = error instanceof Error ? error.message : '';
        if (/tolerance/.test(words)) return { alert: 'OLD', detail: {} };
        return { alert: error instanceof SyntaxError ? 'UNREADABLE' : 'FORGED', detail: {} };
      }
      try {
        return { notices: noticesOf(event) };
      } catch (error) {
        return { alert: 'UNREADABLE', detail: { error: String(error) } };
      }
    },
    lookUp: async (payment) => lookUp(await client(), payment),
    refund: async (payment, refund) => giveBack(await client(), payment, refund),
  };
}

async function openClient(key: string, { stripeApiBase: base }: Keys): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  return new Library(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

/** The same session for the same order, however often it is asked for. */
function createSession(stripe: Stripe, { orderId, currency, totalMicros, payer, ...urls }: NewCheckout) {
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: orderId,
      customer_email: payer.email,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: Number(totalMicros / CENT),
            product_data: { name: 'Godwit top-up' },
          },
        },
      ],
      metadata: { order_id: orderId },
      payment_intent_data: { metadata: { order_id: orderId } },
      success_url: urls.paidUrl,
      cancel_url: urls.cancelUrl,
    },
    { idempotencyKey: orderId },
  );
}

async function lookUp(stripe: Stripe, { reference }: KnownPayment): Promise<Notice | null> {
  if (reference === null) return null;
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: ['payment_intent.latest_charge'],
  });
  return ofSession(session);
}

async function giveBack(
  stripe: Stripe,
  { charge }: KnownPayment,
  { id, totalMicros }: { id: string; totalMicros: bigint },
) {
  if (charge === null) return { status: 'FAILED', reference: null } as const;
  try {
    const { status, id: reference } = await stripe.refunds.create(
      { payment_intent: charge, amount: Number(totalMicros / CENT), metadata: { return_id: id } },
      { idempotencyKey: `refund ${id}` },
    );
    if (status === 'failed' || status === 'canceled') return { status: 'FAILED', reference } as const;
    return { status: status === 'succeeded' ? 'DONE' : 'PENDING', reference } as const;
  } catch (error) {
    // What Stripe refuses (already refunded, charged back) stays refused; all else may have been done.
    const { type } = error as { type?: string };
    if (type === 'StripeInvalidRequestError') return { status: 'FAILED', reference: null } as const;
    throw error;
  }
}
