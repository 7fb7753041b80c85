// The console's calls about opt-outs, under /v1/web/opt_outs.
import { Readable } from 'node:stream';
import { deletedAnswer } from '@godwit/contract/contacts';
import { csvLines } from '@godwit/contract/csv';
import {
  addOptOutRequest,
  importOptOutsAnswer,
  type OptOut,
  optOut,
  optOutListAnswer,
  optOutListQuery,
  optOutsCsvQuery,
} from '@godwit/contract/optOuts';
import { z } from 'zod';
import { chosenColumns, type Imports } from '../contacts/csvFile.ts';
import type { Exports } from '../http/exports.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { importOptOuts } from './importFile.ts';
import { addOptOut, allOptOuts, readOptOuts, removeOptOut } from './list.ts';

/** Seeing a team's list, adding to it, taking from it, importing and exporting it. */
export async function optOutRoutes(
  signedIn: App,
  services: Services,
  { imports, exports }: { imports: Imports; exports: Exports },
): Promise<void> {
  const long = servicesFor(services, 'long');
  const config = { action: 'contacts' } as const;
  signedIn.get(
    '/opt_outs',
    { schema: { querystring: optOutListQuery, response: { 200: optOutListAnswer } } },
    async ({ member, query }) => readOptOuts(services, member, query),
  );

  signedIn.post(
    '/opt_outs',
    { config, schema: { body: addOptOutRequest, response: { 200: optOut } } },
    async ({ member, body }) => orThrow(await addOptOut(services, member, body.number)),
  );

  signedIn.delete(
    '/opt_outs/:number',
    {
      config,
      schema: { params: z.object({ number: z.string().max(64) }), response: { 200: deletedAnswer } },
    },
    async ({ member, params }) => orThrow(await removeOptOut(services, member.teamId, params.number)),
  );

  signedIn.get('/opt_outs/export.csv', { exposeHeadRoute: false }, async ({ member }, reply) => {
    const signal = exports.enter(member.teamId, reply);
    const pieces = exports.inTurn(member.teamId, asCsv(allOptOuts(long, member.teamId)), signal);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="opt-outs.csv"');
    return reply.send(Readable.from(pieces, { objectMode: false }));
  });

  await signedIn.register(async (uploads: App) => {
    await imports.accept(uploads);
    uploads.post(
      '/opt_outs_csv',
      { config, schema: { querystring: optOutsCsvQuery, response: { 200: importOptOutsAnswer } } },
      async (request, reply) =>
        imports.take(request, reply, (file) =>
          importOptOuts(long, request.member, { file, columns: chosenColumns(request.query) }),
        ),
    );
  });
}

async function* asCsv(pieces: AsyncIterable<OptOut[]>): AsyncGenerator<string, void> {
  yield csvLines([['Number', 'Source', 'Since']]);
  for await (const piece of pieces)
    yield csvLines(piece.map(({ number, source, created_at }) => [number, source, created_at]));
}
