// Calls about the person, their session and their teams.
import type { LoginRequest, SignInAnswer } from '@godwit/contract/accounts/accounts';
import type { Language } from '@godwit/contract/languages';
import { storeCsrf } from '../session/storage.ts';
import { readQuery, request } from './client.ts';

export const profileQuery = readQuery(['profile'], 'GET /profile');
export const teamsQuery = readQuery(['teams'], 'GET /teams');
/** The retention periods of data. */
export const retentionQuery = readQuery(['retention'], 'GET /retention');

/**
 * Signs in, or reports that a code is required. Both start a session with a new CSRF token, so the stored one
 * is dropped.
 */
export async function login(form: LoginRequest): Promise<SignInAnswer> {
  const answer = await request('POST /login', { form, anonymous: true });
  storeCsrf(null);
  return answer;
}

/** Signs in with the code that `login` required. */
export async function loginWithCode(form: { code: string }): Promise<void> {
  await request('POST /login/second_factor', { form, anonymous: true });
  storeCsrf(null);
}

/**
 * The teams of the person who has just signed in. The call omits the team header, because the stored team may
 * be someone else's.
 */
export const fetchTeams = () => request('GET /teams', { anonymous: true });

/** The person who has just signed in. */
export const fetchProfile = () => request('GET /profile', { anonymous: true });

/** Stores the person's language, which other browsers and mails use. */
export const updateLanguage = (form: { language: Language }) =>
  request('PUT /profile/language', { form, anonymous: true });

/** Ends the session on the server. The caller clears the browser's storage. */
export const logout = () => request('POST /logout', { anonymous: true });
