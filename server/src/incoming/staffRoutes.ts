// Two-way numbers, opt-outs on request and what was refused, under /v1/staff.
import { id } from '@godwit/contract/common';
import {
  assignNumberRequest,
  removeNumberRequest,
  staffIncomingAnswer,
  staffIncomingQuery,
  staffNumbersAnswer,
  staffOptOutAnswer,
  staffOptOutRequest,
} from '@godwit/contract/staffIncoming';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { assignNumber, changeOptOut, listNumbers, readRefused, removeNumber } from './staffActions.ts';

const params = z.object({ id });

export function staffIncomingRoutes(signedIn: App, services: Services): void {
  const numbers = { 200: staffNumbersAnswer };

  signedIn.get(
    '/incoming',
    {
      config: { staffAction: 'read' },
      schema: { querystring: staffIncomingQuery, response: { 200: staffIncomingAnswer } },
    },
    ({ query }) => readRefused(services, query),
  );

  signedIn.get(
    '/teams/:id/numbers',
    { config: { staffAction: 'read' }, schema: { params, response: numbers } },
    async ({ params }) => orThrow(await listNumbers(services, params.id)),
  );

  signedIn.post(
    '/teams/:id/numbers',
    { config: { staffAction: 'senders' }, schema: { params, body: assignNumberRequest, response: numbers } },
    async ({ staff, params, body }) =>
      orThrow(await assignNumber(services, staff, { teamId: params.id, ...body })),
  );

  signedIn.post(
    '/teams/:id/numbers/remove',
    { config: { staffAction: 'senders' }, schema: { params, body: removeNumberRequest, response: numbers } },
    async ({ staff, params, body }) =>
      orThrow(await removeNumber(services, staff, { teamId: params.id, ...body })),
  );

  for (const [path, isAdded] of [
    ['/teams/:id/opt_outs', true],
    ['/teams/:id/opt_outs/remove', false],
  ] as const) {
    signedIn.post(
      path,
      {
        config: { staffAction: 'optOuts' },
        schema: { params, body: staffOptOutRequest, response: { 200: staffOptOutAnswer } },
      },
      async ({ staff, params, body }) =>
        orThrow(await changeOptOut(services, staff, { teamId: params.id, ...body, isAdded })),
    );
  }
}
