// Sender ids and domains that staff have blocked after a report of fraud.
import { domainToASCII, domainToUnicode } from 'node:url';
import { senderKey } from '@godwit/contract/senders';
import { isEnding } from '../../links.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';

export {
  deleteBlockedDomain,
  deleteBlockedName,
  insertBlockedDomain,
  insertBlockedName,
  selectBlocks,
} from './blockQueries.ts';

/** All blocks of the service. `names`: see `blockedNameOf`. `domains`: as `toDomain` returns them. */
export type Blocks = { names: ReadonlySet<string>; domains: ReadonlySet<string> };

/** A sender id of a team, in any case. */
export const blockedNameOf = (teamId: string, sender: string): string => `${teamId} ${senderKey(sender)}`;

const BLOCKED_NAME =
  'The staff of this service have blocked this sender ID after a report of fraud, so nothing was sent or charged. Use another one, or ask them.';

/** Refuses a blocked sender id (3000), or a text with a blocked domain (1002). */
export function refuseBlocked(
  { names, domains }: Blocks,
  { teamId, from, body }: { teamId: string; from: string; body: string },
): Refusal | null {
  if (names.size > 0 && names.has(blockedNameOf(teamId, from)))
    return refuse('invalidSender', {
      ...{ description: BLOCKED_NAME, fields: { from: BLOCKED_NAME } },
      skipReason: 'paused',
    });
  const domain = blockedDomainIn(domains, body);
  if (domain === null) return null;
  const description = `The staff of this service have blocked links to ${domain} after a report of fraud, so nothing was sent or charged. Leave the link out, or ask them.`;
  return { ...refuseField('invalidArgument', 'body', description), skipReason: 'paused' };
}

/** The last text that was read: messages of a campaign often have the same one. */
let last: { domains: ReadonlySet<string>; body: string; found: string | null } | null = null;

/**
 * The first blocked domain that a text has, by itself or below it; null if there is none. Unlike `linksIn` it
 * reads the whole text, and takes whatever has the form of a host: what phones make a link of differs.
 */
export function blockedDomainIn(domains: ReadonlySet<string>, body: string): string | null {
  if (domains.size === 0) return null;
  if (last?.body === body && last.domains === domains) return last.found;
  const found = findDomain(domains, body);
  last = { domains, body, found };
  return found;
}

function findDomain(domains: ReadonlySet<string>, body: string): string | null {
  for (const word of new Set(plainOf(body).split(NO_HOST))) {
    const labels = word.split('.').slice(-MOST_LABELS).map(toAscii);
    for (let end = labels.length - 1; end > 0; end--) {
      const found = endingAt(domains, labels, end);
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * The blocked domain that ends with a label. A link may end before the word does, as in `evil.com.Thank you`
 * and `evil.com-now`, but not before a label that may continue the domain: `evil.com.au` is another one.
 */
function endingAt(domains: ReadonlySet<string>, labels: readonly string[], end: number): string | null {
  const next = labels[end + 1];
  const last = labels[end]!;
  const cut = last.startsWith('xn--') ? last : last.split('-', 1)[0]!;
  const ends = next === undefined || !isEnding(next) ? [last, cut] : [cut].filter(() => cut !== last);
  for (const ending of ends)
    for (let from = end - 1; from >= 0; from--) {
      const domain = [...labels.slice(from, end), ending].join('.');
      if (domains.has(domain)) return domain;
    }
  return null;
}

/** Text between hosts: dots and hyphens count to one only between letters and digits. */
const NO_HOST =
  /(?:[^\p{L}\p{N}\p{M}.-]|\.(?![\p{L}\p{N}])|(?<!-)-+(?![\p{L}\p{N}-])|(?<![\p{L}\p{N}\p{M}.-])[.-]+)+/u;
const NOT_ASCII = /[^\0-\x7f]/;
/** No blocked domain has more labels. The limit keeps a text full of dots as fast as any other. */
const MOST_LABELS = 8;

/** A text as a browser reads hosts: full-width letters, invisible characters and %2E do not hide one. */
function plainOf(text: string): string {
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, decoded8);
  const whole = NOT_ASCII.test(decoded)
    ? decoded.normalize('NFKC').replace(INVISIBLE, '').replace(/[。｡]/g, '.')
    : decoded;
  return whole.toLowerCase();
}

const INVISIBLE = /[\p{Cf}\p{DI}]+/gu;

/** Percent-encoded UTF-8 as text; unchanged if it is none. */
function decoded8(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** A label as DNS has it, and without the joiners that some scripts have and texts may lack. */
function toAscii(label: string): string {
  if (label.startsWith('xn--')) {
    const plain = domainToUnicode(label).replace(INVISIBLE, '');
    return domainToASCII(plain) || label;
  }
  return NOT_ASCII.test(label) && label.length <= LONGEST_LABEL ? domainToASCII(label) || label : label;
}
const LONGEST_LABEL = 63;

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,7}(?=[a-z])[a-z\d-]{2,63}$/;

/** A domain as it is blocked: in ASCII, lower case and without `www.`; null if the text is none. */
export function toDomain(typed: string): string | null {
  const labels = plainOf(typed.trim()).replace(/\.$/, '').split('.').map(toAscii);
  const domain = labels.join('.').replace(/^www\.(?=.*\.)/, '');
  return DOMAIN.test(domain) ? domain : null;
}

/** Endings below which people register domains, and which are themselves no domain of anybody. */
const SHARED =
  /^(?:ac|asn|assn|co|com|edu|gov|grp|hotel|id|info|int|ltd|me|mil|net|ngo|nhs|org|plc|sch|soc|web)\.[a-z]{2}$/;

/** Whether a domain is an ending that many share, such as `com.lk`, so blocking it would hit everybody. */
export const isShared = (domain: string): boolean => SHARED.test(domain);
