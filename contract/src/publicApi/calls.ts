// The calls of the public API: input, answer and errors of each. The server, GET /v1/openapi.json, the
// reference and the tests use this one list.
import { z } from 'zod';
import type { Scope } from '../apiKeys.ts';
import { id } from '../common.ts';
import type { ErrorName } from '../errors.ts';
import { smsObject } from '../messages/messages.ts';
import * as api from '../sentences/api.ts';
import { balanceAnswer, keyAnswer } from './account.ts';
import {
  BATCH_EXAMPLE,
  CANCELLED_EXAMPLE,
  DELIVERED_EXAMPLE,
  DRY_RUN_EXAMPLE,
  LIST_EXAMPLE,
  SEND_EXAMPLE,
  SMS_EXAMPLE,
} from './examples.ts';
import { publicListAnswer, publicListQuery } from './log.ts';
import { batchAnswer, batchRequest, dryRunAnswer, sendRequest } from './send.ts';

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
  readonly tag: 'Messages' | 'Account';
  readonly method: 'GET' | 'POST';
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
  'tooManyRequests',
  'unavailable',
  'unexpected',
] as const;
/** Errors of calls that may have a body, whether they need it or not. */
const WITH_BODY = ['invalidArgument', 'tooLarge', 'unsupportedType'] as const;

/** The errors of a message, single or in a batch. */
const OF_MESSAGE = [
  'invalidArgument',
  'notFound',
  'keyMismatch',
  'invalidDate',
  'idempotencyInProgress',
  'idempotencyReused',
  'conflict',
  'unavailable',
  'invalidNumber',
  'invalidNumberFormat',
  'numberLacksCountryCode',
  'invalidSender',
  'countryBlocked',
  'senderCapability',
  'optedOut',
  'bodyTooLong',
  'insufficientBalance',
  'verificationNeeded',
  'dailyLimit',
  'sendingPaused',
  'keyCap',
  'priceAboveMax',
] as const satisfies readonly ErrorName[];

const ONE_MESSAGE = z.object({ id: id.describe(api.SHOW_ID) });

const errors = (...names: readonly ErrorName[]): ErrorName[] => [...new Set([...EVERY_CALL, ...names])];

export const PUBLIC_CALLS: readonly PublicCall[] = [
  {
    id: 'sendMessage',
    tag: 'Messages',
    method: 'POST',
    path: '/v1/messages',
    scope: 'messages:send',
    summary: 'Send an SMS',
    description: api.SEND_CALL,
    body: { schema: sendRequest, example: SEND_EXAMPLE, forms: true },
    idempotent: true,
    answer: {
      status: 201,
      description: 'The message is stored and will be sent.',
      schema: smsObject,
      example: SMS_EXAMPLE,
    },
    dryRun: {
      status: 200,
      description: 'The message would be accepted. Nothing was stored or charged.',
      schema: dryRunAnswer,
      example: DRY_RUN_EXAMPLE,
    },
    errors: errors(...WITH_BODY, ...OF_MESSAGE),
  },
  {
    id: 'sendBatch',
    tag: 'Messages',
    method: 'POST',
    path: '/v1/messages/batch',
    scope: 'messages:send',
    summary: 'Send many SMS',
    description: api.BATCH_CALL,
    body: {
      schema: batchRequest,
      example: { messages: [SEND_EXAMPLE, { ...SEND_EXAMPLE, to: '+94770002000' }] },
      forms: false,
    },
    idempotent: true,
    answer: {
      status: 200,
      description: 'What became of each message.',
      schema: batchAnswer,
      example: BATCH_EXAMPLE,
    },
    errors: errors(...WITH_BODY),
    itemErrors: OF_MESSAGE,
  },
  {
    id: 'listMessages',
    tag: 'Messages',
    method: 'GET',
    path: '/v1/messages',
    scope: 'messages:read',
    summary: 'Get the SMS log',
    description: api.LIST_CALL,
    query: publicListQuery,
    answer: {
      status: 200,
      description: 'A page of the log, or the messages from a cursor on.',
      schema: publicListAnswer,
      example: LIST_EXAMPLE,
    },
    errors: errors('invalidArgument', 'invalidDate', 'notFound'),
  },
  {
    id: 'getMessage',
    tag: 'Messages',
    method: 'GET',
    path: '/v1/messages/{id}',
    scope: 'messages:read',
    summary: 'Get SMS details',
    description: api.SHOW_CALL,
    params: ONE_MESSAGE,
    answer: { status: 200, description: 'The message.', schema: smsObject, example: DELIVERED_EXAMPLE },
    errors: errors('invalidArgument', 'notFound', 'keyMismatch'),
  },
  {
    id: 'cancelMessage',
    tag: 'Messages',
    method: 'POST',
    path: '/v1/messages/{id}/cancel',
    scope: 'messages:send',
    summary: 'Cancel a scheduled SMS',
    description: api.CANCEL_CALL,
    params: ONE_MESSAGE,
    answer: {
      status: 200,
      description: 'The message, which has failed as CANCELLED.',
      schema: smsObject,
      example: CANCELLED_EXAMPLE,
    },
    errors: errors(...WITH_BODY, 'notFound', 'keyMismatch', 'conflict'),
  },
  {
    id: 'getBalance',
    tag: 'Account',
    method: 'GET',
    path: '/v1/balance',
    scope: 'balance',
    summary: 'Get the balance',
    description: api.BALANCE_CALL,
    answer: {
      status: 200,
      description: 'The balance.',
      schema: balanceAnswer,
      example: { balance: 1250.5, currency: 'LKR' },
    },
    errors: errors(),
  },
  {
    id: 'login',
    tag: 'Account',
    method: 'POST',
    path: '/v1/login',
    scope: 'any',
    summary: 'Check the credentials',
    description: api.CHECK_CALL,
    answer: {
      status: 200,
      description: 'The key is valid.',
      schema: keyAnswer,
      example: { project_id: SMS_EXAMPLE.project_id, project_name: 'Lanka Shop', mode: 'TEST' },
    },
    errors: errors(...WITH_BODY),
  },
];
