// Understands a carrier's answer by the picks of its profile.
import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { parseXml } from '../../../xml.ts';
import { isSameNumber } from '../sameNumber.ts';
import type { Exchanged } from './exchange.ts';
import type { CodeClass, Profile } from './profile.ts';

/** `ids`: those by which receipts name the message; '' if the carrier gives none. */
export type Answer =
  | { class: 'ok'; ids: string[] }
  | { class: Exclude<CodeClass, 'taken'>; code: string; waitMs: number | null }
  | { class: 'unknown'; code: string };

/** A carrier may ask for at most this pause. */
const MAX_PAUSE_MS = 3_600_000;
/** A carrier's code is shown to people. */
const MAX_CODE = 32;
const MAX_PARTS = 20;

/**
 * Statuses that refuse this one request: bad request, too large, address too long, unprocessable. As
 * temporary ones they would count against the link, and one customer's texts could close it for all.
 */
const OF_CONTENT: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** A carrier's code as people read it and PostgreSQL stores it: short, without control characters. */
export function printableCode(code: string): string {
  return code
    .slice(0, MAX_CODE)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}

type Data = Record<string, unknown>;
type Answered = Extract<Exchanged, { kind: 'answered' }>;

/**
 * Classifies an answer. The codes of the profile decide first, then `ok`, then the HTTP status (RFC 9110):
 * 401 renews a token or suspends the link, 429 throttles, statuses about the content of the request
 * refuse the message, other 4xx are temporary. Everything else that nothing understands is `unknown`: the
 * carrier may have the message. Picks see our own reference as `ref`.
 */
export function understand({ answer, codes, auth }: Profile, answered: Answered, ref: string): Answer {
  const { status, headers } = answered;
  const read = dataOf(answer.format, answered);
  const data = read && { ...read, ref };
  const found = data === undefined ? null : textOf(pickFrom(data, answer.code ?? 'null')) || null;
  const code = printableCode(found ?? `HTTP_${status}`);
  const waitMs = retryAfterMs(headers['retry-after']);
  if (data !== undefined) {
    const named = classOf(codes, found);
    if (named === 'taken') return { class: 'ok', ids: idsOf(answer, data) };
    if (named) return { class: named, code, waitMs };
    if (status < 300 && pickFrom(data, answer.ok) === true) return { class: 'ok', ids: idsOf(answer, data) };
  }
  if (status === 401) return { class: auth.login ? 'token' : 'account', code, waitMs };
  if (status === 403) return { class: 'account', code, waitMs };
  if (status === 429) return { class: 'throttled', code, waitMs };
  if (OF_CONTENT.has(status)) return { class: 'permanent', code, waitMs };
  if (status >= 400 && status < 500 && status !== 408) return { class: 'temporary', code, waitMs };
  return { class: 'unknown', code };
}

/** The class of a code; undefined if the profile does not know it. */
function classOf(codes: Profile['codes'], code: string | null): CodeClass | undefined {
  const named = Object.entries(codes).find(([, list]) => code !== null && list.includes(code))?.[0];
  return named as CodeClass | undefined;
}

/** A message in a request, as an answer may name it. */
export type Asked = { ref: string; recipient: string };

/**
 * Classifies an answer for each message of its request, in their order. A message that the answer leaves out
 * is `unknown`. If the profile finds no outcomes of single messages, `whole`, that of the request, holds for
 * all.
 */
export function understandEach(
  profile: Profile,
  answered: Answered,
  whole: Answer,
  messages: readonly Asked[],
): Answer[] {
  const { format, each } = profile.answer;
  if (whole.class !== 'ok' || !each) return messages.map(() => whole);
  const found = pickFrom(dataOf(format, answered), each.items);
  const items: unknown[] = Array.isArray(found) ? found : [];
  const only = messages.length === 1 && items.length === 1;
  return messages.map((message) => {
    const item = only ? items[0] : items.find((one) => isAbout(each, one, message));
    if (item === undefined) return { class: 'unknown', code: 'NO_ITEM' };
    return understandItem(profile.codes, each, {
      ...(item as object),
      http: answered.status,
      ref: message.ref,
    });
  });
}

