// Calls of the staff pages: below /v1/staff, with a session and a token of their own; and getting in and out,
// step by step.
import type { staffCalls } from '@godwit/contract/calls/staff';
import { createClient, openRelogin } from '../../api/client.ts';
import { staffPaths } from '../paths.ts';

// In memory only: the page that loads asks for one, and nothing of staff is left in the browser's storage.
let token: string | null = null;

/** Drops the token in hand: a new session has another. */
function forgetCsrf(): void {
  token = null;
}

/** Where calls that met a dead session wait for staff to sign in again. */
export const relogin = openRelogin(() => null);

/** Perform a call below /v1/staff; see createClient. */
export const { request, readQuery, respond, openFile } = createClient<typeof staffCalls>({
  base: '/v1/staff',
  csrfPath: '/csrf',
  fetch: (url, init) => fetch(url, init),
  upload: (url, init) => fetch(url, init),
  teamId: () => null,
  csrf: {
    read: () => token,
    write: (next) => {
      token = next;
    },
  },
  relogin: relogin.request,
  // A full load, so that nothing of the person who was signed in stays in memory.
  signOut: () => location.assign(staffPaths.signIn),
});

/**
 * The sign-in step of this browser; rejects with 401 if it has no session. No dialog opens, because the
 * sign-in page itself asks.
 */
export const sessionQuery = {
  ...readQuery(['staff', 'session'], 'GET /session', { anonymous: true }),
  retry: false,
};

/** Work that waits, for the navigation; only while the tab is in sight. */
export const countsQuery = {
  ...readQuery(['staff', 'counts'], 'GET /counts'),
  refetchInterval: 15_000,
};

/** Each step may hand out another session, whose token is another. */
async function step<Answer>(answered: Promise<Answer>): Promise<Answer> {
  const answer = await answered;
  forgetCsrf();
  return answer;
}

/** How staff can sign in. */
export const signInQuery = readQuery(['staff', 'sign_in'], 'GET /sign_in', { anonymous: true });

/** The page of the provider where staff sign in. */
export const startSignOn = () => request('POST /sso/start', { anonymous: true });

/** Finishes the sign-in with the query that the provider gave the browser. */
export const finishSignOn = (json: { query: string }) =>
  step(request('POST /sso/finish', { json, anonymous: true }));

export const login = (json: { email: string; password: string }) =>
  step(request('POST /login', { json, anonymous: true }));

export const changePassword = (json: { password: string }) =>
  step(request('POST /login/password', { json, anonymous: true }));

export const giveCode = (json: { code: string }) =>
  step(request('POST /login/code', { json, anonymous: true }));

/** A new secret for an authenticator app; it counts once a code of it is confirmed. */
export const beginEnrolment = () => request('POST /login/enrol', { anonymous: true });

export const confirmEnrolment = (json: { code: string }) =>
  step(request('POST /login/enrol/confirm', { json, anonymous: true }));

export const logout = () => step(request('POST /logout', { anonymous: true }));
