// Carrier links, under /v1/staff.
import { id } from '@godwit/contract/common';
import { carrierRequest, carriersAnswer } from '@godwit/contract/staffOperations';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listLinks, pauseLink, resumeLink } from './links.ts';

/** How the links do; pausing and resuming one. */
export function carrierRoutes(signedIn: App, services: Services): void {
  const response = { 200: carriersAnswer };

  signedIn.get('/carriers', { config: { staffAction: 'read' }, schema: { response } }, () =>
    listLinks(services),
  );

  for (const [path, act] of [
    ['/carriers/:id/pause', pauseLink],
    ['/carriers/:id/resume', resumeLink],
  ] as const) {
    signedIn.post(
      path,
      {
        config: { staffAction: 'carriers' },
        schema: { params: z.object({ id }), body: carrierRequest, response },
      },
      async ({ staff, params, body }) => orThrow(await act(services, staff, { ...params, ...body })),
    );
  }
}
