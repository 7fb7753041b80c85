// Staff calls about two-way numbers, opt-outs on request and refused messages, under /v1/staff.
import { staffIncomingCalls } from '@godwit/contract/staff/incoming';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { assignNumber, changeOptOut, listNumbers, readRefused, removeNumber } from './staffActions.ts';

export function staffIncomingRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffIncomingCalls);

  on('GET /incoming', ({ query }) => readRefused(services, query));

  on('GET /teams/:id/numbers', async ({ params }) => orThrow(await listNumbers(services, params.id)));

  on('POST /teams/:id/numbers', async ({ staff, params, body }) =>
    orThrow(await assignNumber(services, staff, { teamId: params.id, ...body })),
  );

  on('POST /teams/:id/numbers/remove', async ({ staff, params, body }) =>
    orThrow(await removeNumber(services, staff, { teamId: params.id, ...body })),
  );

  on('POST /teams/:id/opt_outs', async ({ staff, params, body }) =>
    orThrow(await changeOptOut(services, staff, { teamId: params.id, ...body, isAdded: true })),
  );

  on('POST /teams/:id/opt_outs/remove', async ({ staff, params, body }) =>
    orThrow(await changeOptOut(services, staff, { teamId: params.id, ...body, isAdded: false })),
  );
}
