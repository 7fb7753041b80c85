// Reads the values of a request by the template that it was made from: the reverse of `compileRequest`.
import { parseLossless, textOf } from '../answer.ts';
import { EACH, PLACEHOLDER, type RequestTemplate, type Values } from '../template.ts';

/** A request as a carrier receives it; `path` is without the query. */
export type Received = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

type Named = Record<string, string>;
type ReadText = (text: string, into: Named) => boolean;
/** The values of a request, and those of each message in its list. */
type Found = { shared: Named; messages: Named[] };

export type RequestReader = {
  /** Whether a request has the method and the path of the template. */
  isFor(request: Received): boolean;
  /** The values of each message of a request, at least one; null if it has not the form of the template. */
  read(request: Received): Values[] | null;
};

/** Opens a reader of one template. `base` may differ, so only the end of the path is compared. */
export function openReader(template: RequestTemplate): RequestReader {
  const method = template.post === undefined ? 'GET' : 'POST';
  const target = (template.post ?? template.get!).replace(/^https?:\/\/[^/]+/, '');
  const readPath = textReader(target, '([^/]*)', '');
  const readBody = template.json === undefined ? () => true : jsonReader(template.json);
  const readers = [
    fieldsReader(template.query, ({ query }, name) => query.get(name)),
    fieldsReader(template.headers, ({ headers }, name) => textOf(headers[name.toLowerCase()])),
    formReader(template.form),
  ];
  return {
    isFor: (request) => request.method === method && readPath(request.path, {}),
    read(request) {
      const found: Found = { shared: {}, messages: [] };
      const { shared, messages } = found;
      const isWhole =
        readPath(request.path, shared) &&
        readers.every((read) => read(request, shared)) &&
        readBody(template.json === undefined ? null : parseLossless(request.body), found);
      if (!isWhole) return null;
      return messages.length === 0 ? [shared] : messages.map((message) => ({ ...shared, ...message }));
    },
  };
}

/** Reads a text that was filled: placeholders take anything that `gap` matches. */
function textReader(template: string, gap = '(.*)', start = '^'): ReadText {
  // A placeholder has two groups, its name and its function.
  const pieces = template.split(PLACEHOLDER);
  const literals = pieces.filter((_piece, index) => index % 3 === 0);
  const names = pieces.filter((_piece, index) => index % 3 === 1);
  const pattern = new RegExp(`${start}${literals.map(escapeLiteral).join(gap)}$`, 's');
  return (text, into) => {
    const match = pattern.exec(text);
    for (const [index, name] of names.entries()) if (match) into[name] = match[index + 1]!;
    return match !== null;
  };
}

const escapeLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Reads named fields, each of which must be there. */
function fieldsReader(
  fields: Record<string, string> = {},
  fieldOf: (request: Received, name: string) => string | null,
) {
  const readers = Object.entries(fields).map(([name, text]) => [name, textReader(text)] as const);
  return (request: Received, into: Named): boolean =>
    readers.every(([name, read]) => {
      const value = fieldOf(request, name);
      return value !== null && read(value, into);
    });
}

function formReader(form: Record<string, string> | undefined) {
  const readers = Object.entries(form ?? {}).map(([name, text]) => [name, textReader(text)] as const);
  return ({ body }: Received, into: Named): boolean => {
    if (readers.length === 0) return true;
    const fields = new URLSearchParams(body);
    return readers.every(([name, read]) => {
      const value = fields.get(name);
      return value !== null && read(value, into);
    });
  };
}

type ReadJson = (value: unknown, into: Found) => boolean;

/** Reads a list that has an item for each message. */
const listReader =
  (read: ReadJson): ReadJson =>
  (value, { messages }) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => {
      const message: Named = {};
      messages.push(message);
      return read(item, { shared: message, messages: [] });
    });

/** Reads a JSON value: objects and lists must have what the template has, and other values must be equal. */
function jsonReader(template: unknown): ReadJson {
  if (typeof template === 'string') {
    const read = textReader(template);
    return (value, into) => {
      const text = textOf(value);
      return text !== null && read(text, into.shared);
    };
  }
  if (template === null || typeof template !== 'object') return (value) => value === template;
  const item = Array.isArray(template)
    ? template.find((one) => one !== null && Object.hasOwn(one, EACH))
    : null;
  if (item) return listReader(jsonReader(item[EACH]));
  const readers = Object.entries(template).map(([key, inner]) => [key, jsonReader(inner)] as const);
  return (value, into) =>
    value !== null &&
    typeof value === 'object' &&
    readers.every(([key, read]) => read((value as Record<string, unknown>)[key], into));
}
