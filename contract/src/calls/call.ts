// How a call of the console or of the staff pages is declared: once, in a table, under its method and path.
// The server derives the route from the declaration, the console the types, and the access tests the
// permissions.
import type { z } from 'zod';
import type { Action } from '../roles.ts';
import type { StaffAction } from '../staff/roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The permission, the input and the answer of a call. */
export type Call = {
  /** The action that the role of the member must allow. */
  readonly action?: Action;
  /** The action that the role of the staff account must allow. */
  readonly staffAction?: StaffAction;
  /** The call is about the person, so X-Team-Id is ignored. */
  readonly anyTeam?: true;
  /** Path parameters that are not ids. All others are ids. */
  readonly params?: Readonly<Record<string, z.ZodType<string>>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Undefined if the answer is a file or a stream. */
  readonly answer?: z.ZodType;
  /** The body of a 409 answer that has more fields than other errors have. */
  readonly conflict?: z.ZodType;
  /** The HTTP status of a success; 200 if undefined. */
  readonly status?: 201;
};

/** Calls by method and path. The path is below /v1/web or /v1/staff: `PUT /groups/:id`. */
export type Calls = Readonly<Record<`${Method} /${string}`, Call>>;

/** The names of the parameters in a path. */
export type ParamNames<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;

/** The answer of a call; unknown if it is a file or a stream. */
export type AnswerOf<C> = C extends { readonly answer: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;
