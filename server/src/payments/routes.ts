// Calls about payments, under /v1/web: the options, a new payment, and the outcome of each.
import { paymentCalls } from '@godwit/contract/payments/payments';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { beginPayment, paymentOptions } from './checkout/begin.ts';
import { findPayment, listPayments } from './checkout/show.ts';
import type { Providers } from './providers/open.ts';
import { sendSlip } from './slips/slips.ts';

export function paymentRoutes(signedIn: App, services: Services, providers: Providers): void {
  const on = serve(signedIn, paymentCalls);
  on('GET /payments', async ({ member, query }) =>
    orThrow(await listPayments(services, member.teamId, query.before ?? null)),
  );

  on('GET /payments/options', async ({ member }) => paymentOptions(services, providers, member.teamId));

  on('GET /payments/:id', async ({ member, params }) =>
    orThrow(await findPayment(services, providers, { teamId: member.teamId, id: params.id })),
  );

  on('POST /payments', async ({ member, body }) =>
    orThrow(await beginPayment(services, providers, member, body)),
  );

  on('POST /bank_payments', async ({ member, body }) => orThrow(await sendSlip(services, member, body)));
}
