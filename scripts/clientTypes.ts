// The clients' types, printed from the contract's schemas: what is packed needs neither the contract nor its libraries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorAnswer } from '../contract/src/common.ts';
import { ERRORS, type ErrorName } from '../contract/src/errors.ts';
import { messageRow, sendRequest, smsObject } from '../contract/src/messages.ts';
import { balanceAnswer, keyAnswer } from '../contract/src/publicAccount.ts';
import { PUBLIC_CALLS } from '../contract/src/publicCalls.ts';
import {
  incomingCallbackPayload,
  publicListAnswer,
  publicListQuery,
  statusCallbackPayload,
} from '../contract/src/publicLog.ts';

type Json = z.core.JSONSchema.JSONSchema;
type Named = { name: string; about: string; schema: z.ZodType; io: 'input' | 'output' };

const named = (name: string, about: string, schema: z.ZodType, io: Named['io'] = 'output'): Named => ({
  name,
  about,
  schema,
  io,
});

/** In the order that a reader meets them. */
const TYPES: readonly Named[] = [
  named('SendRequest', 'What to send, as it is posted.', sendRequest, 'input'),
  named('Message', 'A message.', smsObject),
  named('MessageRow', 'A message as lists have it.', messageRow),
  named('ListQuery', 'Which messages to list.', publicListQuery),
  named('MessagePage', 'A page of a list.', publicListAnswer),
  named('Balance', 'What the team has to spend.', balanceAnswer),
  named('Login', 'Whose the credentials are.', keyAnswer),
  named('StatusCallback', 'What is posted to the URL of `status_callback`.', statusCallbackPayload),
  named(
    'IncomingCallback',
    'What is posted to the URL that a project has for incoming messages.',
    incomingCallbackPayload,
  ),
  named('ErrorAnswer', 'Why a call, or a message of a batch, was refused.', errorAnswer),
];

/** Errors that some call of the public API, or a message of a batch, can be refused with. */
const PUBLIC = new Set<ErrorName>(
  PUBLIC_CALLS.flatMap((call) => [...call.errors, ...(call.itemErrors ?? [])]),
);
const CODES = Object.entries(ERRORS).filter(([name]) => PUBLIC.has(name as ErrorName));

const MADE = 'made by scripts/generate.ts from the schemas of the contract.';
const WIDTH = 110;
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** The files of the clients that are made from the contract, by path. */
export function clientTypes(root: string): Record<string, string> {
  return {
    'clients/typescript/src/types.ts': typescriptTypes(versionOf(root)),
    'clients/php/src/Types.php': phpTypes(),
    'clients/php/src/ErrorCode.php': phpErrorCodes(),
  };
}

function versionOf(root: string): string {
  const text = readFileSync(join(root, 'clients/typescript/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function typescriptTypes(version: string): string {
  const types = TYPES.map(({ about, name, schema, io }) => {
    const body = typescript(schemaOf(schema, io), '');
    return `/** ${about} */\nexport type ${name} = ${body};\n`;
  });
  const codes = CODES.map(([name, { code, text }]) => `${comment(text, '  ')}  ${name}: ${code},\n`);
  return `// What the service takes and answers, ${MADE}

/** The version of this package. */
export const VERSION = '${version}';

/** Codes of errors by name: \`error.code === ErrorCode.insufficientBalance\`. */
export const ErrorCode = {
${codes.join('')}} as const;

${types.join('\n')}`;
}

/** A type of its own, where a part of another one is just that. */
const NAMES = new Map(TYPES.map(({ name, schema, io }) => [JSON.stringify(schemaOf(schema, io)), name]));
const nameOf = (part: unknown): string | undefined =>
  NAMES.get(JSON.stringify({ $schema: DRAFT, ...(part as Json) }));

function typescript(schema: Json, indent: string): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf) return (schema.anyOf as Json[]).map((one) => typescript(one, indent)).join(' | ');
  if (schema.type === 'array')
    return `Array<${nameOf(schema.items) ?? typescript(schema.items as Json, indent)}>`;
  if (schema.type === 'object' && !schema.properties)
    return `Record<string, ${typescript(schema.additionalProperties as Json, indent)}>`;
  if (schema.type === 'object') {
    const inner = `${indent}  `;
    const lines = propertiesOf(schema).map(
      ({ name, isOptional, type }) =>
        `${comment(type.description, inner)}${inner}${name}${isOptional ? '?' : ''}: ${typescript(type, inner)}${isOptional ? ' | undefined' : ''};\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  }
  return primitivesOf(schema, { integer: 'number' }).join(' | ');
}

function phpTypes(): string {
  const types = TYPES.map(
    ({ name, schema, io }) => ` * @phpstan-type ${name} ${php(schemaOf(schema, io), ' * ')}\n`,
  );
  return `<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Shapes of what the service takes and answers, for editors and PHPStan; ${MADE}
 *
${types.join(' *\n')} */
interface Types
{
}
`;
}

function php(schema: Json, indent: string): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join('|');
  if (schema.anyOf) return (schema.anyOf as Json[]).map((one) => php(one, indent)).join('|');
  if (schema.type === 'array') return `list<${nameOf(schema.items) ?? php(schema.items as Json, indent)}>`;
  if (schema.type === 'object' && !schema.properties)
    return `array<string, ${php(schema.additionalProperties as Json, indent)}>`;
  if (schema.type === 'object') {
    const inner = `${indent}  `;
    const lines = propertiesOf(schema).map(
      ({ name, isOptional, type }) => `${inner}${name}${isOptional ? '?' : ''}: ${php(type, inner)},\n`,
    );
    return `array{\n${lines.join('')}${indent}}`;
  }
  return primitivesOf(schema, { integer: 'int', number: 'int|float', boolean: 'bool' }).join('|');
}

function phpErrorCodes(): string {
  const codes = CODES.map(([name, { code, text }]) => {
    const constant = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    return `${comment(text, '    ')}    public const ${constant} = ${code};\n`;
  });
  return `<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Codes of errors by name, ${MADE}
 */
final class ErrorCode
{
${codes.join('\n')}}
`;
}

function schemaOf(schema: z.ZodType, io: Named['io']): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
}

function propertiesOf({ properties = {}, required = [] }: Json) {
  return Object.entries(properties).map(([name, type]) => ({
    name,
    isOptional: !required.includes(name),
    type: type as Json,
  }));
}

/** The types that a value without parts may have, by the names that a language has for them. */
function primitivesOf({ type }: Json, names: Record<string, string>): string[] {
  return [type].flat().map((one) => {
    if (one === undefined || !/^(?:string|number|integer|boolean|null)$/.test(one))
      throw new Error(`scripts/clientTypes.ts does not know what to make of the type ${one}`);
    return names[one] ?? one;
  });
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** A text as a comment of lines that are not too long; nothing where there is none. */
function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const lines = [''];
  for (const word of text.replaceAll('*/', '').split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line !== '' && indent.length + line.length + word.length > WIDTH - 4) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
