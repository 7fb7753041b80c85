// Taking a file in: encrypted onto the disk as it comes, then read back and looked at. What is refused leaves nothing.
import { randomBytes } from 'node:crypto';
import { FILE_PROBLEMS, MAX_FILE_BYTES, typeOfName, type UploadedFile } from '@godwit/contract/files';
import type { Member } from '../accounts/sessions.ts';
import type { FileType } from '../db/types.ts';
import { newId } from '../ids.ts';
import { type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { inspect, refuseFile } from './inspect.ts';
import { cleanName } from './names.ts';
import { ownerOf } from './open.ts';
import { completeFile, deleteFile, insertFile } from './queries.ts';
import { decrypt, encrypt, newFileKey } from './seal.ts';
import { storageOf } from './storage.ts';

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

/**
 * Keeps a file for the member's team, bound to nothing yet. `name` is as the browser sent it. 1002: empty or damaged, 1006: the
 * team's quota is used up, 1010: over 10 MiB, 1011: not a type that is taken.
 */
export async function upload(
  { kysely, secrets, settings }: Parts,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  given: { name: string; content: AsyncIterable<Buffer> },
): Promise<UploadedFile | Refusal> {
  const name = cleanName(given.name);
  const type = typeOfName(name);
  if (type === null) return refuseFile('unsupportedType', FILE_PROBLEMS.type);
  const id = newId();
  const storedAs = randomBytes(32).toString('hex');
  const { key, sealed } = newFileKey(secrets);
  const row = { team_id: teamId, id, uploaded_by: userId, name, stored_as: storedAs, sealed_key: sealed };
  const quota = settings.limitUploads;
  if (!(await kysely.transaction().execute((trx) => insertFile(trx, row, quota)))) {
    const description = `Your team has uploaded ${quota!.count} files, which is all for now. Try again tomorrow.`;
    return refuse('tooManyRequests', { description, retryAfterSeconds: quota!.seconds });
  }
  const storage = storageOf(settings);
  const owner = ownerOf(teamId, id);
  try {
    await storage.write(storedAs, encrypt(upToLimit(given.content), { key, owner }));
    const size = await inTurn(async () => {
      const content = decrypt(await storage.read(storedAs), { secrets, sealedKey: sealed, owner });
      return lookAt(type, content);
    });
    await completeFile(kysely, { teamId, id, type, sizeBytes: size });
    return { id, name, size };
  } catch (error) {
    await storage.remove(storedAs);
    await deleteFile(kysely, teamId, id);
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
}

async function lookAt(type: FileType, content: Buffer): Promise<number> {
  const refusal = await inspect(type, content);
  if (refusal) throw new RefusalError(refusal);
  return content.length;
}

async function* upToLimit(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw new RefusalError(refuseFile('tooLarge', FILE_PROBLEMS.tooLarge));
    yield piece;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One file at a time is in memory as a whole, however many come. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => {});
  return next;
}
