// Accounts: registration, sign-in, the person and the team.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { bool, checkBy, empty, id, instant, money } from '../common.ts';
import { LANGUAGES, language } from '../languages.ts';
import { role } from '../roles.ts';
import * as access from '../sentences/access.ts';
import { passwordProblem } from './passwords.ts';
import { codeRequest, factorCode, recoveryCodesAnswer, setUpAnswer } from './secondFactor.ts';

/** Excludes digits, and control characters, which a mail header must not hold. */
const NO_DIGITS = /^[^\d\p{Cc}]*$/u;
// One @, something before it, and a dot in the domain. Whether the mailbox exists is proved by opening the
// mail.
const EMAIL =
  /^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@[^\s@<>"(),:;[\]\\\p{Cc}.]+(?:\.[^\s@<>"(),:;[\]\\\p{Cc}.]+)+$/u;

/**
 * An email address as typed. It is trimmed and lower-cased, so spellings in another case are the same
 * account.
 */
export const emailAddress = z
  .string({ error: access.EMAIL_REQUIRED })
  .trim()
  .min(1, access.EMAIL_REQUIRED)
  .max(254, access.EMAIL_INVALID)
  .regex(EMAIL, access.EMAIL_INVALID)
  .toLowerCase();

/** Two characters or more, no digits. */
export const firstName = z
  .string({ error: access.FIRST_NAME_REQUIRED })
  .trim()
  .min(1, access.FIRST_NAME_REQUIRED)
  .min(2, access.FIRST_NAME_SHORT)
  .max(100, access.FIRST_NAME_LONG)
  .regex(NO_DIGITS, access.FIRST_NAME_INVALID);

/** One character or more, no digits. */
const lastName = z
  .string({ error: access.LAST_NAME_REQUIRED })
  .trim()
  .min(1, access.LAST_NAME_REQUIRED)
  .max(100, access.LAST_NAME_LONG)
  .regex(NO_DIGITS, access.LAST_NAME_INVALID);

/**
 * A new password. passwords.ts has the rule and its sentences. The server also refuses common passwords and
 * parts of the email.
 */
export const newPassword = z
  .string({ error: access.PASSWORD_REQUIRED })
  .min(1, access.PASSWORD_REQUIRED)
  .check(checkBy((password) => (password === '' ? null : passwordProblem(password))));

/** The regions in which an account can be registered. */
export const regionCode = z.enum(['LK', 'AU'], { error: access.REGION_REQUIRED });
export type RegionCode = z.infer<typeof regionCode>;

/**
 * POST /register. `invitation` is the token of a mail that invited this address to a team. It proves the
 * address, so the account can sign in at once; the person joins that team besides one of their own.
 * `language` is that of their mails.
 */
export const registerRequest = z.object({
  first_name: firstName,
  last_name: lastName,
  email: emailAddress,
  password: newPassword,
  region_code: regionCode,
  language: language.default(LANGUAGES[0]),
  invitation: z.string().max(100).optional(),
});
export type RegisterRequest = z.input<typeof registerRequest>;

/** `user_id` is the email. It is not validated: an invalid address is an unknown user. */
export const loginRequest = z.object({
  user_id: z.string({ error: access.EMAIL_REQUIRED }).trim().min(1, access.EMAIL_REQUIRED).toLowerCase(),
  password: z.string({ error: access.PASSWORD_REQUIRED }).min(1, access.PASSWORD_REQUIRED),
});
export type LoginRequest = z.input<typeof loginRequest>;

/**
 * POST /login and /reset_password. `second_factor`: the password is correct (or set), but the session is not
 * open until POST /login/second_factor has a code, within five minutes and from the same browser. After a
 * reset, sign in first.
 */
export const signInAnswer = z.object({ second_factor: z.literal(true).optional() });
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** POST /request_activation: the same answer for every address. 1006 after too many requests. */
export const requestActivationRequest = z.object({ email: emailAddress });

/** POST /request_reset_password: answered like POST /request_activation. */
export const requestResetRequest = z.object({ email: emailAddress });

/** The token of a mailed link, its parameter `t`. */
const linkToken = z.string({ error: access.OPEN_LINK_AGAIN }).min(1, access.OPEN_LINK_AGAIN);

/**
 * GET /activate and GET /reset_password show what a link is for and change nothing. An unknown token returns
 * 1002.
 */
const linkQuery = z.object({ token: linkToken });

/**
 * GET /activate. OPEN: POST /activate will confirm the email. CONFIRMED: it is confirmed already, by this
 * link or otherwise. DEAD: the link has expired or was replaced.
 */
const activationAnswer = z.object({
  email: z.string(),
  state: z.enum(['OPEN', 'CONFIRMED', 'DEAD']),
});
export type Activation = z.infer<typeof activationAnswer>;

/** POST /activate: confirms the email, from a button of the page that the link opens. */
const activateRequest = z.object({ token: linkToken });

/**
 * `signed_in`: this call confirmed the email and opened a session. It opens none if the email was confirmed
 * before, or if it was registered in another browser (`other_browser`).
 */
const activateAnswer = z.object({ signed_in: z.boolean(), other_browser: z.boolean() });
export type ActivateAnswer = z.infer<typeof activateAnswer>;

/** GET /reset_password: the account whose password the link sets. A dead link returns 1002 for its field. */
const resetLinkAnswer = z.object({ email: z.string() });

