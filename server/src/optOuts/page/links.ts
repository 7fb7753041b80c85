// The opt-out link: its token, and the line that carries it at the end of a promotional message.
import {
  OPT_OUT_PATH,
  OPT_OUT_TOKEN_LENGTH,
  optOutLanguage,
  optOutLeads,
  withoutScheme,
} from '@godwit/contract/messages/optOutLine';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Secrets } from '../../secrets.ts';

export { insertLinks } from '../queries.ts';

/** A recipient's link. `address` has no scheme; `line` returns the text to append, with its line break. */
export type OptOutLink = { token: string; address: string; line: (text: string) => string };

/** Creates the link of a number (E.164) for a team's messages in a mode. It is the same at each call. */
export type OptOutLinks = (of: { teamId: string; mode: Mode; number: string }) => OptOutLink;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The form of a token: ten of 62 characters are 59 bits, too many to guess and short enough for a segment.
 */
export const OPT_OUT_TOKEN = /^[0-9A-Za-z]{10}$/;

/**
 * Creates links below PUBLIC_URL. Tokens derive from the secret key, so nobody else can create one for a
 * number.
 */
export function openOptOutLinks(secrets: Secrets, publicUrl: URL): OptOutLinks {
  const base = withoutScheme(publicUrl.origin) + OPT_OUT_PATH;
  const leads = optOutLeads(publicUrl.origin);
  return ({ teamId, mode, number }) => {
    // LIVE links keep the form they had before TEST had its own, so links in sent messages still work.
    const mac = secrets.hmac('opt-out link', `${mode === 'TEST' ? 'TEST ' : ''}${teamId} ${number}`);
    let token = '';
    for (const byte of mac.subarray(0, OPT_OUT_TOKEN_LENGTH)) token += DIGITS[byte % DIGITS.length];
    return { token, address: base + token, line: (text) => leads[optOutLanguage(text)] + token };
  };
}
