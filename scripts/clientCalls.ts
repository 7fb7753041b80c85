// Prints the clients' methods from the list of public calls: one for each call, except for those that are
// written by hand.
import { PUBLIC_CALLS } from '../contract/src/publicApi/calls.ts';
import { constantOf, MADE, nameOfSchema } from './clientTypes.ts';

/** Calls whose methods are written by hand, because these do more than make one request; their methods. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  sendMessage: ['send', 'dryRun'],
  sendBatch: ['batch'],
  listMessages: ['list', 'page'],
  getMessage: ['get'],
  cancelMessage: ['cancel'],
  listEvents: ['events', 'listEvents'],
  resendEvent: ['resendEvent'],
  getBalance: ['balance'],
  login: ['login'],
};

/** A method. `row`: the type of a row if the method walks through a list. */
type Method = {
  name: string;
  about: string;
  verb: string;
  /** The path without `/v1`, cut at its parameters. */
  path: readonly string[];
  /** The parameters of the path, and the thing that each identifies. */
  params: readonly { name: string; of: string }[];
  body?: string | undefined;
  query?: string | undefined;
  answer: string;
  row?: string;
  /** With an Idempotency-Key, a call that only prices, or one that may not be repeated without an answer. */
  kind: 'keyed' | 'dry' | 'once' | 'plain';
};

type PublicCall = (typeof PUBLIC_CALLS)[number];

/** Returns the methods of a call. A list by cursor has one that walks through it, and one for a page. */
function methodsOf(call: PublicCall): Method[] {
  const parts = call.path.replace('/v1', '').split(/\{\w+\}/);
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const answer = nameOfSchema(call.answer.schema, 'output');
  const base: Method = {
    name: call.id,
    about: `${call.summary}. The key needs the scope \`${call.scope}\`.`,
    verb: call.method,
    path: parts,
    params: names.map((name, i) => ({ name, of: thingOf(parts[i]!) })),
    ...(call.body && { body: bodyOf(call.body.schema, call.dryRun !== undefined) }),
    ...(call.query && { query: nameOfSchema(call.query, 'query') }),
    answer,
    kind: call.idempotent ? 'keyed' : ['POST', 'DELETE'].includes(call.method) ? 'once' : 'plain',
  };
  if (call.dryRun) {
    const about = `Check and price it. Nothing is created or charged. The key needs the scope \`${call.scope}\`.`;
    const priced = nameOfSchema(call.dryRun.schema, 'output');
    return [base, { ...base, about, name: call.id.replace('create', 'dryRun'), answer: priced, kind: 'dry' }];
  }
  if (call.query && 'after' in call.query.shape) {
    const walk = { ...base, about: `${base.about} Loads more as needed, \`limit\` in one call.` };
    const page = { ...base, about: `Get one page; \`next\` is the \`after\` of the next one.` };
    return [
      { ...walk, row: answer.replace(/Page$/, '') },
      { ...page, name: call.id.replace('list', 'page') },
    ];
  }
  return [base];
}

/** The name of a body. The client sets `dry_run` itself. */
function bodyOf(schema: NonNullable<PublicCall['body']>['schema'], isPriced: boolean): string {
  return nameOfSchema(isPriced ? schema.omit({ dry_run: true }) : schema, 'input');
}

/** `webhook endpoint` of `/webhook_endpoints/`. */
const thingOf = (path: string): string =>
  path.split('/').filter(Boolean).at(-1)!.replace(/s$/, '').replaceAll('_', ' ');

const METHODS = PUBLIC_CALLS.filter(({ id }) => !(id in BY_HAND)).flatMap(methodsOf);

/** The names of the methods of each public call. */
export const METHOD_NAMES = PUBLIC_CALLS.map((call) => ({
  call: call.id,
  methods: BY_HAND[call.id] ?? methodsOf(call).map(({ name }) => name),
}));

/** All type names of the methods. */
const USED = [...new Set(METHODS.flatMap(({ body, query, answer, row }) => [body, query, row ?? answer]))]
  .filter((name) => name !== undefined)
  .sort();