type Each = NonNullable<Profile['answer']['each']>;

function isAbout({ ref, to }: Each, item: unknown, message: Asked): boolean {
  if (ref !== undefined) return textOf(pickFrom(item, ref)) === message.ref;
  const number = textOf(pickFrom(item, to!))?.replace(/\D/g, '') ?? '';
  return number !== '' && isSameNumber(number, message.recipient);
}

function understandItem(codes: Profile['codes'], each: Each, data: Data): Answer {
  const found = each.code === undefined ? null : textOf(pickFrom(data, each.code)) || null;
  const code = printableCode(found ?? 'NO_CODE');
  const named = classOf(codes, found);
  if (named === 'taken' || (!named && pickFrom(data, each.ok) === true))
    return { class: 'ok', ids: idsOf(each, data) };
  return named ? { class: named, code, waitMs: null } : { class: 'unknown', code };
}

/**
 * The value that picks read: a JSON object with `http`, the status, beside its fields; of any other answer
 * `http` and `body`. Of a text answer `http`, `text`, and its `first` and `last` run of letters and digits.
 * Undefined if the answer has another format.
 */
export function dataOf(
  format: Profile['answer']['format'],
  { status: http, body }: Answered,
): Data | undefined {
  if (format === 'text') {
    const words = body.match(/[A-Za-z0-9]+/g) ?? [];
    return { http, text: body, first: words[0] ?? '', last: words.at(-1) ?? '' };
  }
  if (body === '') return { http };
  const isXml = format === 'xml' || (format === 'json-or-xml' && /^\ufeff?\s*</.test(body));
  const parsed = isXml ? parseXml(body) : parseLossless(body);
  if (parsed === undefined) return undefined;
  return parsed && typeof parsed === 'object' && !Array.isArray(parsed)
    ? { ...parsed, http }
    : { body: parsed, http };
}

/** A number that may be beyond 2^53: at least 16 digits that are not the beginning of a text. */
const LONG_NUMBER = /(?:^|[:,[\s])-?\d{16}/;

/** Parses JSON and keeps whole numbers beyond 2^53 as text. Undefined if it is not JSON. */
export function parseLossless(text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  try {
    // The function is called for every value, which costs more than parsing.
    if (!LONG_NUMBER.test(json)) return JSON.parse(json);
    return JSON.parse(json, (_key, value, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
        ? context!.source
        : value,
    );
  } catch {
    return undefined;
  }
}

/** Evaluates a pick. An expression that does not fit the data, such as a wrong type, gives null. */
export function pickFrom(data: unknown, expression: string): unknown {
  try {
    return TreeInterpreter.search(compiled(expression), data as Parameters<typeof TreeInterpreter.search>[1]);
  } catch {
    return null;
  }
}

/** Above this, expressions of earlier profiles are forgotten. */
const MAX_COMPILED = 1_000;
const compiledPicks = new Map<string, ReturnType<typeof compile>>();

function compiled(expression: string): ReturnType<typeof compile> {
  const known = compiledPicks.get(expression);
  if (known) return known;
  if (compiledPicks.size >= MAX_COMPILED) compiledPicks.clear();
  const tree = compile(expression);
  compiledPicks.set(expression, tree);
  return tree;
}

/** A text or number as text; null for anything else. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** A carrier that splits a long message may give an id for each part. */
function idsOf({ id }: Pick<Profile['answer'], 'id'>, data: unknown): string[] {
  const found = id === undefined ? null : pickFrom(data, id);
  const ids = (Array.isArray(found) ? found : [found]).slice(0, MAX_PARTS).map((one) => textOf(one) ?? '');
  return ids.length === 0 ? [''] : ids;
}

/** Retry-After in seconds or as a date (RFC 9110 §10.2.3), at most an hour; null if there is none. */
export function retryAfterMs(value: string | undefined, nowMs = Date.now()): number | null {
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) || ms < 0 ? null : Math.min(MAX_PAUSE_MS, ms);
}
