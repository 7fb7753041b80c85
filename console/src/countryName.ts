// Names of countries in the language on screen.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { byLocale, shownLanguage } from './text/language.ts';

const english = new Map(
  CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2, name }) => [iso2, name])),
);

/** Null if the browser has no names in that language, because it would return names in its own. */
const translated = byLocale((locale) =>
  Intl.DisplayNames.supportedLocalesOf(locale).length > 0
    ? new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    : null,
);

/**
 * The name of a country (ISO 3166 alpha-2) in the language on screen. English names come from the contract.
 */
export function countryName(country: string | null): string {
  if (!country) return '';
  const name = shownLanguage().language === 'en' ? undefined : translated()?.of(country);
  return name ?? english.get(country) ?? country;
}
