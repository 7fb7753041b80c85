// Calls about the person, the session and the team.
import type {
  ActivateAnswer,
  Activation,
  LoginRequest,
  Profile,
  RegisterRequest,
  ResetLink,
  ResetPasswordRequest,
  SignInAnswer,
  Team,
} from '@godwit/contract/accounts';
import type { Language } from '@godwit/contract/languages';
import { queryOptions } from '@tanstack/react-query';
import { storeCsrf } from '../session/storage.ts';
import { readQuery, request } from './client.ts';

export const profileQuery = readQuery<Profile>(['profile'], '/profile');
export const teamsQuery = readQuery<Team[]>(['teams'], '/teams');

/** The profile for pages that are open to all, where a dead session opens no re-login dialog. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) => request<Profile>({ path: '/profile', anonymous: true, signal }),
  retry: false,
});

/** Signs in, or says that a code is asked for first; either way there is a new CSRF token, so the one in hand is dropped. */
export async function login(form: LoginRequest): Promise<SignInAnswer> {
  const answer = await request<SignInAnswer>({ method: 'POST', path: '/login', form, anonymous: true });
  storeCsrf(null);
  return answer;
}

/** Signs in with the code that `login` has asked for. */
export async function loginWithCode(form: { code: string }): Promise<void> {
  await request({ method: 'POST', path: '/login/second_factor', form, anonymous: true });
  storeCsrf(null);
}

/** The teams of the person who has just signed in; without the stored team's header, which may be someone else's. */
export const fetchTeams = (): Promise<Team[]> => request({ path: '/teams', anonymous: true });

/** The person who has just signed in. */
export const fetchProfile = (): Promise<Profile> => request({ path: '/profile', anonymous: true });

/** Keeps the language of the console with the person, for other browsers and mails. */
export const updateLanguage = (form: { language: Language }): Promise<unknown> =>
  request({ method: 'PUT', path: '/profile/language', form, anonymous: true });

/** Ends the session on the server; the browser's traces are cleared by the caller. */
export const logout = (): Promise<unknown> =>
  request({ method: 'POST', path: '/logout', form: {}, anonymous: true });

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
