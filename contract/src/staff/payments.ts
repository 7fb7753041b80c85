// Payments as staff see and decide them, under /v1/staff: slips of bank transfers, refunds, alerts, tax and
// revenue.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { empty, id, instant, line, money, NO_CONTROLS } from '../common.ts';
import { pageOf } from '../paging.ts';
import { paidAmount } from '../payments/paidAmount.ts';
import { payment, paymentStatus } from '../payments/payments.ts';
import { OPEN_FORM_AGAIN } from '../sentences/billing.ts';
import { reasonRequest } from '../staff/accounts.ts';
import { decisionReason, staffPage, staffSearch, teamRef } from './accounts.ts';
import { staffDocument } from './reviews.ts';

/** GET /payment_alerts: notices of providers that credited nothing, the latest first. */
const alertsQuery = z.object({
  seen: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  ...staffPage,
});

/**
 * `kind`: FORGED, OLD, TOO_LARGE and UNREADABLE were refused; UNKNOWN, OTHER_PROVIDER and OTHER_AMOUNT were
 * signed, and fit no payment; CHARGED_BACK has counted; PAID_TWICE is a further charge of an order that was
 * paid; REFUND_UNKNOWN is a refund without an answer. Until it is seen `times` counts those that are alike;
 * `detail` is of the last one. POST /payment_alerts/{id}/seen {}.
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

/** GET /tax?region=: the newest first. One is CURRENT; those that are UPCOMING can be cancelled. */
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
 * POST /tax: `percentage` as typed, up to two decimals; `valid_from` null is now. Payments keep the tax they
 * were begun with.
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

/** POST /tax/cancel: one that does not count yet. */
const cancelTaxRequest = z.object({
  region: regionCode,
  valid_from: z.iso.datetime({ offset: true, error: 'Give a date and time' }),
});

/** GET /slips: bank transfers, pending ones oldest first, decided ones by the latest decision. */
const slipsQuery = z.object({
  status: paymentStatus.default('PENDING'),
  q: staffSearch,
  ...staffPage,
});

/**
 * A bank transfer. `claimed` is what the customer wants credited, `claimed_total` what they then have
 * transferred; `credited` and `reference` are what staff have read on the slip. `asked_by` has read it first,
 * above what one person may credit alone: what they read is not shown, as the second one types it too.
 * `may_decide`: the caller is not in the team and has not read it first. `may_correct`: the caller has read
 * it first, and may send another reading in place of that one.
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

/**
 * GET /slips/{id}; the slip is opened by GET /slips/{id}/documents/{document}, and each opening is in the
 * audit log.
 */
const slipCase = slip.extend({ documents: z.array(staffDocument) });
export type SlipCase = z.infer<typeof slipCase>;

/**
 * POST /slips/{id}/confirm: `total` is the transferred amount on the slip, of which the part without tax is
 * credited; `reference` is the bank's reference of the transfer. A total that differs from the claimed one by
 * more than a cent needs `differs`. If a second person is needed, the case stays PENDING until that person
 * sends the same reading; until then the first reader may send a corrected one. POST /slips/{id}/reject
 * {reason}. Both answer the case as it is then.
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
 * An amount of a payment that was returned, or is to be: `total` of the paid amount, `credit` of the part
 * that the balance had. ASKED waits for a second person, PENDING for the provider; `charge` names the further
 * charge that it belongs to, null for the one that was credited. `may_settle`: the provider has not answered
 * for so long that staff look at its own pages and enter the outcome. FAILED: the provider did not make it,
 * REVERSED: the bank gave the charge-back up; both have restored the balance.
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
 * GET /teams/{id}/payments, the newest first, and GET /payments/{id}. `further_charges` were paid for the
 * same order again: the balance has nothing of them, and each can be refunded.
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
 * POST /payments/{id}/refunds: `amount` is the sum for the payer, tax included; `key` is a UUID that the form
 * makes when it opens. If a second person is needed, the refund is ASKED until POST /refunds/{id}/confirm {}
 * or /reject {reason}. All answer the payment as it is then. A bank transfer and a payment at PayHere are
 * returned by hand: this call takes the part of the balance. `charge` is one of `further_charges`, which take
 * nothing from the balance; without it, the credited charge is returned.
 */
export const refundRequest = z.object({
  amount: paidAmount,
  reason: decisionReason,
  key: z.uuid({ error: OPEN_FORM_AGAIN }),
  charge: z.string().min(1).max(200).optional(),
});
export type RefundRequest = z.input<typeof refundRequest>;

/**
 * POST /refunds/{id}/settle: what the provider's own pages say of a refund that it has not answered. `made`:
 * the payer has the money; else the balance gets its part back, above what one may refund alone not by the
 * person who asked. Answers the payment as it is then.
 */
const settleRefundRequest = z.object({
  made: z.boolean({ error: 'Say whether the payer has the money' }),
  reason: decisionReason,
});

/**
 * GET /refunds: payments with refunds that wait for a second person, or for staff to say what became of them;
 * the oldest first.
 */
const askedRefunds = z.array(staffPayment);

/** GET /revenue and /revenue.csv: the last so many months, this one too. */
const revenueQuery = z.object({ months: z.coerce.number().int().min(1).max(36).default(12) });
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
