// Receives a file: encrypts it to disk as it arrives, then reads it back and inspects it. A refusal leaves
// nothing.
import { randomBytes } from 'node:crypto';
import { FILE_PROBLEMS, typeOfName, type UploadedFile } from '@godwit/contract/files';
import { transaction } from '../db/transaction.ts';
import { asDiskFull } from '../http/spool.ts';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { orThrow, type Refusal, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { inspect } from './inspect.ts';
import { ownerOf } from './open.ts';
import { completeFile, deleteFile, insertFile } from './queries.ts';
import { StorageAwayError } from './s3.ts';
import { decrypt, encrypt, newFileKey } from './seal.ts';
import { storageOf } from './storage.ts';

/**
 * Keeps a file for the member's team, bound to nothing yet. `name` is as the browser sent it. 1002: empty or
 * damaged, 1006: the team's quota is used up, 1011: not a type that is accepted, 1014: the disk is full, or
 * its turn did not come.
 */
export async function upload(
  { kysely, secrets, settings }: Services,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  given: { name: string; content: AsyncIterable<Buffer> },
): Promise<UploadedFile | Refusal> {
  const name = cleanName(given.name);
  const type = typeOfName(name);
  if (type === null) return refuseField('unsupportedType', 'file', FILE_PROBLEMS.type);
  const id = newId();
  const storedAs = randomBytes(32).toString('hex');
  const { key, sealed } = newFileKey(secrets);
  const row = { team_id: teamId, id, uploaded_by: userId, name, stored_as: storedAs, sealed_key: sealed };
  const quota = settings.limitUploads;
  if (!(await transaction(kysely, (trx) => insertFile(trx, row, quota)))) {
    const description = `Your team has uploaded ${quota!.count} files, which is all for now. Try again tomorrow.`;
    return refuse('tooManyRequests', { description, retryAfterSeconds: quota!.seconds });
  }
  const storage = storageOf(settings);
  const owner = ownerOf(teamId, id);
  try {
    await storage.write(storedAs, encrypt(given.content, { key, owner }));
    const looked = await inTurn(teamId, async () => {
      const content = decrypt(await storage.read(storedAs), { secrets, sealedKey: sealed, owner });
      return (await inspect(type, content)) ?? content.length;
    });
    const size = orThrow(looked);
    await completeFile(kysely, { teamId, id, type, sizeBytes: size });
    return { id, name, size };
  } catch (error) {
    // A file that cannot be removed now is cleaned up within a day.
    await storage.remove(storedAs).catch(() => {});
    await deleteFile(kysely, teamId, id);
    const known = asDiskFull(error);
    if (known instanceof RefusalError && !(known instanceof StorageAwayError)) return known.refusal;
    throw error;
  }
}

const BUSY = 'Many files are being worked on, and this one has not been taken in. Upload it again shortly.';
/** One file at a time is in memory as a whole, however many come. */
const inTurn = openFairScheduler({ atOnce: 1, waitMs: 60_000, busy: BUSY });

const MAX_NAME_LENGTH = 120;
// Controls, line breaks and invisible or direction-changing marks, which would disguise a name.
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A display name for a file, never a path: without folders or forbidden characters; a cut name keeps its
 * ending.
 */
export function cleanName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(UNSEEN, '').normalize('NFC').trim();
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{0,10})?$/u.exec(name) ?? [];
  const cut = [...stem].slice(0, MAX_NAME_LENGTH - ending.length).join('');
  return `${cut.trim() || 'document'}${ending}`;
}
