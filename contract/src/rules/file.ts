// The rules of countries about senders, as a file has them: RULES_FILE of an operator, and the shipped ones.
import { z } from 'zod';
import { CONSENT_RULES } from '../consentRules.ts';
import { RULED_CLASSES } from '../contentClass.ts';
import { CONTINENTS } from '../numbers/countries.ts';
import { countriesOf, homeDialCode } from '../numbers/dialCodes.ts';
import { quietHoursProblem } from '../numbers/quietHours.ts';
import { numberProblem, OWNER_SCHEMES, plainNumber } from '../owners.ts';
import { BRAND_RULES } from './brandInText.ts';
import { type Otherwise, otherwise } from './otherwise.ts';

/** The key of what holds in every country. */
export const EVERYWHERE = '*';

/**
 * The origin of a value. P: the regulator's own page. S: a law firm or the press. V: a vendor. HOUSE: a
 * decision of the service.
 */
const STATUSES = ['P', 'S', 'V', 'HOUSE'] as const;

const instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-07-01T00:00:00+10:00' })
  .nullable();

/**
 * A value with its origin. `unverified`: nobody has found a text that says so. `counsel`: the lawyer who
 * looked at it, and when; null if none has. It holds from `from` until before `until`; null is open.
 */
const dated = <Value extends z.ZodType>(value: Value) =>
  z
    .strictObject({
      value,
      source: z.string().min(1).max(300),
      read_on: z.iso.date(),
      status: z.enum(STATUSES),
      unverified: z.boolean().default(false),
      counsel: z.strictObject({ who: z.string().min(1).max(200), on: z.iso.date() }).nullable(),
      from: instant,
      until: instant,
    })
    .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
      path: ['until'],
      message: 'must be later than from',
    });

/**
 * The form of a name. PLAIN: letters, digits, spaces and underscores. PRINTABLE: ASCII 32 to 126, without a
 * space or an underscore at an end. Both need a letter, and GSM allows at most 11 characters.
 */
export const nameForm = z.strictObject({
  shortest: z.literal([2, 3]),
  characters: z.enum(['PLAIN', 'PRINTABLE']),
});
export type NameForm = z.infer<typeof nameForm>;

/** Words; several may share a line, separated by spaces. */
const words = z
  .array(z.string().min(1).max(200))
  .max(1_000)
  .transform((lines) => lines.flatMap((text) => text.split(/\s+/).filter(Boolean)));
const quietHours = z.strictObject({ from: z.string(), to: z.string() }).check(({ value, issues }) => {
  const problem = quietHoursProblem(value);
  if (problem) issues.push({ code: 'custom', message: problem.words, input: value, path: [problem.field] });
});

/** The number of a business, with its check digit. */
const ownerNumber = z
  .strictObject({ scheme: z.enum(OWNER_SCHEMES), number: z.string().transform(plainNumber) })
  .check(({ value: { scheme, number }, issues }) => {
    const problem = numberProblem(scheme, number);
    if (problem) issues.push({ code: 'custom', message: problem, input: number, path: ['number'] });
  });

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/**
 * A business whose names only it may use. The first name is the one that people know. `in_texts`: those of
 * its names that count in texts, all if it is left out: other businesses write the rest beside their own
 * links. `owners`: its numbers; a request that names one of them goes to staff. `domains`: the domains that
 * its links may have, with all below them.
 */
const brand = z
  .strictObject({
    names: words.pipe(z.array(z.string()).min(1)),
    in_texts: words.optional(),
    owners: z.array(ownerNumber).max(20),
    domains: z
      .array(z.string().regex(DOMAIN, 'is not a domain: write it in lower case, such as godwit.example'))
      .max(50),
  })
  .check(({ value: { names, in_texts = [] }, issues }) => {
    const unknown = in_texts.find((name) => !names.includes(name));
    if (unknown === undefined) return;
    const message = `${unknown} is not in names`;
    issues.push({ code: 'custom', message, input: in_texts, path: ['in_texts'] });
  });
export type Brand = z.infer<typeof brand>;

/** The classes that a rule holds for. Advertising is always one of them. */
const ruledClasses = z
  .array(z.enum(RULED_CLASSES, { error: `a class is ${RULED_CLASSES.join(' or ')}` }))
  .max(RULED_CLASSES.length)
  .refine((classes) => classes.includes('PROMOTIONAL'), { message: 'must have PROMOTIONAL' });

