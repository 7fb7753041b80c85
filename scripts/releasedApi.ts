// Compares the public API with that of the last release: releasedApi.test.ts fails if a program written for
// the release could break. `generate.ts --release` writes the description that is compared with.
import { openApiDocument } from '../contract/src/publicApi/openApi.ts';

type Schema = {
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  const?: unknown;
  enum?: unknown[];
  [keyword: string]: unknown;
};
type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: { code: number } }> }>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  'x-item-errors'?: number[];
};
/** The parts of an OpenAPI description that a program relies on. */
type Description = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { headers: Record<string, object> };
};
/** Customers write requests; the service writes answers and calls of webhooks. */
type Writer = 'customer' | 'service';

/** Keywords that promise nothing. The headers of responses are in `components` too. */
const PROSE = new Set(['description', 'summary', 'tags', 'example', 'headers']);

/** Returns the description of this version without prose, which would make most of the file. */
export function releasedApi(): string {
  const { paths, webhooks, components } = openApiDocument('https://sms.example.com') as Description;
  return `${JSON.stringify(withoutProse({ paths, webhooks, components }), null, 1)}\n`;
}

/** `keepsAll`: the keys are names of fields or parts, not keywords. */
function withoutProse(value: unknown, keepsAll = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => keepsAll || !PROSE.has(key));
  const ofNames = new Set(keepsAll ? [] : ['properties', 'components']);
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutProse(part, ofNames.has(key))]));
}

/** Returns the changes that can break a program written for `before`, each with its place. */
export function breakingChanges(before: Description, after: Description): string[] {
  const [old, now] = [inlined(before, before), inlined(after, after)];
  const calls = Object.entries(old.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) =>
      operationChanges(`${method.toUpperCase()} ${path}`, call, now.paths[path]?.[method]),
    ),
  );
  const webhooks = Object.entries(old.webhooks).flatMap(([name, { post }]) => {
    const at = `webhook ${name}`;
    const same = now.webhooks[name]?.post;
    return [
      ...parameterChanges(at, post, same, 'service'),
      ...contentChanges(at, post.requestBody?.content, same?.requestBody?.content, 'service'),
    ];
  });
  const headers = removed(Object.keys(old.components.headers), Object.keys(now.components.headers));
  return [...calls, ...webhooks, ...headers.map((name) => `header ${name}: removed`)];
}

/** Returns the value with what its references name. No schema of the API holds itself. */
function inlined<T>(value: T, root: unknown): T {
  if (Array.isArray(value)) return value.map((item) => inlined(item, root)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...parts } = value as { $ref?: string };
  const own = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, inlined(part, root)]));
  if (!$ref) return own as T;
  const keys = $ref.split('/').slice(1);
  const target = keys.reduce((part, key) => (part as Record<string, unknown>)[key], root);
  return { ...(inlined(target, root) as object), ...own } as T;
}

const errorCodes = (content: Content = {}): number[] =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => value.code),
  );

const removed = <T>(before: readonly T[], after: readonly T[]): T[] =>
  before.filter((value) => !after.includes(value));

function operationChanges(at: string, before: Operation, after: Operation | undefined): string[] {
  if (!after) return [`${at}: removed`];
  const items = removed(before['x-item-errors'] ?? [], after['x-item-errors'] ?? []);
  const [body, newBody] = [before.requestBody, after.requestBody];
  return [
    ...parameterChanges(at, before, after, 'customer'),
    ...(newBody?.required && !body?.required ? [`${at} request: now required`] : []),
    ...contentChanges(`${at} request`, body?.content, newBody?.content, 'customer'),
    ...Object.entries(before.responses).flatMap(([status, { content }]) => {
      const same = after.responses[status];
      if (!same) return [`${at} ${status}: removed`];
      const codes = removed(errorCodes(content), errorCodes(same.content));
      return [
        ...contentChanges(`${at} ${status}`, content, same.content, 'service'),
        ...codes.map((code) => `${at} error ${code}: no longer with status ${status}`),
      ];
    }),
    ...items.map((code) => `${at} item error ${code}: removed`),
  ];
}

function parameterChanges(at: string, before: Operation, after: Operation | undefined, by: Writer): string[] {
  const byName = (call?: Operation) =>
    new Map((call?.parameters ?? []).map((one) => [`${at} ${one.in} ${one.name}`, one]));
  const [old, now] = [byName(before), byName(after)];
  const required = [...now].filter(([name, one]) => one.required && !old.get(name)?.required);
  return [
    ...(by === 'customer' ? required.map(([name]) => `${name}: now required`) : []),
    ...[...old].flatMap(([name, { schema }]) => {
      const same = now.get(name);
      return same ? schemaChanges(name, schema, same.schema, by) : [`${name}: removed`];
    }),
  ];
}

