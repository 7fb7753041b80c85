// The usage and debt of a team by month, and its statements. All calls are under /v1/web.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { id, instant, mode, money } from '../common.ts';
import { AMOUNT_INVALID } from '../sentences/billing.ts';
import { paidAmount } from './paidAmount.ts';
import { payment } from './payments.ts';

/** A month, yyyy-MM, of the region's own time. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Give a month as yyyy-MM' });

const region = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_symbol: z.string(),
  tax_included: z.boolean(),
  tax_percentage: z.number(),
});

/** The messages of a month: their number, `qty`, and their cost after refunds. */
const used = z.object({
  api_direction: z.enum(['OUTGOING', 'INCOMING']),
  api_type: z.enum(['MESSAGING', 'CAMPAIGN']),
  projects: z.array(z.object({ id, name: z.string(), qty: z.number().int(), cost: money })),
});

/**
 * `total` is what the messages took from the balance. It equals `subtotal`, and `tax` is 0: tax is paid at
 * top-up, and receipts show it.
 */
const sums = { subtotal: money, tax: money, total: money };

const whole = (min: number, max: number, error: string) =>
  z.coerce.number({ error }).int(error).min(min, error).max(max, error);

/** GET /usage: a month by its number and year; in TEST what it would have cost. */
const usageQuery = z.object({
  mode: mode.default('LIVE'),
  month: whole(1, 12, 'month must be 1 to 12'),
  year: whole(2000, 2099, 'year must be 2000 to 2099'),
});
const usageAnswer = z.object({ api_usage: z.array(used), ...sums, region });
export type Usage = z.infer<typeof usageAnswer>;

/**
 * GET /billing: the overview. Below `low_balance` owners and admins get a mail, null for never. `owed` was
 * charged back when the balance had less. `usage` is of this month; `messaging` and `campaigns` are LIVE
 * messages of all projects. `months` are those that have a statement, the newest first.
 */
const billingAnswer = z.object({
  team: z.object({ id, name: z.string() }),
  balance: money,
  display_balance: z.string(),
  owed: money,
  low_balance: money.nullable(),
  last_payment: payment.nullable(),
  month,
  messaging: z.object({ qty: z.number().int(), cost: money }),
  campaigns: z.object({ qty: z.number().int(), cost: money }),
  ...sums,
  region,
  months: z.array(month),
});
export type Billing = z.infer<typeof billingAnswer>;

/**
 * GET and POST /billing/details: who receipts and statements are made out to, in place of the team's name.
 */
export const billingDetails = z.object({
  name: z.string().trim().max(120),
  address: z.string().trim().max(300),
  tax_number: z.string().trim().max(40),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** POST /billing/low_balance: an amount as typed, or nothing for no mail. Answers the overview. */
const lowBalanceRequest = z.object({
  amount: z.union([z.literal(''), paidAmount], { error: AMOUNT_INVALID }),
});

/**
 * GET /statements/{month}, and /statements/{month}/file.csv and file.pdf: what a month did to the balance.
 * opening + top_ups − charges + refunds + adjustments − returned = closing. `refunds` are of messages,
 * `returned` went back to payers; it and `adjustments` may be negative. `complete`: the month is over.
 */
const statementAnswer = z.object({
  month,
  from: instant,
  before: instant,
  complete: z.boolean(),
  currency: z.string(),
  opening: money,
  top_ups: money,
  charges: money,
  refunds: money,
  adjustments: money,
  returned: money,
  closing: money,
  payments: z.array(payment),
});
export type Statement = z.infer<typeof statementAnswer>;

export const billingCalls = {
  'GET /billing': { answer: billingAnswer },
  'POST /billing/low_balance': { action: 'billing', body: lowBalanceRequest, answer: billingAnswer },
  'GET /billing/details': { answer: billingDetails },
  'POST /billing/details': { action: 'billing', body: billingDetails, answer: billingDetails },
  'GET /usage': { query: usageQuery, answer: usageAnswer },
  'GET /statements/:month': { params: { month }, answer: statementAnswer },
  'GET /statements/:month/file.csv': { params: { month } },
  'GET /statements/:month/file.pdf': { params: { month } },
  'GET /payments/:id/receipt.pdf': {},
} satisfies Calls;
