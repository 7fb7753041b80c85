// Staff calls about payments, refunds and bank slips, under /v1/staff.

import { staffPaymentCalls } from '@godwit/contract/staff/payments';
import { openEvidence } from '../files/documents.ts';
import { sendFile } from '../files/open.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findAlerts, seeAlert } from './checkout/alerts.ts';
import type { Providers } from './providers/open.ts';
import { askRefund, decideRefund, settleRefund } from './refunds/refunds.ts';
import { confirmSlip, findSlips, rejectSlip, slipCase } from './slips/slips.ts';
import { askedRefunds, staffPayment, teamPayments } from './staffShow.ts';
import { exportRevenue, revenue } from './statements/revenue.ts';
import { cancelTax, setTax, taxRates } from './statements/tax.ts';

export function staffPaymentRoutes(signedIn: App, services: Services, providers: Providers): void {
  readRoutes(signedIn, services);
  refundRoutes(signedIn, services, providers);
  slipRoutes(signedIn, services);
  alertRoutes(signedIn, services);
  taxRoutes(signedIn, services);
}

function readRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffPaymentCalls);

  on('GET /teams/:id/payments', async ({ staff, params, query }) =>
    orThrow(await teamPayments(services, staff, params.id, query)),
  );

  on('GET /payments/:id', async ({ staff, params }) =>
    orThrow(await staffPayment(services, staff, params.id)),
  );

  on('GET /revenue', async ({ query }) => revenue(services, query.months));

  on('GET /revenue.csv', async ({ staff, query }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="revenue.csv"')
      .send(await exportRevenue(services, staff, query.months)),
  );
}

function refundRoutes(signedIn: App, services: Services, providers: Providers): void {
  const on = serve(signedIn, staffPaymentCalls);

  on('GET /refunds', async ({ staff }) => askedRefunds(services, staff));

  on('POST /payments/:id/refunds', async ({ staff, params, body }) =>
    orThrow(await askRefund(services, providers, staff, { paymentId: params.id, ...body })),
  );

  on('POST /refunds/:id/confirm', async ({ staff, params }) =>
    orThrow(await decideRefund(services, providers, staff, { id: params.id, reason: null })),
  );

  on('POST /refunds/:id/reject', async ({ staff, params, body }) =>
    orThrow(await decideRefund(services, providers, staff, { id: params.id, reason: body.reason })),
  );

  on('POST /refunds/:id/settle', async ({ staff, params, body }) =>
    orThrow(await settleRefund(services, staff, { id: params.id, ...body })),
  );
}

function slipRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffPaymentCalls);

  on('GET /slips', async ({ staff, query }) => findSlips(services, staff, query));

  on('GET /slips/:id', async ({ staff, params }) => orThrow(await slipCase(services, staff, params.id)));

  on('GET /slips/:id/documents/:document', async ({ staff, params }, reply) => {
    const { id: subjectId, team } = orThrow(await slipCase(services, staff, params.id));
    const document = { teamId: team.id, subjectId, documentId: params.document };
    return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
  });

  on('POST /slips/:id/confirm', async ({ staff, params, body }) =>
    orThrow(await confirmSlip(services, staff, { id: params.id, ...body })),
  );

  on('POST /slips/:id/reject', async ({ staff, params, body }) =>
    orThrow(await rejectSlip(services, staff, { id: params.id, ...body })),
  );
}

function alertRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffPaymentCalls);

  on('GET /payment_alerts', async ({ query }) => findAlerts(services, query));

  on('POST /payment_alerts/:id/seen', async ({ staff, params }) =>
    orThrow(await seeAlert(services, staff, params.id)),
  );
}

function taxRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffPaymentCalls);

  on('GET /tax', async ({ query }) => taxRates(services, query.region));

  on('POST /tax', async ({ staff, body }) => orThrow(await setTax(services, staff, body)));

  on('POST /tax/cancel', async ({ staff, body }) => orThrow(await cancelTax(services, staff, body)));
}
