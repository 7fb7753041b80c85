// Stripe by its official library: hosted checkout, payment state and refunds.
import type Stripe from 'stripe';
import { CENT } from '../../../money.ts';
import type { Settings } from '../../../settings.ts';
import type { KnownCharge, NewCheckout, Notice, Provider, ProviderReturn } from '../provider.ts';
import { idOf, objectOf, ofDispute, ofIntent, ofRefund, ofSession, statusOf } from './events.ts';

/** A webhook that was signed longer ago is refused: docs.stripe.com/webhooks#replay-attacks. */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;
/** Reads at most this many refunds and disputes per payment. */
const MOST_RETURNS = 1_000;

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
      if (!id || !url) throw new Error('Stripe has begun a checkout without an id or an address');
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
        return { about: objectOf(event) };
      } catch (error) {
        return { alert: 'UNREADABLE', detail: { error: String(error) } };
      }
    },
    lookUp: async (object) => lookUp(await client(), object),
    refund: async (paid, refund) => giveBack(await client(), paid, refund),
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

/** Returns the same session for every call with the same order. */
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

/** Reads returns after the payment, so a payment read as paid includes all returns until then. */
async function lookUp(stripe: Stripe, object: string): Promise<Notice | null> {
  try {
    if (object.startsWith('pi_')) {
      const intent = await stripe.paymentIntents.retrieve(object, { expand: ['latest_charge'] });
      return ofIntent(intent, await returnsOf(stripe, object));
    }
    const expand = ['payment_intent.latest_charge'];
    const session = await stripe.checkout.sessions.retrieve(object, { expand });
    const intent = idOf(session.payment_intent);
    return ofSession(session, intent === null ? [] : await returnsOf(stripe, intent));
  } catch (error) {
    // Belongs to another account or mode.
    if ((error as { code?: string }).code === 'resource_missing') return null;
    throw error;
  }
}

async function returnsOf(stripe: Stripe, payment_intent: string): Promise<ProviderReturn[]> {
  const all = { limit: MOST_RETURNS };
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray(all),
    stripe.disputes.list({ payment_intent, limit: 100 }).autoPagingToArray(all),
  ]);
  // Oldest first: each part's share depends on earlier returns.
  return [...refunds.reverse().map(ofRefund), ...disputes.reverse().flatMap(ofDispute)];
}

async function giveBack(
  stripe: Stripe,
  { charge }: KnownCharge,
  { id, totalMicros }: { id: string; totalMicros: bigint },
) {
  if (charge === null) return { status: 'FAILED', reference: null } as const;
  try {
    const { status, id: reference } = await stripe.refunds.create(
      { payment_intent: charge, amount: Number(totalMicros / CENT), metadata: { return_id: id } },
      { idempotencyKey: `refund ${id}` },
    );
    return { status: statusOf(status), reference };
  } catch (error) {
    // A refusal by Stripe (already refunded, charged back) is final; after any other error the refund may
    // exist.
    const { type } = error as { type?: string };
    if (type === 'StripeInvalidRequestError') return { status: 'FAILED', reference: null } as const;
    throw error;
  }
}
