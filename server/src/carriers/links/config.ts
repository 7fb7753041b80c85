// Carrier links as an operator configures them in CARRIERS_FILE, and the links that may carry each number.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { hoursText } from './http/hours.ts';
import { type Profile, readProfile } from './http/profile.ts';
import { parseJson } from './json.ts';

const route = z.object({
  prefix: z.string().regex(/^\d{0,15}$/, 'a prefix is digits, or nothing for all numbers'),
  tier: z.int().min(1).max(9).default(1),
  weight: z.int().min(1).max(1000).default(1),
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
      z.strictObject({ ca_file: z.string().optional(), server_name: z.string().optional() }),
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
  routes: z
    .array(route)
    .min(1)
    .default([{ prefix: '', tier: 1, weight: 1 }]),
  tlvs: z
    .array(z.object({ tag: z.int().min(0).max(0xffff), hex: z.string().regex(/^([0-9a-f]{2})*$/i) }))
    .default([]),
});

/**
 * One account at an HTTP carrier. `connections` and `throughput` (messages per second) are over all
 * processes. `hours` replace those of the profile. `secrets` are the values that the profile asks for.
 * `base` replaces its address, for a carrier with an address of its own for each customer.
 */
const httpLink = z.strictObject({
  id: link.shape.id,
  profile: z.string().min(1),
  base: z.url({ protocol: /^https?$/, error: 'a base is an http or https address' }).optional(),
  secrets: z.record(z.string(), z.string()).default({}),
  connections: z.int().min(1).max(1000).default(10),
  throughput: link.shape.throughput.optional(),
  hours: hoursText.optional(),
  routes: link.shape.routes,
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
 * A link over HTTP. A session is a connection with one request at a time, so `window` is 1. Ids in receipts
 * are as in answers.
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

/**
 * Reads CARRIERS_FILE: a JSON list of links. Throws an error that names each fault and its position, and
 * quotes no value of the file, since values may be passwords.
 */
export function readCarriersFile(path: string): LinkConfig[] {
  const content = parseJson(readFileSync(path, 'utf8'), `CARRIERS_FILE ${path}`);
  const parsed = parseLinks(content);
  if ('issues' in parsed) {
    const wrong = parsed.issues.map((issue) => `  ${whereIs(issue.path, content)}${issue.message}`);
    throw new Error(`CARRIERS_FILE ${path} is wrong:\n${wrong.join('\n')}`);
  }
  const configs = parsed.map((one) =>
    'profile' in one ? readHttpLink(one, path) : { ...one, tls: readTls(one, path), ...LIVE },
  );
  const ids = configs.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Error(`CARRIERS_FILE ${path} uses the id ${twice} twice`);
  return configs;
}

const LIVE = { mode: 'LIVE', isContract: true } as const;
type Issues = { issues: readonly { path: PropertyKey[]; message: string }[] };

/** A link with a `profile` is one over HTTP; any other is one over SMPP. */
function parseLinks(
  content: unknown,
): (z.output<typeof ofFile.smpp> | z.output<typeof ofFile.http>)[] | Issues {
  const list = links.safeParse(content);
  if (!list.success) return list.error;
  const parsed = list.data.map((one) => {
    const isHttp = typeof one === 'object' && one !== null && 'profile' in one;
    return isHttp ? ofFile.http.safeParse(one) : ofFile.smpp.safeParse(one);
  });
  const issues = parsed.flatMap(({ error }, index) =>
    (error?.issues ?? []).map(({ path, message }) => ({ path: [index, ...path], message })),
  );
  return issues.length > 0 ? { issues } : parsed.map(({ data }) => data!);
}

/** Reads the profile of a link, and checks that the link has each secret that it names, and no other. */
function readHttpLink(
  { profile: name, connections, base, ...link }: z.output<typeof httpLink>,
  path: string,
): HttpConfig {
  const wrong = (what: string) => new Error(`CARRIERS_FILE ${path} is wrong:\n  ${what}`);
  let profile: Profile;
  try {
    profile = readProfile(name, dirname(path));
  } catch (error) {
    throw wrong(`profile of link ${link.id}: ${(error as Error).message}`);
  }
  const given = Object.keys(link.secrets);
  const missing = profile.secrets.filter((secret) => !given.includes(secret));
  const unknown = given.filter((secret) => !profile.secrets.includes(secret));
  if (missing.length > 0)
    throw wrong(`secrets of link ${link.id}: ${profile.profile} also needs ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw wrong(`secrets of link ${link.id}: ${profile.profile} has no ${unknown.join(', ')}`);
  const used = base === undefined ? profile : withBase(profile, base);
  return {
    ...link,
    ...LIVE,
    profile: used,
    ...addressOf(used.base),
    sessions: connections,
    window: 1,
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
function readTls({ id, tls }: z.output<typeof link>, carriersFile: string): Tls {
  if (typeof tls === 'boolean') return tls;
  const { ca_file, server_name } = tls;
  const path = ca_file === undefined ? null : resolve(dirname(carriersFile), ca_file);
  try {
    const ca = path && readFileSync(path, 'utf8');
    if (ca !== null) new X509Certificate(ca);
    return { ...(ca !== null && { ca }), ...(server_name !== undefined && { servername: server_name }) };
  } catch (error) {
    const what = (error as Error).message;
    throw new Error(`CARRIERS_FILE ${carriersFile} is wrong:\n  tls.ca_file of link ${id}: ${what}`);
  }
}

/** Names a field as an operator finds it, such as `[1].routes[0].prefix of link dialog: `. */
function whereIs(path: readonly PropertyKey[], content: unknown): string {
  if (path.length === 0) return '';
  const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const id = (content as { id?: unknown }[])[path[0] as number]?.id;
  return `${field}${typeof id === 'string' ? ` of link ${id}` : ''}: `;
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

/** A link that may carry the messages of a link group: lower tiers first, by weight within a tier. */
export type RoutedLink = { linkId: string; tier: number; weight: number };

/** The groups that messages queue in. Numbers that the same links may carry wait together. */
export type LinkGroups = {
  groups: ReadonlyMap<string, RoutedLink[]>;
  /** The group of a number (E.164) by the longest matching route prefix, or null if no link takes it. */
  find(mode: LinkConfig['mode'], e164: string): string | null;
};

/** Derives the link groups from a set of links. */
export function groupLinks(links: readonly LinkConfig[]): LinkGroups {
  const groups = new Map<string, RoutedLink[]>();
  let longest = 0;
  for (const { id, mode, routes } of links) {
    for (const { prefix, tier, weight } of routes) {
      const name = groupName(mode, prefix);
      groups.set(name, [...(groups.get(name) ?? []), { linkId: id, tier, weight }]);
      longest = Math.max(longest, prefix.length);
    }
  }
  return {
    groups,
    find(mode, e164) {
      for (let length = longest; length >= 0; length--) {
        const name = groupName(mode, e164.slice(1, 1 + length));
        if (groups.has(name)) return name;
      }
      return null;
    },
  };
}

const groupName = (mode: string, prefix: string) => `${mode}:${prefix}`;

/** Parses a group's name into its mode and prefix. */
export function readGroupName(name: string): { mode: LinkConfig['mode']; prefix: string } {
  const [mode, prefix] = name.split(':') as [LinkConfig['mode'], string];
  return { mode, prefix };
}
