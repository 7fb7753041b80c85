// Teams, people and their money. Below /v1/staff.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { empty, givenId, id, instant, mode, money, search } from '../common.ts';
import { hold, shownRow } from '../messages/messages.ts';
import { boundedPageOf, pageOf } from '../paging.ts';
import { role } from '../roles.ts';
import { OPEN_FORM_AGAIN } from '../sentences/billing.ts';
import { reasonRequest } from '../staff/accounts.ts';
import { messageTrace } from '../staff/operations.ts';
import { decisionReason, staffPage, teamRef } from './accounts.ts';

/** GET /teams and GET /users. */
/** A page of a list that staff search. */
export const searchQuery = z.object({ q: search, ...staffPage });

/**
 * A team in a list. `display_balance` is the balance as the team sees it; `owner_email` is that of the oldest
 * owner.
 */
const staffTeamRow = z.object({
  id,
  name: z.string(),
  region_code: regionCode,
  currency: z.string(),
  created_at: instant,
  verified: z.boolean(),
  paused: z.boolean(),
  balance: money,
  display_balance: z.string(),
  owner_email: z.string().nullable(),
});
export type StaffTeamRow = z.infer<typeof staffTeamRow>;
const staffTeamPage = pageOf(staffTeamRow);

/** A person in a list. */
const staffUserRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  created_at: instant,
  email_verified: z.boolean(),
  teams: z.array(teamRef.extend({ role })),
});
export type StaffUserRow = z.infer<typeof staffUserRow>;
const staffUserPage = pageOf(staffUserRow);

/**
 * GET /teams/{id}. `own_team`: the caller is a member, and so may not decide about it. `owed` was charged
 * back when the balance did not cover it; the next payment pays it. `verified_name` was the name of the team
 * when staff approved its identity.
 */
const staffTeam = staffTeamRow.extend({
  verified_at: instant.nullable(),
  verified_name: z.string().nullable(),
  paused_state: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  own_team: z.boolean(),
  owed: money,
  members: z.array(z.object({ id, name: z.string(), email: z.string(), role, joined_at: instant })),
  projects: z.array(
    z.object({
      id,
      name: z.string(),
      timezone: z.string(),
      created_at: instant,
      daily_limit: money.nullable(),
      senders: z.array(z.string()),
    }),
  ),
});
export type StaffTeam = z.infer<typeof staffTeam>;

/**
 * The kinds of ledger entries. CHARGE and REFUND are of messages. TOP_UP is a payment, PAYMENT_REFUND its
 * return to the payer, CHARGE_BACK its reversal by the bank.
 */
export const LEDGER_KINDS = [
  'TOP_UP',
  'CHARGE',
  'REFUND',
  'ADJUSTMENT',
  'PAYMENT_REFUND',
  'CHARGE_BACK',
] as const;
const ledgerKind = z.enum(LEDGER_KINDS);

