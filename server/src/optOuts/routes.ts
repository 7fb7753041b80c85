// The console's calls about opt-outs, under /v1/web/opt_outs.
import { Readable } from 'node:stream';
import {
  addOptOutRequest,
  deletedAnswer,
  importOptOutsAnswer,
  type OptOut,
  optOut,
  optOutListAnswer,
  optOutListQuery,
} from '@godwit/contract/optOuts';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Imports } from '../contacts/csvFile.ts';
import type { Exports } from '../http/exports.ts';
import type { App } from '../http/types.ts';
import { requireRole } from '../identity/roles.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { importOptOuts } from './importFile.ts';
import { addOptOut, allOptOuts, readOptOuts, removeOptOut } from './list.ts';

// Numbers begin with +, which a spreadsheet would take for a formula: they get an apostrophe in front.
const CSV = { escape_formulas: true, record_delimiter: '\r\n' } as const;

/** Seeing a team's list, adding to it, taking from it, importing and exporting it. */
export async function optOutRoutes(
  signedIn: App,
  services: Services,
  { imports, exports }: { imports: Imports; exports: Exports },
): Promise<void> {
  const long = servicesFor(services, 'long');
  signedIn.get(
    '/opt_outs',
    { schema: { querystring: optOutListQuery, response: { 200: optOutListAnswer } } },
    async ({ member, query }) => readOptOuts(services, member, query),
  );

  signedIn.post(
    '/opt_outs',
    { schema: { body: addOptOutRequest, response: { 200: optOut } } },
    async ({ member, body }) => {
      requireRole(member, 'contacts');
      return orThrow(await addOptOut(services, member, body.number));
    },
  );

  signedIn.delete(
    '/opt_outs/:number',
    { schema: { params: z.object({ number: z.string().max(64) }), response: { 200: deletedAnswer } } },
    async ({ member, params }) => {
      requireRole(member, 'contacts');
      return orThrow(await removeOptOut(services, member.teamId, params.number));
    },
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
      { schema: { response: { 200: importOptOutsAnswer } } },
      async (request, reply) => {
        requireRole(request.member, 'contacts');
        return imports.take(request, reply, (file) => importOptOuts(long, request.member, file));
      },
    );
  });
}

async function* asCsv(pieces: AsyncIterable<OptOut[]>): AsyncGenerator<string, void> {
  yield stringify([['Number', 'Source', 'Since']], CSV);
  for await (const piece of pieces) {
    const rows = piece.map(({ number, source, created_at }) => [number, source, created_at]);
    yield stringify(rows, CSV);
  }
}
