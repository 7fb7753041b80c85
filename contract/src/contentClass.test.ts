// The law of classes: what applies to a message of each class, by the rules of a country.
import { describe, expect, it } from 'vitest';
import { CONSENT_RULES } from './consentRules.ts';
import {
  CONTENT_CLASSES,
  type ContentClass,
  classAnswer,
  classOfRoute,
  consentRuleFor,
  isPromotional,
  keepsQuietHours,
  RULED_CLASSES,
  routeClass,
  takesCodes,
} from './contentClass.ts';
import { rulesFile } from './rules/file.ts';
import { openRules } from './rules/table.ts';
import { classAsked, senderIdRequest } from './senders.ts';

const dated = (value: unknown) => ({
  ...{
    value,
    source: 'A test',
    read_on: '2026-11-29',
    status: 'HOUSE',
    counsel: null,
    from: null,
    until: null,
  },
});
const ruled = (classes: readonly string[]) => ({
  quiet_for: [dated(classes)],
  consent_for: [dated(classes)],
});

/** The law of a class in Australia, if the consent rule there is ENFORCE. */
function applies(contentClass: ContentClass, fields: object) {
  const file = rulesFile.parse({ AU: { consent: [dated('ENFORCE')], ...fields } });
  const country = openRules([file])().of('AU');
  return {
    codes: takesCodes(contentClass),
    link: isPromotional(contentClass),
    waits: keepsQuietHours(contentClass, country),
    consent: consentRuleFor(contentClass, country),
  };
}

const NEVER = { waits: false, consent: 'OFF' };
const ALWAYS = { waits: true, consent: 'ENFORCE' };

describe('what applies to a class', () => {
  it.each([
    ['TRANSACTIONAL', { codes: true, link: false }, NEVER, NEVER],
    ['SERVICE', { codes: false, link: false }, NEVER, ALWAYS],
    ['PROMOTIONAL', { codes: false, link: true }, ALWAYS, ALWAYS],
  ] as const)('%s: as the rules of the country say', (contentClass, always, unnamed, named) => {
    expect(applies(contentClass, {})).toEqual({ ...always, ...unnamed });
    expect(applies(contentClass, ruled(['PROMOTIONAL']))).toEqual({ ...always, ...unnamed });
    expect(applies(contentClass, ruled(['SERVICE', 'PROMOTIONAL']))).toEqual({ ...always, ...named });
  });

  it.each(CONSENT_RULES)('a class without a rule needs no consent, whatever the rule is: %s', (consent) => {
    expect(consentRuleFor('TRANSACTIONAL', { consent, consentFor: RULED_CLASSES })).toBe('OFF');
    expect(consentRuleFor('SERVICE', { consent, consentFor: ['PROMOTIONAL'] })).toBe('OFF');
    expect(consentRuleFor('SERVICE', { consent, consentFor: RULED_CLASSES })).toBe(consent);
  });

  it.each([
    [['SERVICE'], 'must have PROMOTIONAL'],
    [[], 'must have PROMOTIONAL'],
    [['TRANSACTIONAL', 'PROMOTIONAL'], 'a class is SERVICE or PROMOTIONAL'],
  ])('rules cannot be for %j', (classes, problem) => {
    const { error } = rulesFile.safeParse({ AU: ruled(classes) });
    expect(error?.issues.map(({ message }) => message)).toEqual([problem, problem]);
  });
});

describe('a class', () => {
  it.each(CONTENT_CLASSES)('%s is written in each place in its own way', (contentClass) => {
    expect(classOfRoute(routeClass(contentClass))).toBe(contentClass);
    expect(classAnswer(contentClass)).toEqual({
      class: contentClass,
      is_promotional: contentClass === 'PROMOTIONAL',
    });
  });

  const request = { sender_id: 'Lanka Shop', description: 'Codes', legal_name: 'A', documents: [] };
  it.each([
    [{ class: 'SERVICE' }, 'SERVICE'],
    [{ class: 'SERVICE', is_promotional: false }, 'SERVICE'],
    [{ class: 'PROMOTIONAL', is_promotional: 'true' }, 'PROMOTIONAL'],
    [{ is_promotional: false }, 'TRANSACTIONAL'],
    [{ is_promotional: true }, 'PROMOTIONAL'],
    [{}, null],
    [{ class: 'SERVICE', is_promotional: true }, null],
    [{ class: 'PROMOTIONAL', is_promotional: false }, null],
    [{ class: 'OTP' }, null],
  ])('asked for as %j is %s', (asked, expected) => {
    const { data, error } = senderIdRequest.safeParse({ ...request, ...asked });
    expect(data ? classAsked(data) : null).toBe(expected);
    expect(error?.issues.map(({ path }) => path) ?? []).toEqual(expected === null ? [['class']] : []);
  });
});
