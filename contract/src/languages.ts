// The languages of the interface: of the console, of mails, and of the page that recipients opt out on.
import { z } from 'zod';

/** The first is shown where none of the others is asked for. */
export const LANGUAGES = ['en', 'si', 'ta'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' };

/**
 * By what `Intl` writes days and numbers: Tamil of India groups digits by lakh, all prices and balances here
 * by thousands.
 */
export const LOCALES: Record<Language, string> = { en: 'en', si: 'si', ta: 'ta-SG' };

export const language = z.enum(LANGUAGES, { error: 'language must be en, si or ta' });

/** The first of ours among tags such as `si-LK`; the first of all where none is. */
export function firstLanguage(tags: readonly (string | null | undefined)[]): Language {
  const bare = tags.map((tag) => tag?.toLowerCase().split('-')[0]);
  return (bare.find((tag) => LANGUAGES.some((one) => one === tag)) as Language | undefined) ?? LANGUAGES[0];
}
