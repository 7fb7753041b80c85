// Parsers of setting values. Each error message completes "NAME …".
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseEnv } from 'node:util';
import { splitHosts } from './db/servers/hosts.ts';
import { parseAmount } from './money.ts';

/**
 * The parts of the service that one process can run: `web` answers HTTP, `send` talks to carriers, `jobs`
 * does the rest.
 */
export type Role = 'web' | 'send' | 'jobs';

/** At most `count` calls in `seconds`. */
export interface Limit {
  count: number;
  seconds: number;
}

export const ROLES: readonly Role[] = ['web', 'send', 'jobs'];
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Some settings are wrong. `problems` has one line for each, with the remedy. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Whether a HOST, or the host of an address, is reachable from this machine only (127.0.0.0/8, ::1, [::1],
 * localhost).
 */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws the error for a wrong setting. */
export function fail(message: string): never {
  throw new Error(message);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) fail(`must be a port between 0 and 65535, not "${text}"`);
  return port;
}

export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    fail(`must be an address without a path, such as https://sms.example.com, not "${text}"`);
  }
  return url;
}

/** Addresses, ranges such as 10.0.0.0/8, and `loopback` for this machine; none for `none`. */
export function parseProxies(text: string): readonly string[] {
  const proxies = text === 'none' ? [] : text.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isProxy))
    fail(`must be none, or addresses and ranges such as loopback,10.0.0.0/8, not "${text}"`);
  return proxies;
}

function isProxy(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return text === 'loopback' || Number(bits) <= longest;
}

export function parseDatabaseUrl(text: string): string {
  const hosts = splitHosts(text);
  const isWrong = (url: string) => !URL.canParse(url) || (hosts.length > 1 && new URL(url).hostname === '');
  if (!/^postgres(ql)?:\/\//.test(text) || hosts.some(isWrong)) {
    fail(
      'must be an address such as postgresql://user:password@host:5432/name, with commas between several hosts',
    );
  }
  return text;
}

export function parseSecretKey(text: string): string {
  if (text.length < 32) fail('must have at least 32 characters: make one with openssl rand -base64 32');
  return text;
}

export function parseSmtpUrl(text: string): string {
  if (!URL.canParse(text) || !/^smtp(s|\+plain)?:\/\/[^/]/.test(text)) {
    fail('must be an address such as smtp://user:password@host:587');
  }
  return text;
}

export function parseStorageUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWhole = url?.username && url.password && url.hostname && /^\/[^/]+\/?$/.test(url.pathname);
  if (!isWhole || !['s3:', 's3+http:'].includes(url.protocol)) {
    fail('must be an address such as s3://key:secret@host/bucket?region=us-east-1');
  }
  return text;
}

/** The bucket or the folder of archives. */
export function parseArchiveUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'file:') return parseStorageUrl(text);
  if (url.host !== '' || url.pathname === '/') fail('must name a folder, such as file:///mnt/archive');
  return text;
}

export function parseMailFrom(text: string): string {
  if (!/^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) {
    fail(`must be a mail address such as Godwit <sms@example.com>, not "${text}"`);
  }
  return text;
}

/** A bare mail address. */
export function parseAddress(text: string): string {
  if (!/^[^<>@\s]+@[^<>@\s]+$/.test(text))
    fail(`must be a mail address such as help@example.com, not "${text}"`);
  return text;
}

/** A domain, in lower case. */
export function parseDomain(text: string): string {
  const domain = text.toLowerCase();
  if (!/^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/.test(domain))
    fail(`must be a domain such as sms.example.com, not "${text}"`);
  return domain;
}

/** A phone number with its country code. Blanks and hyphens are removed. */
export function parsePhone(text: string): string {
  const number = text.replace(/[\s-]/g, '');
  if (!/^\+[1-9]\d{6,14}$/.test(number)) fail(`must be a number such as +94112300300, not "${text}"`);
  return number;
}

