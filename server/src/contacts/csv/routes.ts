// Calls that import and export contacts as CSV, under /v1/web.
import { Readable } from 'node:stream';
import { contactCalls } from '@godwit/contract/contacts';
import type { Exports } from '../../http/exports.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { filterOf } from '../filter.ts';
import { exportContacts } from './export.ts';
import { importFile } from './import.ts';
import { chosenColumns, type Imports } from './upload.ts';

/** Import and export files of contacts. */
export async function contactCsvRoutes(
  signedIn: App,
  services: Services,
  { imports, exports }: { imports: Imports; exports: Exports },
): Promise<void> {
  serve(signedIn, contactCalls)(
    'GET /contacts/export.csv',
    { exposeHeadRoute: false },
    async ({ member, query }, reply) => {
      const pieces = exportContacts(services, orThrow(await filterOf(services.kysely, member, query)));
      const signal = exports.enter(member.teamId, reply);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="contacts.csv"');
      return reply.send(Readable.from(exports.inTurn(member.teamId, pieces, signal), { objectMode: false }));
    },
  );

  await signedIn.register(async (uploads: App) => {
    await imports.accept(uploads);
    serve(uploads, contactCalls)('POST /contacts_csv', async (request, reply) =>
      imports.take(request, reply, (file) =>
        importFile(services, request.member, { file, columns: chosenColumns(request.query) }),
      ),
    );
  });
}
