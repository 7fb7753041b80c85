// Fills the placeholders `{{name}}` and `{{name|function}}` of a profile. Each part of a request escapes
// values in its own way, so no value can change the shape of the request.
import { Buffer } from 'node:buffer';
import { escapeXml } from '../../../xml.ts';

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

type Quote = (value: string) => string;
/** Fills a text; `quote` makes a value harmless at its place. */
type FillText = (values: Values, quote?: Quote) => string;

/** Compiles a text, so that filling it does not search it for placeholders. */
function compileText(text: string): FillText {
  // A placeholder has two groups, its name and its function.
  const pieces = text.split(PLACEHOLDER);
  const first = pieces[0]!;
  const gaps: { name: string; convert: (value: string) => string; after: string }[] = [];
  for (let at = 1; at < pieces.length; at += 3) {
    const convert = FUNCTIONS[(pieces[at + 1] as string | undefined) ?? 'e164']!;
    gaps.push({ name: pieces[at]!, convert, after: pieces[at + 2]! });
  }
  return (values, quote) => {
    let filled = first;
    for (const { name, convert, after } of gaps) {
      const value = convert(values[name] ?? '');
      filled += (quote ? quote(value) : value) + after;
    }
    return filled;
  };
}

/** Fills a text once. */
export const fill = (text: string, values: Values): string => compileText(text)(values);

/** The key of an item of a list that stands for one item for each message of a request. */
export const EACH = '$each';

/** Whether a JSON value has an item for each message. */
export const hasEach = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && (EACH in json || Object.values(json).some(hasEach));

type FillJson = (values: Values, messages: readonly Values[]) => unknown;

/**
 * Compiles every text of a JSON value. A text that is only `{{name|number}}` becomes a number of any length.
 * An item `{"$each": …}` of a list becomes one item for each of `messages`.
 */
function compileJson(value: unknown): FillJson {
  if (typeof value === 'string') return compileJsonText(value);
  if (Array.isArray(value)) {
    const items = value.map(compileItem);
    return (values, messages) => items.flatMap((fillItem) => fillItem(values, messages));
  }
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).map(([key, inner]) => [key, compileJson(inner)] as const);
    return (values, messages) =>
      Object.fromEntries(entries.map(([key, fillValue]) => [key, fillValue(values, messages)]));
  }
  return () => value;
}

function compileJsonText(text: string): FillJson {
  const fillText = compileText(text);
  const whole = /^\{\{([a-z][a-z0-9_]*)\|number\}\}$/.exec(text)?.[1];
  if (whole === undefined) return (values) => fillText(values);
  return (values) => {
    const digits = values[whole]!.replace(/^\+/, '');
    return /^(?:0|[1-9]\d*)$/.test(digits) ? rawJson(digits) : fillText(values);
  };
}

/** Compiles an item of a list to the items that it becomes. */
function compileItem(item: unknown): (values: Values, messages: readonly Values[]) => unknown[] {
  if (item && typeof item === 'object' && EACH in item) {
    const fillOne = compileJson(item[EACH]);
    return (_values, messages) => messages.map((message) => fillOne(message, [message]));
  }
  const fillOne = compileJson(item);
  return (values, messages) => [fillOne(values, messages)];
}

/** Digits that JSON.stringify writes as they are, beyond 2^53 too. */
export const rawJson = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);

type FillFields = (values: Values) => [string, string][];

function compileFields(fields: Record<string, string> = {}): FillFields {
  const texts = Object.entries(fields).map(([name, text]) => [name, compileText(text)] as const);
  return (values) => texts.map(([name, fillText]) => [name, fillText(values)]);
}

/** Header values have no line breaks and only octets (RFC 9110 §5.5). */
const asHeader = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

/**
 * Builds a request from its values. `messages`: the values of each message, if the request has several.
 * Throws if the address is no URL.
 */
export type FillRequest = (values: Values, messages?: readonly Values[]) => HttpRequest;

/** Compiles a template to the requests that it makes. A path is relative to `base`. */
export function compileRequest(base: string, template: RequestTemplate): FillRequest {
  const target = template.post ?? template.get!;
  const fillAddress = compileText(/^https?:\/\//.test(target) ? target : base + target);
  const fillQuery = compileFields(template.query);
  const fillHeaders = compileFields(template.headers);
  const { type, fillBody } = compileBody(template);
  const method = template.post === undefined ? 'GET' : 'POST';
  return (values, messages = [values]) => {
    const url = new URL(fillAddress(values, encodeURIComponent));
    for (const [name, value] of fillQuery(values)) url.searchParams.append(name, value);
    const headers: Record<string, string> = { accept: 'application/json, text/plain, */*' };
    if (type !== null) headers['content-type'] = type;
    const body = fillBody(values, messages);
    for (const [name, value] of fillHeaders(values)) headers[name.toLowerCase()] = asHeader(value);
    return { method, url, headers, body };
  };
}

/** The media type of a template's body, and the body; null if it has none. */
function compileBody({ json, form, xml }: RequestTemplate): {
  type: string | null;
  fillBody(values: Values, messages: readonly Values[]): string | null;
} {
  if (json !== undefined) {
    const fillValue = compileJson(json);
    const fillBody = (values: Values, messages: readonly Values[]) =>
      JSON.stringify(fillValue(values, messages));
    return { type: 'application/json', fillBody };
  }
  if (form) {
    const fillForm = compileFields(form);
    const fillBody = (values: Values) => new URLSearchParams(fillForm(values)).toString();
    return { type: 'application/x-www-form-urlencoded', fillBody };
  }
  if (xml !== undefined) {
    const fillText = compileText(xml);
    return {
      type: 'text/xml; charset=utf-8',
      fillBody: (values: Values) => fillText(values, escapeXml),
    };
  }
  return { type: null, fillBody: () => null };
}
