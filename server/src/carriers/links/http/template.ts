// Fills the placeholders `{{name}}` and `{{name|function}}` of a profile. Each part of a request escapes
// values in its own way, so no value can change the shape of the request.
import { Buffer } from 'node:buffer';
import { escapeXml } from './xml.ts';

/** A request of a profile, with placeholders. */
export type RequestTemplate = {
  post?: string | undefined;
  get?: string | undefined;
  headers?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  json?: unknown;
  form?: Record<string, string> | undefined;
  xml?: string | undefined;
};

export type Values = Readonly<Record<string, string>>;

/** A request that is ready to be written. */
export type HttpRequest = {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: string | null;
};

/** A placeholder, with its name and its function. */
export const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)(?:\|([a-zA-Z0-9]+))?\}\}/g;

const FUNCTIONS: Readonly<Record<string, (value: string) => string>> = {
  e164: (value) => value,
  /** A number without its plus. */
  withoutPlus: (value) => value.replace(/^\+/, ''),
  /** A Sri Lankan or Australian number without plus and country code: 771234567. */
  national: (value) => value.replace(/^\+(?:94|61)/, ''),
  base64: (value) => Buffer.from(value).toString('base64'),
  number: (value) => value,
};

/** Names of all values that a text uses; a function that does not exist counts as a name. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name, fn]) =>
    fn !== undefined && !Object.hasOwn(FUNCTIONS, fn) ? [`${name}|${fn}`] : [name!],
  );
}

/** Fills a text; `quote` makes a value harmless at its place. */
export function fill(text: string, values: Values, quote: (value: string) => string = String): string {
  return text.replace(PLACEHOLDER, (_match, name: string, fn: string | undefined) =>
    quote(FUNCTIONS[fn ?? 'e164']!(values[name] ?? '')),
  );
}

/** The key of an item of a list that stands for one item for each message of a request. */
export const EACH = '$each';

/** Whether a JSON value has an item for each message. */
export const hasEach = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && (EACH in json || Object.values(json).some(hasEach));

/**
 * Fills every text of a JSON value. A text that is only `{{name|number}}` becomes a number of any length. An
 * item `{"$each": …}` of a list becomes one item for each of `messages`.
 */
function fillJson(value: unknown, values: Values, messages: readonly Values[]): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{([a-z][a-z0-9_]*)\|number\}\}$/.exec(value)?.[1];
    const digits = whole === undefined ? '' : values[whole]!.replace(/^\+/, '');
    return /^(?:0|[1-9]\d*)$/.test(digits) ? rawJson(digits) : fill(value, values);
  }
  if (Array.isArray(value))
    return value.flatMap((inner: unknown) =>
      inner && typeof inner === 'object' && EACH in inner
        ? messages.map((message) => fillJson(inner[EACH], message, [message]))
        : [fillJson(inner, values, messages)],
    );
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, fillJson(inner, values, messages)]),
    );
  return value;
}

/** Digits that JSON.stringify writes as they are, beyond 2^53 too. */
export const rawJson = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);

const fillAll = (fields: Record<string, string> = {}, values: Values): [string, string][] =>
  Object.entries(fields).map(([name, text]) => [name, fill(text, values)]);

/** Header values have no line breaks and only octets (RFC 9110 §5.5). */
const asHeader = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

/**
 * Builds the request of a template. A path is relative to `base`. `messages`: the values of each message, if
 * the request has several. Throws if the address is no URL.
 */
export function fillRequest(
  base: string,
  template: RequestTemplate,
  values: Values,
  messages: readonly Values[] = [values],
): HttpRequest {
  const target = template.post ?? template.get!;
  const escaped = fill(target, values, encodeURIComponent);
  const url = new URL(
    /^https?:\/\//.test(target) ? escaped : fill(base, values, encodeURIComponent) + escaped,
  );
  for (const [name, value] of fillAll(template.query, values)) url.searchParams.append(name, value);
  const headers: Record<string, string> = { accept: 'application/json, text/plain, */*' };
  let body: string | null = null;
  if (template.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(fillJson(template.json, values, messages));
  } else if (template.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(fillAll(template.form, values)).toString();
  } else if (template.xml !== undefined) {
    headers['content-type'] = 'text/xml; charset=utf-8';
    body = fill(template.xml, values, escapeXml);
  }
  for (const [name, value] of fillAll(template.headers, values))
    headers[name.toLowerCase()] = asHeader(value);
  return { method: template.post === undefined ? 'GET' : 'POST', url, headers, body };
}
