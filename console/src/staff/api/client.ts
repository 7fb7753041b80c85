// Calls of the staff pages: below /v1/staff, with a session and a token of their own.
import { createClient, openRelogin } from '../../api/client.ts';
import { staffPaths } from '../paths.ts';

// In memory only: the page that loads asks for one, and nothing of staff is left in the browser's storage.
let token: string | null = null;

/** Drops the token in hand: a new session has another. */
export function forgetCsrf(): void {
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
