// Builds the request of a call from its input fields. The samples show it, and Try it sends it.
import type { OpenApi, Parameter, Schema } from '../../api/reference.ts';
import { type Call, nameOf } from './fields.ts';
import type { Json, SampleCall } from './samples.ts';

/** An input field of Try it. */
export type Input = {
  name: string;
  in: 'path' | 'query' | 'header' | 'json';
  required: boolean;
  /** The allowed values; empty for free text. */
  allowedValues: readonly string[];
  initial: string;
};

/** The API key determines these fields. */
const SET_BY_KEY = new Set(['project_id', 'mode']);
/** Initial values of the parameters that the log requires. */
const INITIAL_VALUES: Readonly<Record<string, string>> = {
  page_num: '1',
  page_size: '25',
  sort_order: 'DESC',
};

/**
 * Returns the input fields of a call, in the order of the description. A body with values other than strings
 * has no fields: its example is sent unchanged.
 */
export function inputsOf({ path, operation }: Call, api: OpenApi, messageId: string | null): Input[] {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: location, required = false, schema, example }) => ({
      name,
      in: location,
      required,
      // A choice cannot be taken back, so a field that starts empty and may stay so is free text.
      allowedValues: required || INITIAL_VALUES[name] ? (schema.enum ?? []) : [],
      initial:
        location === 'path' ? pathValue(path, { name, example }, messageId) : (INITIAL_VALUES[name] ?? ''),
    }),
  );
  return [...bodyInputs(operation.requestBody?.content['application/json'], api), ...parameters];
}

/**
 * The value of a parameter in the path. Of ids only that of a message that Try it sent is known; the others
 * are placeholders, such as CONTACT_ID.
 */
function pathValue(
  path: string,
  { name, example = '' }: Pick<Parameter, 'name' | 'example'>,
  messageId: string | null,
): string {
  const [, , list = ''] = path.split('/');
  if (name !== 'id') return example;
  return list === 'messages' && messageId ? messageId : `${list.replace(/s$/, '').toUpperCase()}_ID`;
}

function bodyInputs(body: { schema: Schema; example?: unknown } | undefined, api: OpenApi): Input[] {
  if (!body) return [];
  const example = body.example as Record<string, Json>;
  if (Object.values(example).some((value) => typeof value !== 'string')) return [];
  const { properties = {}, required = [] } = api.components.schemas[nameOf(body.schema) ?? ''] ?? body.schema;
  return Object.keys(properties)
    .filter((name) => !SET_BY_KEY.has(name))
    .map((name) => ({
      name,
      in: 'json',
      required: required.includes(name),
      allowedValues: [],
      initial: String(example[name] ?? ''),
    }));
}

/** Builds the request from the values by field name, without empty ones. */
export function requestOf(
  { method, path, operation }: Call,
  inputs: readonly Input[],
  values: Readonly<Record<string, string>>,
): SampleCall {
  const valueFor = ({ name, initial }: Input) => values[name] ?? initial;
  const valuesIn = (location: Input['in']) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.in === location && valueFor(input) !== '')
        .map((input) => [input.name, valueFor(input)]),
    );
  const pathname = inputs
    .filter((input) => input.in === 'path')
    .reduce((all, input) => all.replace(`{${input.name}}`, encodeURIComponent(valueFor(input))), path);
  const query = new URLSearchParams(valuesIn('query')).toString();
  const example = operation.requestBody?.content['application/json']?.example as Json | undefined;
  const json = inputs.some((input) => input.in === 'json') ? valuesIn('json') : example;
  return {
    name: operation.operationId[0]?.toUpperCase() + operation.operationId.slice(1),
    method,
    path: query === '' ? pathname : `${pathname}?${query}`,
    headers: valuesIn('header'),
    ...(json === undefined ? {} : { json }),
  };
}
