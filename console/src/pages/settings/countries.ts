// The countries of Geo Permissions and their blocked dial codes. Blocking a code blocks all countries that
// share it.
import type { Continent } from '@godwit/contract/numbers/countries';
import { dialCodeOf } from '@godwit/contract/numbers/dialCodes';
import { countryName } from '../../countryName.ts';
import { translate } from '../../text/translate.ts';

/** A country with all its dial codes. In the North American plan these include the area code. */
export type Country = { iso2: string; name: string; codes: string[] };
/** A continent with its countries. */
export type CountryGroup = { name: string; countries: Country[] };

export type Extent = 'all' | 'some' | 'none';

/** Groups the server's list so each country occurs once, with names in the current language. */
export function toGroups(continents: readonly Continent[]): CountryGroup[] {
  return continents.map((continent) => {
    const countries = new Map<string, Country>();
    for (const { iso2, dialCode } of continent.countries) {
      const country = countries.get(iso2) ?? { iso2, name: countryName(iso2), codes: [] };
      country.codes.push(dialCode);
      countries.set(iso2, country);
    }
    return { name: translate(continent.name), countries: [...countries.values()] };
  });
}

/** Countries that the teams of our regions send to most. */
const USUAL = ['LK', 'AU', 'NZ', 'SG', 'IN', 'GB', 'AE', 'MV', 'US'];

/** The countries to show first: those in `used`, then the usual ones, as many as the usual ones are. */
export function usualOf(groups: readonly CountryGroup[], used: readonly string[]): Country[] {
  const byIso = new Map(
    groups.flatMap(({ countries }) => countries.map((country) => [country.iso2, country])),
  );
  return [...new Set([...used, ...USUAL])].flatMap((iso2) => byIso.get(iso2) ?? []).slice(0, USUAL.length);
}

export const codesOf = (countries: readonly Country[]): string[] => countries.flatMap(({ codes }) => codes);

/** Returns whether all, some or none of the codes are blocked. */
export function extentOf(codes: readonly string[], blocked: ReadonlySet<string>): Extent {
  const count = codes.filter((code) => blocked.has(code)).length;
  if (count === 0) return 'none';
  return count === codes.length ? 'all' : 'some';
}

/** Returns the blocked codes after blocking or allowing `codes`. */
export function withCodes(
  blocked: ReadonlySet<string>,
  codes: readonly string[],
  block: boolean,
): ReadonlySet<string> {
  const next = new Set(blocked);
  for (const code of codes) {
    if (block) next.add(code);
    else next.delete(code);
  }
  return next;
}

/** Returns the number of codes that differ between the chosen and the saved blocks. */
export function countChanges(chosen: ReadonlySet<string>, saved: readonly string[]): number {
  return chosen.symmetricDifference(new Set(saved)).size;
}

// Removes diacritics and apostrophes, so "cote" finds Côte d’Ivoire.
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|[’']/gu, '')
    .toLowerCase()
    .trim();

/** Finds countries by name, by the start of a dial code, or by a full phone number. */
export function searchCountries(groups: readonly CountryGroup[], search: string): CountryGroup[] {
  const text = normalize(search);
  if (text === '') return [...groups];
  const digits = /^\+?[\d\s().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  const matches = ({ name, codes }: Country): boolean =>
    digits === ''
      ? normalize(name).includes(text)
      : codes.some((code) => code.startsWith(digits) || code === dialCodeOf(digits));
  return groups
    .map(({ name, countries }) => ({ name, countries: countries.filter(matches) }))
    .filter(({ countries }) => countries.length > 0);
}

/** A blocked continent with all its codes, or a blocked code with the countries that have it. */
export type BlockedItem = { continent: string; codes: string[] } | { names: string[]; codes: [string] };

/** Lists the blocked codes in as few items as possible: whole continents first, then single codes. */
export function blockedItems(groups: readonly CountryGroup[], blocked: ReadonlySet<string>): BlockedItem[] {
  const continents = groups.filter(({ countries }) => extentOf(codesOf(countries), blocked) === 'all');
  const covered = new Set(continents.flatMap(({ countries }) => countries));
  const namesByCode = new Map<string, string[]>();
  for (const country of groups.flatMap(({ countries }) => countries)) {
    for (const code of country.codes) {
      if (!blocked.has(code) || covered.has(country)) continue;
      namesByCode.set(code, [...(namesByCode.get(code) ?? []), country.name]);
    }
  }
  const single = [...namesByCode].map(([code, names]) => ({ names, codes: [code] as [string] }));
  return [
    ...continents.map(({ name, countries }) => ({ continent: name, codes: codesOf(countries) })),
    ...single.sort((a, b) => a.names[0]!.localeCompare(b.names[0]!)),
  ];
}
