// Calls of the staff pages: below /v1/staff, with a session and a token of their own; and getting in and out, step by step.
import type { RecoveryCodes, SetUp } from '@godwit/contract/secondFactor';
import type { SignInStep, StaffCounts, StaffSession } from '@godwit/contract/staff';
import { queryOptions } from '@tanstack/react-query';
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
export const { request, readQuery, respond, openFile } = createClient({
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

export const post = <T>(path: string, json: object = {}): Promise<T> =>
  request({ method: 'POST', path, json });

type Step = { next: SignInStep };

/** Where this browser stands; rejects with 401 where nowhere. No dialog comes: the sign-in page itself asks. */
export const sessionQuery = queryOptions({
  queryKey: ['staff', 'session'],
  queryFn: ({ signal }) => request<StaffSession>({ path: '/session', anonymous: true, signal }),
  retry: false,
});

/** Work that waits, for the navigation; only while the tab is in sight. */
export const countsQuery = {
  ...readQuery<StaffCounts>(['staff', 'counts'], '/counts'),
  refetchInterval: 15_000,
};

/** Each step may hand out another session, whose token is another. */
async function step<Answer extends Step>(path: string, json: object): Promise<Answer> {
  const answer = await request<Answer>({ method: 'POST', path, json, anonymous: true });
  forgetCsrf();
  return answer;
}

/** How staff can sign in. */
export const signInQuery = queryOptions({
  queryKey: ['staff', 'sign_in'],
  queryFn: ({ signal }) =>
    request<{ single_sign_on: boolean }>({ path: '/sign_in', anonymous: true, signal }),
});

/** The page of the provider where staff sign in. */
export const startSignOn = (): Promise<{ url: string }> =>
  request({ method: 'POST', path: '/sso/start', json: {}, anonymous: true });

/** What the provider sent the browser back with. */
export const finishSignOn = (values: { query: string }): Promise<Step> => step('/sso/finish', values);

export const login = (values: { email: string; password: string }): Promise<Step> => step('/login', values);

export const changePassword = (values: { password: string }): Promise<Step> =>
  step('/login/password', values);

export const giveCode = (values: { code: string }): Promise<Step> => step('/login/code', values);

/** A new secret for an authenticator app; it counts once a code of it is confirmed. */
export const beginEnrolment = (): Promise<SetUp> =>
  request({ method: 'POST', path: '/login/enrol', json: {}, anonymous: true });

export const confirmEnrolment = (values: { code: string }): Promise<Step & RecoveryCodes> =>
  step('/login/enrol/confirm', values);

export async function logout(): Promise<void> {
  await request({ method: 'POST', path: '/logout', json: {}, anonymous: true });
  forgetCsrf();
}
