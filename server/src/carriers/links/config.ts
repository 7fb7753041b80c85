// The network as an operator configures it in CARRIERS_FILE: carrier links, and rules for their messages.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseJson } from '@godwit/contract/json';
import { isTlvList, TLV_LIMITS } from '@godwit/contract/tlvs';
import { z } from 'zod';
import { hoursText } from './http/hours.ts';
import { checkProfile, type Profile, readProfile, repeatsAreSafe } from './http/profile.ts';
import { type Fault, faultsOf, place, type Rule, rulesOfFile } from './rules.ts';

const route = z.object({
  prefix: z.string().regex(/^\d{0,15}$/, 'a prefix is digits, or nothing for all numbers'),
  ...place,
});

/** Statuses of submit responses by their numbers, such as `0x45B`, with the classes that they get. */
const statuses = z
  .record(z.string(), z.enum(['permanent', 'temporary', 'throttled']))
  .refine((given) => Object.keys(given).every((key) => /^0x[0-9a-f]{1,8}$/i.test(key)), {
    error: 'a status is written as 0x45B',
  })
  .refine((given) => Object.keys(given).every((key) => Number(key) !== 0), {
    error: 'the status 0x0 means that the carrier took the message',
  })
  .refine((given) => new Set(Object.keys(given).map(Number)).size === Object.keys(given).length, {
    error: 'a status is named twice',
  });

/**
 * One SMPP account. `window` is per session. `throughput` is messages per second over all sessions of all
 * processes.
 */
const link = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'an id is 1 to 32 of a to z, 0 to 9 and -'),
  host: z.string().min(1),
  port: z.int().min(1).max(65535),
  tls: z
    .union([
      z.boolean(),
      z.strictObject({
        ca_file: z.string().optional(),
        ca: z.string().max(65_536).optional(),
        server_name: z.string().optional(),
      }),
    ])
    .default(false),
  system_id: z.string().max(15),
  password: z.string().max(8, 'SMPP 3.4 §5.2.2 allows 8 characters'),
  system_type: z.string().max(12).default(''),
  bind: z.enum(['transceiver', 'pair']).default('transceiver'),
  sessions: z.int().min(1).max(32).default(1),
  window: z.int().min(1).max(2000).default(10),
  throughput: z.int().min(1).max(100_000).default(100),
  source_ton: z.int().min(0).max(6).default(5),
  source_npi: z.int().min(0).max(18).default(0),
  charset: z.enum(['gsm7', 'latin1', 'ascii']).default('gsm7'),
  long_messages: z.enum(['udh', 'sar', 'payload']).default('udh'),
  message_id: z.enum(['hex', 'dec', 'text']).default('text'),
  validity: z.enum(['relative', 'absolute', 'none']).default('relative'),
  /** The class of statuses that SMPP 3.4 does not define. `temporary` puts off only the message. */
  unknown_status: z.enum(['temporary', 'permanent']).default('temporary'),
  statuses: statuses.default({}),
  routes: z.array(route).default([{ prefix: '', tier: 1, weight: 1 }]),
  telco: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'a telco is 1 to 32 characters: a to z, 0 to 9 or -')
    .optional(),
  tlvs: z
    .array(z.object({ tag: z.int().min(0).max(0xffff), hex: z.string().regex(/^([0-9a-f]{2})*$/i) }))
    .default([]),
  /** The parameters that customers may send with their messages. */
  customer_tlvs: z
    .array(z.string())
    .max(TLV_LIMITS.listed)
    .refine(isTlvList, 'parameters are written as 0x1400:1-30, each tag once, without those of Godwit itself')
    .default([]),
});

/**
 * One account at an HTTP carrier. `connections` and `throughput` (messages per second) are over all
 * processes. `hours` replace those of the profile. `secrets` are the values that the profile asks for.
 * `base` replaces its address, for a carrier with an address of its own for each customer. Staff are warned
 * while the balance at the carrier is under `balance_below`.
 */
const httpLink = z.strictObject({
  id: link.shape.id,
  profile: z.string().min(1),
  base: z.url({ protocol: /^https?$/, error: 'a base is an http or https address' }).optional(),
  secrets: z.record(z.string(), z.string()).default({}),
  connections: z.int().min(1).max(1000).default(10),
  throughput: link.shape.throughput.optional(),
  hours: hoursText.optional(),
  balance_below: z.number().min(0).optional(),
  routes: link.shape.routes,
  telco: link.shape.telco,
});

