// Calls of people who are signed out, besides the login itself: registering, links in mails, and single
// sign-on. No first visit waits for them.
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

// A link stands for the same until its page itself changes that.
const staleTime = Number.POSITIVE_INFINITY;

/** The profile for pages that are open to all. An ended session opens no re-login dialog there. */
export const visitorQuery = {
  ...readQuery(['visitor'], 'GET /profile', { anonymous: true }),
  retry: false,
};

/** Starts the sign-in of a person with this email; refused if no team has single sign-on for it. */
export const startSignOn = (form: { email: string; to?: string }) =>
  request('POST /sso/start', { form, anonymous: true });

/** Signs in with what the provider sent the browser back with, or says that a code is asked for first. */
export async function finishSignOn(form: { query: string }): Promise<SsoFinishAnswer> {
  const answer = await request('POST /sso/finish', { form, anonymous: true });
  storeCsrf(null);
  return answer;
}

export const register = (form: RegisterRequest) => request('POST /register', { form, anonymous: true });

/**
 * Sends the activation mail again; answers alike for every address. Fails (1006) if the server only says when
 * the next one can go.
 */
export async function requestActivation(form: { email: string }): Promise<void> {
  const { headers, status } = await respond('POST /request_activation', { form, anonymous: true });
  const seconds = Number(headers.get('retry-after'));
  if (seconds === 0) return;
  const answer = { code: ERROR_CODES.tooManyRequests, description: TOO_MANY_EMAILS };
  throw new ApiError(status, answer, null, seconds);
}

/** Sends the mail with the link to a new password; answers alike for every address. */
export const requestReset = (form: { email: string }) =>
  request('POST /request_reset_password', { form, anonymous: true });

/** The account behind the link of an activation mail; reading does not use the link up. */
export const activationQuery = (token: string) => ({
  ...readQuery(['link', '/activate', token], 'GET /activate', { query: { token }, anonymous: true }),
  staleTime,
});

/** Confirms the email by that link, and signs in where it was not confirmed before. */
export async function activate(form: { token: string }): Promise<ActivateAnswer> {
  const answer = await request('POST /activate', { form, anonymous: true });
  storeCsrf(null);
  return answer;
}

/** The person whose password a link sets; fails if the link is dead. */
export const resetLinkQuery = (token: string) => ({
  ...readQuery(['link', '/reset_password', token], 'GET /reset_password', {
    query: { token },
    anonymous: true,
  }),
  staleTime,
});

/** Sets a new password by the token of that link. Begins a session, so the CSRF token in hand is dropped. */
export async function resetPassword(form: ResetPasswordRequest): Promise<void> {
  await request('POST /reset_password', { form, anonymous: true });
  storeCsrf(null);
}
