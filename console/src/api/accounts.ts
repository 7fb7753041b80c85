// Calls about the person, the session and the team.
import type { LoginRequest, Profile, SignInAnswer, Team } from '@godwit/contract/accounts';
import type { Language } from '@godwit/contract/languages';
import type { RetentionDays } from '@godwit/contract/retention';
import { storeCsrf } from '../session/storage.ts';
import { readQuery, request } from './client.ts';

export const profileQuery = readQuery<Profile>(['profile'], '/profile');
export const teamsQuery = readQuery<Team[]>(['teams'], '/teams');
/** For how long things are kept. */
export const retentionQuery = readQuery<RetentionDays>(['retention'], '/retention');

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
