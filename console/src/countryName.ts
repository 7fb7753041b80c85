// Countries by their names in English.
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** A country (ISO 3166 alpha-2) by its name in English. */
export const countryName = (country: string | null): string => (country && COUNTRIES.of(country)) ?? '';