export function parseLimit(text: string): Limit | null {
  if (text === '0') return null;
  const [, count, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? [];
  if (!count || !seconds) fail(`must be count/seconds such as 30/3600, or 0 for no limit, not "${text}"`);
  return { count: Number(count), seconds: Number(seconds) };
}

/** A positive count. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) fail(`must be a number from 1 to 999999, not "${text}"`);
  return Number(text);
}

/** Seconds up to a minute. */
export function parseSeconds(text: string): number {
  if (!/^([0-5]?\d|60)$/.test(text)) fail(`must be a number of seconds from 0 to 60, not "${text}"`);
  return Number(text);
}

/** How many processes of each role there should be; roles that are not named do not count. */
export function parseExpected(text: string): ReadonlyMap<Role, number> {
  const counts = text.split(',').map((part) => {
    const [, role, count] = /^(web|send|jobs):(\d{1,4})$/.exec(part.trim()) ?? [];
    if (!role) fail(`must be roles with a number each, such as web:2,send:2,jobs:1, not "${text}"`);
    return [role as Role, Number(count)] as const;
  });
  if (new Set(counts.map(([role]) => role)).size < counts.length) fail(`names a role twice: "${text}"`);
  return new Map(counts);
}

export function parseSwitch(text: string): boolean {
  if (text !== 'true' && text !== 'false') fail(`must be true or false, not "${text}"`);
  return text === 'true';
}

/** Micro-units by currency. */
export function parseAmounts(text: string): ReadonlyMap<string, bigint> {
  const pairs = text.split(',').map((pair): [string, bigint] => {
    const [currency = '', amount = ''] = pair.trim().split(':');
    const micros = parseAmount(amount);
    if (!/^[A-Z]{3}$/.test(currency) || micros === null)
      fail(`must be currencies with amounts such as LKR:25000,AUD:150, not "${text}"`);
    return [currency, micros];
  });
  return new Map(pairs);
}

/** Retention in days by kind of data; infinity means for ever. */
export type Retention = Readonly<Record<keyof typeof RETENTION, number>>;

/**
 * Kinds of data with their default and minimum retention in days. A message can be scheduled a year ahead,
 * and its history may be needed for a while after that; texts are needed for days only.
 */
const RETENTION = {
  texts: { days: 400, least: 10 },
  messages: { days: 1100, least: 400 },
  documents: { days: 365, least: 1 },
  callbacks: { days: 30, least: 1 },
  mails: { days: 90, least: 3 },
  sessions: { days: 30, least: 1 },
  refused: { days: 90, least: 1 },
  closed: { days: 30, least: 0 },
} as const;
export const RETENTION_DEFAULTS = Object.entries(RETENTION)
  .map(([kind, { days }]) => `${kind}:${days}`)
  .join(',');

/**
 * Days by kind, such as texts:90,mails:30. A kind left out has its default; 0 days means for ever (for
 * closed: not at all).
 */
export function parseRetention(text: string): Retention {
  const kept = Object.fromEntries(
    Object.entries(RETENTION).map(([kind, { days }]) => [kind, days]),
  ) as Record<keyof typeof RETENTION, number>;
  for (const pair of text.split(',')) {
    const [, name = '', days = ''] = /^\s*(\w+):(\d{1,5})\s*$/.exec(pair) ?? [];
    const kind = (Object.keys(RETENTION) as (keyof typeof RETENTION)[]).find((known) => known === name);
    if (!kind)
      fail(`must be kinds with days such as texts:90,mails:30, of ${RETENTION_DEFAULTS}, not "${text}"`);
    const { least } = RETENTION[kind];
    const isForEver = Number(days) === 0 && least > 0;
    if (!isForEver && Number(days) < least)
      fail(`must keep ${kind} for at least ${least} days, or 0 for ever`);
    kept[kind] = isForEver ? Number.POSITIVE_INFINITY : Number(days);
  }
  if (kept.texts > kept.messages) kept.texts = kept.messages;
  return kept;
}

/** Texts by currency, such as LKR=one|AUD=another. */
export function parseTexts(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('|').map((pair): [string, string] => {
    const [, currency = '', words = ''] = /^\s*([A-Z]{3})=(.+)$/s.exec(pair) ?? [];
    if (!currency) fail('must be texts by currency such as LKR=Bank of Ceylon 1234567|AUD=…');
    return [currency, words.trim()];
  });
  return new Map(pairs);
}

/** PayHere's merchant ids are digits. */
export function parseMerchantId(text: string): string {
  if (!/^\d{1,20}$/.test(text)) fail(`must be digits, not "${text}"`);
  return text;
}

/** An address with a path. */
export function parseWebAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : fail(`must be an address, not "${text}"`);
  if (!/^https?:$/.test(url.protocol)) fail(`must begin with https:// or http://, not "${text}"`);
  return url;
}

