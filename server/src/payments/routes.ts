// Calls about payments, under /v1/web: how to pay, paying, and what became of it.
import { id } from '@godwit/contract/common';
import {
  bankPaymentRequest,
  checkoutAnswer,
  paymentOptions as optionsAnswer,
  payment,
  paymentRequest,
  paymentsAnswer,
  paymentsQuery,
} from '@godwit/contract/payments';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { beginPayment, paymentOptions } from './begin.ts';
import type { Providers } from './open.ts';
import { findPayment, listPayments } from './show.ts';
import { sendSlip } from './slips.ts';

export function paymentRoutes(signedIn: App, services: Services, providers: Providers): void {
  signedIn.get(
    '/payments',
    { schema: { querystring: paymentsQuery, response: { 200: paymentsAnswer } } },
    async ({ member, query }) => orThrow(await listPayments(services, member.teamId, query.before ?? null)),
  );

  signedIn.get('/payments/options', { schema: { response: { 200: optionsAnswer } } }, async ({ member }) =>
    paymentOptions(services, providers, member.teamId),
  );

  signedIn.get(
    '/payments/:id',
    { schema: { params: z.object({ id }), response: { 200: payment } } },
    async ({ member, params }) =>
      orThrow(await findPayment(services, providers, { teamId: member.teamId, id: params.id })),
  );

  signedIn.post(
    '/payments',
    { config: { action: 'billing' }, schema: { body: paymentRequest, response: { 200: checkoutAnswer } } },
    async ({ member, body }) => orThrow(await beginPayment(services, providers, member, body)),
  );

  signedIn.post(
    '/bank_payments',
    { config: { action: 'billing' }, schema: { body: bankPaymentRequest, response: { 200: payment } } },
    async ({ member, body }) => orThrow(await sendSlip(services, member, body)),
  );
}
