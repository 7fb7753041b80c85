// Countries as Geo Permissions shows them, and what is blocked of them. A code that several countries share
// blocks them all.
import type { Continent } from '@godwit/contract/numbers/countries';
import { dialCodeOf } from '@godwit/contract/numbers/dialCodes';
import { countryName } from '../../countryName.ts';
import { translate } from '../../text/translate.ts';

/** A country, with all its dial codes (those of the North American plan hold the area code). */
export type Place = { iso2: string; name: string; codes: string[] };
export type PlaceGroup = { name: string; places: Place[] };

export type Extent = 'all' | 'some' | 'none';

/** The server's list with each country once, in the language that is shown. */
export function toGroups(continents: readonly Continent[]): PlaceGroup[] {
  return continents.map(({ name, countries }) => {
    const places = new Map<string, Place>();
    for (const { iso2, dialCode } of countries) {
      const place = places.get(iso2) ?? { iso2, name: countryName(iso2), codes: [] };
      place.codes.push(dialCode);
      places.set(iso2, place);
    }
    return { name: translate(name), places: [...places.values()] };
  });
}

export const codesOf = (places: readonly Place[]): string[] => places.flatMap(({ codes }) => codes);

/** How much of some codes is blocked. */
export function extentOf(codes: readonly string[], blocked: ReadonlySet<string>): Extent {
  const count = codes.filter((code) => blocked.has(code)).length;
  if (count === 0) return 'none';
  return count === codes.length ? 'all' : 'some';
}

/** The blocked codes with some more of them blocked, or allowed. */
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

/** How many codes differ between what is chosen and what is saved. */
export function countChanges(chosen: ReadonlySet<string>, saved: readonly string[]): number {
  return chosen.symmetricDifference(new Set(saved)).size;
}

// Letters without their marks, so that "cote" finds Côte d’Ivoire.
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|[’']/gu, '')
    .toLowerCase()
    .trim();

/** The countries that a search finds, by name, by the beginning of a dial code, or by a whole number. */
export function searchPlaces(groups: readonly PlaceGroup[], search: string): PlaceGroup[] {
  const words = plain(search);
  if (words === '') return [...groups];
  const digits = /^\+?[\d\s().-]+$/.test(words) ? words.replaceAll(/\D/g, '') : '';
  const matches = ({ name, codes }: Place): boolean =>
    digits === ''
      ? plain(name).includes(words)
      : codes.some((code) => code.startsWith(digits) || code === dialCodeOf(digits));
  return groups
    .map(({ name, places }) => ({ name, places: places.filter(matches) }))
    .filter(({ places }) => places.length > 0);
}

/**
 * A line of what is blocked: a whole continent (`codes` are all of it) or a code with the countries that have
 * it.
 */
export type BlockedPart = { continent: string; codes: string[] } | { names: string[]; codes: [string] };

/**
 * Lists the blocked places in as few lines as possible: whole continents first, then the codes outside them.
 */
export function blockedParts(groups: readonly PlaceGroup[], blocked: ReadonlySet<string>): BlockedPart[] {
  const whole = groups.filter(({ places }) => extentOf(codesOf(places), blocked) === 'all');
  const covered = new Set(codesOf(whole.flatMap(({ places }) => places)));
  const names = new Map<string, string[]>();
  for (const place of groups.flatMap(({ places }) => places)) {
    for (const code of place.codes) {
      if (!blocked.has(code) || (covered.has(code) && whole.some(({ places }) => places.includes(place))))
        continue;
      names.set(code, [...(names.get(code) ?? []), place.name]);
    }
  }
  const single = [...names].map(([code, countries]) => ({ names: countries, codes: [code] as [string] }));
  return [
    ...whole.map(({ name, places }) => ({ continent: name, codes: codesOf(places) })),
    ...single.sort((a, b) => a.names[0]!.localeCompare(b.names[0]!)),
  ];
}
