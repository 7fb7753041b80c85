// Countries by their names in the language that is shown.
import { byLocale } from './text/language.ts';

const countries = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** A country (ISO 3166 alpha-2) by its name in the language that is shown. */
export const countryName = (country: string | null): string => (country && countries().of(country)) ?? '';
