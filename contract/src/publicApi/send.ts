// POST /v1/messages and /v1/messages/batch. They have their own file because the console does not use them.

import { z } from 'zod';
import { bool, errorAnswer, instant, money, wholeNumberIn } from '../common.ts';
import { ROUTE_CLASSES } from '../contentClass.ts';
import { clientReference, content, optionalText, smsObject } from '../messages/messages.ts';
import * as api from '../sentences/api.ts';

const VALIDITY = 'validity_s must be a whole number from 30 to 86,400';
const LANE = 'The only lane is otp, so nothing was sent or charged. Give otp, or leave out lane';

/**
 * POST /v1/messages. `project_id` and `mode` are optional and must match the key. No field has a default:
 * requests are hashed to recognise repeated ones, and a new field must not change the hash of earlier ones.
 */
export const sendRequest = z.object({
  ...content,
  status_callback: optionalText(2048, api.SEND_CALLBACK),
  project_id: optionalText(64, api.SEND_PROJECT),
  mode: optionalText(8, api.SEND_MODE),
  client_reference: clientReference.nullish().describe(api.SEND_CLIENT_REFERENCE),
  validity_s: wholeNumberIn(30, 86_400, VALIDITY).nullish().describe(api.SEND_VALIDITY),
  lane: z.enum(['otp'], { error: LANE }).nullish().describe(api.SEND_LANE),
  max_price: z
    .union([z.number(), z.string()], { error: 'max_price must be an amount such as 1.6' })
    .nullish()
    .describe(api.SEND_MAX_PRICE),
  dry_run: bool('dry_run must be true or false').nullish().describe(api.SEND_DRY_RUN),
});
export type SendRequest = z.infer<typeof sendRequest>;

/** NO_BRAND: networks of the recipient's country want the brand of the sender in the text. */
const warning = z.object({
  code: z.enum(['NO_BRAND']).describe(api.WARNING_CODE),
  description: z.string().describe(api.WARNING_DESCRIPTION),
});

/** The answer to a message with `dry_run` that would be accepted. */
export const dryRunAnswer = z.object({
  dry_run: z.literal(true).describe(api.DRY_RUN_FLAG),
  price: money.describe(api.DRY_RUN_PRICE),
  currency: z.string().describe(api.CURRENCY),
  segments: z.number().int().describe(api.DRY_RUN_SEGMENTS),
  encoding: z.enum(['GSM7', 'UNICODE']).describe(api.DRY_RUN_ENCODING),
  route_class: z.enum(ROUTE_CLASSES).describe(api.DRY_RUN_CLASS),
  held_until: instant.nullable().describe(api.DRY_RUN_HELD_UNTIL),
  warnings: z.array(warning).describe(api.DRY_RUN_WARNINGS),
});
export type DryRunAnswer = z.infer<typeof dryRunAnswer>;

/** The maximum number of messages of POST /v1/messages/batch, and its largest body in bytes. */
const MAX_BATCH_MESSAGES = 1_000;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/**
 * POST /v1/messages/batch. Each message is checked and charged by itself, so a refused one does not affect
 * the others.
 */
export const batchRequest = z.object({
  messages: z
    // Each is parsed as a `sendRequest` later, so an invalid one does not fail the batch.
    .array(z.unknown().meta({ $ref: '#/components/schemas/SendRequest' }), {
      error: 'Give a list of messages',
    })
    .min(1, 'Give at least one message')
    .max(MAX_BATCH_MESSAGES, `At most ${MAX_BATCH_MESSAGES.toLocaleString('en-US')} messages in a batch`)
    .describe(api.BATCH_MESSAGES),
});

/** The result of each message of a batch, in order. */
export const batchAnswer = z.object({
  results: z.array(z.union([smsObject, dryRunAnswer, errorAnswer])).describe(api.BATCH_RESULTS),
});
