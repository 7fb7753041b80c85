// Maps a Stripe event to its object, and Stripe's objects to the state of a payment. Amounts are whole
// cents.
import { isId } from '@godwit/contract/common';
import { CHECKOUT_LEFT, PAYMENT_DECLINED } from '@godwit/contract/sentences/billing';
import type Stripe from 'stripe';
import { CENT } from '../../../money.ts';
import { type Notice, ORDER_ID, type ProviderReturn } from '../provider.ts';

/** Names of sessions and payment intents, the two objects that lead to a payment. */
const OBJECT = /^(?:cs|pi)_\w{1,200}$/;

/**
 * The session or payment intent that an event is about; null for events that are about no payment. Throws if
 * an event is not as Stripe writes it.
 */
export function objectOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return checked(event.data.object.id);
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const intent = idOf(event.data.object.payment_intent);
      return intent && checked(intent);
    }
    default:
      return null;
  }
}

/**
 * The state of a session, and with it of its payment: delayed methods are complete before they are paid. Null
 * if the session is not ours.
 */
export function ofSession(session: Stripe.Checkout.Session, returns: ProviderReturn[]): Notice | null {
  const {
    client_reference_id: orderId,
    payment_status,
    status,
    amount_total,
    currency,
    payment_intent,
  } = session;
  if (!isOrder(orderId)) return null;
  const about = { orderId, charge: idOf(payment_intent) };
  if (payment_status === 'paid' && amount_total !== null && currency !== null)
    return { ...about, ...paid(amount_total, currency), ...cardOf(payment_intent), returns };
  if (status === 'expired') return { ...about, kind: 'FAILED', failure: CHECKOUT_LEFT };
  const isDeclined =
    status === 'complete' &&
    typeof payment_intent === 'object' &&
    payment_intent?.status === 'requires_payment_method';
  return isDeclined ? { ...about, kind: 'FAILED', failure: PAYMENT_DECLINED } : { ...about, kind: 'PENDING' };
}

/**
 * The state of a payment intent. If something else created the intent, it has no order; then only the
 * intent's id identifies the payment.
 */
export function ofIntent(intent: Stripe.PaymentIntent, returns: ProviderReturn[]): Notice {
  const { id: charge, metadata, status, amount_received, currency } = intent;
  const order = metadata.order_id ?? null;
  const about = { orderId: isOrder(order) ? order : null, charge };
  if (status !== 'succeeded') return { ...about, kind: 'PENDING' };
  return { ...about, ...paid(amount_received, currency), ...cardOf(intent), returns };
}

/** Maps a refund of Stripe to ours. */
export function ofRefund({ id, status, amount, metadata }: Stripe.Refund): ProviderReturn {
  const asked = metadata?.return_id;
  return {
    kind: 'REFUND',
    reference: id,
    returnId: asked && isId(asked) ? asked : null,
    status: statusOf(status),
    totalMicros: toMicros(amount),
  };
}

/** Maps Stripe's refund status to ours. */
export function statusOf(status: string | null): 'PENDING' | 'DONE' | 'FAILED' {
  if (status === 'failed' || status === 'canceled') return 'FAILED';
  return status === 'succeeded' ? 'DONE' : 'PENDING';
}

/** The money that a dispute has moved. Inquiries and prevented disputes move none. */
export function ofDispute({ id, amount, balance_transactions: moved }: Stripe.Dispute): ProviderReturn[] {
  if (moved.length === 0) return [];
  const isGone = moved.reduce((sum, one) => sum + one.amount, 0) < 0;
  const status = isGone ? 'DONE' : 'REVERSED';
  return [{ kind: 'CHARGE_BACK', reference: id, returnId: null, status, totalMicros: toMicros(amount) }];
}

/** The payment intent of a session, once there is one. */
export function idOf(of: string | { id: string } | null): string | null {
  return typeof of === 'string' ? of : (of?.id ?? null);
}

function checked(name: string): string {
  if (!OBJECT.test(name)) throw new Error('Not a name of Stripe');
  return name;
}

function isOrder(named: string | null): named is string {
  return named !== null && ORDER_ID.test(named);
}

function paid(cents: number, currency: string) {
  return { kind: 'SUCCEEDED', totalMicros: toMicros(cents), currency: currency.toUpperCase() } as const;
}

function cardOf(intent: Stripe.Checkout.Session['payment_intent']): { cardLast4: string | null } {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null;
  return { cardLast4: card?.last4 ?? null };
}

function toMicros(cents: number): bigint {
  return BigInt(cents) * CENT;
}
