// One call of the public API: its input, answer and errors. calls.ts has all of them.
import type { z } from 'zod';
import type { Scope } from '../apiKeys.ts';
import type { ErrorName } from '../errors.ts';

type Answer = {
  readonly status: 200 | 201;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: object;
};

/**
 * A call. `path` has the format of OpenAPI. `dryRun` is the answer if the body has `dry_run`. `itemErrors`
 * occur in the results of a 200 answer. `scope`: the scope that a key needs; `any` is enough if every valid
 * key may make the call.
 */
export type PublicCall = {
  readonly id: string;
  readonly tag:
    | 'Messages'
    | 'Verifications'
    | 'Consents'
    | 'Opt-outs'
    | 'Contacts'
    | 'Campaigns'
    | 'Templates'
    | 'Conversations'
    | 'Events'
    | 'Account';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: Scope | 'any';
  readonly summary: string;
  readonly description: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: { readonly schema: z.ZodObject; readonly example: object; readonly forms: boolean };
  readonly idempotent?: true;
  readonly answer: Answer;
  readonly dryRun?: Answer;
  readonly errors: readonly ErrorName[];
  readonly itemErrors?: readonly ErrorName[];
};

const EVERY_CALL = [
  'invalidCredentials',
  'keyNotAllowed',
  'notAllowed',
  'invalidArgument',
  'tooManyRequests',
  'unavailable',
  'unexpected',
] as const;
/** Errors of calls that may have a body, whether they need it or not. */
export const WITH_BODY = ['tooLarge', 'unsupportedType'] as const;

/** The errors of a call: these, and those that every call may have. */
export const errors = (...names: readonly ErrorName[]): ErrorName[] => [
  ...new Set([...EVERY_CALL, ...names]),
];
