// The rules of countries as sets, under /v1/staff.
import { MAX_RULES_BYTES, ruleCalls } from '@godwit/contract/staff/rules';
import { openSlots } from '../http/exports.ts';
import { rowsOf, toPage } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  acceptRules,
  checkChange,
  checkSet,
  proposeRules,
  putBackRules,
  readSet,
  readSets,
  withdrawRules,
} from './sets.ts';
import { readRulesState } from './state.ts';

const MOST_CHECKS = 2;
// The text of the document is a JSON string, in which a quote takes two bytes.
const bodyLimit = 2 * MAX_RULES_BYTES;

/** Reading the rules, and changing them by two people. */
export function ruleRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, ruleCalls);
  // A dry run may take 15 seconds of a process.
  const placeOf = openSlots(MOST_CHECKS, 'Another change of the rules is being checked. Try again shortly.');

  on('GET /rules', ({ staff }) => readRulesState(services, staff));

  on('GET /rules/sets', async ({ staff, query }) => {
    const rows = rowsOf(query);
    const { results, total } = await readSets(services, staff, rows);
    return toPage(results, total, rows);
  });

  on('GET /rules/sets/:number', async ({ staff, params }) =>
    orThrow(await readSet(services, staff, Number(params.number))),
  );

  on('GET /rules/sets/:number/check', async ({ params }, reply) => {
    placeOf('rules', reply.raw);
    return orThrow(await checkSet(services, Number(params.number)));
  });

  on('POST /rules/check', { bodyLimit }, async ({ body }, reply) => {
    placeOf('rules', reply.raw);
    return orThrow(await checkChange(services, body));
  });

  on('POST /rules/proposals', { bodyLimit }, async ({ staff, body }) => {
    orThrow(await proposeRules(services, staff, body));
    return readRulesState(services, staff);
  });

  on('POST /rules/sets/:number/accept', async ({ staff, params, body }) => {
    orThrow(await acceptRules(services, staff, { number: Number(params.number), ...body }));
    return readRulesState(services, staff);
  });

  on('POST /rules/sets/:number/withdraw', async ({ staff, params, body }) => {
    orThrow(await withdrawRules(services, staff, { number: Number(params.number), ...body }));
    return readRulesState(services, staff);
  });

  on('POST /rules/sets/:number/put_back', async ({ staff, params, body }) => {
    orThrow(await putBackRules(services, staff, { number: Number(params.number), ...body }));
    return readRulesState(services, staff);
  });
}
