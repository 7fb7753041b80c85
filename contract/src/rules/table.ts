// The rules of countries at one moment, found from files whose values have times.
import type { ConsentRule } from '../consentRules.ts';
import type { ContentClass, RuledClass } from '../contentClass.ts';
import type { Mode } from '../messages/statuses.ts';
import { homeDialCode } from '../numbers/dialCodes.ts';
import { DEFAULT_QUIET_HOURS, type QuietHours } from '../numbers/quietHours.ts';
import { isName, UNVERIFIED_SENDER } from '../senders.ts';
import type { BrandRule } from './brandInText.ts';
import {
  type AdvertisingRule,
  type Brand,
  type CountryFile,
  EVERYWHERE,
  FLOOR,
  type NameForm,
  type RulesFile,
  type TextCheck,
} from './file.ts';
import { EVERY_NETWORK, type MobileNetwork, networkOf, type PortedTo } from './mobileNetworks.ts';
import type { Otherwise } from './otherwise.ts';

/**
 * The rules of one country. `register`: null if nothing happens to names that are not registered. `networks`:
 * those that register names one by one; none if one register holds for all.
 */
export type CountryRules = {
  takesNames: boolean;
  name: NameForm;
  /** Words that are nobody's name, in lower case. */
  barredAlone: ReadonlySet<string>;
  register: Register | null;
  networks: readonly MobileNetwork[];
  quietHours: QuietHours;
  /** The classes that keep quiet hours, and those that `consent` is about. */
  quietFor: readonly RuledClass[];
  consentFor: readonly RuledClass[];
  /** The treatment of messages to people who have not consented to them. */
  consent: ConsentRule;
  /** The treatment of texts with signs of fraud. */
  textCheck: TextCheck;
  /** The treatment of campaigns that look like advertising, over a sender that is not promotional. */
  advertising: AdvertisingRule;
  /** The treatment of texts that do not name the brand of their sender. */
  brandInText: BrandRule;
};

/**
 * A country in which a name needs a registration. `prefix`: of its numbers, in E.164. `networks`: those that
 * register names one by one.
 */
export type Register = {
  country: string;
  prefix: string;
  otherwise: Exclude<Otherwise, 'PASS'>;
  networks: readonly MobileNetwork[];
};

/** A country in which names can be registered, and its networks if each has its own register. */
export type Registering = Pick<Register, 'country' | 'networks'>;

/** The rules of all countries at one moment. */
export type RuleTable = {
  /** The rules of a country (ISO 3166 alpha-2). Null for a number of no country. */
  of(country: string | null): CountryRules;
  registers: readonly Register[];
  /** The countries of `registers`, and those whose networks register names although all names pass now. */
  registering: readonly Registering[];
  /** The classes for which a country has a rule about consent. */
  consentFor: ReadonlySet<ContentClass>;
  /** Whether a country wants advertising over other senders to be attested. */
  hasAdvertisingRules: boolean;
  /** The countries that have rules of their own. */
  countries: readonly string[];
  /** The rule about brands in texts of every country that has its own, and of the others under `*`. */
  brandsInTexts: ReadonlyMap<string, BrandRule>;
  /** The countries whose networks deliver no names. */
  withoutNames: readonly string[];
  /** Names that only their owners may use, of all countries. */
  protectedNames: readonly string[];
  /** The businesses whose names only they may use, of all countries. */
  brands: readonly Brand[];
  /** Hosts that shorten links, in lower case. */
  shorteners: ReadonlySet<string>;
};

const ADVERTISING: readonly RuledClass[] = ['PROMOTIONAL'];

/** The rule of the specification for names. */
const PLAIN: NameForm = { shortest: 3, characters: 'PLAIN' };

/**
 * Returns the register that decides whether a recipient (E.164) sees a sender; null if none does. A number is
 * its own sender. The dial code decides, so +61 includes Christmas Island and the Cocos Islands.
 */
