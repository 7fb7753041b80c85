// The description of the public API for machines: anyone may read it.
import { openApiDocument } from '@godwit/contract/openApi';
import type { Settings } from '../settings.ts';
import type { App } from './types.ts';

/** GET /v1/openapi.json: OpenAPI 3.1, made once from the contract. */
export function openApiRoute(app: App, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  let document: string | undefined;

  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(publicUrl.origin));
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document);
  });
}
