// The line with the opt-out link that ends a promotional message: its words in the language of the text, and
// the form of its address.
import { LANGUAGES, type Language } from '../languages.ts';
import { countSegments, OPT_OUT_SEPTETS } from './segments.ts';

/**
 * Below this path of PUBLIC_URL is each recipient's page: GET shows it, POST opts out, of all messages with
 * `scope=ALL`; POST with `again` takes that back.
 */
export const OPT_OUT_PATH = '/o/';

/** Characters in the token that follows the path. */
export const OPT_OUT_TOKEN_LENGTH = 10;

// The short words have at most 5 characters: a host of up to 21 fits after them.
const WORDS: Record<Language, readonly [full: string, short: string]> = {
  en: ['Stop: ', 'Stop '],
  si: ['නවත්වන්න: ', 'එපා: '],
  ta: ['நிறுத்த: ', 'விலக '],
};

/** An address without its scheme, which phones also make a link of. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/**
 * The line up to its token, by language, of a service at an origin such as `https://sms.example.com`. It is
 * the first form that fits OPT_OUT_SEPTETS: full words with the whole URL, a short word with it, then both
 * without the scheme. If none fits, it is the shortest.
 */
export function optOutLeads(origin: string): Record<Language, string> {
  const url = origin + OPT_OUT_PATH;
  const leadOf = (language: Language): string => {
    const forms = [url, withoutScheme(url)].flatMap((to) =>
      WORDS[language].map((words) => `\n${words}${to}`),
    );
    return forms.find(fits) ?? forms.at(-1)!;
  };
  return { en: leadOf('en'), si: leadOf('si'), ta: leadOf('ta') };
}

/** Whether the lines of a service at this origin fit OPT_OUT_SEPTETS in every language. */
export function fitsOptOutLine(origin: string): boolean {
  const leads = optOutLeads(origin);
  return LANGUAGES.every((language) => fits(leads[language]));
}

/** The language of the line after a text: that of its first Sinhala or Tamil letter, else English. */
export function optOutLanguage(text: string): Language {
  const [letter] = /[\p{Script=Sinhala}\p{Script=Tamil}]/u.exec(text) ?? [];
  if (letter === undefined) return 'en';
  return /\p{Script=Sinhala}/u.test(letter) ? 'si' : 'ta';
}

// English counts in septets, as it may follow a GSM text; the brackets of an IPv6 address take two.
function fits(lead: string): boolean {
  return countSegments(lead, { promotional: false }).length + OPT_OUT_TOKEN_LENGTH <= OPT_OUT_SEPTETS;
}