export function registerFor(
  { registers }: Pick<RuleTable, 'registers'>,
  sender: string,
  recipient: string,
): Register | null {
  if (!isName(sender)) return null;
  return registers.find(({ prefix }) => recipient.startsWith(prefix)) ?? null;
}

/** The treatment of a name that is not registered in a country. */
export const otherwiseOf = ({ register }: Pick<CountryRules, 'register'>): Otherwise =>
  register?.otherwise ?? 'PASS';

/** The place where a name is registered, as one text: a country and a network. */
export const placeOf = ({ country, network }: { country: string; network: string }): string =>
  `${country} ${network}`;

/**
 * The places of a register where a name must be registered for a recipient (E.164); one of them is enough:
 * the whole country, or the network of the number.
 */
export function placesFor(
  { country, networks }: Pick<Register, 'country' | 'networks'>,
  recipient: string,
  portedTo?: PortedTo,
) {
  const network = networkOf(networks, recipient, portedTo);
  const places = network === null ? [EVERY_NETWORK] : [EVERY_NETWORK, network];
  return places.map((one) => placeOf({ country, network: one }));
}

/** The networks whose registrations a country has: each one that its rules name, or the whole country. */
export const networksOf = ({ networks }: Pick<Registering, 'networks'>): readonly string[] =>
  networks.length === 0 ? [EVERY_NETWORK] : networks.map(({ name }) => name);

/**
 * Returns the sender that a recipient sees, by the register that decides it; null if the message must not be
 * sent. `substitute`: the sender that goes instead of a refused one. TEST reaches no phone, so a name that
 * would be refused passes there.
 */
export function senderSeen(
  register: Register | null,
  { sender, mode }: { sender: string; mode: Mode },
  { isRegistered, substitute = null }: { isRegistered: boolean; substitute?: string | null },
): string | null {
  if (register === null || isRegistered) return sender;
  if (register.otherwise === 'STAMP') return UNVERIFIED_SENDER;
  return substitute ?? (mode === 'LIVE' ? null : sender);
}

/**
 * Opens rules: later files win over earlier ones. The result returns the rules at a moment, and finds them
 * again only after a value has begun or ended.
 */
export function openRules(files: readonly RulesFile[]): (now?: number) => RuleTable {
  const changes = files.flatMap(timesOf).sort((a, b) => a - b);
  let held: { table: RuleTable; from: number; until: number } | null = null;
  return (now = Date.now()) => {
    if (held === null || now < held.from || now >= held.until) {
      const from = changes.findLast((time) => time <= now) ?? -Infinity;
      const until = changes.find((time) => time > now) ?? Infinity;
      held = { table: tableAt(files, now), from, until };
    }
    return held.table;
  };
}

/** The times at which a value of a file begins or ends. */
export function timesOf(file: RulesFile): number[] {
  const entries = Object.values(file).flatMap((fields) => Object.values(fields).flat());
  return entries.flatMap((entry) =>
    [entry?.from, entry?.until].flatMap((at) => (at ? [Date.parse(at)] : [])),
  );
}

type Dated<Value> = { value: Value; from: string | null; until: string | null };

/** Whether a value holds at a time. */
export const isInForce = ({ from, until }: Omit<Dated<unknown>, 'value'>, now: number): boolean =>
  began(from) <= now && (!until || now < Date.parse(until));

const began = (from: string | null) => (from ? Date.parse(from) : -Infinity);

/** Of the values in force, the one that began last. */
export const entryAt = <Entry extends Dated<unknown>>(
  entries: readonly Entry[] | undefined,
  now: number,
): Entry | undefined =>
  (entries ?? [])
    .filter((entry) => isInForce(entry, now))
    .sort((a, b) => began(a.from) - began(b.from))
    .at(-1);

const valueAt = <Value>(entries: readonly Dated<Value>[] | undefined, now: number): Value | undefined =>
  entryAt(entries, now)?.value;

