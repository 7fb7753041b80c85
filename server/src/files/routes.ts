// Calls about files, under /v1/web: uploading one, looking at it, deleting it.

import { FILE_PROBLEMS, fileCalls, MAX_FILE_BYTES } from '@godwit/contract/files';
import type { Action } from '@godwit/contract/roles';
import type { FastifyRequest } from 'fastify';
import type { FilePurpose } from '../db/types.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { openUploads, UPLOAD_LIMITS, type UploadLimits } from '../http/uploads.ts';
import { requireRole } from '../identity/roles.ts';
import { orThrow, RefusalError, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openFile, sendFile } from './open.ts';
import { removeFile } from './remove.ts';
import { upload } from './upload.ts';

/** The bytes that multipart adds around the file. */
const ENVELOPE_BYTES = 16_384;

const PART = {
  field: 'file',
  maxBytes: MAX_FILE_BYTES,
  noFile: 'Send multipart/form-data with one file in a part named file, under a name without line breaks.',
  tooLarge: FILE_PROBLEMS.tooLarge,
};

/** They go to the disk as they come, so that more of them may be on their way than of other uploads. */
const LIMITS: UploadLimits = { ...UPLOAD_LIMITS, perTeam: 12, atOnce: 200 };

/** The permission that a member needs to see a file: to make the request that it is part of. */
const ACTION_OF: Record<FilePurpose, Action> = {
  VERIFICATION: 'verification',
  SENDER_ID: 'projects',
  BANK_SLIP: 'billing',
};

/** POST /generic/file_upload, GET and DELETE /files/:id. */
export async function fileRoutes(
  signedIn: App,
  services: Services,
  limits: UploadLimits = LIMITS,
): Promise<void> {
  const on = serve(signedIn, fileCalls);
  const uploads = openUploads(PART, limits);
  await signedIn.register(async (routes: App) => {
    await uploads.accept(routes);
    serve(routes, fileCalls)(
      'POST /generic/file_upload',
      { onRequest: refuseTooLarge },
      async (request, reply) =>
        uploads.receive(request, reply, request.member.teamId, (file) =>
          upload(services, request.member, file),
        ),
    );
  });

  on('GET /files/:id', async ({ member, params }, reply) => {
    const { teamId } = member;
    const file = orThrow(await openFile(services, { teamId, fileId: params.id }));
    requireRole(member, file.purpose ? ACTION_OF[file.purpose] : 'verification');
    return sendFile(reply, file);
  });

  on('DELETE /files/:id', async ({ member, params }) =>
    orThrow(await removeFile(services, { teamId: member.teamId, fileId: params.id })),
  );
}

async function refuseTooLarge({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length']) > MAX_FILE_BYTES + ENVELOPE_BYTES) {
    throw new RefusalError(refuseField('tooLarge', 'file', FILE_PROBLEMS.tooLarge));
  }
}
