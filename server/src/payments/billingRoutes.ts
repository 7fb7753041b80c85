// Calls about usage, the overview of billing and statements, under /v1/web.
import { billingAnswer, month, statementAnswer, usageAnswer, usageQuery } from '@godwit/contract/billing';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { statementOf, writeStatement } from './statement.ts';
import { billingOf, usageOf } from './usage.ts';

export function billingRoutes(signedIn: App, services: Services): void {
  // The first statement of an old team adds its whole ledger up.
  const long = servicesFor(services, 'long');
  const params = z.object({ month });

  signedIn.get('/billing', { schema: { response: { 200: billingAnswer } } }, async ({ member }) =>
    billingOf(services, member.teamId),
  );

  signedIn.get(
    '/usage',
    { schema: { querystring: usageQuery, response: { 200: usageAnswer } } },
    async ({ member, query }) => usageOf(services, member.teamId, query),
  );

  signedIn.get(
    '/statements/:month',
    { schema: { params, response: { 200: statementAnswer } } },
    async ({ member, params }) => orThrow(await statementOf(long, member.teamId, params.month)),
  );

  signedIn.get('/statements/:month/file.csv', { schema: { params } }, async ({ member, params }, reply) => {
    const statement = orThrow(await statementOf(long, member.teamId, params.month));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${params.month}.csv"`)
      .send(writeStatement(statement));
  });
}
