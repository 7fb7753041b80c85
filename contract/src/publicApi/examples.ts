// Examples of the public API: requests, answers, and every error.

import type { z } from 'zod';
import type { ErrorAnswer } from '../common.ts';
import type { Consent } from '../consents.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import type { MessageRow, SmsObject } from '../messages/messages.ts';
import { NOT_ALLOWED_CALL } from '../sentences/api.ts';
import { FAILED_CANCELLED } from '../sentences/sending.ts';
import type { Event } from './events.ts';
import type { IncomingCallbackPayload, messageList, StatusCallbackPayload } from './log.ts';
import type { batchAnswer, DryRunAnswer } from './send.ts';
import type { CheckAnswer, Verification } from './verify.ts';
import type { WebhookEndpoint } from './webhooks.ts';

const BODY = 'Your order 48213 has left Colombo.';

export const SEND_EXAMPLE = { to: '+94771234567', from: 'SANDBOX', body: BODY };

const ROW: MessageRow = {
  id: '019aa0b4-6f00-7c3e-9d52-0c1e5a3f9c21',
  project_id: '019a9f51-2c80-7a10-8f44-6be09d2f7712',
  accepted_at: '2026-11-20T06:30:00.000Z',
  direction: 'OUTGOING',
  api_type: 'MESSAGING',
  from: 'SANDBOX',
  to: '+94771234567',
  segments: 1,
  status: 'ACCEPTED',
  mode: 'TEST',
};

const NOTHING_YET = { queued_at: null, sent_at: null, delivered_at: null, failed_at: null };

export const SMS_EXAMPLE: SmsObject = {
  ...ROW,
  body: BODY,
  length: BODY.length,
  cost: 0.8,
  currency: 'LKR',
  send_at: null,
  events: { accepted_at: ROW.accepted_at, ...NOTHING_YET },
  failure: null,
  missing_parts: 0,
  sender_shown: null,
  number_metadata: { dial_code: '94', region: 'LK', local_number: '771234567', number_type: 'MOBILE' },
  status_callback: null,
  client_reference: null,
};

export const VERIFICATION_EXAMPLE: Verification = {
  id: '019aa0b4-7a10-7f2b-8c61-5b7d0e9a1f34',
  status: 'PENDING',
  mode: 'TEST',
  to: ROW.to,
  from: ROW.from,
  sends: 1,
  checks_left: 5,
  resend_at: '2026-11-20T06:30:30.000Z',
  created_at: ROW.accepted_at,
  expires_at: '2026-11-20T06:40:00.000Z',
  message_id: ROW.id,
};

export const CONSENT_EXAMPLE: Consent = {
  number: ROW.to,
  mode: 'TEST',
  kind: 'GIVEN',
  at: '2026-11-19T04:00:00.000Z',
  source: 'Checkout form',
  wording: '',
  proof: 'https://shop.example.com/forms/8123',
  expires_at: null,
  origin: 'API',
  recorded_at: '2026-11-20T06:30:00.000Z',
};

const { number, kind, at, source, proof } = CONSENT_EXAMPLE;
export const PUT_CONSENT_EXAMPLE = { number, kind, at, source, proof };

export const CHECK_EXAMPLE: CheckAnswer = {
  id: VERIFICATION_EXAMPLE.id,
  status: 'APPROVED',
  valid: true,
  checks_left: 4,
};

export const DRY_RUN_EXAMPLE: DryRunAnswer = {
  dry_run: true,
  price: 0.8,
  currency: 'LKR',
  segments: 1,
  encoding: 'GSM7',
  route_class: 'transactional',
  held_until: null,
  warnings: [],
};

export const DELIVERED_EXAMPLE: SmsObject = {
  ...SMS_EXAMPLE,
  status: 'DELIVERED',
  events: {
    accepted_at: ROW.accepted_at,
    queued_at: '2026-11-20T06:30:00.021Z',
    sent_at: '2026-11-20T06:30:00.064Z',
    delivered_at: '2026-11-20T06:30:01.310Z',
    failed_at: null,
  },
};

