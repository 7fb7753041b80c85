// `godwit files move`: moves documents from the disk to the bucket in STORAGE_URL while the service runs.
import { moveToBucket } from '../files/storage.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Moves files from the disk; after an error a second run resumes. */
export async function filesMove({ settings }: Runtime): Promise<Report> {
  if (settings.storageUrl === null)
    throw new CommandError('Set STORAGE_URL to the bucket that documents move to.');
  try {
    const moved = await moveToBucket(settings);
    return { text: `${moved} documents are in the bucket now, and none on the disk.`, data: { moved } };
  } catch (error) {
    const { cause = error } = error as Error;
    throw new CommandError(
      `Not all documents are in the bucket: ${(cause as Error).message}. Run this again; godwit doctor looks at the bucket.`,
    );
  }
}
