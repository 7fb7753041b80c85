// Finds the links of a text as phones do: addresses with http, and names of hosts.

/** Endings of hosts that phones make links of without a path. Two letters are a country. */
const ENDINGS = new Set(
  'app biz click club com dev info io link live me mobi net online org page pro shop site store top vip website xyz icu'.split(
    ' ',
  ),
);
/** Countries whose letters are words, so "Call us.No fee" is no link. */
const WORDS = new Set('am as at be by do gs hm id in is it ma me my no pm so to us'.split(' '));

/** The most links that are looked at: accept must not wait for a text that consists of links. */
const MOST_LINKS = 20;

const MAY_HAVE = /:\/\/|[a-z\d]\.[a-z\d]/i;
const WITH_SCHEME = /https?:\/\//i;
/** A host, as a name or as an IPv4 address, with its port and the beginning of its path. */
const BARE =
  /(?<![a-z\d])((?:[a-z\d][a-z\d-]{0,62}\.){1,8}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?![a-z\d@-]|\.[a-z\d])(?::\d{1,5})?([/?#])?/gi;
const WWW = /^www\./;

/** The host of the service's own links, as `linksIn` writes hosts. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(WWW, '').replace(/\.$/, '');

/** Returns the hosts of the first links in a text, in lower case and without `www.`. */
export function linksIn(text: string): string[] {
  if (!MAY_HAVE.test(text)) return [];
  const hosts: string[] = [];
  let urls = 0;
  for (const word of new Set(text.split(/[\s<>"'(){},;|]+/))) {
    const at = word.search(WITH_SCHEME);
    if (hosts.length >= MOST_LINKS || (at >= 0 && ++urls > MOST_LINKS)) break;
    const url = at < 0 ? null : URL.parse(word.slice(at));
    if (url) hosts.push(hostOf(url));
    hosts.push(...bareHosts(at < 0 ? word : word.slice(0, at)));
  }
  return [...new Set(hosts)].slice(0, MOST_LINKS);
}

/** The hosts of links without a scheme in a word. The path of a link has no others. */
function bareHosts(word: string): string[] {
  if (!word.includes('.')) return [];
  const hosts: string[] = [];
  for (const { 0: found, 1: host = '', 2: path, index } of word.matchAll(BARE)) {
    // No link: an email address, and the line `@host #code` by which browsers find codes.
    const isAfterAt = word[index - 1] === '@';
    if (isAfterAt && (path !== '/' || /[a-z\d]/i.test(word[index - 2] ?? ''))) continue;
    const ending = host.slice(host.lastIndexOf('.') + 1);
    const isKnown = isEnding(ending.toLowerCase());
    const isWord = /^[A-Z][a-z]/.test(ending) && !isKnown;
    if (path === '/' ? isWord : !isKnown || /^[A-Z][a-z]/.test(ending)) continue;
    hosts.push(host.toLowerCase().replace(WWW, ''));
    if (path || found.includes(':')) break;
  }
  return hosts;
}

/** Whether a label can be the last one of a domain that phones make a link of. */
export const isEnding = (ending: string) =>
  ENDINGS.has(ending) || (/^[a-z]{2}$/.test(ending) && !WORDS.has(ending));