/**
 * Reserved for the simulator's links. If a link in the file used such an id, TEST messages would go to a real
 * carrier.
 */
const SIMULATOR = 'simulator-';
const notSimulated = (id: string) => !id.startsWith(SIMULATOR);
const SIMULATED = `ids that begin with ${SIMULATOR} are those of the built-in simulator`;
const ofFile = {
  smpp: link.extend({ id: link.shape.id.refine(notSimulated, SIMULATED) }),
  http: httpLink.extend({ id: httpLink.shape.id.refine(notSimulated, SIMULATED) }),
};
const links = z.array(z.unknown()).min(1, 'name at least one link');

/** TLS always verifies the carrier's certificate, against the system's authorities or those in `ca`. */
type Tls = boolean | { ca?: string; servername?: string };

/**
 * The mode whose messages a link takes: TEST only ever goes to the simulator.
 * If `isContract`, all processes share `sessions` and `throughput`. The simulator has no contract: each
 * process has both for itself.
 */
type Use = { mode: 'TEST' | 'LIVE'; isContract: boolean };

export type SmppConfig = Omit<z.output<typeof link>, 'tls'> & Use & { tls: Tls };

/**
 * A link over HTTP. A session is a connection with one request at a time, so `window` is the most messages in
 * a request. Ids in receipts are as in answers.
 */
export type HttpConfig = Omit<z.output<typeof httpLink>, 'profile' | 'connections' | 'throughput' | 'hours'> &
  Use &
  Pick<SmppConfig, 'host' | 'port' | 'tls' | 'sessions' | 'window' | 'throughput' | 'message_id'> & {
    profile: Profile;
    /** The hours in which it takes messages; null for all. */
    hours: string | null;
  };

/** A carrier link of any protocol. */
export type LinkConfig = SmppConfig | HttpConfig;

export const isHttp = (config: LinkConfig): config is HttpConfig => 'profile' in config;

/** Whether a message that the link may have taken can be repeated over it without a second copy. */
export const isSafeToRepeat = (config: LinkConfig | undefined): boolean =>
  config !== undefined && isHttp(config) && repeatsAreSafe(config.profile);
/**
 * Whether recipients see the sender of the carrier's account, whatever sender a message has: the carrier's
 * request takes none.
 */
export const hasFixedSender = (config: LinkConfig | undefined): boolean =>
  config !== undefined && isHttp(config) && config.profile.sender === 'fixed';

/**
 * The company that hands a link's names in to registers, if they are authorised for each company by itself;
 * null for a link that names none.
 */
export const telcoOf = (config: Pick<LinkConfig, 'telco'> | undefined): string | null =>
  config?.telco ?? null;

/** The carrier links, and the rules that choose among them before the links' own routes do. */
export type Network = { links: LinkConfig[]; rules: Rule[] };

/** Finds parts that links refer to by a name or a path. Both throw an error with the reason. */
export type NetworkParts = { profile(name: string): Profile; certificates(path: string): string };

/** Reads the links in CARRIERS_FILE. Throws if anything in the file is wrong. */
export const readCarriersFile = (path: string): LinkConfig[] => readNetworkFile(path).links;

/** Reads the network in CARRIERS_FILE: see `readNetwork`. */
export function readNetworkFile(path: string): Network {
  const name = `CARRIERS_FILE ${path}`;
  const folder = dirname(path);
  return readNetwork(parseJson(readFileSync(path, 'utf8'), name), name, {
    profile: (profile) => readProfile(profile, folder),
    certificates: (file) => readFileSync(resolve(folder, file), 'utf8'),
  });
}

/**
 * Reads a network: a list of links, or an object with `links`, its rules as `routes`, and own `profiles`.
 * Throws an error that begins with `name` and has each fault with its position. It quotes no value, since
 * values may be passwords.
 */
