// Payments as staff see and decide them, under /v1/staff: slips of bank transfers, refunds, alerts, tax and revenue.
import { z } from 'zod';
import { regionCode } from './accounts.ts';
import { id, instant, money } from './common.ts';
import { paidAmount, paymentStatus } from './payments.ts';
import { pageOf, staffPage, staffSearch, teamRef } from './staff.ts';
import { staffDocument } from './staffReviews.ts';

/** GET /payment_alerts: notices of providers that credited nothing, the latest first. */
export const alertsQuery = z.object({
  seen: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  ...staffPage,
});

/**
 * `kind`: FORGED, OLD, TOO_LARGE and UNREADABLE were refused; UNKNOWN, OTHER_PROVIDER and OTHER_AMOUNT were signed, and fit no payment. Until
 * it is seen `times` counts those that are alike; `detail` is of the last one. POST /payment_alerts/{id}/seen {}.
 */
export const paymentAlert = z.object({
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
export const alertPage = pageOf(paymentAlert);

/** GET /tax?region=: the newest first. One is CURRENT; those that are UPCOMING can be cancelled. */
export const taxQuery = z.object({ region: regionCode });
export const taxRates = z.object({
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

/** POST /tax: `percentage` as typed, up to two decimals; `valid_from` null is now. Payments keep the tax they were begun with. */
export const taxRequest = z.object({
  region: regionCode,
  percentage: z
    .string({ error: 'Give a percentage' })
    .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Give a percentage from 0 to 100, such as 18 or 7.5'),
  included: z.boolean({ error: 'Say whether tax is included' }),
  valid_from: z.iso.datetime({ offset: true, error: 'Give a date and time' }).nullable(),
});

/** POST /tax/cancel: one that does not count yet. */
export const cancelTaxRequest = z.object({
  region: regionCode,
  valid_from: z.iso.datetime({ offset: true, error: 'Give a date and time' }),
});

/** GET /slips: bank transfers, pending ones oldest first, decided ones by the latest decision. */
export const slipsQuery = z.object({
  status: paymentStatus.default('PENDING'),
  q: staffSearch,
  ...staffPage,
});

/**
 * A bank transfer. `claimed` is what the customer wants credited, `claimed_total` what they then have transferred; `credited` and `reference` are
 * what staff have read on the slip. `asked_by` has read it first, above what one person may credit alone: what they read is not shown, as
 * the second one types it too. `may_decide`: the caller is not in the team and has not read it first.
 */
export const slip = z.object({
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
});
export type Slip = z.infer<typeof slip>;
export const slipPage = pageOf(slip);

/** GET /slips/{id}; the slip is opened by GET /slips/{id}/documents/{document}, and each opening is in the audit log. */
export const slipCase = slip.extend({ documents: z.array(staffDocument) });
export type SlipCase = z.infer<typeof slipCase>;

/**
 * POST /slips/{id}/confirm: `amount` is what is credited, `reference` what the bank calls the transfer. Where a second person is needed, the case is
 * still PENDING then, until that one sends the same. POST /slips/{id}/reject {reason}. Both answer the case as it is then.
 */
export const confirmSlipRequest = z.object({
  amount: paidAmount,
  reference: z
    .string({ error: 'Give the reference of the transfer' })
    .trim()
    .min(1, 'Give the reference of the transfer')
    .max(80, 'The reference is too long: at most 80 characters')
    .regex(/^\P{Cc}*$/u, 'Leave out line breaks and control characters'),
});
