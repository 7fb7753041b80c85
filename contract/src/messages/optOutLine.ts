// The line with the opt-out link at the end of a promotional message: its words in the language of the text,
// and the path of the link.
import { LANGUAGES, type Language } from '../languages.ts';
import { countSegments, OPT_OUT_SEPTETS } from './segments.ts';

/**
 * The path of opt-out pages below PUBLIC_URL. GET shows the page of a recipient. POST opts out, of all
 * messages with `scope=ALL`; POST with `again` reverses it.
 */
export const OPT_OUT_PATH = '/o/';

/** The length of the token after the path. */
export const OPT_OUT_TOKEN_LENGTH = 10;

// Short words have at most 5 characters, so hosts of up to 21 characters fit.
const WORDS: Record<Language, readonly [full: string, short: string]> = {
  en: ['Stop: ', 'Stop '],
  si: ['නවත්වන්න: ', 'එපා: '],
  ta: ['நிறுத்த: ', 'விலக '],
};

/** Removes the scheme of a URL. Phones also link the rest. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/**
 * Returns the line without its token, by language, for the origin of a service, such as
 * `https://sms.example.com`. It is the first form that fits OPT_OUT_SEPTETS: full words with the URL, a short
 * word with it, then both without the scheme. If none fits, it is the last.
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

/**
 * Returns the language of the line: that of the first Sinhala or Tamil letter of the text, otherwise English.
 */
export function optOutLanguage(text: string): Language {
  const [letter] = /[\p{Script=Sinhala}\p{Script=Tamil}]/u.exec(text) ?? [];
  if (letter === undefined) return 'en';
  return /\p{Script=Sinhala}/u.test(letter) ? 'si' : 'ta';
}

// English is counted in septets, because it may follow a GSM text. The brackets of an IPv6 address take two.
function fits(lead: string): boolean {
  return countSegments(lead, { promotional: false }).length + OPT_OUT_TOKEN_LENGTH <= OPT_OUT_SEPTETS;
}
