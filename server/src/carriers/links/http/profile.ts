// Profiles of HTTP carriers: one JSON file describes how to sign in, send, understand answers and read
// receipts. A profile is data: no part of it is executed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RouteClass } from '@godwit/contract/contentClass';
import { lineOfField, parseJson, withPlace } from '@godwit/contract/json';
import { compile } from '@jmespath-community/jmespath';
import { z } from 'zod';
import { hoursText } from './hours.ts';
import { hasEach, placeholdersOf, type RequestTemplate } from './template.ts';

/** The folder of the shipped profiles. */
const SHIPPED = join(import.meta.dirname, 'profiles');
const MAX_PICK = 500;

/**
 * The classes of a carrier's codes.
 * - `taken`: the carrier has it already. It answers so if a message is repeated.
 * - `permanent`: refused for good.
 * - `temporary`: not taken now; it is tried again.
 * - `throttled`: not taken; the link slows down.
 * - `token`: the token has expired; the link signs in again.
 * - `account`, `credit`, `closed`: the link takes nothing for now and its messages wait: the account is
 *   refused, its credit is used up, or the carrier is closed at this hour.
 */
export const CODE_CLASSES = [
  'taken',
  'permanent',
  'temporary',
  'throttled',
  'token',
  'account',
  'credit',
  'closed',
] as const;
export type CodeClass = (typeof CODE_CLASSES)[number];

