// The classes of content: what a sender id is for, and what therefore applies to its messages. A file of its
// own, so a page can load it without schemas.
import type { ConsentRule } from './consentRules.ts';

/**
 * TRANSACTIONAL: codes, and confirmations of what a person has just done. SERVICE: notices to customers, such
 * as reminders and notices of outages. PROMOTIONAL: advertising.
 */
export const CONTENT_CLASSES = ['TRANSACTIONAL', 'SERVICE', 'PROMOTIONAL'] as const;
export type ContentClass = (typeof CONTENT_CLASSES)[number];

/**
 * The classes for which a country's rules may keep quiet hours or require consent. A code or a confirmation
 * cannot wait for the morning, so TRANSACTIONAL is not one of them.
 */
export const RULED_CLASSES = ['SERVICE', 'PROMOTIONAL'] as const satisfies readonly ContentClass[];
export type RuledClass = (typeof RULED_CLASSES)[number];

/** The rules of a country that depend on the class. */
type Country = { consent: ConsentRule; consentFor: readonly RuledClass[]; quietFor: readonly RuledClass[] };

/**
 * Whether messages of a class are advertising. They have an opt-out link, an opt-out of scope PROMOTIONAL
 * stops them, and they are not sent again while a carrier may have them. This is the boolean that the API and
 * the database had before there were classes.
 */
export const isPromotional = (contentClass: ContentClass): boolean => contentClass === 'PROMOTIONAL';

/** Whether a class may carry one-time codes, in the lane `otp` or by Verify. */
export const takesCodes = (contentClass: ContentClass): boolean => contentClass === 'TRANSACTIONAL';

/** Whether messages of a class wait for the end of a project's quiet hours in a country. */
export const keepsQuietHours = (
  contentClass: ContentClass,
  { quietFor }: Pick<Country, 'quietFor'>,
): boolean => isAmong(quietFor, contentClass);

/** A country's rule about consent to messages of a class. */
export const consentRuleFor = (
  contentClass: ContentClass,
  { consent, consentFor }: Pick<Country, 'consent' | 'consentFor'>,
): ConsentRule => (isAmong(consentFor, contentClass) ? consent : 'OFF');

const isAmong = (classes: readonly ContentClass[], contentClass: ContentClass) =>
  classes.includes(contentClass);

/** The class of what says only whether it is promotional: older callers, command lines and processes. */
export const classOfBoolean = (promotional: boolean): ContentClass =>
  promotional ? 'PROMOTIONAL' : 'TRANSACTIONAL';

/** The classes as rules of routes, dry runs and profiles of carriers write them. */
export const ROUTE_CLASSES = [
  'transactional',
  'service',
  'promotional',
] as const satisfies readonly RouteClass[];
export type RouteClass = Lowercase<ContentClass>;

/** A class as rules of routes write it. */
export const routeClass = (contentClass: ContentClass) => contentClass.toLowerCase() as RouteClass;

/** The class that rules of routes write so. */
export const classOfRoute = (written: RouteClass) => written.toUpperCase() as ContentClass;

/** The fields of answers that say a class. `is_promotional` is older, and stays. */
export const classAnswer = (contentClass: ContentClass) => ({
  class: contentClass,
  is_promotional: isPromotional(contentClass),
});
