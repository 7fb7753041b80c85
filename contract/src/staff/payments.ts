// Payments on the staff pages: slips of bank transfers, refunds, alerts, tax and revenue. Below /v1/staff.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { empty, id, instant, line, money, NO_CONTROLS, search } from '../common.ts';
import { pageOf } from '../paging.ts';
import { paidAmount } from '../payments/paidAmount.ts';
import { payment, paymentStatus } from '../payments/payments.ts';
import { OPEN_FORM_AGAIN } from '../sentences/billing.ts';
import { reasonRequest } from '../staff/accounts.ts';
import { decisionReason, staffPage, teamRef } from './accounts.ts';
import { staffDocument } from './reviews.ts';

/** GET /payment_alerts: notifications of providers that credited nothing, the latest first. */
const alertsQuery = z.object({
  seen: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  ...staffPage,
});

/**
 * `kind`: FORGED, OLD, TOO_LARGE and UNREADABLE notifications were refused. UNKNOWN, OTHER_PROVIDER and
 * OTHER_AMOUNT were signed but match no payment. CHARGED_BACK was applied. PAID_TWICE is another charge of a
 * paid order. REFUND_UNKNOWN is a refund without an outcome. Equal alerts are one row until it is seen:
 * `times` counts them, and `detail` is of the latest. POST /payment_alerts/{id}/seen {}.
 */
const paymentAlert = z.object({
  id,
  provider: z.string(),
  kind: z.string(),
  times: z.number().int(),
  first_at: instant,
  last_at: instant,
  team: teamRef.nullable(),
  payment_id: id.nullable(),
  detail: z.record(z.string(), z.string()),
  seen_at: instant.nullable(),
  seen_by: z.string().nullable(),
});
export type PaymentAlert = z.infer<typeof paymentAlert>;
const alertPage = pageOf(paymentAlert);

/** GET /tax: the rates of a region, latest first. One is CURRENT. UPCOMING ones can be cancelled. */
const taxQuery = z.object({ region: regionCode });
const taxRates = z.object({
  region: regionCode,
  rates: z.array(
    z.object({
      valid_from: instant,
      percentage: z.number(),
      included: z.boolean(),
      set_by: z.string(),
      state: z.enum(['UPCOMING', 'CURRENT', 'PAST']),
    }),
  ),
});
export type TaxRates = z.infer<typeof taxRates>;

/**
 * POST /tax: `percentage` as typed, with up to two decimals. `valid_from` null: now. Payments keep the tax
 * with which they began.
 */
export const taxRequest = z.object({
  region: regionCode,
  percentage: z
    .string({ error: 'Give a percentage' })
    .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Give a percentage from 0 to 100, such as 18 or 7.5'),
  included: z.boolean({ error: 'Say whether tax is included' }),
  valid_from: z.iso.datetime({ offset: true, error: 'Give a date and time' }).nullable(),
});

export type TaxChange = z.input<typeof taxRequest>;

/** POST /tax/cancel: removes a rate that is not valid yet. */
const cancelTaxRequest = z.object({
  region: regionCode,
  valid_from: z.iso.datetime({ offset: true, error: 'Give a date and time' }),
});

/** GET /slips: bank transfers. Pending ones are oldest first, others by the latest decision. */
const slipsQuery = z.object({
  status: paymentStatus.default('PENDING'),
  q: search,
  ...staffPage,
});

/**
 * A bank transfer. `claimed` is the amount that the customer wants credited, and `claimed_total` the transfer
 * for it. `credited` and `reference` are what staff read on the slip. Above the limit of one person,
 * `asked_by` read it first; that reading is hidden, because the second person must enter it independently.
 * `may_decide`: the caller is not a member of the team and is not the first reader. `may_correct`: the caller
 * is the first reader and may replace the reading.
 */
const slip = z.object({
  id,
  status: paymentStatus,
  team: teamRef,
  name: z.string(),
  email: z.string(),
  currency: z.string(),
  claimed: money,
  claimed_total: money,
  tax_percentage: z.number(),
  tax_included: z.boolean(),
  credited: money.nullable(),
  reference: z.string().nullable(),
  submitted_at: instant,
  asked_by: z.string().nullable(),
  asked_at: instant.nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  own_team: z.boolean(),
  may_decide: z.boolean(),
  may_correct: z.boolean(),
});
export type Slip = z.infer<typeof slip>;
const slipPage = pageOf(slip);

/** GET /slips/{id}. GET /slips/{id}/documents/{document} opens the slip, and the audit log records it. */
const slipCase = slip.extend({ documents: z.array(staffDocument) });
export type SlipCase = z.infer<typeof slipCase>;

/**
 * POST /slips/{id}/confirm: `total` is the transferred amount on the slip; its part without tax is credited.
 * `reference` is the reference of the bank. A total that differs from `claimed_total` by more than a cent
 * needs `differs`. If a second person is required, the case stays PENDING until that person sends the same
 * reading. POST /slips/{id}/reject {reason}. Both return the case.
 */
export const confirmSlipRequest = z.object({
  total: paidAmount,
  differs: z.boolean().default(false),
  reference: line(80, {
    required: 'Give the reference of the transfer',
    tooLong: 'The reference is too long: at most 80 characters',
    controls: NO_CONTROLS,
  }),
});

