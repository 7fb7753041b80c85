// Checks the text of a message for signs of fraud: a brand with a link to another site, letters of several
// scripts in one word, a link to an IP address, and a shortened link. No link is ever fetched. A
// text with neither a link nor letters of other scripts costs two searches.
import type { TextReason } from '@godwit/contract/messages/messages';
import { isCodeIn } from '@godwit/contract/messages/oneTimeCodes';
import type { Brand } from '@godwit/contract/rules/file';
import type { RuleTable } from '@godwit/contract/rules/table';
import { linksIn } from './links.ts';
import { brandsIn, protectorsOf } from './protectedNames.ts';

/** Why a text is held: `key` is what was found, in a form that is the same for similar texts. */
export type TextHold = { reason: TextReason; key: string };

/** `hasCode`: the text is known to bring a one-time code, which `body` may show as asterisks. */
type Checked = { body: string; sender: string; country: string | null; hasCode?: boolean };

/** `ownHost`: the host of the service's own links, which are never a sign; see `hostOf`. */
type Known = { countries: RuleTable; ownHost: string };

/**
 * Returns why a text must be held for the recipient's country; null if it can go. `released` has the keys
 * that no longer hold texts of the team.
 */
export function textHoldOf(
  known: Known,
  checked: Checked,
  released: ReadonlySet<string> = NONE,
): TextHold | null {
  if (known.countries.of(checked.country).textCheck === 'OFF') return null;
  for (const sign of signsOf(known, checked)) if (!released.has(sign.key)) return sign;
  return null;
}

const NONE: ReadonlySet<string> = new Set();

/** The keys of all signs in a text, with which it may be held. */
export function textKeysOf(known: Known, checked: Checked): string[] {
  if (known.countries.of(checked.country).textCheck === 'OFF') return [];
  return [...new Set([...signsOf(known, checked)].map(({ key }) => key))].slice(0, MOST_KEYS);
}

/** The most keys that are looked up for the explanation of a message. */
const MOST_KEYS = 20;

/** The signs in a text, the gravest first. A one-time code has only brands beside other links. */
function* signsOf({ countries, ownHost }: Known, { body, sender, hasCode }: Checked): Generator<TextHold> {
  const { hosts, brands, isCode, word } = readText(countries, body);
  const foreign = hosts.filter((host) => host !== ownHost);
  for (const key of foreignBrands(countries, { sender, brands, hosts: foreign })) yield hold('BRAND', key);
  if (hasCode || isCode) return;
  if (word) yield hold('MIXED', word);
  for (const host of foreign) if (IP_ADDRESS.test(host)) yield hold('ADDRESS', host);
  for (const host of foreign) {
    const shortener = suffixesOf(host).find((one) => countries.shorteners.has(one));
    if (shortener) yield hold('SHORTENER', shortener);
  }
}

/** A host and the domains that it is below: m.bit.ly and bit.ly. */
function suffixesOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
}

type Read = {
  hosts: readonly string[];
  brands: readonly (readonly Brand[])[];
  isCode: boolean;
  word: string | null;
};

/** The last text that was read: messages of a campaign often have the same one. */
let last: { countries: RuleTable; body: string; read: Read } | null = null;

/** Reads all that does not depend on sender and recipient. */
function readText(countries: RuleTable, body: string): Read {
  if (last?.body === body && last.countries === countries) return last.read;
  const plain = plainOf(body);
  const hosts = linksIn(plain);
  const brands = hosts.length > 0 ? brandsIn(countries, plain) : [];
  const read = { hosts, brands, isCode: isCodeIn(body), word: mixedWord(plain) };
  last = { countries, body, read };
  return read;
}

/** A text without marks and invisible characters, and with plain forms of letters: bit.ly in full width. */
const plainOf = (body: string): string =>
  NOT_ASCII.test(body)
    ? body
        .normalize('NFKD')
        .replace(/[\p{Cf}\p{M}]+/gu, '')
        .slice(0, LONGEST)
    : body;
/** Some characters are written as 18 others, and accept must not wait for a text of them. */
const LONGEST = 3_200;
const NOT_ASCII = /[^\0-\x7f]/;

/** The most characters of a key, since a word or a host can be as long as a text. */
const LONGEST_KEY = 200;

const hold = (reason: TextReason, key: string): TextHold => ({ reason, key: key.slice(0, LONGEST_KEY) });

/** A host as `URL` writes it: IPv4 in dots, or IPv6 in brackets. */
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/;

/** Brands that the sender does not own, each with the host of a link that is not the brand's. */
function* foreignBrands(
  countries: RuleTable,
  { sender, brands: named, hosts }: Pick<Read, 'brands' | 'hosts'> & { sender: string },
): Generator<string> {
  if (named.length === 0 || hosts.length === 0) return;
  const own = new Set(protectorsOf(countries, sender).flat());
  for (const brands of named) {
    const domains = brands.flatMap((brand) => brand.domains);
    if (domains.length === 0 || brands.some((brand) => own.has(brand))) continue;
    for (const host of hosts)
      if (!suffixesOf(host).some((one) => domains.includes(one))) yield `${brands[0]!.names[0]} ${host}`;
  }
}

/** Letters that look like Latin ones: Cyrillic, Armenian, Cherokee, and some Greek. */
const LOOKS_LATIN = /[\u0400-\u052f\u0531-\u0587\u13a0-\u13fdΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ]/;
const LATIN = /[a-z]/i;

/** A word with Latin letters and others that look like them; null if there is none. */
function mixedWord(body: string): string | null {
  if (!LOOKS_LATIN.test(body)) return null;
  const words = body.split(/[^\p{L}\p{M}\d]+/u);
  return words.find((word) => LOOKS_LATIN.test(word) && LATIN.test(word))?.toLowerCase() ?? null;
}