/** A JMESPath expression, compiled to check it. */
const pick = z
  .string()
  .min(1)
  .max(MAX_PICK)
  .superRefine((expression, context) => {
    try {
      compile(expression);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is no JMESPath expression: ${(error as Error).message}` });
    }
  });

const template = z.string().max(2_000);
const fields = z.record(z.string(), template);
/** At most one of `json`, `form` and `xml`; without them there is no body. */
const request = {
  post: template.optional(),
  get: template.optional(),
  headers: fields.optional(),
  query: fields.optional(),
  json: z.json().optional(),
  form: fields.optional(),
  xml: template.optional(),
};
/** `json-or-xml`: for carriers whose gateway answers in the other form. */
const format = z.enum(['json', 'text', 'xml', 'json-or-xml']).default('json');

const login = z.strictObject({
  ...request,
  basic: z.tuple([template, template]).optional(),
  format,
  token: pick,
  /** Seconds for which the token holds: a number, or a pick from the answer. */
  expires_s: z.union([z.int().min(1), pick]).default(3_600),
  /** The code of an answer that refuses. */
  code: pick.optional(),
  /** Codes that refuse the account: the link stops signing in until its settings change. */
  refused: z.array(z.string()).default([]),
});

/** The signature that each call must have. */
const signed = z.strictObject({ twilio: template });
export type Signed = z.output<typeof signed>;

/**
 * A request that asks for receipts, of one message or of all. Fields that it does not pick are taken from the
 * message that it asks about.
 */
const poll = z.strictObject({
  ...request,
  /** A pick of the list, if one answer has receipts of many messages. */
  items: pick.optional(),
  id: pick.optional(),
  to: pick.optional(),
  from: pick.optional(),
  state: pick,
  error: pick.optional(),
});

const receipt = z.strictObject({
  /** A pick of the list, if one call has many receipts. */
  items: pick.optional(),
  id: pick,
  to: pick.optional(),
  /** The country code of numbers that are written nationally, such as 94. */
  country: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'is a country code such as 94')
    .optional(),
  from: pick.optional(),
  state: pick,
  error: pick.optional(),
  delivered: z.array(z.string()).min(1),
  failed: z.array(z.string()).min(1),
  signed: signed.optional(),
  /** The carrier is also asked for receipts. */
  poll: poll.optional(),
});

/**
 * The part of an answer that has the outcome of each message, for carriers that take several at once. `ref`
 * or `to` tells which message an item is about.
 */
const each = z.strictObject({
  items: pick,
  ref: pick.optional(),
  to: pick.optional(),
  ok: pick,
  id: pick.optional(),
  code: pick.optional(),
});

/**
 * A request that asks whether the carrier has the messages of a request that it did not answer. `taken` and
 * `notTaken` pick true if the answer is certain; `id` is the id in receipts.
 */
const ask = z.strictObject({
  ...request,
  taken: pick,
  notTaken: pick,
  id: pick.optional(),
  code: pick.optional(),
});
/** A request for the balance of the account. */
const balance = z.strictObject({ ...request, amount: pick, currency: pick.optional() });

const incoming = z.strictObject({
  /** A pick of the list, if one call has many messages. */
  items: pick.optional(),
  /** The carrier's id, by which a repeated message is recognised. */
  id: pick,
  from: pick,
  to: pick,
  text: pick,
  /** The position of a part, if the carrier delivers long messages in parts. */
  part: z.strictObject({ reference: pick, total: pick, number: pick }).optional(),
  signed: signed.optional(),
  /** The answer that the carrier expects; `{}` as JSON if left out. */
  answer: z
    .strictObject({
      type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'is a media type such as text/xml'),
      body: z.string().max(1_000),
    })
    .optional(),
});
export type IncomingRules = z.output<typeof incoming>;

const profile = z.strictObject({
  profile: z.string().regex(/^[a-z0-9-]{1,32}$/),
  title: z.string().min(1).max(80),
  /** Points that nobody has verified against the carrier. */
  unverified: z.array(z.string()).default([]),
  base: template,
  secrets: z.array(z.string().regex(/^[a-z][a-z0-9_]{0,31}$/)).default([]),
  auth: z
    .strictObject({
      basic: z.tuple([template, template]).optional(),
      headers: fields.optional(),
      query: fields.optional(),
      login: login.optional(),
    })
    .default({}),
  /** Values that depend on whether the text fits GSM 7 bit. */
  by_text: z.record(z.string(), z.strictObject({ gsm7: z.string(), unicode: z.string() })).default({}),
  /** Values that depend on the class of the message. */
  by_class: z
    .record(
      z.string(),
      z.strictObject({
        transactional: z.string(),
        service: z.string(),
        promotional: z.string(),
      } satisfies Record<RouteClass, unknown>),
    )
    .default({}),
  send: z.strictObject(request),
  /** `fixed`: the request takes no sender, so recipients see the one of the account. */
  sender: z.enum(['given', 'fixed']).default('given'),
  answer: z.strictObject({
    format,
    ok: pick,
    /** The id that receipts name; left out if the carrier gives none. */
    id: pick.optional(),
    code: pick.optional(),
    each: each.optional(),
  }),
  ask: ask.optional(),
  /** The carrier recognises a reference that it has seen. `codes.taken` says so too. */
  safe_repeats: z.boolean().default(false),
  codes: z.partialRecord(z.enum(CODE_CLASSES), z.array(z.string())).default({}),
  /** Sentences for codes. */
  meanings: z.record(z.string(), z.string()).default({}),
  receipt: receipt.optional(),
  incoming: incoming.optional(),
  /** The carrier is also asked for the balance of the account. */
  balance: balance.optional(),
  limits: z
    .strictObject({
      per_s: z.int().min(1).optional(),
      /** Whether the rate counts messages or requests. They differ only with `batch`. */
      counts: z.enum(['messages', 'requests']).default('messages'),
      /** The most messages in a request. */
      batch: z.int().min(2).max(1_000).optional(),
      hours: hoursText.optional(),
    })
    .default({ counts: 'messages' }),
});

export type Profile = z.output<typeof profile>;
export type Login = z.output<typeof login>;
export type Poll = z.output<typeof poll>;
export type AskRules = z.output<typeof ask>;
export type BalanceRequest = z.output<typeof balance>;

/** Values that every request may use, besides the link's secrets, `by_text` and `by_class`. */
const VALUES = ['to', 'from', 'text', 'ref', 'callback', 'valid_s', 'token'] as const;

/** Values that a request for receipts may use, besides the link's secrets. */
const POLL_VALUES = ['id', 'ref', 'token'] as const;

/** Values that a request about a message in doubt may use. */
const ASK_VALUES = ['ref', 'token'] as const;
/** Values that a request for the balance may use, besides the link's secrets. */
const BALANCE_VALUES = ['token'] as const;

/** The names of the shipped profiles. */
export const shippedProfiles = (): string[] =>
  readdirSync(SHIPPED).map((file) => file.replace(/\.json$/, ''));

/**
 * Reads a profile by its name, or a file of one's own by a path that starts with `./` or `/`; relative paths
 * start at `folder`. Throws an error that names the file, the line and the field of each fault.
 */
export function readProfile(nameOrPath: string, folder: string): Profile {
  const isOwn = /^\.{0,2}\//.test(nameOrPath);
  const path = isOwn ? resolve(folder, nameOrPath) : join(SHIPPED, `${nameOrPath}.json`);
  if (!isOwn && !existsSync(path))
    throw new Error(`no profile has this name: use one of ${shippedProfiles().join(', ')}, or ./a-file.json`);
  const text = readFileSync(path, 'utf8');
  const parsed = parseProfile(parseJson(text, path));
  if ('faults' in parsed) {
    const lines = parsed.faults.map(
      (fault) => `  line ${lineOfField(text, fault.path)}, ${withPlace(fault)}`,
    );
    throw new Error(`profile ${path} is wrong:\n${lines.join('\n')}`);
  }
  return parsed.profile;
}

/** Checks a profile that is no file. Throws an error that names `name` and the field of each fault. */
export function checkProfile(content: unknown, name: string): Profile {
  const parsed = parseProfile(content);
  if (!('faults' in parsed)) return parsed.profile;
  const lines = parsed.faults.map((fault) => `  ${withPlace(fault)}`);
  throw new Error(`${name} is wrong:\n${lines.join('\n')}`);
}

function parseProfile(content: unknown): { profile: Profile } | { faults: Fault[] } {
  const parsed = profile.safeParse(content);
  const faults = parsed.success
    ? unknownValues(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ path, message }));
  return parsed.success && faults.length === 0 ? { profile: parsed.data } : { faults };
}

type Fault = { path: PropertyKey[]; message: string };

/** Templates may use only values that exist; sending needs exactly one method. */
function unknownValues(parsed: Profile): Fault[] {
  const named = [parsed.by_text, parsed.by_class].flatMap(Object.keys);
  const known = new Set<string>([...VALUES, ...parsed.secrets, ...named]);
  const faults: Fault[] = [];
  const visit = (value: unknown, path: PropertyKey[], names = known): void => {
    if (typeof value === 'string') {
      for (const name of placeholdersOf(value))
        if (!names.has(name)) faults.push({ path, message: `uses {{${name}}}, which is no value of a link` });
    } else if (value && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], names);
  };
  visit({ base: parsed.base, auth: parsed.auth, send: parsed.send }, []);
  visit(parsed.receipt?.signed, ['receipt', 'signed']);
  visit(parsed.incoming?.signed, ['incoming', 'signed']);
  const requests: [RequestTemplate, PropertyKey[]][] = [[parsed.send, ['send']]];
  if (parsed.auth.login) requests.push([parsed.auth.login, ['auth', 'login']]);
  if (parsed.balance) {
    requests.push([parsed.balance, ['balance']]);
    visit(parsed.balance, ['balance'], new Set<string>([...BALANCE_VALUES, ...parsed.secrets]));
  }
  faults.push(...senderFaults(parsed));
  const poll = parsed.receipt?.poll;
  if (poll) {
    const path = ['receipt', 'poll'];
    requests.push([poll, path]);
    visit(poll, path, new Set<string>([...POLL_VALUES, ...parsed.secrets]));
    if (poll.items !== undefined && poll.id === undefined)
      faults.push({ path, message: 'has items, so it also needs id' });
  }
  if (parsed.ask) {
    requests.push([parsed.ask, ['ask']]);
    visit(parsed.ask, ['ask'], new Set<string>([...ASK_VALUES, ...parsed.secrets]));
  }
  faults.push(...batchFaults(parsed));
  for (const [one, path] of requests) {
    if ((one.post === undefined) === (one.get === undefined))
      faults.push({ path, message: 'name either post or get' });
    if ([one.json, one.form, one.xml].filter((body) => body !== undefined).length > 1)
      faults.push({ path, message: 'has more than one of json, form and xml: keep one' });
  }
  return faults;
}

/** A request without the sender says so, because messages whose sender a register decides must not use it. */
function senderFaults({ send, sender, auth, base }: Profile): Fault[] {
  const isSent = placeholdersOf(JSON.stringify([base, send, auth.headers, auth.query])).includes('from');
  if (isSent === (sender === 'given')) return [];
  const message = isSent
    ? 'uses {{from}}, so recipients see the sender of each message: remove "sender": "fixed"'
    : 'does not use {{from}}: use it, or add "sender": "fixed" to the profile if recipients always see the sender of the account';
  return [{ path: ['send'], message }];
}

/** A request has several messages only if it names each; items of an answer must tell theirs. */
function batchFaults({ send, answer, limits }: Profile): Fault[] {
  const faults: Fault[] = [];
  if (limits.batch !== undefined && !hasEach(send.json))
    faults.push({ path: ['limits', 'batch'], message: 'needs a list with {"$each": …} in send.json' });
  if (answer.each && answer.each.ref === undefined && answer.each.to === undefined)
    faults.push({ path: ['answer', 'each'], message: 'needs ref or to, which tell the message of an item' });
  return faults;
}

/** Whether a message that may have been taken can be repeated without a second copy. */
export const repeatsAreSafe = ({ safe_repeats, codes }: Profile): boolean =>
  safe_repeats || (codes.taken ?? []).length > 0;
