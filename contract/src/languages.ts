// The languages of the console, of mails, and of the opt-out page.
import { z } from 'zod';

/** The first is the default. */
export const LANGUAGES = ['en', 'si', 'ta'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language, in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' };

/**
 * The locales for `Intl`. Tamil of India would group digits by lakh, but prices and balances here group by
 * thousands.
 */
export const LOCALES: Record<Language, string> = { en: 'en', si: 'si', ta: 'ta-SG' };

export const language = z.enum(LANGUAGES, { error: 'language must be en, si or ta' });

/** Returns the first of our languages among tags such as `si-LK`, or the default if there is none. */
export function firstLanguage(tags: readonly (string | null | undefined)[]): Language {
  const bare = tags.map((tag) => tag?.toLowerCase().split('-')[0]);
  return (bare.find((tag) => LANGUAGES.some((one) => one === tag)) as Language | undefined) ?? LANGUAGES[0];
}