/**
 * A refund or a charge-back. `total` is the part of the paid amount, and `credit` the part of the credited
 * amount. ASKED waits for a second person, PENDING for the provider. `charge` is the further charge that is
 * refunded, null for the credited one. `may_settle`: the provider has not answered for so long that staff may
 * enter the outcome from its own pages. FAILED: the provider did not make the refund. REVERSED: the bank gave
 * up the charge-back. Both restored the balance.
 */
const refund = z.object({
  id,
  kind: z.enum(['REFUND', 'CHARGE_BACK']),
  status: z.enum(['ASKED', 'PENDING', 'DONE', 'FAILED', 'REVERSED', 'REJECTED']),
  total: money,
  credit: money,
  charge: z.string().nullable(),
  reason: z.string().nullable(),
  asked_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: instant,
  settled_at: instant.nullable(),
  may_decide: z.boolean(),
  may_settle: z.boolean(),
});
export type Refund = z.infer<typeof refund>;

/**
 * GET /teams/{id}/payments, newest first, and GET /payments/{id}. `further_charges` paid the same order
 * again. They were not credited, and each can be refunded.
 */
const staffPayment = payment.extend({
  team: teamRef,
  provider: z.enum(['STRIPE', 'PAYHERE', 'BANK', 'PRACTICE']),
  order_id: z.string(),
  reference: z.string().nullable(),
  charge_reference: z.string().nullable(),
  own_team: z.boolean(),
  further_charges: z.array(z.object({ charge: z.string(), total: money })),
  returns: z.array(refund),
});
export type StaffPayment = z.infer<typeof staffPayment>;
const teamPaymentsQuery = z.object(staffPage);
const staffPaymentPage = pageOf(staffPayment);

/**
 * POST /payments/{id}/refunds: `amount` is for the payer, tax included. `key` is a UUID that the form creates
 * when it opens. If a second person is required, the refund is ASKED until POST /refunds/{id}/confirm {} or
 * /reject {reason}. All return the payment. Staff return bank transfers and PayHere payments by hand; this
 * call only debits the balance. `charge` is one of `further_charges`, whose refunds debit nothing; without
 * it, the credited charge is refunded.
 */
export const refundRequest = z.object({
  amount: paidAmount,
  reason: decisionReason,
  key: z.uuid({ error: OPEN_FORM_AGAIN }),
  charge: z.string().min(1).max(200).optional(),
});
export type RefundRequest = z.input<typeof refundRequest>;

/**
 * POST /refunds/{id}/settle: the outcome of a refund that the provider has not answered, as its own pages
 * show it. `made`: the payer has the money. Otherwise the balance is restored; above the limit of one person,
 * not by the person who asked for the refund. Returns the payment.
 */
const settleRefundRequest = z.object({
  made: z.boolean({ error: 'Say whether the payer has the money' }),
  reason: decisionReason,
});

/** GET /refunds: payments whose refunds wait for a second person or for their outcome, oldest first. */
const askedRefunds = z.array(staffPayment);

/**
 * GET /revenue and /revenue.csv: the last months, the present one included. Three years can be compared with
 * the three before.
 */
const revenueQuery = z.object({ months: z.coerce.number().int().min(1).max(72).default(12) });
const revenueRow = z.object({
  month: z.string(),
  region: regionCode,
  currency: z.string(),
  payments: z.number().int(),
  amount: money,
  tax: money,
  total: money,
  refunded: money,
  charged_back: money,
});
export type RevenueRow = z.infer<typeof revenueRow>;
const revenueAnswer = z.array(revenueRow);

export const staffPaymentCalls = {
  'GET /teams/:id/payments': { staffAction: 'read', query: teamPaymentsQuery, answer: staffPaymentPage },
  'GET /payments/:id': { staffAction: 'read', answer: staffPayment },
  'GET /revenue': { staffAction: 'money', query: revenueQuery, answer: revenueAnswer },
  'GET /revenue.csv': { staffAction: 'money', query: revenueQuery },
  'GET /refunds': { staffAction: 'money', answer: askedRefunds },
  'POST /payments/:id/refunds': { staffAction: 'money', body: refundRequest, answer: staffPayment },
  'POST /refunds/:id/confirm': { staffAction: 'money', answer: staffPayment },
  'POST /refunds/:id/reject': { staffAction: 'money', body: reasonRequest, answer: staffPayment },
  'POST /refunds/:id/settle': { staffAction: 'money', body: settleRefundRequest, answer: staffPayment },
  'GET /slips': { staffAction: 'money', query: slipsQuery, answer: slipPage },
  'GET /slips/:id': { staffAction: 'money', answer: slipCase },
  'GET /slips/:id/documents/:document': { staffAction: 'money' },
  'POST /slips/:id/confirm': { staffAction: 'money', body: confirmSlipRequest, answer: slipCase },
  'POST /slips/:id/reject': { staffAction: 'money', body: reasonRequest, answer: slipCase },
  'GET /payment_alerts': { staffAction: 'money', query: alertsQuery, answer: alertPage },
  'POST /payment_alerts/:id/seen': { staffAction: 'money', answer: empty },
  'GET /tax': { staffAction: 'read', query: taxQuery, answer: taxRates },
  'POST /tax': { staffAction: 'prices', body: taxRequest, answer: taxRates },
  'POST /tax/cancel': { staffAction: 'prices', body: cancelTaxRequest, answer: taxRates },
} satisfies Calls;