/** Returns the generated files with the methods, by path. */
export function clientCalls(): Record<string, string> {
  return {
    'clients/typescript/src/resources.ts': typescript(),
    'clients/php/src/Resources.php': php(),
    'clients/python/src/godwit/_resources.py': python(false),
    'clients/python/src/godwit/_async_resources.py': python(true),
  };
}

const FROM = MADE.replace('schemas', 'calls');

/** The path of a method as text of a language: `wrap` writes a parameter. */
const pathOf = ({ path, params }: Method, wrap: (param: Method['params'][number]) => string): string =>
  path.map((part, i) => part + (params[i] ? wrap(params[i]) : '')).join('');

/** The arguments of the function that quotes a parameter: its name comes last, unless it is `id`. */
const argsOf = ({ name, of }: Method['params'][number]): string =>
  `${name}, '${of}'${name === 'id' ? '' : `, '${name}'`}`;

function typescript(): string {
  const methods = METHODS.map((method) => {
    const { name, about, verb, params, body, query, answer, row, kind } = method;
    const given = [
      ...params.map((param) => `${param.name}: string`),
      ...(body ? [`body: ${isTimed(body) ? `Timed<${body}>` : body}`] : []),
      ...(query
        ? [`query: ${row ? `Omit<${query}, 'before'>` : query}${isNeeded(query) ? '' : ' = {}'}`]
        : []),
      `options: ${kind === 'keyed' ? 'SendOptions' : 'CallOptions'} = {}`,
    ].join(', ');
    const path = pathOf(method, (param) => `\${idOf(${argsOf(param)})}`);
    const quoted = params.length > 0 ? `\`${path}\`` : `'${path}'`;
    const head = (answered: string) => `  /** ${about} */\n  async ${name}(${given}): ${answered} {\n`;
    if (row)
      return `${head(`AsyncGenerator<${row}, void, void>`).replace(`async ${name}`, `async *${name}`)}    yield* this.walk<${row}>(${quoted}, query, options);\n  }\n`;
    const wired = body && isTimed(body) ? 'wire(body)' : 'body';
    const more = [
      ...(query ? ['query'] : []),
      ...(body
        ? [
            kind === 'dry'
              ? `body: { ...${wired}, dry_run: true }`
              : wired === 'body'
                ? 'body'
                : `body: ${wired}`,
          ]
        : []),
      ...(kind === 'keyed' ? ['idempotencyKey: keyOf(options)'] : []),
      ...(kind === 'once' ? ['once: true'] : []),
    ];
    const rest = more.length > 0 ? `, { ${more.join(', ')} }` : '';
    return `${head(`Promise<${answer}>`)}    return this.request<${answer}>('${verb}', ${quoted}, options${rest});\n  }\n`;
  });
  return `// One method for each call of the public API that needs nothing more than a request, ${FROM}
import { Caller, idOf, keyOf, type Timed, wire } from './caller.ts';
import type { CallOptions, SendOptions } from './transport.ts';
import type {
${USED.map((name) => `  ${name},\n`).join('')}} from './types.ts';

export class Resources extends Caller {
${methods.join('\n')}}
`;
}

/** Whether the fields of a body may be Dates. */
const isTimed = (body: string): boolean => body === 'NewCampaign';
/** Whether a query must be given. */
const isNeeded = (query: string): boolean => query === 'ConsentQuery';

