// The countries a phone number can be from, and finding one of them by name, code or dial code.
import { CONTINENTS, type Country } from '@godwit/contract/countries';

/** By name; a country with several dial codes is there once, with the code that all of them begin with. */
export const PHONE_COUNTRIES: readonly Country[] = [...oncePerCountry()].toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
);

function oncePerCountry(): Iterable<Country> {
  const found = new Map<string, Country>();
  for (const country of CONTINENTS.flatMap(({ countries }) => countries)) {
    const other = found.get(country.iso2);
    if (!other) found.set(country.iso2, country);
    // The area codes of one country in the North American plan.
    else if (other.dialCode !== country.dialCode) found.set(country.iso2, { ...other, dialCode: '1' });
  }
  return found.values();
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a country is what somebody looks for: by a word of its name, its two letters, or its dial code. */
export function matchesCountry({ name, iso2, dialCode }: Country, search: string): boolean {
  const wanted = plain(search.trim());
  if (wanted === '') return true;
  const code = /^\+?(\d+)$/.exec(wanted)?.[1];
  if (code !== undefined) return dialCode.startsWith(code);
  const words = plain(name);
  return words.startsWith(wanted) || words.includes(` ${wanted}`) || iso2.toLowerCase() === wanted;
}
