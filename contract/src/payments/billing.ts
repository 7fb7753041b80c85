// Usage and statements of a team by month. All calls are below /v1/web.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { id, instant, mode, money } from '../common.ts';
import { AMOUNT_INVALID } from '../sentences/billing.ts';
import { paidAmount } from './paidAmount.ts';
import { payment } from './payments.ts';

/** A month, yyyy-MM, in the time zone of the region. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Give a month as yyyy-MM' });

const region = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_symbol: z.string(),
  tax_included: z.boolean(),
  tax_percentage: z.number(),
});

/** The messages of a month: `qty` is their number, `cost` their cost after refunds. */
const used = z.object({
  api_direction: z.enum(['OUTGOING', 'INCOMING']),
  api_type: z.enum(['MESSAGING', 'CAMPAIGN']),
  projects: z.array(z.object({ id, name: z.string(), qty: z.number().int(), cost: money })),
});

/**
 * `total` is what messages took from the balance. It equals `subtotal` and `tax` is 0, because tax is paid
 * with each top-up and shown on its receipt.
 */
const sums = { subtotal: money, tax: money, total: money };

const whole = (min: number, max: number, error: string) =>
  z.coerce.number({ error }).int(error).min(min, error).max(max, error);

/** GET /usage: the usage of a month. In TEST, `cost` is what it would have cost. */
const usageQuery = z.object({
  mode: mode.default('LIVE'),
  month: whole(1, 12, 'month must be 1 to 12'),
  year: whole(2000, 2099, 'year must be 2000 to 2099'),
});
const usageAnswer = z.object({ api_usage: z.array(used), ...sums, region });
export type Usage = z.infer<typeof usageAnswer>;

/**
 * GET /billing. Owners and admins get a mail below `low_balance`; null: never. `owed` was charged back when
 * the balance did not cover it. The sums and `messaging` and `campaigns` are of LIVE messages of all projects
 * this month. `months` have a statement, newest first.
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

/** GET and POST /billing/details: the recipient of receipts and statements, in place of the team name. */
export const billingDetails = z.object({
  name: z.string().trim().max(120),
  address: z.string().trim().max(300),
  tax_number: z.string().trim().max(40),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** POST /billing/low_balance: an amount as typed, or an empty text for no mail. Returns as GET /billing. */
const lowBalanceRequest = z.object({
  amount: z.union([z.literal(''), paidAmount], { error: AMOUNT_INVALID }),
});

/**
 * GET /statements/{month}, and its file.csv and file.pdf. opening + top_ups − charges + refunds + adjustments
 * − returned = closing. `refunds` are of messages; `returned` went back to payers. `returned` and
 * `adjustments` may be negative. `complete`: the month has ended.
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

/** The most countries in an answer of GET /billing/spend. */
export const MAX_COUNTRIES = 20;

/**
 * GET /billing/spend: what LIVE messages of a month cost after refunds. `days` are those up to today; each
 * project counts its own days. `countries` have shares of the cost from 0 to 1, the largest first; the shares
 * of the newest messages of each project unless `is_all`. `dial_code` is null for numbers of no country.
 */
const spendAnswer = z.object({
  month,
  days: z.array(z.object({ date: z.string(), cost: money })),
  countries: z.array(
    z.object({ dial_code: z.string().nullable(), countries: z.array(z.string()), share: z.number() }),
  ),
  is_all: z.boolean(),
});
export type Spend = z.infer<typeof spendAnswer>;

/**
 * GET /billing/outlook. `spend_per_day` is the average of the last 30 days, or of those since the first
 * message; null without spending. `country` is the commonest destination of these days, or the team's own
 * country; `price` is per segment.
 */
const outlookAnswer = z.object({
  spend_per_day: money.nullable(),
  country: z.object({ dial_code: z.string(), countries: z.array(z.string()), price: money }).nullable(),
});
export type BillingOutlook = z.infer<typeof outlookAnswer>;

export const billingCalls = {
  'GET /billing': { answer: billingAnswer },
  'POST /billing/low_balance': { action: 'billing', body: lowBalanceRequest, answer: billingAnswer },
  'GET /billing/details': { answer: billingDetails },
  'POST /billing/details': { action: 'billing', body: billingDetails, answer: billingDetails },
  'GET /billing/outlook': { answer: outlookAnswer },
  'GET /billing/spend': { query: z.object({ month }), answer: spendAnswer },
  'GET /usage': { query: usageQuery, answer: usageAnswer },
  'GET /statements/:month': { params: { month }, answer: statementAnswer },
  'GET /statements/:month/file.csv': { params: { month } },
  'GET /statements/:month/file.pdf': { params: { month } },
  'GET /payments/:id/receipt.pdf': {},
} satisfies Calls;
