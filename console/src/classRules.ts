// The rules of countries that depend on the class of a sender: quiet hours and consent.
import type { ConsentRule } from '@godwit/contract/consentRules';
import { type ContentClass, consentRuleFor, keepsQuietHours } from '@godwit/contract/contentClass';
import type { Project } from '@godwit/contract/projects';

type Rules = Pick<Project['country_rules'], 'classes'>;

/** A server of an older version has no such rules: there only advertising keeps quiet hours. */
const OLDER: Project['country_rules']['classes'][string] = {
  quiet_for: ['PROMOTIONAL'],
  consent: 'OFF',
  consent_for: [],
};

const classesIn = ({ classes = {} }: Rules, country: string | null) =>
  classes[country ?? ''] ?? classes['*'] ?? OLDER;

/** Whether messages of a class keep quiet hours in a country (ISO 3166 alpha-2). */
export const keepsQuietIn = (rules: Rules, country: string, contentClass: ContentClass): boolean =>
  keepsQuietHours(contentClass, { quietFor: classesIn(rules, country).quiet_for });

/** The rule of a country about consent to messages of a class; null for a number of no country. */
export function consentRuleIn(rules: Rules, country: string | null, contentClass: ContentClass): ConsentRule {
  const { consent, consent_for: consentFor } = classesIn(rules, country);
  return consentRuleFor(contentClass, { consent, consentFor });
}
