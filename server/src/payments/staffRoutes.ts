// Payments as staff see and decide them, under /v1/staff.
import { empty, id } from '@godwit/contract/common';
import { reasonRequest } from '@godwit/contract/staff';
import {
  alertPage,
  alertsQuery,
  askedRefunds as askedAnswer,
  cancelTaxRequest,
  confirmSlipRequest,
  staffPayment as paymentAnswer,
  refundRequest,
  revenueAnswer,
  revenueQuery,
  settleRefundRequest,
  slipCase as slipAnswer,
  slipPage,
  slipsQuery,
  staffPaymentPage,
  taxRates as taxAnswer,
  taxQuery,
  taxRequest,
  teamPaymentsQuery,
} from '@godwit/contract/staffPayments';
import { z } from 'zod';
import { openEvidence } from '../files/documents.ts';
import { sendFile } from '../files/open.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findAlerts, seeAlert } from './alerts.ts';
import type { Providers } from './open.ts';
import { askRefund, decideRefund, settleRefund } from './refunds.ts';
import { exportRevenue, revenue } from './revenue.ts';
import { confirmSlip, findSlips, rejectSlip, slipCase } from './slips.ts';
import { askedRefunds, staffPayment, teamPayments } from './staffShow.ts';
import { cancelTax, setTax, taxRates } from './tax.ts';

const byId = z.object({ id });

export function staffPaymentRoutes(signedIn: App, services: Services, providers: Providers): void {
  readRoutes(signedIn, services);
  refundRoutes(signedIn, services, providers);
  slipRoutes(signedIn, services);
  alertRoutes(signedIn, services);
  taxRoutes(signedIn, services);
}

function readRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'read' } as const;
  const money = { staffAction: 'money' } as const;

  signedIn.get(
    '/teams/:id/payments',
    { config, schema: { params: byId, querystring: teamPaymentsQuery, response: { 200: staffPaymentPage } } },
    async ({ staff, params, query }) => orThrow(await teamPayments(services, staff, params.id, query)),
  );

  signedIn.get(
    '/payments/:id',
    { config, schema: { params: byId, response: { 200: paymentAnswer } } },
    async ({ staff, params }) => orThrow(await staffPayment(services, staff, params.id)),
  );

  signedIn.get(
    '/revenue',
    { config: money, schema: { querystring: revenueQuery, response: { 200: revenueAnswer } } },
    async ({ query }) => revenue(services, query.months),
  );

  signedIn.get(
    '/revenue.csv',
    { config: money, schema: { querystring: revenueQuery } },
    async ({ staff, query }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="revenue.csv"')
        .send(await exportRevenue(services, staff, query.months)),
  );
}

function refundRoutes(signedIn: App, services: Services, providers: Providers): void {
  const config = { staffAction: 'money' } as const;
  const answersOne = { params: byId, response: { 200: paymentAnswer } };

  signedIn.get('/refunds', { config, schema: { response: { 200: askedAnswer } } }, async ({ staff }) =>
    askedRefunds(services, staff),
  );

  signedIn.post(
    '/payments/:id/refunds',
    { config, schema: { ...answersOne, body: refundRequest } },
    async ({ staff, params, body }) =>
      orThrow(await askRefund(services, providers, staff, { paymentId: params.id, ...body })),
  );

  signedIn.post('/refunds/:id/confirm', { config, schema: answersOne }, async ({ staff, params }) =>
    orThrow(await decideRefund(services, providers, staff, { id: params.id, reason: null })),
  );

  signedIn.post(
    '/refunds/:id/reject',
    { config, schema: { ...answersOne, body: reasonRequest } },
    async ({ staff, params, body }) =>
      orThrow(await decideRefund(services, providers, staff, { id: params.id, reason: body.reason })),
  );

  signedIn.post(
    '/refunds/:id/settle',
    { config, schema: { ...answersOne, body: settleRefundRequest } },
    async ({ staff, params, body }) =>
      orThrow(await settleRefund(services, staff, { id: params.id, ...body })),
  );
}

function slipRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'money' } as const;
  const answersOne = { params: byId, response: { 200: slipAnswer } };

  signedIn.get(
    '/slips',
    { config, schema: { querystring: slipsQuery, response: { 200: slipPage } } },
    async ({ staff, query }) => findSlips(services, staff, query),
  );

  signedIn.get('/slips/:id', { config, schema: answersOne }, async ({ staff, params }) =>
    orThrow(await slipCase(services, staff, params.id)),
  );

  signedIn.get(
    '/slips/:id/documents/:document',
    { config, schema: { params: byId.extend({ document: id }) } },
    async ({ staff, params }, reply) => {
      const { id: subjectId, team } = orThrow(await slipCase(services, staff, params.id));
      const document = { teamId: team.id, subjectId, documentId: params.document };
      return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
    },
  );

  signedIn.post(
    '/slips/:id/confirm',
    { config, schema: { ...answersOne, body: confirmSlipRequest } },
    async ({ staff, params, body }) =>
      orThrow(await confirmSlip(services, staff, { id: params.id, ...body })),
  );

  signedIn.post(
    '/slips/:id/reject',
    { config, schema: { ...answersOne, body: reasonRequest } },
    async ({ staff, params, body }) => orThrow(await rejectSlip(services, staff, { id: params.id, ...body })),
  );
}

function alertRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'money' } as const;

  signedIn.get(
    '/payment_alerts',
    { config, schema: { querystring: alertsQuery, response: { 200: alertPage } } },
    async ({ query }) => findAlerts(services, query),
  );

  signedIn.post(
    '/payment_alerts/:id/seen',
    { config, schema: { params: byId, response: { 200: empty } } },
    async ({ staff, params }) => orThrow(await seeAlert(services, staff, params.id)),
  );
}

function taxRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'prices' } as const;
  const response = { 200: taxAnswer };

  signedIn.get(
    '/tax',
    { config: { staffAction: 'read' }, schema: { querystring: taxQuery, response } },
    async ({ query }) => taxRates(services, query.region),
  );

  signedIn.post('/tax', { config, schema: { body: taxRequest, response } }, async ({ staff, body }) =>
    orThrow(await setTax(services, staff, body)),
  );

  signedIn.post(
    '/tax/cancel',
    { config, schema: { body: cancelTaxRequest, response } },
    async ({ staff, body }) => orThrow(await cancelTax(services, staff, body)),
  );
}
