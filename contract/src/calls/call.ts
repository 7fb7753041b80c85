// How a call of the console or of staff is declared: once, in a table of its noun, under its method and path.
// The server makes its route from the declaration, the console the types of its request, the tests their list
// of what each role may do.
import type { z } from 'zod';
import type { Action } from '../roles.ts';
import type { StaffAction } from '../staff/roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The needs, the input and the answer of a call. */
export type Call = {
  /** The action that the member's role in the team must allow. */
  readonly action?: Action;
  /** The action that the role of a member of staff must allow. */
  readonly staffAction?: StaffAction;
  /** The call is about the person, so X-Team-Id is not read. */
  readonly anyTeam?: true;
  /** Path parameters that are no ids; all others are. */
  readonly params?: Readonly<Record<string, z.ZodType<string>>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Missing if the answer is a file or a stream. */
  readonly answer?: z.ZodType;
  /** The answer of a refusal 409 that says more than others do. */
  readonly conflict?: z.ZodType;
  /** The status of a success; 200 if it is missing. */
  readonly status?: 201;
};

/** Calls by method and path, with the path below /v1/web or /v1/staff: `PUT /groups/:id`. */
export type Calls = Readonly<Record<`${Method} /${string}`, Call>>;

/** The names of the parameters in a path. */
export type ParamNames<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;

/** The answer of a call, as the server gives it and the console reads it. */
export type AnswerOf<C> = C extends { readonly answer: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;
