// Names of countries in rules; `*` stands for every other country.
import { countryName } from '../../countryName.ts';
import type { Translate } from '../../text/useText.ts';

const EVERYWHERE = '*';

/** The name of a country of a rule. */
export const ruleCountry = (t: Translate, code: string): string =>
  code === EVERYWHERE ? t('staff.rules.everyOther') : countryName(code);

/** The names of the countries of a change; lists of `*` hold in every country. */
export function ruleCountries(t: Translate, codes: readonly string[], isList: boolean): string {
  if (isList && codes.length === 1 && codes[0] === EVERYWHERE) return t('staff.rules.everyCountry');
  return codes.map((code) => ruleCountry(t, code)).join(', ');
}

/** A country and, if its networks register names, one of them or the rest of its numbers. */
export function rulePlace(
  t: Translate,
  { country, network }: { country: string; network: string | null },
  hasNetworks: boolean,
): string {
  const name = ruleCountry(t, country);
  if (network !== null) return t('staff.rules.place', { country: name, network });
  return hasNetworks ? t('staff.rules.otherNumbers', { country: name }) : name;
}