/** The treatment of texts with signs of fraud. HOLD: they wait until staff release them. */
const TEXT_CHECKS = ['OFF', 'HOLD'] as const;
export type TextCheck = (typeof TEXT_CHECKS)[number];

/** The treatment of campaigns that look like advertising, over a sender that is not promotional. */
const ADVERTISING_RULES = ['OFF', 'ATTEST'] as const;
export type AdvertisingRule = (typeof ADVERTISING_RULES)[number];

/** The name of a mobile network, as registrations name it. */
const NETWORK_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,29}$/;
const NETWORK_PREFIX = /^[1-9][0-9]{1,14}$/;

/** The mobile networks of a country, each with the prefixes of its numbers: digits with the country code. */
const networks = z
  .record(
    z.string().regex(NETWORK_NAME, 'is no name of a network: use up to 30 letters, digits, dots and hyphens'),
    z.array(z.string().regex(NETWORK_PREFIX, 'must be digits with the country code, such as 9477')).min(1),
  )
  .refine((value) => new Set(Object.values(value).flat()).size === Object.values(value).flat().length, {
    message: 'has a prefix twice',
  });

/**
 * Each field has values for different times. Lists of words and brands add to those before; other fields
 * replace them.
 * `noted`: a rule that the service does not apply, for people to read.
 */
const country = z
  .strictObject({
    takes_names: z.array(dated(z.boolean())),
    name: z.array(dated(nameForm)),
    barred_alone: z.array(dated(words)),
    protected_names: z.array(dated(words)),
    brands: z.array(dated(z.array(brand).max(1_000))),
    register: z.array(dated(z.strictObject({ else: otherwise }))),
    networks: z.array(dated(networks)),
    quiet_hours: z.array(dated(quietHours)),
    quiet_for: z.array(dated(ruledClasses)),
    consent: z.array(dated(z.enum(CONSENT_RULES))),
    consent_for: z.array(dated(ruledClasses)),
    shorteners: z.array(dated(words)),
    text_check: z.array(dated(z.enum(TEXT_CHECKS))),
    advertising: z.array(dated(z.enum(ADVERTISING_RULES))),
    brand_in_text: z.array(dated(z.enum(BRAND_RULES))),
    noted: z.array(dated(z.string().min(1).max(500))),
  })
  .partial();
export type CountryFile = z.infer<typeof country>;

const COUNTRIES = new Set(CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2 }) => iso2)));

/** The registers that no file takes away: the law of the country requires the stamp. */
export const FLOOR: ReadonlyMap<string, Otherwise> = new Map([['AU', 'STAMP']]);

const NO_OBJECT = 'The rules must be a JSON object, with the fields of each country under its two letters';

/** The whole file: rules by country (ISO 3166 alpha-2), and those that hold everywhere under `*`. */
export const rulesFile = z.record(z.string(), country, { error: NO_OBJECT }).check(({ value, issues }) => {
  const note = (path: PropertyKey[], message: string) =>
    issues.push({ code: 'custom', message, input: value, path });
  for (const [code, fields] of Object.entries(value)) {
    if (code !== EVERYWHERE && !COUNTRIES.has(code)) note([code], 'is no country: use ISO codes such as LK');
    if (fields.register && !hasOwnDialCode(code))
      note([code, 'register'], 'is not possible here: the country shares its dial code with others');
    for (const [at, { value: named }] of (fields.networks ?? []).entries())
      if (!Object.values(named).every((prefixes) => prefixes.every((prefix) => isWithin(code, prefix))))
        note([code, 'networks', at, 'value'], 'has a prefix that is not of this country alone');
    for (const [at, { value: register }] of (fields.register ?? []).entries()) {
      if (FLOOR.has(code) && register.else === 'PASS')
        note(
          [code, 'register', at, 'value', 'else'],
          'cannot be PASS: names that are not registered there must be stamped or refused',
        );
    }
  }
});
export type RulesFile = z.infer<typeof rulesFile>;

/** Whether a prefix is one of numbers that all count as those of a country. */
const isWithin = (code: string, prefix: string) =>
  hasOwnDialCode(code) && prefix.startsWith(homeDialCode(code));

/** Whether all numbers with the dial code of a country count as its own. */
function hasOwnDialCode(code: string): boolean {
  const sharing = countriesOf(homeDialCode(code));
  return sharing.length === 1 && sharing[0] === code;
}
