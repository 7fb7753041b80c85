// Calls of people who are signed out, besides the login itself: registering, links in mails, and single sign-on. No first visit waits for them.
import type {
  ActivateAnswer,
  Activation,
  Profile,
  RegisterRequest,
  ResetLink,
  ResetPasswordRequest,
} from '@godwit/contract/accounts';
import type { SsoFinishAnswer } from '@godwit/contract/singleSignOn';
import { queryOptions } from '@tanstack/react-query';
import { storeCsrf } from '../session/storage.ts';
import { request } from './client.ts';

/** The profile for pages that are open to all, where a dead session opens no re-login dialog. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) => request<Profile>({ path: '/profile', anonymous: true, signal }),
  retry: false,
});

/** Where a person with this email signs in; refused where no team has single sign-on for it. */
export const startSignOn = (form: { email: string; to?: string }): Promise<{ url: string }> =>
  request({ method: 'POST', path: '/sso/start', form, anonymous: true });

/** Signs in with what the provider sent the browser back with, or says that a code is asked for first. */
export async function finishSignOn(form: { query: string }): Promise<SsoFinishAnswer> {
  const answer = await request<SsoFinishAnswer>({
    method: 'POST',
    path: '/sso/finish',
    form,
    anonymous: true,
  });
  storeCsrf(null);
  return answer;
}

export const register = (form: RegisterRequest): Promise<unknown> =>
  request({ method: 'POST', path: '/register', form, anonymous: true });

/** Sends the activation mail again; answers alike for every address. */
export const requestActivation = (form: { email: string }): Promise<unknown> =>
  request({ method: 'POST', path: '/request_activation', form, anonymous: true });

/** Sends the mail with the link to a new password; answers alike for every address. */
export const requestReset = (form: { email: string }): Promise<unknown> =>
  request({ method: 'POST', path: '/request_reset_password', form, anonymous: true });

/** What the link of an activation mail stands for; looking does not use it up. */
export const activationQuery = (token: string) => linkQuery<Activation>('/activate', token);

/** Confirms the email by that link, and signs in where it was not confirmed before. */
export async function activate(form: { token: string }): Promise<ActivateAnswer> {
  const answer = await request<ActivateAnswer>({ method: 'POST', path: '/activate', form, anonymous: true });
  storeCsrf(null);
  return answer;
}

/** Whose password a link sets; fails where it is dead. */
export const resetLinkQuery = (token: string) => linkQuery<ResetLink>('/reset_password', token);

const linkQuery = <T>(path: string, token: string) =>
  queryOptions({
    queryKey: ['link', path, token],
    queryFn: ({ signal }) => request<T>({ path, query: { token }, anonymous: true, signal }),
    // What it stands for changes while its page is open only by what is done there.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets a new password by the token of that link. Begins a session, so the CSRF token in hand is dropped. */
export async function resetPassword(form: ResetPasswordRequest): Promise<void> {
  await request({ method: 'POST', path: '/reset_password', form, anonymous: true });
  storeCsrf(null);
}
