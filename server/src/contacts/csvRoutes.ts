// Contacts as CSV, in and out, under /v1/web.
import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { contactsFilter, importAnswer, MAX_CSV_BYTES } from '@godwit/contract/contacts';
import type { FastifyRequest } from 'fastify';
import { requireRole } from '../accounts/roles.ts';
import type { App } from '../http/types.ts';
import { orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { exportContacts } from './export.ts';
import { importFile } from './import.ts';

// Each has a thread and, at its end, a connection.
const MAX_IMPORTS = 4;

const CUT = 'The upload was cut before its end and nothing of it is in. Upload the file again.';
const TOO_LARGE = `The file is larger than ${MAX_CSV_BYTES / 1024 / 1024} MB. Upload it in parts.`;
const NO_FILE = 'Send the file as multipart/form-data, in the field csv.';

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
    // Parts: the file, and a few fields that nobody looks at.
    await uploads.register(multipart, {
      limits: { fileSize: MAX_CSV_BYTES, files: 1, parts: 10, fieldSize: 1_024 },
    });
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
      return orThrow(await importFile(services, request.member, await openUpload(request)));
    } finally {
      running--;
      // Who is refused before the end is still sending, and hears the answer when that has gone somewhere.
      request.raw.unpipe();
      request.raw.resume();
    }
  });
}

/** The bytes of the file that a request brings, as they arrive. */
async function openUpload(request: FastifyRequest): Promise<AsyncGenerator<Uint8Array>> {
  if (!request.isMultipart()) throw new RefusalError(refuse('unsupportedType', at(NO_FILE)));
  const part = await request.file().catch(() => undefined);
  if (part?.fieldname !== 'csv') throw new RefusalError(refuse('invalidArgument', at(NO_FILE)));
  return bytesOf(part.file);
}

/** Throws where the file is cut, or larger than it may be. */
async function* bytesOf(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw new RefusalError(refuse('invalidArgument', at(CUT)));
  }
  if (file.truncated) throw new RefusalError(refuse('tooLarge', at(TOO_LARGE)));
}

function at(description: string) {
  return { description, fields: { csv: description } };
}

function busy(): Refusal {
  return refuse('unavailable', {
    description: 'Other files are being taken in. Upload this one again shortly.',
    retryAfterSeconds: 10,
  });
}
