// The fields of a link and of a rule as the forms show them: texts, with everything that has no field of its
// own as JSON. And routes in words.
import { parseJson } from '@godwit/contract/json';
import type { NetworkDocument } from '@godwit/contract/staff/network';
import type { Translate } from '../../text/useText.ts';

export type Fields = NetworkDocument['links'][number];

/** The fields of a link's form. Empty ones are left out, so the defaults hold. */
export type LinkFields = {
  kind: 'SMPP' | 'HTTP';
  id: string;
  host: string;
  port: string;
  system_id: string;
  password: string;
  tls: boolean;
  sessions: string;
  window: string;
  profile: string;
  base: string;
  connections: string;
  hours: string;
  throughput: string;
  routes: string;
  secrets: Record<string, string>;
  more: string;
};

const TEXTS = { SMPP: ['host', 'system_id'], HTTP: ['profile', 'base', 'hours'] } as const;
const NUMBERS = {
  SMPP: ['port', 'sessions', 'window', 'throughput'],
  HTTP: ['connections', 'throughput'],
} as const;

/** The form of a link; without a link an empty one. */
export function toLinkFields(link: Fields = {}): LinkFields {
  const kind = 'profile' in link ? 'HTTP' : 'SMPP';
  const known: string[] = [...TEXTS[kind], ...NUMBERS[kind], 'id', 'routes', 'password', 'secrets'];
  const isPlainTls = kind === 'SMPP' && typeof (link.tls ?? false) === 'boolean';
  const more = Object.entries(link).filter(
    ([name]) => !known.includes(name) && !(isPlainTls && name === 'tls'),
  );
  const text = (name: string) => (link[name] === undefined ? '' : String(link[name]));
  return {
    ...{ kind, id: text('id'), password: text('password') },
    ...{ host: text('host'), port: text('port'), system_id: text('system_id'), tls: link.tls === true },
    ...{ sessions: text('sessions'), window: text('window'), throughput: text('throughput') },
    ...{ profile: text('profile'), base: text('base'), hours: text('hours') },
    connections: text('connections'),
    routes: showRoutes(link.routes),
    secrets: (link.secrets ?? {}) as Record<string, string>,
    more: more.length === 0 ? '' : JSON.stringify(Object.fromEntries(more), null, 2),
  };
}

/** The link of a form. Throws an error with the fault if `more` is not JSON, or has a key twice. */
export function toLink(fields: LinkFields): Fields {
  const { kind, password, secrets, tls } = fields;
  const given = Object.entries(secrets).filter(([, value]) => value !== '');
  const texts = TEXTS[kind].map((name) => [name, fields[name].trim()] as const);
  const numbers = NUMBERS[kind].map((name) => [name, toNumber(fields[name])] as const);
  const routes = readRoutes(fields.routes);
  const more = fields.more.trim() === '' ? {} : (parseJson(fields.more, 'This') as Fields);
  return {
    id: fields.id.trim(),
    ...Object.fromEntries([...texts, ...numbers].filter(([, value]) => value !== '')),
    ...(kind === 'SMPP' && tls && { tls }),
    ...(kind === 'SMPP' && password !== '' && { password }),
    ...(kind === 'HTTP' && given.length > 0 && { secrets: Object.fromEntries(given) }),
    ...(routes && { routes }),
    ...more,
  };
}

/** A number, or the text as it is, which the server refuses with the reason. */
function toNumber(text: string): string | number {
  const trimmed = text.trim();
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

type Route = { prefix: string; tier?: number; weight?: number };
const ALL = '*';
const NONE = 'none';

/** Routes as `94, 9477:2, 61:1:10`: prefix, tier and weight. `*` is every number. */
export function showRoutes(routes: unknown): string {
  if (!Array.isArray(routes)) return '';
  if (routes.length === 0) return NONE;
  return (routes as Route[])
    .map(({ prefix, tier = 1, weight = 1 }) => {
      const parts = [prefix || ALL, ...(tier === 1 && weight === 1 ? [] : [tier])];
      return [...parts, ...(weight === 1 ? [] : [weight])].join(':');
    })
    .join(', ');
}

type Place = { name: string; tier?: number; weight?: number };

/** The numbers of a link in words: `+9477 · All numbers (tier 2)`. Without routes it takes all numbers. */
export function numbersOf(routes: unknown, t: Translate): string {
  if (!Array.isArray(routes)) return t('staff.network.allNumbers');
  if (routes.length === 0) return t('staff.network.byRulesOnly');
  return (routes as Route[])
    .map(({ prefix, ...place }) =>
      placeOf({ name: prefix ? `+${prefix}` : t('staff.network.allNumbers'), ...place }, t),
    )
    .join(' · ');
}

function placeOf({ name, tier = 1, weight = 1 }: Place, t: Translate): string {
  if (tier === 1) return weight === 1 ? name : t('staff.network.weightOf', { name, weight });
  if (weight === 1) return t('staff.network.tierOf', { name, tier });
  return t('staff.network.tierWeightOf', { name, tier, weight });
}

/** The links of a rule in words, tier by tier: `dialog, then twilio`. */
export function linksOf({ links }: Fields, t: Translate): string {
  const places = (links ?? []) as { link: string; tier?: number; weight?: number }[];
  const tiers = Map.groupBy(places, ({ tier = 1 }) => tier);
  return [...tiers.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, those]) => those.map(({ link: name, weight = 1 }) => placeOf({ name, weight }, t)).join(', '))
    .reduce((first, next) => (first ? t('staff.network.then', { first, next }) : next), '');
}

/** Reads what `showRoutes` writes; null if the text is empty. */
export function readRoutes(text: string): Fields[] | null {
  if (text.trim() === '') return null;
  if (text.trim() === NONE) return [];
  return listOf(text).map((one) => {
    const [prefix = '', tier = '1', weight = '1'] = one.split(':').map((part) => part.trim());
    return { prefix: prefix === ALL ? '' : prefix, tier: toNumber(tier), weight: toNumber(weight) };
  });
}

/** The texts of a list between commas. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The conditions of a rule, in the order of its form. */
export const CONDITIONS = ['senders', 'classes', 'countries', 'prefixes', 'teams'] as const;

/** The form of a rule: its conditions as lists between commas, its links as `twilio, dialog:2:10`. */
export type RuleFields = { name: string; links: string } & Record<(typeof CONDITIONS)[number], string>;

/** The form of a rule; without a rule an empty one. */
export function toRuleFields(rule: Fields = {}): RuleFields {
  const when = (rule.when ?? {}) as Record<string, string[] | undefined>;
  const links = (rule.links ?? []) as { link: string; tier?: number; weight?: number }[];
  const condition = (name: (typeof CONDITIONS)[number]) => (when[name] ?? []).join(', ');
  return {
    name: typeof rule.name === 'string' ? rule.name : '',
    links: showRoutes(links.map(({ link, ...place }) => ({ prefix: link, ...place }))).replace(NONE, ''),
    ...{ senders: condition('senders'), classes: condition('classes'), countries: condition('countries') },
    ...{ prefixes: condition('prefixes'), teams: condition('teams') },
  };
}

/** The rule of a form. */
export function toRule(fields: RuleFields): Fields {
  const when = CONDITIONS.map((name) => [name, listOf(fields[name])] as const);
  const links = (readRoutes(fields.links) ?? []).map(({ prefix, ...place }) => ({ link: prefix!, ...place }));
  const given = when.filter(([, values]) => values.length > 0);
  return { name: fields.name.trim(), when: Object.fromEntries(given), links };
}
