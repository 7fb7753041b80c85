// Serves the descriptions of the public API to anyone.
import { llmsText } from '@godwit/contract/publicApi/llms';
import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import { VERSION } from '@godwit/contract/version';
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

/** GET /llms.txt: the calls and errors in short, for programs that write code against the API. */
export function llmsRoute(app: App, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const text = llmsText(publicUrl.origin, VERSION);
  app.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(text),
  );
}
