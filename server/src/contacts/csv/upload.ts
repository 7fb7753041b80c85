// Receives an uploaded file of contacts or opt-outs. Keeps it on disk until complete; then a thread parses
// it, one file per team at a time, and writes the good rows for COPY.
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { MAX_CSV_BYTES } from '@godwit/contract/contacts';
import type { CsvColumns } from '@godwit/contract/csv/columns';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { openSpool, SPOOL_LIMITS, type SpoolLimits } from '../../http/spool.ts';
import { openUploads, UPLOAD_LIMITS, type UploadLimits } from '../../http/uploads.ts';
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { FileReport, FileRules } from './copyLines.ts';
import { copyRows } from './queries.ts';
import type { FileWorkerData } from './worker.ts';

/** A file that is whole, and the one that its good rows are written to. */
export type CsvFile = { upload: FileHandle; rows: FileHandle };

/** Contents of a file, and how its good rows enter a transaction as the table `import_rows`. */
export type ReadFile = { report: FileReport; copyRows: (client: PoolClient) => Promise<void> };

export type Imports = Pick<ReturnType<typeof openUploads>, 'accept'> & {
  /**
   * Calls `use` with an upload once it is complete and its team is next. Throws refusals of uploads and of
   * `use`.
   */
  take<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (file: CsvFile) => Promise<T | Refusal>,
  ): Promise<T>;
};

export type ImportLimits = UploadLimits & SpoolLimits;
export const IMPORT_LIMITS: ImportLimits = { ...UPLOAD_LIMITS, ...SPOOL_LIMITS };

const BUSY = 'Many files are being worked on, and this one has not been taken in. Upload it again shortly.';
/** Each has a thread and, at its end, a connection. */
const TURNS = { atOnce: 3, waitMs: 60_000, busy: BUSY };
// More memory than any file within the limits needs; a file that exceeds it is refused and ends only its
// thread.
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

const PART = {
  field: 'csv',
  maxBytes: MAX_CSV_BYTES,
  noFile: 'Send the file as multipart/form-data, in the field csv.',
  tooLarge: `The file is larger than ${MAX_CSV_BYTES / 1024 / 1024} MB. Upload it in parts.`,
};

/** Opens the upload slots shared by files of contacts and of opt-outs. */
export function openImports({ settings }: Services, limits: ImportLimits = IMPORT_LIMITS): Imports {
  const uploads = openUploads(PART, limits);
  const spool = openSpool(join(settings.dataDir, 'spool'), limits);
  const inTurn = openFairScheduler(TURNS);
  return {
    accept: uploads.accept,
    take: (request, reply, use) =>
      uploads.receive(request, reply, request.member.teamId, ({ content }) =>
        spool.keep(content, (upload) =>
          inTurn(request.member.teamId, () => spool.lend((rows) => use({ upload, rows }))),
        ),
      ),
  };
}

/**
 * Reads a file to its end. Refusals: invalidArgument, tooLarge, also of a file that needs more than `memory`.
 */
export async function readFile(
  { upload, rows }: CsvFile,
  rules: FileRules,
  memory: ResourceLimits = MEMORY,
): Promise<ReadFile | Refusal> {
  const workerData: FileWorkerData = { rules, upload: upload.fd, rows: rows.fd };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: memory,
  });
  try {
    const [outcome] = (await once(worker, 'message').catch(refuseForMemory)) as [FileReport | Refusal];
    if (isRefusal(outcome)) return outcome;
    const copy = (client: PoolClient) =>
      copyRows(client, rows.createReadStream({ start: 0, autoClose: false }));
    return { report: outcome, copyRows: copy };
  } finally {
    await worker.terminate();
  }
}

/** The columns that a call names; undefined if it names none. */
export function chosenColumns(columns: CsvColumns): CsvColumns | undefined {
  return columns.number === undefined ? undefined : columns;
}

const TOO_MUCH = 'The file needs too much memory. Upload it in parts.';

function refuseForMemory(error: NodeJS.ErrnoException): [Refusal] {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  return [refuse('tooLarge', { description: TOO_MUCH, fields: { csv: TOO_MUCH } })];
}