/** GET /teams/{id}/ledger, newest first. `amount` is negative for debits. */
const ledgerRow = z.object({
  id,
  at: instant,
  kind: ledgerKind,
  amount: money,
  reason: z.string().nullable(),
  project: z.object({ id, name: z.string() }).nullable(),
  day: z.string().nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;
const ledgerQuery = z.object({ kind: ledgerKind.optional(), ...staffPage });
/** `more`: there are further entries, which are neither counted nor shown. */
const ledgerPage = boundedPageOf(ledgerRow);

/**
 * GET /teams/{id}/messages, newest first. `q` as in the log of the customer: a number, a sender id or a
 * message id.
 */
const staffMessagesQuery = z.object({
  project_id: givenId,
  mode,
  q: search,
  ...staffPage,
});

/** A message with its text masked: every letter and digit is a dot. */
const staffMessageRow = shownRow.extend({ masked_body: z.string() });
export type StaffMessageRow = z.infer<typeof staffMessageRow>;
const staffMessagePage = boundedPageOf(staffMessageRow);

/**
 * GET /messages?number=…: the newest 20 messages of the last 60 days to and from a phone number, of all teams
 * and modes. Without a country code, the number may be of any region. The audit log records each look-up.
 */
const numberQuery = z.object({ number: z.string().trim().max(64) });
export const numberMessage = shownRow.extend({ team: teamRef });
export type NumberMessage = z.infer<typeof numberMessage>;

/**
 * GET /teams/{id}/days: the LIVE messages of a team on each of the last 30 days of UTC, oldest first, today
 * included. `total`: accepted on that day; `delivered` and `failed` are of those. Cancelled ones count as
 * failed.
 */
const teamDay = z.object({
  date: z.iso.date(),
  total: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
});
export type TeamDay = z.infer<typeof teamDay>;

/** The sessions of a person, the last used first. */
const sessions = z.array(
  z.object({
    id,
    country_name: z.string().nullable(),
    device: z.string(),
    ip: z.string(),
    created_at: instant,
    last_seen_at: instant,
  }),
);

/**
 * GET /users/{id}. DELETE /users/{id}/sessions ends all sessions, /users/{id}/sessions/{session} one. Both
 * return the person.
 */
const staffUser = staffUserRow.extend({ sessions });
export type StaffUser = z.infer<typeof staffUser>;

/** A hold of a team. POST /teams/{id}/release takes its `destination` and a reason. */
const staffHold = hold.extend({ team: teamRef });
export type StaffHold = z.infer<typeof staffHold>;

/** GET /holds: of all teams or one, the oldest first. */
const holdsQuery = z.object({ team_id: givenId.optional(), ...staffPage });
const holdPage = pageOf(staffHold);
const releaseRequest = z.object({
  destination: z.string().min(1, 'Give the destination of a hold').max(400, 'Give the destination of a hold'),
  reason: decisionReason,
});

/**
 * POST /teams/{id}/adjustments. `amount` is as typed, in the currency of the team: `500`, `12.50`, `-3.2`.
 * `key` is a UUID that the form creates when it opens; sent twice, it is one adjustment.
 */
export const adjustRequest = z.object({
  amount: z
    .string({ error: 'Give an amount' })
    .trim()
    .regex(/^-?\d{1,9}(\.\d{1,4})?$/, 'Give an amount such as 500 or -12.50: at most four decimals'),
  reason: decisionReason,
  key: z.uuid({ error: OPEN_FORM_AGAIN }),
});

/** PENDING waits for a second person. POSTED is in the ledger. REJECTED never will be. */
export const ADJUSTMENT_STATUSES = ['PENDING', 'POSTED', 'REJECTED'] as const;

/** An adjustment. `may_decide`: the caller did not ask for it and is not a member of the team. */
const adjustment = z.object({
  id,
  status: z.enum(ADJUSTMENT_STATUSES),
  team: teamRef,
  amount: money,
  currency: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  may_decide: z.boolean(),
});
export type Adjustment = z.infer<typeof adjustment>;

/**
 * GET /adjustments: pending ones oldest first, others newest first. POST /adjustments/{id}/confirm {} and
 * /reject {reason}.
 */
const adjustmentsQuery = z.object({
  status: z.enum(ADJUSTMENT_STATUSES).default('PENDING'),
  team_id: givenId.optional(),
  ...staffPage,
});
const adjustmentPage = pageOf(adjustment);

export const staffTeamCalls = {
  'GET /teams': { staffAction: 'read', query: searchQuery, answer: staffTeamPage },
  'GET /teams/:id': { staffAction: 'read', answer: staffTeam },
  'POST /teams/:id/pause': { staffAction: 'pause', body: reasonRequest, answer: staffTeam },
  'POST /teams/:id/resume': { staffAction: 'pause', body: reasonRequest, answer: staffTeam },
  'POST /teams/:id/withdraw_verification': {
    staffAction: 'identity',
    body: reasonRequest,
    answer: staffTeam,
  },
  'GET /users': { staffAction: 'read', query: searchQuery, answer: staffUserPage },
  'GET /users/:id': { staffAction: 'read', answer: staffUser },
  'DELETE /users/:id/sessions': { staffAction: 'sessions', answer: staffUser },
  'DELETE /users/:id/sessions/:session': { staffAction: 'sessions', answer: staffUser },
  'GET /teams/:id/ledger': { staffAction: 'read', query: ledgerQuery, answer: ledgerPage },
  'POST /teams/:id/adjustments': { staffAction: 'money', body: adjustRequest, answer: adjustment },
  'GET /adjustments': { staffAction: 'money', query: adjustmentsQuery, answer: adjustmentPage },
  'POST /adjustments/:id/confirm': { staffAction: 'money', answer: adjustment },
  'POST /adjustments/:id/reject': { staffAction: 'money', body: reasonRequest, answer: adjustment },
  'GET /teams/:id/messages': { staffAction: 'read', query: staffMessagesQuery, answer: staffMessagePage },
  'GET /teams/:id/days': { staffAction: 'read', answer: z.array(teamDay) },
  'GET /messages': { staffAction: 'read', query: numberQuery, answer: z.array(numberMessage) },
  'GET /holds': { staffAction: 'read', query: holdsQuery, answer: holdPage },
  'POST /teams/:id/release': { staffAction: 'pause', body: releaseRequest, answer: empty },
  'GET /messages/:id/trace': { staffAction: 'read', answer: messageTrace },
} satisfies Calls;
