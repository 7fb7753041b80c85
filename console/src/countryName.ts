// Countries by their names in the language that is shown.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { byLocale, shownLanguage } from './text/language.ts';

const english = new Map(
  CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2, name }) => [iso2, name])),
);

/** Null where the browser has no names in that language: it would give those of its own. */
const translated = byLocale((locale) =>
  Intl.DisplayNames.supportedLocalesOf(locale).length > 0
    ? new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    : null,
);

/**
 * A country (ISO 3166 alpha-2) by its name in the language that is shown; in English it is what the contract
 * calls it.
 */
export function countryName(country: string | null): string {
  if (!country) return '';
  const name = shownLanguage().language === 'en' ? undefined : translated()?.of(country);
  return name ?? english.get(country) ?? country;
}
