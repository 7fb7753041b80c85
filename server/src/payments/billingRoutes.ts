// Calls about usage, the overview of billing and statements, under /v1/web.
import {
  billingAnswer,
  lowBalanceRequest,
  month,
  statementAnswer,
  usageAnswer,
  usageQuery,
} from '@godwit/contract/billing';
import { id } from '@godwit/contract/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { tellBelow } from '../billing/balance.ts';
import type { App } from '../http/types.ts';
import { parseAmount } from '../money.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { paidOn, receiptPdf, statementPdf } from './paper.ts';
import { selectPayingTeam } from './queries.ts';
import { findPaid } from './show.ts';
import { statementOf, writeStatement } from './statement.ts';
import { billingOf, usageOf } from './usage.ts';

export function billingRoutes(signedIn: App, services: Services): void {
  // The first statement of an old team adds its whole ledger up.
  const long = servicesFor(services, 'long');
  const params = z.object({ month });
  const teamOf = async (id: string) => ({ id, ...(await selectPayingTeam(services.kysely, id)) });

  signedIn.get('/billing', { schema: { response: { 200: billingAnswer } } }, async ({ member }) =>
    billingOf(services, member.teamId),
  );

  signedIn.post(
    '/billing/low_balance',
    { config: { action: 'billing' }, schema: { body: lowBalanceRequest, response: { 200: billingAnswer } } },
    async ({ member: { teamId }, body }) => {
      await tellBelow(services.pool, teamId, parseAmount(body.amount));
      return billingOf(services, teamId);
    },
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

  signedIn.get('/statements/:month/file.pdf', { schema: { params } }, async ({ member, params }, reply) => {
    const statement = orThrow(await statementOf(long, member.teamId, params.month));
    const team = await teamOf(member.teamId);
    return sendPdf(reply, `statement-${params.month}`, statementPdf(team, statement));
  });

  signedIn.get(
    '/payments/:id/receipt.pdf',
    { schema: { params: z.object({ id }) } },
    async ({ member, params }, reply) => {
      const payment = orThrow(await findPaid(services, member.teamId, params.id));
      const team = await teamOf(member.teamId);
      return sendPdf(reply, `receipt-${paidOn(payment, team.timezone)}`, receiptPdf(team, payment));
    },
  );
}

function sendPdf(reply: FastifyReply, name: string, pdf: NodeJS.ReadableStream): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(pdf);
}
