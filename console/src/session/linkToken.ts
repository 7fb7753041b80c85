// The tokens of links in mails: taken out of the address at once, so that neither the address bar, nor the
// history, nor a screenshot holds them, and kept in memory only.
import { replace } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { paths } from '../paths.ts';

/** Makes the store of the token of the page at `path`. */
function createLink(path: string) {
  let token: string | null = null;
  return {
    /** Loader of the page: takes `t` from the address and gives the address without it. */
    take({ request }: { request: Request }): Response | null {
      const given = new URL(request.url).searchParams.get('t');
      if (given === null) return null;
      // No call takes NUL; a link that has some leads nowhere without it too.
      token = given.replaceAll('\0', '').trim() || null;
      return replace(path);
    },
    /** The token of the last link; null without one, or after a reload. */
    token: (): string | null => token,
    /** It has been used. */
    forget(): void {
      token = null;
    },
  };
}

/** Whether a call was refused for its link: used, replaced, too old, cut on its way or made up. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.token !== undefined;

export const activationLink = createLink(paths.activate);
export const resetLink = createLink(paths.resetPassword);
export const invitationLink = createLink(paths.invitation);
