// Payments: creating one, the page on which to pay, and the outcome. All calls are below /v1/web.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { givenId, id, instant, money } from '../common.ts';
import { OPEN_FORM_AGAIN, PAYMENT_METHOD_REQUIRED, SLIP_REQUIRED } from '../sentences/billing.ts';
import { paidAmount } from './paidAmount.ts';

/** PENDING: the outcome is unknown. SUCCEEDED: the balance was credited. FAILED: nothing was paid. */
export const PAYMENT_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Gateways for cards: PAYHERE for Sri Lankan cards, STRIPE for all others. */
const GATEWAYS = ['PAYHERE', 'STRIPE'] as const;
const gateway = z.enum(GATEWAYS, { error: PAYMENT_METHOD_REQUIRED });
export type Gateway = z.infer<typeof gateway>;

/** A UUID that the form creates when it opens. A form that is sent twice is one payment. */
const formKey = z.uuid({ error: OPEN_FORM_AGAIN }).optional();

/**
 * POST /payments: `amount` is the amount to credit. If the region does not include tax, tax is added to it.
 */
const paymentRequest = z.object({ amount: paidAmount, ipg: gateway, key: formKey });
export type PaymentRequest = z.input<typeof paymentRequest>;

/**
 * The page on which to pay. STRIPE: open `url`. PAYHERE: post the other fields of `payhere_params` to
 * `action` as a form. If a provider has no keys, it is the practice checkout of this service.
 */
const checkoutAnswer = z.union([
  z.object({
    id,
    ipg: z.literal('STRIPE'),
    stripe_params: z.object({ session_id: z.string(), url: z.string() }),
  }),
  z.object({
    id,
    ipg: z.literal('PAYHERE'),
    payhere_params: z.object({
      action: z.string(),
      merchant_id: z.string(),
      return_url: z.string(),
      cancel_url: z.string(),
      notify_url: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
      address: z.string(),
      city: z.string(),
      country: z.string(),
      hash: z.string(),
      order_id: z.string(),
      items: z.string(),
      currency: z.string(),
      amount: z.string(),
    }),
  }),
]);
export type Checkout = z.infer<typeof checkoutAnswer>;

/** POST /bank_payments: `file` is the uploaded slip, which nothing else may use. */
const bankPaymentRequest = z.object({
  amount: paidAmount,
  file: z.string({ error: SLIP_REQUIRED }).min(1, SLIP_REQUIRED).max(64),
  key: formKey,
});
export type BankPaymentRequest = z.input<typeof bankPaymentRequest>;

/**
 * A payment. `amount` is credited, `total` is to be paid, `tax` is the part of `total` that is tax.
 * `refunded` and `charged_back` are parts of `total` that went back. `failure` is a sentence for the
 * customer. `practice`: no money moved.
 */
export const payment = z.object({
  id,
  created_at: instant,
  settled_at: instant.nullable(),
  type: z.enum(['CARD', 'BANK_TX']),
  card_last_4: z.string().nullable(),
  status: paymentStatus,
  failure: z.string().nullable(),
  amount: money,
  tax: money,
  tax_percentage: z.number(),
  tax_included: z.boolean(),
  total: money,
  currency: z.string(),
  refunded: money,
  charged_back: money,
  practice: z.boolean(),
});
export type Payment = z.infer<typeof payment>;

/** GET /payments: newest first, at most 100. `before` is the id of the last payment of the previous page. */
const paymentsQuery = z.object({ before: givenId.optional() });
const paymentsAnswer = z.array(payment);

/** The tax of a region: `percentage` is added to the amount, or is a part of it if `included`. */
const taxRate = z.object({ percentage: z.number(), included: z.boolean() });

/**
 * GET /payments/options: how the team can pay. `min` and `max` limit `amount`; null means no limit. `local`:
 * cards of the country of the team. `practice`: no money moves. `bank` is the account for transfers, null if
 * staff have not set one.
 */
const paymentOptions = z.object({
  currency: z.string(),
  currency_symbol: z.string(),
  min: money.nullable(),
  max: money.nullable(),
  tax: taxRate,
  cards: z.array(z.object({ ipg: gateway, local: z.boolean(), practice: z.boolean() })),
  bank: z.string().nullable(),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

export const paymentCalls = {
  'GET /payments': { query: paymentsQuery, answer: paymentsAnswer },
  'GET /payments/options': { answer: paymentOptions },
  /** If the provider has not reported an outcome yet, the server queries it. */
  'GET /payments/:id': { answer: payment },
  'POST /payments': { action: 'billing', body: paymentRequest, answer: checkoutAnswer },
  'POST /bank_payments': { action: 'billing', body: bankPaymentRequest, answer: payment },
} satisfies Calls;
