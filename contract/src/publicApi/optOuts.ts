// Opt-outs in the public API.
import { z } from 'zod';
import { instant } from '../common.ts';
import { OPT_OUT_SOURCES, optOutScope } from '../optOuts.ts';
import * as api from '../sentences/resources.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { givenNumber } from './consents.ts';
import { cursorAnswer, cursorQuery } from './cursors.ts';

/** An opt-out, in lists and in events. */
export const optOutData = z.object({
  number: z.string().describe(api.OPT_OUT_NUMBER),
  scope: optOutScope.describe(api.OPT_OUT_SCOPE),
  source: z.enum(OPT_OUT_SOURCES).describe(api.OPT_OUT_SOURCE),
  created_at: instant.describe(api.OPT_OUT_CREATED),
});

/** A position in a list: a number without its plus sign, which a URL would turn into a blank, and a scope. */
const cursor = z.string().regex(/^[1-9]\d{0,14}-(PROMOTIONAL|ALL)$/, 'Give the `next` of an earlier answer');

/** GET /v1/opt_outs. */
export const listOptOutsQuery = cursorQuery(cursor, {
  number: givenNumber.optional().describe(api.OPT_OUT_FILTER),
});
export const listOptOutsAnswer = cursorAnswer(optOutData, api.OPT_OUTS_RESULTS);

/** PUT /v1/opt_outs. */
export const putOptOutRequest = z.object({
  number: givenNumber.describe(api.OPT_OUT_NUMBER),
  scope: optOutScope.default('ALL').describe(api.OPT_OUT_SCOPE),
});

/** DELETE /v1/opt_outs/{number}. */
export const deleteOptOutParams = z.object({ number: z.string().max(64).describe(api.OPT_OUT_NUMBER) });
export const deleteOptOutQuery = z.object({
  scope: optOutScope.optional().describe(api.OPT_OUT_DELETED_SCOPE),
});

const EXAMPLE: z.infer<typeof optOutData> = {
  ...{ number: '+94771234567', scope: 'ALL', source: 'API' },
  created_at: '2026-11-20T06:30:00.000Z',
};
const OF_NUMBER = ['invalidNumber', 'invalidNumberFormat', 'numberLacksCountryCode'] as const;

export const OPT_OUT_CALLS: readonly PublicCall[] = [
  {
    ...{ id: 'listOptOuts', tag: 'Opt-outs', method: 'GET', path: '/v1/opt_outs', scope: 'optouts' },
    summary: 'List the opt-outs',
    description: api.LIST_OPT_OUTS_CALL,
    query: listOptOutsQuery,
    answer: {
      status: 200,
      description: 'The opt-outs from the cursor on.',
      schema: listOptOutsAnswer,
      example: { results: [EXAMPLE], next: null },
    },
    errors: errors(...OF_NUMBER),
  },
  {
    ...{ id: 'putOptOut', tag: 'Opt-outs', method: 'PUT', path: '/v1/opt_outs', scope: 'optouts' },
    summary: 'Opt a number out',
    description: api.PUT_OPT_OUT_CALL,
    body: {
      schema: putOptOutRequest,
      example: { number: EXAMPLE.number, scope: EXAMPLE.scope },
      forms: true,
    },
    answer: { status: 200, description: 'The opt-out.', schema: optOutData, example: EXAMPLE },
    errors: errors(...WITH_BODY, ...OF_NUMBER, 'conflict'),
  },
  {
    ...{ id: 'deleteOptOut', tag: 'Opt-outs', method: 'DELETE', path: '/v1/opt_outs/{number}' },
    scope: 'optouts',
    summary: 'Remove an opt-out',
    description: api.DELETE_OPT_OUT_CALL,
    params: deleteOptOutParams,
    query: deleteOptOutQuery,
    answer: {
      status: 200,
      description: 'The opt-outs of the number that remain.',
      schema: listOptOutsAnswer,
      example: { results: [], next: null },
    },
    errors: errors(...WITH_BODY, ...OF_NUMBER, 'notFound', 'conflict'),
  },
];
