// The console's calls about opt-outs, under /v1/web/opt_outs.
import { Readable } from 'node:stream';
import { csvLines } from '@godwit/contract/csv/cells';
import { type OptOut, optOutCalls } from '@godwit/contract/optOuts';
import { chosenColumns, type Imports } from '../contacts/csv/upload.ts';
import type { Exports } from '../http/exports.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { readNumber } from '../phoneNumbers.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { importOptOuts } from './importFile.ts';
import { addOptOut, allOptOuts, readOptOuts, removeOptOut } from './list.ts';

/** List, add, remove, import and export the opt-outs of a team. */
export async function optOutRoutes(
  signedIn: App,
  services: Services,
  { imports, exports }: { imports: Imports; exports: Exports },
): Promise<void> {
  const long = servicesFor(services, 'long');
  const on = serve(signedIn, optOutCalls);

  on('GET /opt_outs', async ({ member, query }) => readOptOuts(services, member, query));

  on('POST /opt_outs', async ({ member: { teamId, regionId }, body: { number, ...asked } }) => {
    const added = { teamId, ...asked, number: orThrow(readNumber(number, regionId)) };
    return orThrow(await addOptOut(services, { ...added, source: 'CONSOLE' }));
  });

  on('DELETE /opt_outs/:number', async ({ member: { teamId }, params, query }) =>
    orThrow(await removeOptOut(services, { teamId, ...params, ...query })),
  );

  on(
    'GET /opt_outs/export.csv',
    { exposeHeadRoute: false },
    async ({ member: { teamId }, query: { mode } }, reply) => {
      const signal = exports.enter(teamId, reply);
      const pieces = exports.inTurn(teamId, asCsv(allOptOuts(long, { teamId, mode })), signal);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="opt-outs.csv"');
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  );

  await signedIn.register(async (uploads: App) => {
    await imports.accept(uploads);
    serve(uploads, optOutCalls)('POST /opt_outs_csv', async (request, reply) =>
      imports.take(request, reply, (file) => {
        const { number, scope_column, mode, scope } = request.query;
        const columns = chosenColumns({ number, scope: scope_column });
        return importOptOuts(long, request.member, { file, columns, mode, scope });
      }),
    );
  });
}

async function* asCsv(pieces: AsyncIterable<OptOut[]>): AsyncGenerator<string, void> {
  yield csvLines([['Number', 'Scope', 'Source', 'Since']]);
  for await (const piece of pieces)
    yield csvLines(piece.map(({ number, scope, source, created_at }) => [number, scope, source, created_at]));
}
