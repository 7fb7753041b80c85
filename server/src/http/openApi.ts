// Serves the OpenAPI description of the public API to anyone.
import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import type { Settings } from '../settings.ts';
import { supportOf } from '../support.ts';
import type { App } from './types.ts';

/** GET /v1/openapi.json: OpenAPI 3.1, made once from the contract. */
export function openApiRoute(app: App, settings: Settings): void {
  let document: string | undefined;

  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(settings.publicUrl.origin, supportOf(settings)));
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document);
  });
}
