// The link that a recipient opts out with: its token, and the line that carries it at the end of a promotional message.
import { OPT_OUT_PATH } from '@godwit/contract/optOuts';
import { OPT_OUT_SEPTETS } from '@godwit/contract/segments';
import type { Secrets } from '../secrets.ts';

export { insertLinks as keepLinks } from './queries.ts';

/** A recipient's link: its token, the whole URL, and the line to append, which begins with the line's break. */
export type OptOutLink = { token: string; url: string; line: string };

/** Makes the link of a number (E.164) for a team; the same at each call. */
export type OptOutLinks = (teamId: string, number: string) => OptOutLink;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Ten of 62: 59 bits, too many to guess one, few enough for a segment. */
const TOKEN_LENGTH = 10;
const LEADS = ['\nStop: ', '\n'] as const;

/** What a token looks like. */
export const OPT_OUT_TOKEN = /^[0-9A-Za-z]{10}$/;

/** Makes links below PUBLIC_URL; tokens are made with the secret key, so that no one else can make one for a number. */
export function openOptOutLinks(secrets: Secrets, publicUrl: URL): OptOutLinks {
  const base = `${publicUrl.origin}${OPT_OUT_PATH}`;
  const lead = LEADS.find((text) => lengthOf(text, publicUrl) <= OPT_OUT_SEPTETS) ?? LEADS.at(-1)!;
  return (teamId, number) => {
    const mac = secrets.hmac('opt-out link', `${teamId} ${number}`);
    let token = '';
    for (const byte of mac.subarray(0, TOKEN_LENGTH)) token += DIGITS[byte % DIGITS.length];
    const url = base + token;
    return { token, url, line: lead + url };
  };
}

/** How many septets the shortest line takes of the OPT_OUT_SEPTETS there are. */
export function shortestLine(publicUrl: URL): number {
  return Math.min(...LEADS.map((lead) => lengthOf(lead, publicUrl)));
}

// Every character of a URL and of the leads is one septet of GSM 03.38.
function lengthOf(lead: string, { origin }: URL): number {
  return lead.length + origin.length + OPT_OUT_PATH.length + TOKEN_LENGTH;
}
