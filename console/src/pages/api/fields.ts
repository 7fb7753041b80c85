// Reads the OpenAPI description: fields with their types and limits, calls, and their errors and responses.
import type { OpenApi, Operation, Parameter, Schema } from '../../api/reference.ts';
import type { SampleCall } from './samples.ts';

export type Field = {
  /** The path inside the object: `events.sent_at`. */
  name: string;
  /** For example `string`, `array of Message` or `date-time or null`. */
  type: string;
  /** For example `at most 2048 characters`, or the allowed values. */
  limits: string[];
  required: boolean;
  description: string;
};

/**
 * Returns the fields of an object, each followed by its inner fields, except for those of a named schema. Of
 * several alternatives it returns the fields of all, once each; those that all have are required.
 */
export function fieldsOf(schema: Schema, api: OpenApi, prefix = ''): Field[] {
  if (schema.anyOf) {
    const all = schema.anyOf.map((one) => fieldsOf(one, api, prefix));
    const isInAll = ({ name }: Field) => all.every((fields) => fields.some((field) => field.name === name));
    const byName = new Map(all.flat().map((field) => [field.name, field]));
    return [...byName.values()].map((field) => ({ ...field, required: field.required && isInAll(field) }));
  }
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

/** Returns path, query and header parameters as fields. */
export const parameterFields = (parameters: readonly Parameter[]): Field[] =>
  parameters.map(({ name, required = false, description = '', schema }) => ({
    name,
    type: typeOf(schema),
    limits: limitsOf(schema),
    required,
    description,
  }));

/** Returns the fields of a call's body and its parameters. */
export function requestFields({ requestBody, parameters = [] }: Operation, api: OpenApi): Field[] {
  const body = requestBody?.content['application/json']?.schema;
  return [...(body ? fieldsOf(body, api) : []), ...parameterFields(parameters)];
}

/** Returns the fields of a call's answer, or null for the SMS object, which has its own section. */
export function answerFields(operation: Operation, api: OpenApi): Field[] | null {
  const { schema } = successOf(operation);
  return nameOf(schema) === 'Message' ? null : fieldsOf(schema, api);
}

/** Returns the name of a referenced schema: `Message`. Null for an inline schema. */
export const nameOf = ({ $ref }: Schema): string | null => $ref?.replace('#/components/schemas/', '') ?? null;

function resolved(schema: Schema, api: OpenApi): Schema {
  return api.components.schemas[nameOf(schema) ?? ''] ?? schema;
}

/** Removes null from a schema, which allows it by `anyOf` or in its list of types. */
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

/** Larger limits come from the number format and are not shown. */
const MAX_SHOWN_LIMIT = 1_000_000;

function limitsOf({
  enum: values,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
}: Schema): string[] {
  const shown = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) > MAX_SHOWN_LIMIT ? undefined : bound;
  return [
    ...(values ? [values.map((value) => `\`${value}\``).join(', ')] : []),
    ...range(minLength, maxLength, 'characters'),
    ...range(minItems, maxItems, 'items'),
    ...range(shown(minimum), shown(maximum)),
  ];
}

function range(min: number | undefined, max: number | undefined, unit = ''): string[] {
  const limit = (text: string) => [`${text} ${unit}`.trim()];
  if (min !== undefined && max !== undefined) return limit(`${min} to ${max}`);
  if (max !== undefined) return limit(`at most ${max}`);
  // Readers expect that a text must not be empty, so that limit is omitted.
  return min === undefined || (min === 1 && unit === 'characters') ? [] : limit(`from ${min}`);
}

export type DocumentedError = { name: string; status: number; code: number; description: string };

/** Returns the errors of a call, sorted by code. */
export function errorsOf({ responses }: Operation): DocumentedError[] {
  return Object.entries(responses)
    .flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
        name,
        status: Number(status),
        ...(value as Pick<DocumentedError, 'code' | 'description'>),
      })),
    )
    .sort((a, b) => a.code - b.code);
}

/** Returns the errors of all calls without duplicates. */
export function allErrors(api: OpenApi): DocumentedError[] {
  const all = callsOf(api).flatMap(({ operation }) => errorsOf(operation));
  return [...new Map(all.map((error) => [error.code, error])).values()].sort((a, b) => a.code - b.code);
}

export type Call = { method: SampleCall['method']; path: string; operation: Operation };

/** Returns all calls of the description. */
export function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Call['method'],
      path,
      operation,
    })),
  );
}

/** Returns the anchor of a call on the page: `send-message`. */
export const idOf = ({ operation }: Call): string =>
  operation.operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the response of a successful call: the 201 if a dry run also answers 200. */
export function successOf({ responses }: Operation): { status: number; schema: Schema; example: unknown } {
  const [status, response] = Object.entries(responses).findLast(([code]) => code.startsWith('2')) ?? [
    '200',
    null,
  ];
  const { schema = {}, example } = response?.content?.['application/json'] ?? {};
  return { status: Number(status), schema, example };
}
