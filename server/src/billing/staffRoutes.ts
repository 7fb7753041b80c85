// Money as staff see and move it, under /v1/staff.

import { staffTeamCalls } from '@godwit/contract/staff/teams';
import { rowsOf, toPage } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { askAdjustment, decideAdjustment, findAdjustments } from './adjust.ts';
import { readLedger } from './ledger.ts';

/** A team's ledger, adjusting it, and deciding what a colleague asked for. */
export function staffMoneyRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffTeamCalls);

  on('GET /teams/:id/ledger', async ({ params, query }) => {
    const rows = rowsOf(query);
    const of = { teamId: params.id, kind: query.kind ?? null };
    const { results, total, more } = orThrow(await readLedger(services, of, rows));
    return { ...toPage(results, total, rows), more };
  });

  on('POST /teams/:id/adjustments', async ({ staff, params, body }) =>
    orThrow(await askAdjustment(services, staff, { teamId: params.id, ...body })),
  );

  on('GET /adjustments', async ({ staff, query }) => {
    const rows = rowsOf(query);
    const filter = { status: query.status, teamId: query.team_id ?? null };
    const { results, total } = await findAdjustments(services, staff, filter, rows);
    return toPage(results, total, rows);
  });

  on('POST /adjustments/:id/confirm', async ({ staff, params }) =>
    orThrow(await decideAdjustment(services, staff, { id: params.id, reason: null })),
  );

  on('POST /adjustments/:id/reject', async ({ staff, params, body }) =>
    orThrow(await decideAdjustment(services, staff, { id: params.id, reason: body.reason })),
  );
}
