// A profile as the page about one-time codes shows it: languages, previews of texts, and a request with it.
import { countSegments } from '@godwit/contract/messages/segments';
import type { VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import { byLocale, shownLanguage } from '../../text/language.ts';
import type { Translate } from '../../text/useText.ts';

/** The values that codes have without a profile. The tests compare them with the contract. */
export const USUAL = { length: 6, lifetime: 600, checks: 5, sends: 5, pause: 30 } as const;
export const CODE_PLACE = '{code}';

/** Null if the browser has no names in that language, because it would return names in its own. */
const languages = byLocale((locale) =>
  Intl.DisplayNames.supportedLocalesOf(locale).length > 0
    ? new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
    : null,
);
const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The name of the language of a text, in the language on screen. */
export function languageOf(locale: string, t: Translate): string {
  if (locale === 'default') return t('codeProfiles.other');
  try {
    const shown = shownLanguage().language === 'en' ? english : (languages() ?? english);
    return shown.of(locale) ?? locale;
  } catch {
    // A text may be for any locale that has the form of one.
    return locale;
  }
}

/** A text with digits in place of the code, and how many segments it is. */
export function previewOf(text: string, digits: number) {
  const shown = text.replace(CODE_PLACE, '1234567890'.slice(0, digits));
  const { segments, characters } = countSegments(shown, { promotional: false });
  return { text: shown, segments, characters };
}

const LOCALE = /^(default|[a-z]{2,3}(-[a-z0-9]{2,8})*)$/;

/** A text of a profile, as typed. */
export type TypedText = { locale: string; text: string };

export const localeOf = ({ locale }: TypedText): string => locale.trim().toLowerCase();
export const hasCodeOnce = (text: string): boolean => text.split(CODE_PLACE).length === 2;

/** Whether the locale of a text has the right form and no other text has it. */
export const isOwnLocale = (one: TypedText, all: readonly TypedText[]): boolean =>
  LOCALE.test(localeOf(one)) && all.filter((other) => localeOf(other) === localeOf(one)).length === 1;

/** A word for a shell. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** A call that starts a code with a profile. */
export function requestOf(
  projectId: string,
  { name, from, texts }: Pick<VerifyProfile, 'name' | 'from' | 'texts'>,
) {
  const locale = Object.keys(texts ?? {}).find((one) => one !== 'default');
  const fields = [
    '-d to=+94771234567',
    ...(from === null ? ['-d from=SENDER_ID'] : []),
    `--data-urlencode ${quoted(`profile=${name}`)}`,
    ...(locale ? [`-d locale=${locale}`] : []),
  ];
  return [`curl ${location.origin}/v1/verifications -u ${projectId}:API_KEY`, ...fields].join(' \\\n  ');
}
