// Calls about usage, the overview of billing, statements and receipts, under /v1/web.
import { billingCalls } from '@godwit/contract/payments/billing';
import type { FastifyReply } from 'fastify';
import { setLowBalance } from '../../billing/balance.ts';
import { transaction } from '../../db/transaction.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Member } from '../../identity/sessions.ts';
import { parseAmount } from '../../money.ts';
import { orThrow } from '../../refusal.ts';
import { type Services, servicesFor } from '../../services.ts';
import { selectPayingTeam } from '../checkout/queries.ts';
import { findPaid } from '../checkout/show.ts';
import { type Issue, paidOn, receiptPdf, statementPdf } from './pdf.ts';
import { issueReceipt, putDetails, selectDetails, selectLanguage } from './receiptQueries.ts';
import { outlookOf, spendOf } from './spend.ts';
import { statementOf, writeStatement } from './statement.ts';
import { billingOf, usageOf } from './usage.ts';

export function billingRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, billingCalls);
  // The first statement of an old team sums up its whole ledger.
  const long = servicesFor(services, 'long');
  const { kysely, pool, reads, settings: seller } = services;

  async function issueFor({ teamId, userId }: Pick<Member, 'teamId' | 'userId'>): Promise<Issue> {
    const [team, details, language] = await Promise.all([
      selectPayingTeam(kysely, teamId),
      selectDetails(kysely, teamId),
      selectLanguage(kysely, userId),
    ]);
    return { team: { id: teamId, ...team }, details, seller, language };
  }

  on('GET /billing', async ({ member }) => billingOf(services, member.teamId));

  on('POST /billing/low_balance', async ({ member: { teamId }, body }) => {
    await setLowBalance(services.pool, teamId, parseAmount(body.amount));
    return billingOf(services, teamId);
  });

  on('GET /billing/details', async ({ member }) => {
    const { name } = await selectPayingTeam(kysely, member.teamId);
    return (await selectDetails(kysely, member.teamId)) ?? { name, address: '', tax_number: '' };
  });

  on('POST /billing/details', async ({ member, body }) => {
    await putDetails(kysely, member.teamId, body);
    return body;
  });

  on('GET /billing/outlook', async ({ member }) => reads.people((from) => outlookOf(from, member.teamId)));

  on('GET /billing/spend', async ({ member, query }) =>
    reads.people((from) => spendOf(from, member.teamId, query.month)),
  );

  on('GET /usage', async ({ member, query }) => reads.people((from) => usageOf(from, member.teamId, query)));

  on('GET /statements/:month', async ({ member, params }) =>
    orThrow(await statementOf(long, member.teamId, params.month)),
  );

  on('GET /statements/:month/file.csv', async ({ member, params }, reply) => {
    const statement = orThrow(await statementOf(long, member.teamId, params.month));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${params.month}.csv"`)
      .send(writeStatement(statement));
  });

  on('GET /statements/:month/file.pdf', async ({ member, params }, reply) => {
    const statement = orThrow(await statementOf(long, member.teamId, params.month));
    return sendPdf(reply, `statement-${params.month}`, statementPdf(await issueFor(member), statement));
  });

  on('GET /payments/:id/receipt.pdf', async ({ member, params }, reply) => {
    const payment = orThrow(await findPaid(services, member.teamId, params.id));
    const issue = await issueFor(member);
    // A payment that an older version credited gets its number now.
    const row = { id: payment.id, team_id: member.teamId };
    const number = payment.practice ? null : await transaction(pool, (client) => issueReceipt(client, row));
    const name = `receipt-${paidOn(payment, issue.team.timezone)}`;
    return sendPdf(reply, name, receiptPdf(issue, payment, number));
  });
}

function sendPdf(reply: FastifyReply, name: string, pdf: NodeJS.ReadableStream): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(pdf);
}
