// Cases of fraud, under /v1/staff: finds the message, opens its case, blocks, and notes who was notified.
import { caseCalls } from '@godwit/contract/staff/cases';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { findByNumber, findByText } from '../../messages/trace/byNumber.ts';
import type { CarrierParts } from '../../messages/trace/trace.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { allow, block } from './block.ts';
import { caseQuarters, exportCase, findCases, noteNotified, openCase, readCase } from './cases.ts';

export function caseRoutes(signedIn: App, services: Services, carriers: CarrierParts): void {
  const on = serve(signedIn, caseCalls);

  on('GET /cases', async ({ query }) => findCases(services, query));

  on('GET /cases/messages', async ({ staff, query: { number, text = '', at } }) =>
    number
      ? orThrow(await findByNumber(services, staff, number, { at, text: text || undefined }))
      : findByText(services, staff, text, { at }),
  );

  on('GET /cases/quarters', async () => caseQuarters(services));

  on('POST /cases', async ({ staff, body }) => orThrow(await openCase(services, staff, body, carriers)));

  on('GET /cases/:id', async ({ staff, params }) => orThrow(await readCase(services, staff, params.id)));

  on('GET /cases/:id/export', async ({ staff, params }, reply) => {
    const found = orThrow(await exportCase(services, staff, params.id));
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="case-${found.id}.json"`)
      .send(JSON.stringify(found, null, 2));
  });

  on('POST /cases/:id/block', async ({ staff, params, body }) =>
    orThrow(
      (await block(services, staff, { ...params, ...body })) ?? (await readCase(services, staff, params.id)),
    ),
  );

  on('POST /cases/:id/allow', async ({ staff, params, body }) =>
    orThrow(
      (await allow(services, staff, { ...params, ...body })) ?? (await readCase(services, staff, params.id)),
    ),
  );

  on('POST /cases/:id/notified', async ({ staff, params, body }) =>
    orThrow(
      (await noteNotified(services, staff, { ...params, ...body })) ??
        (await readCase(services, staff, params.id)),
    ),
  );
}