/** A web address without a user and a password: they would not be sent, and logs would show them. */
export function parsePortedUrl(text: string): URL {
  const url = parseWebAddress(text);
  if (url.username || url.password)
    fail('cannot have a user or a password. Put a key into the query of the address, as ?key=…');
  return url;
}

/** A provider's name, which is its address. Plain HTTP is allowed only on this machine. */
export function parseIssuer(text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || url.search || url.hash || url.username || !(url.protocol === 'https:' || isPlain))
    fail(`must be an address such as https://login.example.com, not "${text}"`);
  return text;
}

/** Names separated by commas. */
export function parseNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

export function parseRoles(text: string): ReadonlySet<Role> {
  const names = text.split(',').map((name) => name.trim());
  const roles = ROLES.filter((role) => names.includes(role));
  if (roles.length !== new Set(names).size) fail(`must be some of ${ROLES.join(',')}, not "${text}"`);
  return new Set(roles);
}

export function parseLogLevel(text: string): (typeof LOG_LEVELS)[number] {
  const level = LOG_LEVELS.find((name) => name === text);
  return level ?? fail(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

/** One setting. */
export interface Setting<T> {
  name: string;
  meaning: string;
  /** The default that the documentation shows. */
  shownDefault: string;
  /** The text to parse if nothing is set. If it is null, the value is null. */
  fallback: string | null;
  /** Secrets can also be given as NAME_FILE, the path of a file that holds the value. */
  secret: boolean;
  /** Parses the text; throws an Error whose message completes "NAME …". */
  parse: (text: string) => T;
}

export function withDefault<T>(
  name: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T> {
  return { name, meaning, shownDefault: `\`${fallback}\``, fallback, secret: false, parse };
}

/** A setting that is null if not set. */
type Optional<T> = Setting<T> & { fallback: null };

export function optional<T>(
  name: string,
  shownDefault: string,
  meaning: string,
  parse: (text: string) => T,
): Optional<T> {
  return { name, meaning, shownDefault, fallback: null, secret: false, parse };
}

export function secret<T>(
  name: string,
  shownDefault: string,
  meaning: string,
  parse: (text: string) => T,
): Optional<T> {
  return { ...optional(name, shownDefault, meaning, parse), secret: true };
}

/** Names that a settings file may hold besides ours: those of Node, OpenTelemetry, proxies and the system. */
const NOT_OURS =
  /^(?:NODE_|OTEL_|SSL_CERT_|LC_|PG)[A-Z_]+$|^(?:LANG|TZ|UV_THREADPOOL_SIZE)$|^(?:HTTPS?|NO|ALL)_PROXY$/i;

/** Faults of a settings file, for the operator: names not in `known`, and lines without a value. */
export function problemsOfFile(path: string, known: ReadonlySet<string>): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return [`GODWIT_SETTINGS ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`];
  }
  const unknown = Object.keys(parseEnv(text)).filter((name) => !known.has(name) && !NOT_OURS.test(name));
  // A quoted value may span several lines.
  const withoutValues = text
    .replace(/^\s*#.*$/gm, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/=[ \t]*(["'`])[\s\S]*?\1/g, (value) => `=${value.replace(/[^\n]/g, '')}`);
  const bare = withoutValues
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' || line.includes('=') ? [] : [index + 1]));
  return [
    ...unknown.map((name) => `${name} in ${path} is not a setting: check how it is spelt, or take it out`),
    ...bare.map((line) => `line ${line} of ${path} is not NAME=value: mend it, or put # before it`),
  ];
}
