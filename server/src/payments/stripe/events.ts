// What Stripe's events and checkout sessions say of a payment. Its amounts are whole cents.
import type Stripe from 'stripe';
import { isId } from '../../ids.ts';
import { CENT } from '../../money.ts';
import { type Notice, ORDER_ID } from '../provider.ts';

/** The notices of an event; none for those that are about nothing of ours. Throws for one that is not as Stripe writes them. */
export function noticesOf(event: Stripe.Event): Notice[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return present(ofSession(event.data.object));
    case 'checkout.session.async_payment_failed':
      return [{ ...about(event.data.object), kind: 'FAILED', failure: DECLINED }];
    case 'checkout.session.expired':
      return [{ ...about(event.data.object), kind: 'FAILED', failure: LEFT }];
    case 'charge.refunded': {
      const { payment_intent, amount_refunded, currency } = event.data.object;
      const money = { refundedMicros: toMicros(amount_refunded), currency: currency.toUpperCase() };
      return [{ orderId: null, charge: idOf(payment_intent), kind: 'REFUNDED', ...money }];
    }
    case 'refund.failed': {
      const { payment_intent, metadata } = event.data.object;
      const returnId = metadata?.return_id;
      return returnId && isId(returnId)
        ? [{ orderId: null, charge: idOf(payment_intent), kind: 'REFUND_FAILED', returnId }]
        : [];
    }
    case 'charge.dispute.funds_withdrawn':
      return [ofDispute(event.data.object, 'CHARGED_BACK')];
    case 'charge.dispute.funds_reinstated':
      return [ofDispute(event.data.object, 'CHARGE_BACK_REVERSED')];
    default:
      return [];
  }
}

const DECLINED = 'The payment was declined.';
const LEFT = 'The checkout was left before anything was paid.';

/** What a session says: delayed methods are complete before they are paid. */
export function ofSession(session: Stripe.Checkout.Session): Notice | null {
  const { payment_status, status, amount_total, currency, payment_intent } = session;
  if (payment_status === 'paid' && amount_total !== null && currency !== null)
    return {
      ...about(session),
      kind: 'SUCCEEDED',
      totalMicros: toMicros(amount_total),
      currency: currency.toUpperCase(),
      cardLast4: lastFourOf(payment_intent),
    };
  if (status === 'expired') return { ...about(session), kind: 'FAILED', failure: LEFT };
  const isDeclined =
    status === 'complete' &&
    typeof payment_intent === 'object' &&
    payment_intent?.status === 'requires_payment_method';
  return isDeclined
    ? { ...about(session), kind: 'FAILED', failure: DECLINED }
    : { ...about(session), kind: 'PENDING' };
}

function ofDispute(
  { id, payment_intent, amount, currency }: Stripe.Dispute,
  kind: 'CHARGED_BACK' | 'CHARGE_BACK_REVERSED',
): Notice {
  const money = { totalMicros: toMicros(amount), currency: currency.toUpperCase() };
  return { orderId: null, charge: idOf(payment_intent), kind, dispute: id, ...money };
}

/** A session is named by our order: one that has none of ours is of no payment that is known. */
function about({ client_reference_id, payment_intent }: Stripe.Checkout.Session) {
  const isOurs = client_reference_id !== null && ORDER_ID.test(client_reference_id);
  return { orderId: isOurs ? client_reference_id : '', charge: idOf(payment_intent) };
}

function lastFourOf(intent: Stripe.Checkout.Session['payment_intent']): string | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' ? (charge?.payment_method_details?.card?.last4 ?? null) : null;
}

function idOf(of: string | { id: string } | null): string | null {
  return typeof of === 'string' ? of : (of?.id ?? null);
}

function toMicros(cents: number): bigint {
  return BigInt(cents) * CENT;
}

function present<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}