function contentChanges(at: string, before: Content = {}, after: Content = {}, by: Writer): string[] {
  const changes = Object.entries(before).flatMap(([type, { schema = {} }]) =>
    after[type] ? schemaChanges(at, schema, after[type].schema ?? {}, by) : [`${at} ${type}: removed`],
  );
  return [...new Set(changes)];
}

/** The types that a schema allows, each as a schema of one type. */
function variantsOf(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(variantsOf);
  const { type } = schema;
  return Array.isArray(type)
    ? type.map((one) => ({ ...(one === 'null' ? {} : schema), type: one }))
    : [schema];
}

function schemaChanges(at: string, before: Schema, after: Schema, by: Writer): string[] {
  const [old, now] = [variantsOf(before), variantsOf(after)];
  // Answers that can no longer be null break no program.
  const needed = by === 'service' ? old.filter(({ type }) => type !== 'null') : old;
  const changes = needed.flatMap((variant) => {
    const ofType = now.filter(({ type }) => type === variant.type);
    const compared = (ofType.length > 0 ? ofType : now).map((other) => typeChanges(at, variant, other, by));
    return compared.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
  if (changes.length > 0 || by === 'customer') return changes;
  const types = new Set(now.map(({ type }) => type)).difference(new Set(old.map(({ type }) => type)));
  return [...types].map((type) => `${at}: now also ${type}`);
}

/** Keywords with a schema of what is inside, and how it is written in a place. */
const INSIDE = { items: '[]', additionalProperties: '.*' };
const SMALLEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const LARGEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function typeChanges(at: string, before: Schema, after: Schema, by: Writer): string[] {
  if (before.type !== after.type) return [`${at}: ${before.type ?? 'any'} is now ${after.type ?? 'any'}`];
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const fields = Object.entries(old).flatMap(([name, schema]) => {
    const same = now[name];
    return same ? schemaChanges(`${at}.${name}`, schema, same, by) : [`${at}.${name}: removed`];
  });
  const [always, mustHave] = [before.required ?? [], after.required ?? []];
  const required = removed(mustHave, always).map((name) => `${at}.${name}: now required`);
  const rarer = removed(always, mustHave).filter((name) => now[name]);
  return [
    ...valueChanges(at, before, after, by),
    ...fields,
    ...(by === 'customer' ? required : rarer.map((name) => `${at}.${name}: no longer always there`)),
    ...Object.entries(INSIDE).flatMap(([keyword, suffix]) => {
      const [part, newPart] = [before[keyword], after[keyword]] as (Schema | undefined)[];
      return part && newPart ? schemaChanges(at + suffix, part, newPart, by) : [];
    }),
  ];
}

/** Changes of the values that a schema of one type allows. */
function valueChanges(at: string, before: Schema, after: Schema, by: Writer): string[] {
  const changed = (keyword: string) =>
    `${at}: ${keyword} was ${before[keyword] ?? 'missing'} and is ${after[keyword] ?? 'missing'}`;
  const isNarrower = (keyword: string, sign: 1 | -1) => {
    const now = after[keyword] as number | undefined;
    return now !== undefined && sign * now < sign * ((before[keyword] as number) ?? sign * Infinity);
  };
  const limits = [
    ...SMALLEST.filter((keyword) => by === 'customer' && isNarrower(keyword, -1)),
    ...LARGEST.filter((keyword) => by === 'customer' && isNarrower(keyword, 1)),
  ];
  // A customer may go on with what was allowed; the service must keep to what it promised.
  const promised = by === 'customer' ? after : before;
  const shapes = ['format', 'pattern'].filter(
    (keyword) => promised[keyword] !== undefined && before[keyword] !== after[keyword],
  );
  const isOther = before.default !== undefined && before.default !== after.default;
  const [values, newValues] = [valuesOf(before), valuesOf(after)];
  return [
    ...[...limits, ...shapes, ...(isOther ? ['default'] : [])].map(changed),
    ...(values && newValues ? removed(values, newValues).map((value) => `${at}: ${value} removed`) : []),
    ...(by === 'customer' && !values && newValues ? [`${at}: now only ${newValues.join(', ')}`] : []),
    ...(by === 'service' && values && !newValues ? [`${at}: now any value`] : []),
  ];
}

function valuesOf({ enum: values, const: value }: Schema): unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value]);
}
