// Calls of the staff pages below /v1/staff, which have their own session and CSRF token, and the steps of the
// sign-in.
import type { staffCalls } from '@godwit/contract/calls/staff';
import { createClient, createRelogin } from '../../api/client.ts';
import { staffPaths } from '../paths.ts';

// Kept only in memory: each page load fetches a token, and the browser's storage has nothing of staff.
let token: string | null = null;

/** Drops the token, because a new session has another. */
function forgetCsrf(): void {
  token = null;
}

/** The re-login dialog of the staff pages. */
export const relogin = createRelogin(() => null);

/** The calls below /v1/staff; see createClient. */
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
  // A full page load removes the person's data from memory.
  signOut: () => location.assign(staffPaths.signIn),
});

/**
 * The sign-in step of this browser. Rejects with 401 without a session, and then opens no dialog, because the
 * sign-in page handles it.
 */
export const sessionQuery = {
  ...readQuery(['staff', 'session'], 'GET /session', { anonymous: true }),
  retry: false,
};

/** Counts of pending work for the navigation. They reload only while the tab is visible. */
export const countsQuery = {
  ...readQuery(['staff', 'counts'], 'GET /counts'),
  refetchInterval: 15_000,
};

/** Each step may start another session with another token. */
async function step<Answer>(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  forgetCsrf();
  return answer;
}

/** The available ways to sign in. */
export const signInQuery = readQuery(['staff', 'sign_in'], 'GET /sign_in', { anonymous: true });

/** Returns the sign-in page of the provider. */
export const startSignOn = () => request('POST /sso/start', { anonymous: true });

/** Completes the sign-in with the query that the provider returned. */
export const finishSignOn = (json: { query: string }) =>
  step(request('POST /sso/finish', { json, anonymous: true }));

export const login = (json: { email: string; password: string }) =>
  step(request('POST /login', { json, anonymous: true }));

export const changePassword = (json: { password: string }) =>
  step(request('POST /login/password', { json, anonymous: true }));

export const submitCode = (json: { code: string }) =>
  step(request('POST /login/code', { json, anonymous: true }));

/** Returns a new secret for an authenticator app. It has no effect until a code confirms it. */
export const beginEnrolment = () => request('POST /login/enrol', { anonymous: true });

export const confirmEnrolment = (json: { code: string }) =>
  step(request('POST /login/enrol/confirm', { json, anonymous: true }));

export const logout = () => step(request('POST /logout', { anonymous: true }));