export const resetPasswordRequest = z.object({ password: newPassword, token: linkToken });
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;

export const csrfAnswer = z.object({ id: z.string() });

/**
 * `in_review_since` is when the PENDING request was submitted, or null. `role` is the role in the team.
 * `second_factor`: it is on. `recovery_codes_left` counts unused codes. `language` is that of the console and
 * of mails.
 */
export const profileAnswer = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: instant,
  id_verified: z.boolean(),
  region_code: regionCode,
  language,
  verification: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  in_review_since: instant.nullable(),
  role,
  second_factor: z.boolean(),
  recovery_codes_left: z.number().int(),
});
export type Profile = z.infer<typeof profileAnswer>;

/** PUT /profile: returns the profile. */
export const updateProfileRequest = z.object({ first_name: firstName, last_name: lastName });
export type UpdateProfileRequest = z.input<typeof updateProfileRequest>;

/** PUT /profile/language. */
const updateLanguageRequest = z.object({ language });

const presentPassword = z
  .string({ error: access.PASSWORD_REQUIRED })
  .min(1, access.PASSWORD_REQUIRED)
  .max(1_000, access.PASSWORD_WRONG);

/** POST /profile/password: ends all other sessions. A wrong current password returns 1002 for its field. */
export const changePasswordRequest = z.object({ current_password: presentPassword, password: newPassword });
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

/**
 * POST /profile/delete: deletes the account, and later each team without another member. 1013 if others need
 * the person as owner, or if such a team owes money or has a balance that is not given up
 * (`give_up_balance`). With a second factor, `code` is required.
 */
export const deleteAccountRequest = z.object({
  password: presentPassword,
  code: factorCode.optional(),
  give_up_balance: bool().default(false),
});
export type DeleteAccountRequest = z.input<typeof deleteAccountRequest>;

/** POST /profile/second_factor/begin: the second factor is off until a code confirms it. */
export const beginSecondFactorRequest = z.object({ password: presentPassword });

/** POST /profile/second_factor/turn_off: the password or a code. */
const endSecondFactorRequest = z
  .object({ password: presentPassword.optional(), code: factorCode.optional() })
  .refine((proof) => proof.password !== undefined || proof.code !== undefined, {
    error: 'Give your password or a code',
  });

/** A team and its region. `display_balance` has thousands separators, two decimals and no symbol. */
const teamAnswer = z.object({
  id,
  name: z.string(),
  region: z.object({
    id: regionCode,
    name: z.string(),
    currency: z.string(),
    currency_symbol: z.string(),
    tax_included: z.boolean(),
    tax_percentage: z.number(),
  }),
  balance: money,
  display_balance: z.string(),
});
export type Team = z.infer<typeof teamAnswer>;

export const teamsAnswer = z.array(teamAnswer);

/**
 * A browser session. `device` names the browser. `country_name` is null if the address has no known country.
 */
const session = z.object({
  id,
  country_name: z.string().nullable(),
  is_current_session: z.boolean(),
  user_agent: z.string(),
  device: z.string(),
  ip: z.string(),
  created_at: instant,
  last_seen_at: instant,
});
export type Session = z.infer<typeof session>;

export const sessionsAnswer = z.array(session);

export const accountCalls = {
  'POST /register': { body: registerRequest, status: 201, answer: empty },
  'GET /activate': { query: linkQuery, answer: activationAnswer },
  'POST /activate': { body: activateRequest, answer: activateAnswer },
  'POST /request_activation': { body: requestActivationRequest, answer: empty },
  'GET /teams': { anyTeam: true, answer: teamsAnswer },
  'GET /generic/refresh_csrf': { answer: csrfAnswer },
  'POST /login': { body: loginRequest, answer: signInAnswer },
  'POST /login/second_factor': { body: codeRequest, answer: empty },
  'POST /logout': { answer: empty },
  'POST /request_reset_password': { body: requestResetRequest, answer: empty },
  'GET /reset_password': { query: linkQuery, answer: resetLinkAnswer },
  'POST /reset_password': { body: resetPasswordRequest, answer: signInAnswer },
  'GET /sessions': { anyTeam: true, answer: sessionsAnswer },
  'DELETE /sessions/clear_inactive': { anyTeam: true, answer: empty },
} satisfies Calls;

/** Calls about the signed-in person. */
export const profileCalls = {
  'GET /profile': { answer: profileAnswer },
  'PUT /profile': { body: updateProfileRequest, answer: profileAnswer },
  'PUT /profile/language': { anyTeam: true, body: updateLanguageRequest, answer: empty },
  'POST /profile/password': { anyTeam: true, body: changePasswordRequest, answer: empty },
  'POST /profile/delete': { anyTeam: true, body: deleteAccountRequest, answer: empty },
  'POST /profile/export': { anyTeam: true },
  'POST /profile/second_factor/begin': { anyTeam: true, body: beginSecondFactorRequest, answer: setUpAnswer },
  'POST /profile/second_factor/confirm': { anyTeam: true, body: codeRequest, answer: recoveryCodesAnswer },
  'POST /profile/second_factor/recovery_codes': {
    anyTeam: true,
    body: codeRequest,
    answer: recoveryCodesAnswer,
  },
  'POST /profile/second_factor/turn_off': { anyTeam: true, body: endSecondFactorRequest, answer: empty },
} satisfies Calls;