function tableAt(files: readonly RulesFile[], now: number): RuleTable {
  const countries = [...new Set([...files.flatMap((file) => Object.keys(file)), ...FLOOR.keys()])];
  const rules = new Map([EVERYWHERE, ...countries].map((code) => [code, rulesOf(files, code, now)]));
  const named = [...rules].filter(([code]) => code !== EVERYWHERE);
  const ofAll = <Value>(valuesOf: (fields: CountryFile) => readonly Dated<readonly Value[]>[] | undefined) =>
    countries.flatMap((code) => files.flatMap((file) => valueAt(valuesOf(file[code] ?? {}), now) ?? []));
  return {
    of: (country) => rules.get(country ?? EVERYWHERE) ?? rules.get(EVERYWHERE)!,
    registers: named.flatMap(([, { register }]) => register ?? []),
    registering: named.flatMap(([country, { register, networks }]) =>
      register || networks.length > 0 ? [{ country, networks }] : [],
    ),
    consentFor: new Set([...rules.values()].flatMap((one) => (one.consent === 'OFF' ? [] : one.consentFor))),
    hasAdvertisingRules: [...rules.values()].some(({ advertising }) => advertising !== 'OFF'),
    countries: named.map(([code]) => code),
    brandsInTexts: new Map([...rules].map(([code, { brandInText }]) => [code, brandInText])),
    withoutNames: named.flatMap(([code, { takesNames }]) => (takesNames ? [] : [code])),
    protectedNames: ofAll((fields) => fields.protected_names),
    brands: ofAll((fields) => fields.brands),
    shorteners: new Set(ofAll((fields) => fields.shorteners).map((host) => host.toLowerCase())),
  };
}

function rulesOf(files: readonly RulesFile[], country: string, now: number): CountryRules {
  const codes = [...new Set([EVERYWHERE, country])];
  /** From the least to the most specific: `*` before the country, the shipped file before the operator's. */
  const valuesOf = <Field extends keyof CountryFile>(field: Field) =>
    codes.flatMap((code) =>
      files.flatMap((file) => {
        const value = valueAt<unknown>(file[code]?.[field], now);
        return value === undefined ? [] : [value as ValueOf<Field>];
      }),
    );
  const named = valuesOf('networks').at(-1) ?? {};
  const networks = Object.entries(named).map(([name, prefixes]) => ({ name, prefixes }));
  return {
    takesNames: valuesOf('takes_names').at(-1) ?? true,
    name: valuesOf('name').at(-1) ?? PLAIN,
    barredAlone: new Set(
      valuesOf('barred_alone')
        .flat()
        .map((word) => word.toLowerCase()),
    ),
    register: registerOf(country, valuesOf('register').at(-1)?.else ?? 'PASS', networks),
    networks,
    quietHours: valuesOf('quiet_hours').at(-1) ?? DEFAULT_QUIET_HOURS,
    quietFor: valuesOf('quiet_for').at(-1) ?? ADVERTISING,
    consent: valuesOf('consent').at(-1) ?? 'OFF',
    consentFor: valuesOf('consent_for').at(-1) ?? ADVERTISING,
    textCheck: valuesOf('text_check').at(-1) ?? 'OFF',
    advertising: valuesOf('advertising').at(-1) ?? 'OFF',
    brandInText: valuesOf('brand_in_text').at(-1) ?? 'OFF',
  };
}

type ValueOf<Field extends keyof CountryFile> = NonNullable<CountryFile[Field]>[number]['value'];

/** A file adds to the floor, and never takes from it. Without any file, the floor holds alone. */
function registerOf(country: string, given: Otherwise, networks: readonly MobileNetwork[]): Register | null {
  const otherwise = given === 'PASS' ? (FLOOR.get(country) ?? 'PASS') : given;
  return otherwise === 'PASS' ? null : { country, prefix: `+${homeDialCode(country)}`, otherwise, networks };
}
