// Carrier links, under /v1/staff.
import { id } from '@godwit/contract/common';
import { carrierRequest, carriersAnswer } from '@godwit/contract/staffOperations';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { changeLink, listLinks } from './links.ts';

/** How the links do; pausing and resuming one. */
export function carrierRoutes(signedIn: App, services: Services): void {
  const response = { 200: carriersAnswer };

  signedIn.get('/carriers', { config: { staffAction: 'read' }, schema: { response } }, () =>
    listLinks(services),
  );

  const config = { staffAction: 'carriers' } as const;
  const schema = { params: z.object({ id }), body: carrierRequest, response };
  for (const action of ['pause', 'resume'] as const) {
    const pause = action === 'pause';
    signedIn.post(`/carriers/:id/${action}`, { config, schema }, async ({ staff, params, body }) =>
      orThrow(await changeLink(services, staff, { ...params, ...body, pause })),
    );
  }
}
