// Contacts as CSV, in and out, under /v1/web.
import { Readable } from 'node:stream';
import { contactsFilter, importAnswer, MAX_CSV_BYTES } from '@godwit/contract/contacts';
import { requireRole } from '../accounts/roles.ts';
import { acceptCsv, withCsv } from '../http/csvUpload.ts';
import type { App } from '../http/types.ts';
import { orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { exportContacts } from './export.ts';
import { importFile } from './import.ts';

// Each has a thread and, at its end, a connection.
const MAX_IMPORTS = 4;

/** Taking a file of contacts in, and giving them out as one. */
export async function contactCsvRoutes(signedIn: App, services: Services): Promise<void> {
  signedIn.get(
    '/contacts/export.csv',
    { schema: { querystring: contactsFilter }, exposeHeadRoute: false },
    async ({ member, query }, reply) => {
      requireRole(member, 'read');
      const pieces = orThrow(await exportContacts(services, member, query));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="contacts.csv"');
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  );

  await signedIn.register(async (uploads: App) => {
    await acceptCsv(uploads, MAX_CSV_BYTES);
    uploadRoute(uploads, services);
  });
}

function uploadRoute(uploads: App, services: Services): void {
  let running = 0;

  uploads.post('/contacts_csv', { schema: { response: { 200: importAnswer } } }, async (request) => {
    requireRole(request.member, 'contacts');
    if (running === MAX_IMPORTS) throw new RefusalError(busy());
    running++;
    try {
      const take = (bytes: AsyncIterable<Uint8Array>) => importFile(services, request.member, bytes);
      return orThrow(await withCsv(request, MAX_CSV_BYTES, take));
    } finally {
      running--;
    }
  });
}

function busy(): Refusal {
  return refuse('unavailable', {
    description: 'Other files are being taken in. Upload this one again shortly.',
    retryAfterSeconds: 10,
  });
}
