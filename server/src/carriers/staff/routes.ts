// Carrier links, under /v1/staff.
import { operationCalls } from '@godwit/contract/staff/operations';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readLink } from './linkPage.ts';
import { changeLink, listLinks } from './links.ts';

/** Lists, shows, pauses and resumes links. */
export function carrierRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, operationCalls);

  on('GET /carriers', () => listLinks(services));

  on('GET /carriers/:id', async ({ params }) => orThrow(await readLink(services, params.id)));

  on('POST /carriers/:id/pause', async ({ staff, params, body }) =>
    orThrow(await changeLink(services, staff, { ...params, ...body, pause: true })),
  );

  on('POST /carriers/:id/resume', async ({ staff, params, body }) =>
    orThrow(await changeLink(services, staff, { ...params, ...body, pause: false })),
  );
}