export const CANCELLED_EXAMPLE: SmsObject = {
  ...SMS_EXAMPLE,
  status: 'FAILED',
  send_at: '2026-11-21T03:30:00.000Z',
  events: { accepted_at: ROW.accepted_at, ...NOTHING_YET, failed_at: '2026-11-20T06:41:12.480Z' },
  failure: { code: 'CANCELLED', reason: null, description: FAILED_CANCELLED },
};

export const LIST_EXAMPLE: z.infer<typeof messageList> = {
  total_results: 1,
  total_pages: 1,
  page_num: 1,
  page_size: 25,
  results: [{ ...ROW, status: 'DELIVERED' }],
};

export const INCOMING_EXAMPLE: IncomingCallbackPayload = {
  id: '019aa0b6-2f10-7c44-9a1e-6b0d5c7e8f12',
  project_id: ROW.project_id,
  direction: 'INCOMING',
  status: 'DELIVERED',
  mode: 'TEST',
  from: '+94771234567',
  to: '+99912345678',
  body: 'Is it there before noon?',
  segments: 1,
  missing_parts: 0,
  accepted_at: '2026-11-20T06:34:12.480Z',
  sequence: 1,
};

export const CALLBACK_EXAMPLE: StatusCallbackPayload = {
  id: ROW.id,
  project_id: ROW.project_id,
  status: 'DELIVERED',
  mode: 'TEST',
  to: ROW.to,
  from: ROW.from,
  sender_shown: null,
  client_reference: null,
  events: DELIVERED_EXAMPLE.events,
  failure: null,
  sequence: 2,
};

const { sequence: _, ...DELIVERED_DATA } = CALLBACK_EXAMPLE;
export const EVENT_EXAMPLE: Event = {
  id: 'b6a2f0de-5c0b-4f6e-9f0d-3c1f6a0e7d42',
  type: 'message.delivered',
  project_id: ROW.project_id,
  mode: 'TEST',
  created_at: '2026-11-20T06:30:01.310Z',
  data: DELIVERED_DATA,
};

export const ENDPOINT_EXAMPLE: WebhookEndpoint = {
  id: '019aa0b7-1e30-7b5a-8c77-2f4d9e6a1b03',
  project_id: ROW.project_id,
  mode: 'TEST',
  url: 'https://example.com/events',
  types: ['message.delivered', 'message.failed'],
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  last_answer: 204,
  last_error: null,
  last_called_at: '2026-11-20T06:30:01.420Z',
  created_at: '2026-11-20T06:12:00.000Z',
};

const TO_FORMAT = 'Use digits with the international dialing code, such as +94771234567.';

// The sentences of fields. Other errors only have the text of the catalogue.
const FIELDS: { readonly [Name in ErrorName]?: Record<string, string> } = {
  invalidArgument: { to: 'Give the phone number in `to`' },
  invalidDate: { send_at: "Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd." },
  invalidNumber: { to: ERRORS.invalidNumber.text },
  invalidNumberFormat: { to: TO_FORMAT },
  numberLacksCountryCode: { to: ERRORS.numberLacksCountryCode.text },
  invalidSender: { from: ERRORS.invalidSender.text },
  optedOut: { to: ERRORS.optedOut.text },
  priceAboveMax: { max_price: ERRORS.priceAboveMax.text },
  bodyTooLong: { body: 'At most 1600 characters or 10 segments.' },
};

/** Returns an error as it is answered. Test numbers in TEST return exactly this. */
export function errorExample(name: ErrorName): ErrorAnswer {
  const { code } = ERRORS[name];
  // In the console it is about roles, which keys do not have.
  const text = name === 'notAllowed' ? NOT_ALLOWED_CALL : ERRORS[name].text;
  const fields = FIELDS[name];
  return { code, description: text, ...(fields && { fields }) };
}

export const BATCH_EXAMPLE: z.infer<typeof batchAnswer> = {
  results: [SMS_EXAMPLE, errorExample('invalidNumber')],
};
