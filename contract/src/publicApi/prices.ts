// Prices and senders in the public API.

import { z } from 'zod';
import { instant, money } from '../common.ts';
import { CONTENT_CLASSES, classAnswer } from '../contentClass.ts';
import { lack } from '../owners.ts';
import { otherwise } from '../rules/otherwise.ts';
import { registrationState, registrationTurn, SANDBOX_SENDER } from '../senders.ts';
import { CURRENCY } from '../sentences/api.ts';
import * as api from '../sentences/resources.ts';
import { errors, type PublicCall } from './call.ts';

/** GET /v1/prices. */
export const listPricesAnswer = z.object({
  currency: z.string().describe(CURRENCY),
  results: z
    .array(
      z.object({
        dial_prefix: z.string().describe(api.PRICE_PREFIX),
        name: z.string().describe(api.PRICE_NAME),
        price: money.describe(api.PRICE_OF_SEGMENT),
      }),
    )
    .describe(api.PRICES_RESULTS),
});

const registration = z.object({
  country: z.string().describe(api.REGISTRATION_COUNTRY),
  network: z.string().describe(api.REGISTRATION_NETWORK),
  state: registrationState.describe(api.REGISTRATION_STATE),
  turn: registrationTurn.nullable().describe(api.REGISTRATION_TURN),
  expires_at: instant.nullable().describe(api.REGISTRATION_EXPIRES),
  refusal: z.string().nullable().describe(api.REGISTRATION_REFUSAL),
  lacks: lack.nullable().describe(api.REGISTRATION_LACKS),
  telcos: z.array(z.string()).describe(api.REGISTRATION_TELCOS),
  otherwise: otherwise.describe(api.REGISTRATION_OTHERWISE),
});

const sender = z.object({
  sender: z.string().describe(api.SENDER_NAME),
  class: z.enum(CONTENT_CLASSES).describe(api.SENDER_CLASS),
  is_promotional: z.boolean().describe(api.SENDER_PROMOTIONAL),
  substitute: z.string().nullable().describe(api.SENDER_SUBSTITUTE),
  registrations: z.array(registration).describe(api.SENDER_REGISTRATIONS),
});
type Sender = z.infer<typeof sender>;

/** GET /v1/senders. */
export const listSendersAnswer = z.object({ results: z.array(sender).describe(api.SENDERS_RESULTS) });

/** The sender that a TEST key always has. */
export const SANDBOX: Sender = {
  sender: SANDBOX_SENDER,
  ...classAnswer('TRANSACTIONAL'),
  substitute: null,
  registrations: [],
};

const SENDER_EXAMPLE: Sender = {
  sender: 'LankaShop',
  ...classAnswer('TRANSACTIONAL'),
  substitute: null,
  registrations: [
    {
      ...{ country: 'AU', network: '*', state: 'REGISTERED', turn: null, otherwise: 'STAMP' },
      ...{ expires_at: '2027-11-20T06:30:00.000Z', refusal: null, lacks: null, telcos: [] },
    },
  ],
};

export const PRICE_CALLS: readonly PublicCall[] = [
  {
    ...{ id: 'listPrices', tag: 'Account', method: 'GET', path: '/v1/prices', scope: 'prices' },
    summary: 'Get the prices',
    description: api.PRICES_CALL,
    answer: {
      status: 200,
      description: 'The price list.',
      schema: listPricesAnswer,
      example: {
        currency: 'LKR',
        results: [{ dial_prefix: '94', name: 'Sri Lanka', price: 0.8 }],
      },
    },
    errors: errors(),
  },
  {
    ...{ id: 'listSenders', tag: 'Account', method: 'GET', path: '/v1/senders', scope: 'messages:send' },
    summary: 'List the senders',
    description: api.SENDERS_CALL,
    answer: {
      status: 200,
      description: 'The senders.',
      schema: listSendersAnswer,
      example: { results: [SANDBOX, SENDER_EXAMPLE] },
    },
    errors: errors(),
  },
];
