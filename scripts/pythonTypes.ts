// Prints the Python client's types and error codes from the contract's schemas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TYPES } from './clientTypeNames.ts';
import {
  CODES,
  constantOf,
  type Json,
  MADE,
  nameOf,
  primitivesOf,
  propertiesOf,
  schemaOf,
  wrapped,
} from './clientTypes.ts';

/** Returns the generated file of the Python client, by path. */
export function pythonTypes(root: string): Record<string, string> {
  const project = readFileSync(join(root, 'clients/python/pyproject.toml'), 'utf8');
  const version = /^version = "(.+)"$/m.exec(project)![1]!;
  const types = TYPES.flatMap(({ about, name, schema, io }) => typedDict(name, about, schemaOf(schema, io)));
  const codes = CODES.map(
    ([name, { code, description }]) => `${comment(description, '    ')}    ${constantOf(name)} = ${code}\n`,
  );
  const exported = ['VERSION', 'ErrorCode', ...TYPES.map(({ name }) => CHANGED[name]?.name ?? name)];
  return {
    'clients/python/src/godwit/_types.py': `"""Types of requests and responses, and error codes.

The file is ${MADE}
"""

from datetime import datetime
from enum import IntEnum
from typing import Dict, List, Literal, TypedDict, Union

VERSION = "${version}"
"""The version of this package."""


__all__ = [
${exported.map((name) => `    "${name}",\n`).join('')}]


class ErrorCode(IntEnum):
    """Error codes by name: \`error.code == ErrorCode.INSUFFICIENT_BALANCE\`."""

${codes.join('')}

${types.join('\n')}`,
  };
}

/** Types whose fields differ from those of the API, because the client sets or converts some of them. */
const CHANGED: Record<string, { name: string; about: string; without: readonly string[] }> = {
  SendRequest: { name: 'NewMessage', about: 'A message to send.', without: ['dry_run'] },
  ListQuery: {
    name: 'PageOptions',
    about: 'The page to read, and its filter.',
    without: ['limit', 'after', 'before'],
  },
};
/** The client takes a datetime for it too. */
const TIME = 'send_at';

/**
 * Prints an object type, after the types of the objects inside it. Keys such as `from` are no Python names,
 * so the fields are in calls of TypedDict; Python 3.10 needs two calls if some fields are optional.
 */
function typedDict(apiName: string, apiAbout: string, schema: Json): string[] {
  const { name, about, without } = CHANGED[apiName] ?? { name: apiName, about: apiAbout, without: [] };
  const inner: string[] = [];
  const fields = propertiesOf(schema).filter((field) => !without.includes(field.name));
  const lineOf = ({ name: field, type, isOptional }: (typeof fields)[number]): string => {
    const printed = python(type, `${name}${capitalized(field)}`, inner);
    const taken = field === TIME && isOptional ? printed.replace('[str,', '[str, datetime,') : printed;
    return `${comment(type.description, '        ')}        "${field}": ${taken},\n`;
  };
  const partOf = (part: string, those: typeof fields, total = ''): string =>
    `${part} = TypedDict(\n    "${part}",\n    {\n${those.map(lineOf).join('')}    },\n${total})\n`;
  const [required, optional] = [false, true].map((is) => fields.filter((field) => field.isOptional === is));
  if (optional!.length === 0) {
    const whole = `${partOf(name, required!)}${about && `"""${about}"""\n`}`;
    return [...inner, whole];
  }
  const parts = [
    ...(required!.length > 0 ? [partOf(`_${name}Required`, required!)] : []),
    partOf(`_${name}Optional`, optional!, '    total=False,\n'),
  ];
  const bases = parts.map((part) => part.slice(0, part.indexOf(' '))).join(', ');
  return [...inner, ...parts, `\nclass ${name}(${bases}):\n    """${about}"""\n`];
}

/** Prints a type; objects without a name of their own become `name`, which is added to `inner`. */
function python(schema: Json, name: string, inner: string[], about = schema.description ?? ''): string {
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.anyOf)
    return union((schema.anyOf as Json[]).map((one) => nameOf(one) ?? python(one, name, inner, about)));
  if (schema.type === 'array')
    return `List[${nameOf(schema.items) ?? python(schema.items as Json, name, inner)}]`;
  if (schema.type === 'object' && !schema.properties)
    return `Dict[str, ${python(schema.additionalProperties as Json, name, inner)}]`;
  if (schema.type === 'object') {
    inner.push(...typedDict(name, about, schema));
    return name;
  }
  return union(
    primitivesOf(schema, {
      ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
    }),
  );
}

function union(given: readonly string[]): string {
  const types = [...new Set(given)];
  return types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`;
}

const capitalized = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  return wrapped(text, indent.length + 2)
    .map((line) => `${indent}# ${line}\n`)
    .join('');
}