export function readNetwork(content: unknown, name: string, parts: NetworkParts): Network {
  const wrong = (lines: string[]) => new Error(`${name} is wrong:\n${lines.join('\n')}`);
  const parsed = parseNetwork(content);
  if ('faults' in parsed)
    throw wrong(parsed.faults.map(({ path, message }) => `  ${whereIs(path, content)}${message}`));
  const ids = parsed.links.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Error(`${name} uses the id ${twice} twice`);
  try {
    const own = Object.entries(parsed.profiles).map(([key, profile]) => readOwnProfile(key, profile));
    const profiles = new Map(own.map((profile) => [profile.profile, profile]));
    const all = { ...parts, profile: (key: string) => profiles.get(key) ?? parts.profile(key) };
    const links = parsed.links.map((one) =>
      'profile' in one ? readHttpLink(one, all) : { ...one, tls: readTls(one, all), ...LIVE },
    );
    return { links, rules: parsed.rules };
  } catch (error) {
    throw wrong([`  ${(error as Error).message}`]);
  }
}

const LIVE = { mode: 'LIVE', isContract: true } as const;
type Faults = { faults: Fault[] };
type ParsedLink = z.output<typeof ofFile.smpp> | z.output<typeof ofFile.http>;
type Parsed = { links: ParsedLink[]; rules: Rule[]; profiles: Record<string, unknown> };
const MOST_PROFILES = 50;
const profiles = z
  .record(z.string(), z.unknown())
  .refine((all) => Object.keys(all).length <= MOST_PROFILES, `at most ${MOST_PROFILES} profiles`);
const network = z.strictObject({ links, routes: rulesOfFile.default([]), profiles: profiles.default({}) });

function parseNetwork(content: unknown): Parsed | Faults {
  const isList = typeof content !== 'object' || content === null || Array.isArray(content);
  const whole = isList ? links.safeParse(content) : network.safeParse(content);
  const found = isList ? content : (content as { links?: unknown }).links;
  const parsed = parseLinks(Array.isArray(found) ? found : []);
  const at = isList ? [] : ['links'];
  const linkFaults = parsed.faults.map(({ path, message }) => ({ path: [...at, ...path], message }));
  if (!whole.success || linkFaults.length > 0)
    return { faults: [...(whole.error?.issues ?? []), ...linkFaults] };
  const all = 'routes' in whole.data ? whole.data.routes : [];
  const inRules = new Set(all.flatMap((rule) => rule.links.map(({ link }) => link)));
  const faults = [
    ...parsed.links.flatMap(({ id, routes }, index) =>
      routes.length === 0 && !inRules.has(id) ? [{ path: [...at, index, 'routes'], message: NO_ROUTES }] : [],
    ),
    ...faultsOf(all, new Set(parsed.links.map(({ id }) => id))).map(({ path, message }) => ({
      path: ['routes', ...path],
      message,
    })),
  ];
  const own = 'profiles' in whole.data ? whole.data.profiles : {};
  return faults.length > 0 ? { faults } : { links: parsed.links, rules: all, profiles: own };
}

const NO_ROUTES = 'name at least one route, because no rule names this link';

/** A link with a `profile` is one over HTTP; any other is one over SMPP. */
function parseLinks(list: readonly unknown[]): { links: ParsedLink[] } & Faults {
  const parsed = list.map((one) => {
    const isHttp = typeof one === 'object' && one !== null && 'profile' in one;
    return isHttp ? ofFile.http.safeParse(one) : ofFile.smpp.safeParse(one);
  });
  return {
    links: parsed.flatMap(({ data }) => data ?? []),
    faults: parsed.flatMap(({ error }, index) =>
      (error?.issues ?? []).map(({ path, message }) => ({ path: [index, ...path], message })),
    ),
  };
}

/** Checks a profile of the network itself. Its key in `profiles` is its name. */
function readOwnProfile(key: string, content: unknown): Profile {
  const own = checkProfile(content, `profiles.${key}`);
  if (own.profile !== key) throw new Error(`profiles.${key}: its field profile must be ${key} too`);
  return own;
}

