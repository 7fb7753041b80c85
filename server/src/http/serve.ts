// Makes routes from the calls that the contract declares.
import type { AnswerOf, Call, Calls, ParamNames } from '@godwit/contract/calls/call';
import { givenId } from '@godwit/contract/common';
import type {
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import { z } from 'zod';
import type { App } from './types.ts';

type Output<C, Part extends 'query' | 'body'> = C extends {
  readonly [P in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : unknown;

/** A request whose parts have passed the schemas of its call. */
type Asked<Key extends string, C> = FastifyRequest & {
  params: Readonly<Record<ParamNames<Key>, string>>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
};

/** Acts and returns the answer; a reply for answers that are sent as a stream or with headers. */
type Act<Key extends string, C> = (
  request: Asked<Key, C>,
  reply: FastifyReply,
) => Promise<AnswerOf<C> | FastifyReply> | AnswerOf<C> | FastifyReply;

/** The options of a route besides its call: limits by address, how long a body may be. */
type Options = Omit<RouteShorthandOptions, 'schema' | 'config'>;

type Serve<Table> = {
  <Key extends keyof Table & string>(call: Key, act: Act<Key, Table[Key]>): void;
  <Key extends keyof Table & string>(call: Key, options: Options, act: Act<Key, Table[Key]>): void;
};

/** Returns the function that adds the route of one call of a table: `on('PUT /groups/:id', act)`. */
export function serve<Table extends Calls>(app: App, table: Table): Serve<Table> {
  return <Key extends keyof Table & string>(
    call: Key,
    ...given: [Act<Key, Table[Key]>] | [Options, Act<Key, Table[Key]>]
  ): void => {
    const [options, act] = given.length === 1 ? [{}, given[0]] : given;
    const [method, url] = call.split(' ') as [HTTPMethods, string];
    const { action, staffAction, anyTeam }: Call = table[call]!;
    const config = {
      ...(action && { action }),
      ...(staffAction && { staffAction }),
      ...(anyTeam && { anyTeam }),
    };
    const handler = act as unknown as RouteHandlerMethod;
    app.route({ ...options, method, url, config, schema: schemaOf(url, table[call]!), handler });
  };
}

function schemaOf(url: string, { params = {}, query, body, answer, conflict, status }: Call) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return {
    ...(names.length > 0 && {
      params: z.object(Object.fromEntries(names.map((name) => [name, params[name] ?? givenId]))),
    }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(answer && { response: { [status ?? 200]: answer, ...(conflict && { 409: conflict }) } }),
  };
}
