// Calls about files, under /v1/web: handing one in, looking at it, taking it back.
import multipart from '@fastify/multipart';
import { empty, id } from '@godwit/contract/common';
import { FILE_PROBLEMS, MAX_FILE_BYTES, uploadAnswer } from '@godwit/contract/files';
import type { Action } from '@godwit/contract/roles';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireRole } from '../accounts/roles.ts';
import type { FilePurpose } from '../db/types.ts';
import type { App } from '../http/types.ts';
import { isRefusal, orThrow, RefusalError } from '../refusal.ts';
import type { Services } from '../services.ts';
import { refuseFile } from './inspect.ts';
import { openFile, sendFile } from './open.ts';
import { removeFile } from './remove.ts';
import { upload } from './upload.ts';

/** What multipart adds around the file. */
const ENVELOPE_BYTES = 16_384;

const NO_FILE =
  'Send multipart/form-data with one file in a part named file, under a name without line breaks.';

/** Who may look at a file: those who may make the request that it is part of. */
const ACTION_OF: Record<FilePurpose, Action> = {
  VERIFICATION: 'verification',
  SENDER_ID: 'projects',
  BANK_SLIP: 'billing',
};

/** POST /generic/file_upload, GET and DELETE /files/:id. */
export async function fileRoutes(signedIn: App, services: Services): Promise<void> {
  const schema = { params: z.object({ id }) };
  await signedIn.register(async (uploads: App) => {
    await uploads.register(multipart, {
      limits: { files: 1, fields: 10, parts: 11, fieldSize: 1024, fileSize: MAX_FILE_BYTES + 1 },
      throwFileSizeLimit: false,
    });
    uploads.post(
      '/generic/file_upload',
      { onRequest: refuseTooLarge, schema: { response: { 200: uploadAnswer } } },
      async (request, reply) => {
        requireRole(request.member, 'verification');
        const part = await filePart(request);
        const outcome = await upload(services, request.member, { name: part.filename, content: part.file });
        // What is left of a refused file is read by nobody.
        if (isRefusal(outcome)) reply.header('connection', 'close');
        part.file.resume();
        return orThrow(outcome);
      },
    );
  });

  signedIn.get('/files/:id', { schema }, async ({ member, params }, reply) => {
    const { teamId } = member;
    const file = orThrow(await openFile(services, { teamId, fileId: params.id }));
    requireRole(member, file.purpose ? ACTION_OF[file.purpose] : 'verification');
    return sendFile(reply, file);
  });

  signedIn.delete(
    '/files/:id',
    { schema: { ...schema, response: { 200: empty } } },
    async ({ member, params }) => {
      requireRole(member, 'verification');
      return orThrow(await removeFile(services, { teamId: member.teamId, fileId: params.id }));
    },
  );
}

async function refuseTooLarge({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length']) > MAX_FILE_BYTES + ENVELOPE_BYTES) {
    throw new RefusalError(refuseFile('tooLarge', FILE_PROBLEMS.tooLarge));
  }
}

/** The part of a form that is the file. */
async function filePart(request: FastifyRequest) {
  if (!request.isMultipart()) {
    throw new RefusalError(refuseFile('unsupportedType', NO_FILE));
  }
  const part = await request.file();
  if (part?.fieldname !== 'file' || !part.filename) {
    part?.file.resume();
    throw new RefusalError(refuseFile('invalidArgument', NO_FILE));
  }
  return part;
}
