// Tokens of mailed links. They are taken out of the address at once and kept only in memory, so that the
// address bar, the history and screenshots never show them.
import { replace } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { paths } from '../paths.ts';

/** Makes the token store of the page at `path`. */
function createLink(path: string) {
  let token: string | null = null;
  return {
    /** Route loader: takes `t` from the address and redirects to the address without it. */
    loader({ request }: { request: Request }): Response | null {
      const value = new URL(request.url).searchParams.get('t');
      if (value === null) return null;
      // Calls reject NUL. A token that contained one is invalid without it, too.
      token = value.replaceAll('\0', '').trim() || null;
      return replace(path);
    },
    /** The token of the last link. Null without a link, or after a reload. */
    token: (): string | null => token,
    /** Drops a used token. */
    forget(): void {
      token = null;
    },
  };
}

/** Whether a call was refused because of its link: used, replaced, expired, truncated or forged. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.token !== undefined;

export const activationLink = createLink(paths.activate);
export const resetLink = createLink(paths.resetPassword);
export const invitationLink = createLink(paths.invitation);