function php(): string {
  const methods = METHODS.map((method) => {
    const { name, about, verb, params, body, query, answer, row, kind } = method;
    const given = [
      ...params.map((param) => `string $${param.name}`),
      ...(body ? ['array $body'] : []),
      ...(query ? [`array $query${isNeeded(query) ? '' : ' = []'}`] : []),
      ...(kind === 'keyed' ? ['?string $idempotencyKey = null'] : []),
    ].join(', ');
    const parts = method.path.map((part, i) => {
      const param = params[i];
      const wrapped = param ? [`self::idOf($${argsOf(param)})`] : [];
      return [...(part ? [`'${part}'`] : []), ...wrapped];
    });
    const path = parts.flat().join(' . ');
    const docs = [
      about.replaceAll('`', ''),
      '',
      ...(body ? [`@param ${body} $body`] : []),
      ...(query ? [`@param ${query} $query`] : []),
      `@return ${row ? `\\Generator<int, ${row}>` : answer}`,
      '@throws GodwitException',
    ].map((line) => `     *${line && ` ${line}`}\n`);
    const head = `    /**\n${docs.join('')}     */\n    public function ${name}(${given}): ${row ? '\\Generator' : 'array'}\n    {\n`;
    if (row) return `${head}        return $this->walk(${path}, $query);\n    }\n`;
    const wired = body && isTimed(body) ? 'self::wire($body)' : '$body';
    const more = [
      `'${verb}'`,
      query ? `${path} . self::searchOf($query)` : path,
      ...(body ? [kind === 'dry' ? `['dry_run' => true] + ${wired}` : wired] : []),
      ...(kind === 'keyed' ? ['self::keyOf($idempotencyKey)'] : []),
      ...(kind === 'once' ? ['isOnce: true'] : []),
    ];
    return `${head}        return $this->transport->request(${more.join(', ')});\n    }\n`;
  });
  return `<?php

declare(strict_types=1);

namespace Godwit;

/**
 * One method for each call of the public API that needs nothing more than a request,
 * ${FROM}
 *
${USED.map((name) => ` * @phpstan-import-type ${name} from Types\n`).join('')} *
 * @internal
 */
trait Resources
{
${methods.join('\n')}}
`;
}

/** `list_contacts` of `listContacts`. */
const snakeOf = (name: string): string => constantOf(name).toLowerCase();

function python(isAsync: boolean): string {
  const methods = METHODS.map((method) => {
    const { name, about, verb, params, body, query, answer, row, kind } = method;
    const given = [
      'self',
      ...params.map((param) => `${param.name}: str`),
      ...(body ? [`body: ${body}`] : []),
      ...(query ? [`query: ${isNeeded(query) ? query : `${query} | None = None`}`] : []),
      ...(kind === 'keyed' ? ['*, idempotency_key: str | None = None'] : []),
    ].join(', ');
    const path = pathOf(method, (param) => `{quoted(${argsOf(param)})}`);
    const text = params.length > 0 ? `f"${path}"` : `"${path}"`;
    const head = (answered: string, start: string) =>
      `    ${start}def ${snakeOf(name)}(${given}) -> ${answered}:\n        """${about}"""\n`;
    if (row)
      return `${head(`${isAsync ? 'AsyncIterator' : 'Iterator'}[${row}]`, '')}        return self._walk(${text}, query)\n`;
    const more = [
      `"${verb}"`,
      text,
      ...(query ? ['query=query'] : []),
      ...(body ? [kind === 'dry' ? 'body={**body, "dry_run": True}' : 'body=body'] : []),
      ...(kind === 'keyed' ? ['idempotency_key=key_of(idempotency_key)'] : []),
      ...(kind === 'once' ? ['is_once=True'] : []),
    ];
    const made = `self._request(${more.join(', ')})`;
    return `${head(answer, isAsync ? 'async ' : '')}        return cast(${answer}, ${isAsync ? `await ${made}` : made})\n`;
  });
  const base = isAsync ? 'AsyncRunner' : 'Runner';
  return `"""One method for each call of the public API that needs nothing more than a request.

The file is ${FROM}
"""

from __future__ import annotations

from collections.abc import ${isAsync ? 'AsyncIterator' : 'Iterator'}
from typing import cast

from ._calls import key_of, quoted
from ._runner import ${base}
from ._types import (
${USED.map((name) => `    ${name},\n`).join('')})


class ${isAsync ? 'AsyncResources' : 'Resources'}(${base}):
    """The methods of ${isAsync ? 'the asynchronous client' : 'the blocking client'}."""

${methods.join('\n')}`;
}
