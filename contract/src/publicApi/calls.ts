// The calls of the public API: input, answer and errors of each. The server, GET /v1/openapi.json, the
// reference and the tests use this one list.
import { z } from 'zod';
import { id } from '../common.ts';
import { consent } from '../consents.ts';
import type { ErrorName } from '../errors.ts';
import { smsObject } from '../messages/messages.ts';
import * as api from '../sentences/api.ts';
import * as consents from '../sentences/consents.ts';
import * as verify from '../sentences/verify.ts';
import { balanceAnswer, keyAnswer } from './account.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { CAMPAIGN_CALLS } from './campaigns.ts';
import { listConsentsAnswer, listConsentsQuery, putConsentRequest } from './consents.ts';
import { CONTACT_CALLS } from './contacts.ts';
import { CONVERSATION_CALLS } from './conversations.ts';
import { EVENT_CALLS } from './eventCalls.ts';
import {
  BATCH_EXAMPLE,
  CANCELLED_EXAMPLE,
  CHECK_EXAMPLE,
  CONSENT_EXAMPLE,
  DELIVERED_EXAMPLE,
  DRY_RUN_EXAMPLE,
  LIST_EXAMPLE,
  PUT_CONSENT_EXAMPLE,
  SEND_EXAMPLE,
  SMS_EXAMPLE,
  VERIFICATION_EXAMPLE,
} from './examples.ts';
import { publicListAnswer, publicListQuery } from './log.ts';
import { OPT_OUT_CALLS } from './optOuts.ts';
import { PRICE_CALLS } from './prices.ts';
import { batchAnswer, batchRequest, dryRunAnswer, sendRequest } from './send.ts';
import { TEMPLATE_CALLS } from './templates.ts';
import {
  checkAnswer,
  checkNumberRequest,
  checkVerificationRequest,
  feedbackAnswer,
  feedbackRequest,
  startRequest,
  verification,
} from './verify.ts';
import { PROFILE_CALLS } from './verifyProfiles.ts';
import { WEBHOOK_CALLS } from './webhookCalls.ts';

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
const ONE_VERIFICATION = z.object({ id: id.describe(verify.VERIFICATION_ID) });

/** Errors of calls about one verification. */
const OF_VERIFICATION = ['notFound', 'keyMismatch'] as const;
const OF_NUMBER = ['invalidNumber', 'invalidNumberFormat', 'numberLacksCountryCode'] as const;
/** Errors by changes since the code was first sent. */
const OF_RESEND = [
  'invalidSender',
  'countryBlocked',
  'senderCapability',
  'optedOut',
  'insufficientBalance',
  'verificationNeeded',
  'dailyLimit',
  'sendingPaused',
  'keyCap',
] as const;
const OF_CODE = ['bodyTooLong', ...OF_NUMBER, ...OF_RESEND] as const;
const ENDED = ['verificationEnded', 'verificationChecks'] as const;
const OF_START = ['verificationChannel', 'priceAboveMax'] as const;
const MANY_CODES = ['verificationSends', 'verificationBlocked'] as const;

export type { PublicCall };

