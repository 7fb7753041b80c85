// Carrier links as an operator configures them in CARRIERS_FILE, and the links that may carry each number.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

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
 * Reserved for the simulator's links. If a link in the file used such an id, TEST messages would go to a real
 * carrier.
 */
const SIMULATOR = 'simulator-';
const links = z
  .array(
    link.extend({
      id: link.shape.id.refine(
        (id) => !id.startsWith(SIMULATOR),
        `ids that begin with ${SIMULATOR} are those of the built-in simulator`,
      ),
    }),
  )
  .min(1, 'name at least one link');

/** TLS always verifies the carrier's certificate, against the system's authorities or those in `ca`. */
type Tls = boolean | { ca?: string; servername?: string };

/**
 * A carrier link with the mode whose messages it takes: TEST only ever goes to the simulator.
 * If `isContract`, all processes share `sessions` and `throughput`. The simulator has no contract: each
 * process has both for itself.
 */
export type LinkConfig = Omit<z.output<typeof link>, 'tls'> & {
  mode: 'TEST' | 'LIVE';
  tls: Tls;
  isContract: boolean;
};

/**
 * Reads CARRIERS_FILE: a JSON list of links. Throws an error that names each fault and its position, and
 * quotes no value of the file, since values may be passwords.
 */
export function readCarriersFile(path: string): LinkConfig[] {
  const content = parseJson(readFileSync(path, 'utf8'), `CARRIERS_FILE ${path}`);
  const parsed = links.safeParse(content);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `  ${whereIs(issue.path, content)}${issue.message}`);
    throw new Error(`CARRIERS_FILE ${path} is wrong:\n${wrong.join('\n')}`);
  }
  const ids = parsed.data.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Error(`CARRIERS_FILE ${path} uses the id ${twice} twice`);
  return parsed.data.map((config) => ({
    ...config,
    tls: readTls(config, path),
    mode: 'LIVE',
    isContract: true,
  }));
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

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const before = text.slice(0, positionOf(message, text)).split('\n');
    // Drops the excerpt that some messages quote, because it may hold a password.
    const what = /^Unexpected token '.+?'|^.+?(?= in JSON| after JSON|$)/su.exec(message)?.[0];
    throw new Error(
      `${name} is not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}`,
    );
  }
}

/**
 * The position at which a text stops being JSON. If the message has no position, the first character is at
 * fault.
 */
function positionOf(message: string, text: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUnexpected(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

function isUnexpected(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token');
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
export function simulatorLinks(port: number, modes: readonly LinkConfig['mode'][]): LinkConfig[] {
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
