// Turns the description of the public API into rows to read: fields with their types and limits, errors, and
// calls in order.
import type { OpenApi, Operation, Parameter, Schema } from '../../api/reference.ts';

export type Field = {
  /** With what it stands in, by dots: `events.sent_at`. */
  name: string;
  /** Such as `string` or `array of objects`; with `or null` where it may be null. */
  type: string;
  /** Such as `at most 2048 characters`, or the allowed values if there are only a few. */
  limits: string[];
  required: boolean;
  description: string;
};

/**
 * The fields of an object, each followed by those inside it. Those of a named schema stand where that one is
 * shown.
 */
export function fieldsOf(schema: Schema, api: OpenApi, prefix = ''): Field[] {
  const { properties = {}, required = [] } = schema.$ref ? resolved(schema, api) : schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const { core, isNullable } = withoutNull(property);
    const inner = core.$ref ? {} : (core.items ?? core);
    const field: Field = {
      name: prefix + name,
      type: typeOf(core) + (isNullable ? ' or null' : ''),
      limits: limitsOf(core),
      required: required.includes(name),
      description: property.description ?? core.description ?? '',
    };
    return [field, ...(inner.properties ? fieldsOf(inner, api, `${prefix}${name}.`) : [])];
  });
}

/** Parameters of a path, a query or headers as fields. */
export const parameterFields = (parameters: readonly Parameter[]): Field[] =>
  parameters.map(({ name, required = false, description = '', schema }) => ({
    name,
    type: typeOf(schema),
    limits: limitsOf(schema),
    required,
    description,
  }));

/** The name of a schema that is referred to: `Message`; null for one that stands in place. */
export const nameOf = ({ $ref }: Schema): string | null => $ref?.replace('#/components/schemas/', '') ?? null;

function resolved(schema: Schema, api: OpenApi): Schema {
  return api.components.schemas[nameOf(schema) ?? ''] ?? schema;
}

/** Returns a schema without null, which it expresses by `anyOf` or in a list of types. */
function withoutNull(schema: Schema): { core: Schema; isNullable: boolean } {
  const types = typeof schema.type === 'object' ? schema.type.filter((type) => type !== 'null') : [];
  if (types[0] && types.length === 1) return { core: { ...schema, type: types[0] }, isNullable: true };
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  if (!only || others.length !== 1) return { core: schema, isNullable: false };
  return { core: { description: schema.description ?? '', ...only }, isNullable: true };
}

function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name) return name;
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.format === 'date-time') return 'date-time';
  return typeof schema.type === 'object' ? schema.type.join(' or ') : (schema.type ?? 'object');
}

/** No limit of ours is as far away as that: it is the format's own. */
const BOUNDLESS = 1_000_000;

function limitsOf({
  enum: words,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
}: Schema): string[] {
  const far = (bound: number | undefined) => bound === undefined || Math.abs(bound) > BOUNDLESS;
  return [
    ...(words ? [words.map((word) => `\`${word}\``).join(', ')] : []),
    ...range(minLength, maxLength, 'characters'),
    ...range(minItems, maxItems, 'items'),
    ...range(far(minimum) ? undefined : minimum, far(maximum) ? undefined : maximum),
  ];
}

function range(min: number | undefined, max: number | undefined, of = ''): string[] {
  const words = (text: string) => [`${text} ${of}`.trim()];
  if (min !== undefined && max !== undefined) return words(`${min} to ${max}`);
  if (max !== undefined) return words(`at most ${max}`);
  // Omits the limit of a text that must not be empty, because readers expect it.
  return min === undefined || (min === 1 && of === 'characters') ? [] : words(`from ${min}`);
}

export type ApiError = { name: string; status: number; code: number; description: string };

/** The errors that a call can be refused with, by their code. */
export function errorsOf({ responses }: Operation): ApiError[] {
  return Object.entries(responses)
    .flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
        name,
        status: Number(status),
        ...(value as Pick<ApiError, 'code' | 'description'>),
      })),
    )
    .sort((a, b) => a.code - b.code);
}

/** Those of all calls, each once. */
export function allErrors(api: OpenApi): ApiError[] {
  const all = callsOf(api).flatMap(({ operation }) => errorsOf(operation));
  return [...new Map(all.map((error) => [error.code, error])).values()].sort((a, b) => a.code - b.code);
}

export type Call = { method: 'GET' | 'POST'; path: string; operation: Operation };

/** Every call of the description. */
export function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Call['method'],
      path,
      operation,
    })),
  );
}

/** The answer of a call that succeeds. */
export function successOf({ responses }: Operation): { status: number; schema: Schema; example: unknown } {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', null];
  const { schema = {}, example } = answer?.content?.['application/json'] ?? {};
  return { status: Number(status), schema, example };
}
