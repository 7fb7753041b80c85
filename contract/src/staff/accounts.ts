// Staff accounts: roles, signing in with two factors, the audit log, and schemas of all staff pages. All
// calls are below /v1/staff.

import { z } from 'zod';
import { csrfAnswer, emailAddress, newPassword } from '../accounts/accounts.ts';
import { codeRequest, recoveryCodesAnswer, setUpAnswer } from '../accounts/secondFactor.ts';
import { ssoFinishRequest, ssoStartAnswer } from '../accounts/singleSignOn.ts';
import type { Calls } from '../calls/call.ts';
import { empty, givenId, id, instant, search } from '../common.ts';
import { PASSWORD_REQUIRED } from '../sentences/access.ts';
import { staffRole } from './roles.ts';

/**
 * The next step of signing in, in this order: replace the one-time password, set up an authenticator app,
 * enter its code. NONE: signed in.
 */
const SIGN_IN_STEPS = ['CHANGE_PASSWORD', 'ENROL', 'CODE', 'NONE'] as const;
export type SignInStep = (typeof SIGN_IN_STEPS)[number];

/** GET /sign_in: whether staff can sign in at a provider (OIDC_STAFF_ISSUER). */
const staffSignInAnswer = z.object({ single_sign_on: z.boolean() });

/** The answer of every step of signing in: the next step. */
const stepAnswer = z.object({ next: z.enum(SIGN_IN_STEPS) });

/**
 * POST /login sets the session cookie. Until `next` is NONE, the session only allows the next step, for ten
 * minutes.
 */
export const staffLoginRequest = z.object({
  email: emailAddress,
  password: z.string({ error: PASSWORD_REQUIRED }).min(1, PASSWORD_REQUIRED),
});

/** POST /login/password, at CHANGE_PASSWORD. The rule is that of customers. */
export const staffPasswordRequest = z.object({ password: newPassword });

/** POST /login/enrol/confirm, at ENROL, after POST /login/enrol. */
const enrolledAnswer = stepAnswer.extend(recoveryCodesAnswer.shape);

/** The signed-in member of staff. */
const staffMember = z.object({ id, email: z.string(), role: staffRole });
export type StaffMember = z.infer<typeof staffMember>;

/** GET /session: the sign-in step of this browser, and the person. 4001 without a session. */
const staffSessionAnswer = stepAnswer.extend({ staff: staffMember });

/** GET /counts: pending work, for the navigation. Null if the role does not handle it. */
const staffCountsAnswer = z.object({
  identity: z.number().int().nullable(),
  senders: z.number().int().nullable(),
  /** Registrations of sender ids that wait for staff. */
  registrations: z.number().int().nullable(),
  /** Destinations to which messages of new teams are held. */
  holds: z.number().int().nullable(),
  adjustments: z.number().int().nullable(),
  /** Refunds that wait for a second person, or for staff to enter their outcome. */
  refunds: z.number().int().nullable(),
  slips: z.number().int().nullable(),
  payment_alerts: z.number().int().nullable(),
});
export type StaffCounts = z.infer<typeof staffCountsAnswer>;

/** A required reason. It is kept in the audit log, and mailed to the customer if the decision is. */
export const decisionReason = z
  .string({ error: 'Give a reason' })
  .trim()
  .min(3, 'Give a reason')
  .max(500, 'The reason is too long: at most 500 characters');

/** A body with a reason alone. */
export const reasonRequest = z.object({ reason: decisionReason });

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** The page of a list. Pages are counted from zero. */
export const staffPage = { page_num: wholeNumber(0, 0, 1_000_000), page_size: wholeNumber(25, 1, 100) };

/** A team and its name. */
export const teamRef = z.object({ id, name: z.string() });

/**
 * Other legal names under which teams use the business number of an owner, or ask to; at most 20. A number
 * has one holder, so one of the names is wrong or old.
 */
export const otherLegalNames = z.array(z.object({ team: teamRef, legal_name: z.string() }));

/** GET /audit: all actions of staff, newest first. `before` is `next` of the previous page. */
const auditQuery = z.object({
  q: search,
  action: z.string().max(40).optional(),
  team_id: givenId.optional(),
  before: givenId.optional(),
  page_size: staffPage.page_size,
});

/** `subject` is the id or name of the object of the action. `detail` has more fields, such as the reason. */
const auditRow = z.object({
  id,
  at: instant,
  staff_email: z.string(),
  action: z.string(),
  team: teamRef.nullable(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  ip: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** `actions`: every action in the log, for the filter. */
const auditAnswer = z.object({
  results: z.array(auditRow),
  next: id.nullable(),
  actions: z.array(z.string()),
});

export const auditCalls = {
  'GET /audit': { staffAction: 'audit', query: auditQuery, answer: auditAnswer },
} satisfies Calls;

/** Calls of staff to sign in, and the counts of their pending work. */
export const staffSignInCalls = {
  'GET /csrf': { answer: csrfAnswer },
  'POST /login': { body: staffLoginRequest, answer: stepAnswer },
  'GET /session': { answer: staffSessionAnswer },
  'POST /logout': { answer: empty },
  'GET /sign_in': { answer: staffSignInAnswer },
  'POST /sso/start': { answer: ssoStartAnswer },
  'POST /sso/finish': { body: ssoFinishRequest, answer: stepAnswer },
  'POST /login/password': { body: staffPasswordRequest, answer: stepAnswer },
  'POST /login/enrol': { answer: setUpAnswer },
  'POST /login/enrol/confirm': { body: codeRequest, answer: enrolledAnswer },
  'POST /login/code': { body: codeRequest, answer: stepAnswer },
  'GET /counts': { staffAction: 'read', answer: staffCountsAnswer },
} satisfies Calls;
