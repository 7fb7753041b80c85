// The token of a link to a new password: taken out of the address at once, so that neither the address bar, nor the history, nor
// a screenshot holds it, and kept in memory only.
import { replace } from 'react-router';
import { paths } from '../paths.ts';

let token: string | null = null;

/** Loader of the page the link leads to: takes `t` from the address and gives the address without it. */
export function takeResetToken({ request }: { request: Request }): Response | null {
  const given = new URL(request.url).searchParams.get('t');
  if (given === null) return null;
  token = given.trim() || null;
  return replace(paths.resetPassword);
}

/** The token of the last link; null without one, or after a reload. */
export const resetToken = (): string | null => token;

/** It has been used. */
export function forgetResetToken(): void {
  token = null;
}
