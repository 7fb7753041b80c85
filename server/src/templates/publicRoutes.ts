// The public API's calls about templates, under /v1.
import * as api from '@godwit/contract/publicApi/templates';
import type { App } from '../http/types.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { TemplateScope } from './queries.ts';
import { changeTemplate, createTemplate, deleteTemplate, readFromCursor, readTemplate } from './templates.ts';

const LIVE_ONLY =
  'A TEST key reads templates but cannot change them, because LIVE campaigns use them. Nothing was changed. Use a LIVE key.';

/** The project of a LIVE key. Refuses a TEST key. */
function changing({ mode, ...scope }: TemplateScope & { mode: 'LIVE' | 'TEST' }): TemplateScope {
  if (mode !== 'LIVE') throw new RefusalError(refuse('keyMismatch', { description: LIVE_ONLY }));
  return scope;
}

/** Adds `/templates`: those of the project of the key. */
export function publicTemplateRoutes(app: App, services: Services): void {
  const one = { params: api.oneTemplate, response: { 200: api.publicTemplate } };

  app.get(
    '/templates',
    { schema: { querystring: api.listTemplatesQuery, response: { 200: api.listTemplatesAnswer } } },
    async ({ key, query }) => orThrow(await readFromCursor(services, key, query)),
  );

  app.post(
    '/templates',
    { schema: { body: api.createTemplateBody, response: { 201: api.publicTemplate } } },
    async ({ key, body }, reply) =>
      reply.code(201).send(orThrow(await createTemplate(services, changing(key), body))),
  );

  app.get('/templates/:id', { schema: one }, async ({ key, params: { id } }) =>
    orThrow(await readTemplate(services, key, id)),
  );

  app.patch(
    '/templates/:id',
    { schema: { ...one, body: api.changeTemplateBody } },
    async ({ key, params: { id }, body }) => orThrow(await changeTemplate(services, changing(key), id, body)),
  );

  app.delete(
    '/templates/:id',
    { schema: { params: api.oneTemplate, response: { 200: api.deletedTemplateAnswer } } },
    async ({ key, params: { id } }) => {
      orThrow(await deleteTemplate(services, changing(key), id));
      return { deleted: 1 };
    },
  );
}