export const PUBLIC_CALLS: readonly PublicCall[] = [
  {
    ...{ id: 'sendMessage', tag: 'Messages', method: 'POST' },
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
    errors: errors('invalidDate', 'notFound'),
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
    errors: errors('notFound', 'keyMismatch'),
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
    id: 'startVerification',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/verifications',
    scope: 'verify',
    summary: 'Send a one-time code',
    description: verify.START_CALL,
    body: {
      schema: startRequest,
      example: { to: VERIFICATION_EXAMPLE.to, from: VERIFICATION_EXAMPLE.from },
      forms: true,
    },
    answer: {
      status: 201,
      description: 'The code is stored to be sent. 200 if one is pending that may not be sent again yet.',
      schema: verification,
      example: VERIFICATION_EXAMPLE,
    },
    errors: errors(...WITH_BODY, ...OF_VERIFICATION, ...OF_CODE, ...MANY_CODES, ...OF_START),
  },
  {
    id: 'checkVerification',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/verifications/{id}/check',
    scope: 'verify',
    summary: 'Check a code',
    description: verify.CHECK_CODE_CALL,
    params: ONE_VERIFICATION,
    body: { schema: checkVerificationRequest, example: { code: '234567' }, forms: true },
    answer: {
      status: 200,
      description: 'Whether the code was right.',
      schema: checkAnswer,
      example: CHECK_EXAMPLE,
    },
    errors: errors(...WITH_BODY, ...OF_VERIFICATION, ...ENDED),
  },
  {
    id: 'checkNumber',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/verifications/check',
    scope: 'verify',
    summary: 'Check a code by number',
    description: verify.CHECK_NUMBER_CALL,
    body: {
      schema: checkNumberRequest,
      example: { to: VERIFICATION_EXAMPLE.to, code: '234567' },
      forms: true,
    },
    answer: {
      status: 200,
      description: 'Whether the code was right.',
      schema: checkAnswer,
      example: CHECK_EXAMPLE,
    },
    errors: errors(...WITH_BODY, ...OF_NUMBER, 'notFound', ...ENDED),
  },
  {
    id: 'resendVerification',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/verifications/{id}/resend',
    scope: 'verify',
    summary: 'Send the code again',
    description: verify.RESEND_CALL,
    params: ONE_VERIFICATION,
    answer: {
      status: 200,
      description: 'The verification.',
      schema: verification,
      example: { ...VERIFICATION_EXAMPLE, sends: 2 },
    },
    errors: errors(...WITH_BODY, ...OF_VERIFICATION, ...OF_RESEND, ...ENDED, ...MANY_CODES, 'priceAboveMax'),
  },
  {
    id: 'cancelVerification',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/verifications/{id}/cancel',
    scope: 'verify',
    summary: 'Cancel a verification',
    description: verify.END_CALL,
    params: ONE_VERIFICATION,
    answer: {
      status: 200,
      description: 'The verification.',
      schema: verification,
      example: { ...VERIFICATION_EXAMPLE, status: 'CANCELLED', resend_at: null },
    },
    errors: errors(...WITH_BODY, ...OF_VERIFICATION, ...ENDED),
  },
  {
    id: 'getVerification',
    tag: 'Verifications',
    method: 'GET',
    path: '/v1/verifications/{id}',
    scope: 'verify',
    summary: 'Get a verification',
    description: verify.GET_CALL,
    params: ONE_VERIFICATION,
    answer: {
      status: 200,
      description: 'The verification.',
      schema: verification,
      example: VERIFICATION_EXAMPLE,
    },
    errors: errors(...OF_VERIFICATION),
  },
  {
    id: 'giveFeedback',
    tag: 'Verifications',
    method: 'POST',
    path: '/v1/messages/{id}/feedback',
    scope: 'messages:send',
    summary: 'Report the outcome of your own code',
    description: verify.FEEDBACK_CALL,
    params: ONE_MESSAGE,
    body: { schema: feedbackRequest, example: { outcome: 'CONFIRMED' }, forms: true },
    answer: {
      status: 200,
      description: 'The outcome that counts.',
      schema: feedbackAnswer,
      example: { message_id: VERIFICATION_EXAMPLE.message_id, outcome: 'CONFIRMED' },
    },
    errors: errors(...WITH_BODY, 'notFound', 'keyMismatch', 'conflict'),
  },
  ...PROFILE_CALLS,
  {
    id: 'putConsent',
    tag: 'Consents',
    method: 'PUT',
    path: '/v1/consents',
    scope: 'consents',
    summary: 'Record a consent',
    description: consents.PUT_CONSENT_CALL,
    body: { schema: putConsentRequest, example: PUT_CONSENT_EXAMPLE, forms: true },
    answer: {
      status: 200,
      description: 'The record, as it was first made.',
      schema: consent,
      example: CONSENT_EXAMPLE,
    },
    errors: errors(...WITH_BODY, ...OF_VERIFICATION, ...OF_NUMBER),
  },
  {
    id: 'listConsents',
    tag: 'Consents',
    method: 'GET',
    path: '/v1/consents',
    scope: 'consents',
    summary: 'Get the consents of a number',
    description: consents.LIST_CONSENTS_CALL,
    query: listConsentsQuery,
    answer: {
      status: 200,
      description: 'The records of the number.',
      schema: listConsentsAnswer,
      example: { number: CONSENT_EXAMPLE.number, allowed: true, consents: [CONSENT_EXAMPLE] },
    },
    errors: errors(...OF_NUMBER),
  },
  ...OPT_OUT_CALLS,
  ...CONTACT_CALLS,
  ...CAMPAIGN_CALLS,
  ...TEMPLATE_CALLS,
  ...CONVERSATION_CALLS,
  ...EVENT_CALLS,
  ...WEBHOOK_CALLS,
  ...PRICE_CALLS,
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

/** Errors that a call of the public API, or a message of a batch, can return. */
export const PUBLIC_ERRORS: ReadonlySet<ErrorName> = new Set(
  PUBLIC_CALLS.flatMap((call) => [...call.errors, ...(call.itemErrors ?? [])]),
);