/** Reads the profile of a link, and checks that the link has each secret that it names, and no other. */
function readHttpLink(
  { profile: name, connections, base, ...link }: z.output<typeof httpLink>,
  parts: NetworkParts,
): HttpConfig {
  let profile: Profile;
  try {
    profile = parts.profile(name);
  } catch (error) {
    throw new Error(`profile of link ${link.id}: ${(error as Error).message}`);
  }
  const given = Object.keys(link.secrets);
  const missing = profile.secrets.filter((secret) => !given.includes(secret));
  const unknown = given.filter((secret) => !profile.secrets.includes(secret));
  if (missing.length > 0)
    throw new Error(`secrets of link ${link.id}: ${profile.profile} also needs ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(`secrets of link ${link.id}: ${profile.profile} has no ${unknown.join(', ')}`);
  if (link.balance_below !== undefined && !profile.balance)
    throw new Error(
      `balance_below of link ${link.id}: ${profile.profile} does not say how to ask for a balance`,
    );
  const used = base === undefined ? profile : withBase(profile, base);
  return {
    ...link,
    ...LIVE,
    profile: used,
    ...addressOf(used.base),
    sessions: connections,
    window: profile.limits.batch ?? 1,
    throughput: link.throughput ?? profile.limits.per_s ?? 100,
    hours: link.hours ?? profile.limits.hours ?? null,
    message_id: 'text',
  };
}

/**
 * A profile with another address. Its sign-in moves there too, even if the profile has it on another host, so
 * that nothing of a simulated or a customer's own carrier goes to the shipped one.
 */
function withBase(profile: Profile, base: string): Profile {
  const { login } = profile.auth;
  const moved = (target: string) => target.replace(/^https?:\/\/[^/]+/, '');
  if (!login) return { ...profile, base };
  const { post, get } = login;
  const at = {
    ...(post !== undefined && { post: moved(post) }),
    ...(get !== undefined && { get: moved(get) }),
  };
  return { ...profile, base, auth: { ...profile.auth, login: { ...login, ...at } } };
}

function addressOf(base: string): Pick<HttpConfig, 'host' | 'port' | 'tls'> {
  const { hostname: host, port, protocol } = new URL(base.replace(/\{\{.*/, ''));
  const tls = protocol === 'https:';
  return { host, port: Number(port) || (tls ? 443 : 80), tls };
}

/** Reads the certificates that a link trusts. A relative path starts at the folder of CARRIERS_FILE. */
function readTls({ id, tls }: z.output<typeof link>, parts: NetworkParts): Tls {
  if (typeof tls === 'boolean') return tls;
  const { ca_file, ca: given = null, server_name } = tls;
  try {
    const ca = ca_file === undefined ? given : parts.certificates(ca_file);
    if (ca !== null) new X509Certificate(ca);
    return { ...(ca !== null && { ca }), ...(server_name !== undefined && { servername: server_name }) };
  } catch (error) {
    const field = ca_file === undefined ? 'ca' : 'ca_file';
    throw new Error(`tls.${field} of link ${id}: ${(error as Error).message}`);
  }
}

/**
 * Names a field as an operator finds it, such as `[1].routes[0].prefix of link dialog: ` in a list, or
 * `routes[0].when.teams[1] of rule otp: ` in an object.
 */
function whereIs(path: readonly PropertyKey[], content: unknown): string {
  if (path.length === 0) return '';
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  const field = steps.join('').replace(/^\./, '');
  const [key, index] = typeof path[0] === 'number' ? [null, path[0]] : path;
  const list = key === null ? content : (content as Record<PropertyKey, unknown>)[key!];
  const item = (list as Record<string, unknown>[] | undefined)?.[index as number];
  const [kind, id] = key === 'routes' ? ['rule', item?.name] : ['link', item?.id];
  return `${field}${typeof id === 'string' ? ` of ${kind} ${id}` : ''}: `;
}

/**
 * The links to the built-in simulator: always for TEST, and for LIVE if a practice machine has no carrier
 * configured.
 */
export function simulatorLinks(port: number, modes: readonly LinkConfig['mode'][]): SmppConfig[] {
  return modes.map((mode) => ({
    ...link.parse({
      id: `${SIMULATOR}${mode.toLowerCase()}`,
      host: '127.0.0.1',
      port,
      system_id: mode,
      password: 'practice',
    }),
    mode,
    tls: false,
    isContract: false,
    sessions: 2,
    window: 500,
    throughput: 20_000,
    // Hexadecimal in submit responses and decimal in receipts, as with many carriers, so practice meets what
    // LIVE will.
    message_id: 'hex' as const,
  }));
}
