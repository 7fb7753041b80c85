// Calls made while signed out, except the login: registration, mailed links, and single sign-on. They are not
// part of the start bundle.
import type {
  ActivateAnswer,
  RegisterRequest,
  ResetPasswordRequest,
} from '@godwit/contract/accounts/accounts';
import type { SsoFinishAnswer } from '@godwit/contract/accounts/singleSignOn';
import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { TOO_MANY_EMAILS } from '@godwit/contract/sentences/access';
import { storeCsrf } from '../session/storage.ts';
import { readQuery, request, respond } from './client.ts';
import { ApiError } from './errors.ts';

// Never stale: a link changes only by an action on its own page.
const staleTime = Number.POSITIVE_INFINITY;

/** The profile of a signed-in person, for public pages. An ended session opens no re-login dialog. */
export const visitorQuery = {
  ...readQuery(['visitor'], 'GET /profile', { anonymous: true }),
  retry: false,
};

/** Starts single sign-on for an email. Refused if no team has single sign-on for it. */
export const startSignOn = (form: { email: string; to?: string }) =>
  request('POST /sso/start', { form, anonymous: true });

/** Signs in with the query that the provider returned, or reports that a code is required. */
export async function finishSignOn(form: { query: string }): Promise<SsoFinishAnswer> {
  const answer = await request('POST /sso/finish', { form, anonymous: true });
  storeCsrf(null);
  return answer;
}

export const register = (form: RegisterRequest) => request('POST /register', { form, anonymous: true });

/**
 * Sends the activation mail again, with the same answer for every address. Throws 1006 if the answer has a
 * Retry-After, because then no mail was sent.
 */
export async function requestActivation(form: { email: string }): Promise<void> {
  const { headers, status } = await respond('POST /request_activation', { form, anonymous: true });
  const seconds = Number(headers.get('retry-after'));
  if (seconds === 0) return;
  const answer = { code: ERROR_CODES.tooManyRequests, description: TOO_MANY_EMAILS };
  throw new ApiError(status, answer, null, seconds);
}

/** Sends a mail with a password reset link. The answer is the same for every address. */
export const requestReset = (form: { email: string }) =>
  request('POST /request_reset_password', { form, anonymous: true });

/** The account of an activation link. Reading it does not use the link up. */
export const activationQuery = (token: string) => ({
  ...readQuery(['link', '/activate', token], 'GET /activate', { query: { token }, anonymous: true }),
  staleTime,
});

/** Confirms the email of an activation link, and signs in if it was not confirmed yet. */
export async function activate(form: { token: string }): Promise<ActivateAnswer> {
  const answer = await request('POST /activate', { form, anonymous: true });
  storeCsrf(null);
  return answer;
}

/** The person of a password reset link. Fails if the link is no longer valid. */
export const resetLinkQuery = (token: string) => ({
  ...readQuery(['link', '/reset_password', token], 'GET /reset_password', {
    query: { token },
    anonymous: true,
  }),
  staleTime,
});

/**
 * Sets a new password with the token of a reset link. This starts a session, so the stored CSRF token is
 * dropped.
 */
export async function resetPassword(form: ResetPasswordRequest): Promise<void> {
  await request('POST /reset_password', { form, anonymous: true });
  storeCsrf(null);
}
