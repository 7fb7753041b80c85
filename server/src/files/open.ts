// Opens a file for its team or for staff; the audit log records every opening by staff.
import type { FastifyReply } from 'fastify';
import type { FilePurpose, FileType } from '../db/types.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { selectFile } from './queries.ts';
import { decrypt } from './seal.ts';
import { storageOf } from './storage.ts';

/**
 * A file and all that is in it. `name` is what its uploader called it; `purpose` null while no request has
 * it.
 */
export type OpenedFile = { name: string; type: FileType; purpose: FilePurpose | null; content: Buffer };

/** Associated data that binds a content to its file; another file's content fails to decrypt. */
export const ownerOf = (teamId: string, fileId: string): string => `${teamId}/${fileId}`;

/**
 * Reads a file of a team and decrypts it; 1001 if the team has no such file. Throws if its content was
 * changed.
 */
export async function openFile(
  { kysely, secrets, settings }: Services,
  { teamId, fileId }: { teamId: string; fileId: string },
): Promise<OpenedFile | Refusal> {
  const file = await selectFile(kysely, teamId, fileId);
  if (!file) return refuse('notFound');
  const encrypted = await storageOf(settings).read(file.stored_as);
  const owner = ownerOf(teamId, file.id);
  const content = decrypt(encrypted, { secrets, sealedKey: file.sealed_key, owner });
  return { name: file.name, type: file.type, purpose: file.purpose, content };
}

/**
 * Answers with a file such that no browser runs anything in it: as an attachment, of its own type only, in a
 * sandbox.
 */
export function sendFile(reply: FastifyReply, { name, type, content }: OpenedFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', attachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'no-store')
    .send(content);
}

/** RFC 6266: a plain name for old clients, the true one percent-encoded (RFC 8187). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
