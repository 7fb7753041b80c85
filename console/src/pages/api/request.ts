// The request of a call, made from what is typed into its fields: the samples show it and Try it sends it.
import type { OpenApi, Schema } from '../../api/reference.ts';
import { type Call, nameOf } from './fields.ts';
import type { Json, SampleCall } from './samples.ts';

/** A field to type into. */
export type Input = {
  name: string;
  in: 'path' | 'query' | 'header' | 'json';
  required: boolean;
  /** The allowed values, if there are only a few. */
  words: readonly string[];
  initial: string;
};

/** A key says these itself. */
const SAID_BY_KEY = new Set(['project_id', 'mode']);
/** Stands for the id of a message until there is one. */
const MESSAGE_ID = 'MESSAGE_ID';
/** The parameters that the log requires. */
const PAGE: Readonly<Record<string, string>> = { page_num: '1', page_size: '25', sort_order: 'DESC' };

/**
 * All that can be typed, in the order of the description. A body that is no form of texts has no fields, and
 * is sent as its example.
 */
export function inputsOf({ operation }: Call, api: OpenApi, messageId: string | null): Input[] {
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required = false, schema }) => ({
    name,
    in: place,
    required,
    words: schema.enum ?? [],
    initial: place === 'path' ? (messageId ?? MESSAGE_ID) : (PAGE[name] ?? ''),
  }));
  return [...bodyInputs(operation.requestBody?.content['application/json'], api), ...parameters];
}

function bodyInputs(body: { schema: Schema; example?: unknown } | undefined, api: OpenApi): Input[] {
  if (!body) return [];
  const example = body.example as Record<string, Json>;
  if (Object.values(example).some((value) => typeof value !== 'string')) return [];
  const { properties = {}, required = [] } = api.components.schemas[nameOf(body.schema) ?? ''] ?? body.schema;
  return Object.keys(properties)
    .filter((name) => !SAID_BY_KEY.has(name))
    .map((name) => ({
      name,
      in: 'json',
      required: required.includes(name),
      words: [],
      initial: String(example[name] ?? ''),
    }));
}

/** Builds the request from the values by name. It omits empty values. */
export function requestOf(
  { method, path, operation }: Call,
  inputs: readonly Input[],
  values: Readonly<Record<string, string>>,
): SampleCall {
  const typedIn = ({ name, initial }: Input) => values[name] ?? initial;
  const given = (place: Input['in']) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.in === place && typedIn(input) !== '')
        .map((input) => [input.name, typedIn(input)]),
    );
  const filled = inputs
    .filter((input) => input.in === 'path')
    .reduce((all, input) => all.replace(`{${input.name}}`, encodeURIComponent(typedIn(input))), path);
  const query = new URLSearchParams(given('query')).toString();
  const example = operation.requestBody?.content['application/json']?.example as Json | undefined;
  const json = inputs.some((input) => input.in === 'json') ? given('json') : example;
  return {
    name: operation.operationId[0]?.toUpperCase() + operation.operationId.slice(1),
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: given('header'),
    ...(json === undefined ? {} : { json }),
  };
}
