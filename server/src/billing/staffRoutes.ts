// Money as staff see and move it, under /v1/staff.
import { id } from '@godwit/contract/common';
import { reasonRequest } from '@godwit/contract/staff';
import {
  adjustment,
  adjustmentPage,
  adjustmentsQuery,
  adjustRequest,
  ledgerPage,
  ledgerQuery,
} from '@godwit/contract/staffTeams';
import { z } from 'zod';
import { rowsOf, toPage } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { askAdjustment, decideAdjustment, findAdjustments } from './adjust.ts';
import { readLedger } from './ledger.ts';

const byId = z.object({ id });

/** A team's ledger, adjusting it, and deciding what a colleague asked for. */
export function staffMoneyRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'money' } as const;
  const answersOne = { params: byId, response: { 200: adjustment } };

  signedIn.get(
    '/teams/:id/ledger',
    {
      config: { staffAction: 'read' },
      schema: { params: byId, querystring: ledgerQuery, response: { 200: ledgerPage } },
    },
    async ({ params, query }) => {
      const rows = rowsOf(query);
      const of = { teamId: params.id, kind: query.kind ?? null };
      const { results, total, more } = orThrow(await readLedger(services, of, rows));
      return { ...toPage(results, total, rows), more };
    },
  );

  signedIn.post(
    '/teams/:id/adjustments',
    { config, schema: { ...answersOne, body: adjustRequest } },
    async ({ staff, params, body }) =>
      orThrow(await askAdjustment(services, staff, { teamId: params.id, ...body })),
  );

  signedIn.get(
    '/adjustments',
    { config, schema: { querystring: adjustmentsQuery, response: { 200: adjustmentPage } } },
    async ({ staff, query }) => {
      const rows = rowsOf(query);
      const filter = { status: query.status, teamId: query.team_id ?? null };
      const { results, total } = await findAdjustments(services, staff, filter, rows);
      return toPage(results, total, rows);
    },
  );

  signedIn.post('/adjustments/:id/confirm', { config, schema: answersOne }, async ({ staff, params }) =>
    orThrow(await decideAdjustment(services, staff, { id: params.id, reason: null })),
  );

  signedIn.post(
    '/adjustments/:id/reject',
    { config, schema: { ...answersOne, body: reasonRequest } },
    async ({ staff, params, body }) =>
      orThrow(await decideAdjustment(services, staff, { id: params.id, reason: body.reason })),
  );
}
