// Values of settings as they are written, each with the words for one that is wrong: they complete "NAME …".
import { isIP } from 'node:net';
import { parseAmount } from './money.ts';

/** The parts of the work one process can do: `web` answers HTTP, `send` talks to carriers, `jobs` does the rest. */
export type Role = 'web' | 'send' | 'jobs';

/** At most `count` calls in `seconds`. */
export interface Limit {
  count: number;
  seconds: number;
}

const ROLES: readonly Role[] = ['web', 'send', 'jobs'];
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Says that a setting is wrong. */
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
  if (!URL.canParse(text) || !/^postgres(ql)?:\/\//.test(text)) {
    fail('must be an address such as postgresql://user:password@host:5432/name');
  }
  return text;
}

export function parseSecretKey(text: string): string {
  if (text.length < 32) fail('must have at least 32 characters: make one with openssl rand -base64 32');
  return text;
}

export function parseSmtpUrl(text: string): string {
  if (!URL.canParse(text) || !/^smtps?:\/\/[^/]/.test(text)) {
    fail('must be an address such as smtp://user:password@host:587');
  }
  return text;
}

export function parseMailFrom(text: string): string {
  if (!/^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) {
    fail(`must be a mail address such as Godwit <sms@example.com>, not "${text}"`);
  }
  return text;
}

export function parseLimit(text: string): Limit | null {
  if (text === '0') return null;
  const [, count, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? [];
  if (!count || !seconds) fail(`must be count/seconds such as 30/3600, or 0 for no limit, not "${text}"`);
  return { count: Number(count), seconds: Number(seconds) };
}

/** How many of something: at least one. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) fail(`must be a number from 1 to 999999, not "${text}"`);
  return Number(text);
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
