// Encrypts contents by AES-256-GCM (NIST SP 800-38D), a key per file, sealed by the installation's secret.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_PURPOSE = 'file key';
const TAG_BYTES = 16;
// A key encrypts one content once, so its nonce need not differ from any other.
const NONCE = Buffer.alloc(12);

/** A file's key, and what is kept of it. */
export type FileKey = { key: Buffer; sealed: Buffer };

/** Makes the key of a new file. */
export function newFileKey(secrets: Secrets): FileKey {
  const key = randomBytes(32);
  return { key, sealed: secrets.seal(KEY_PURPOSE, key) };
}

/**
 * Encrypts a content as it comes; its tag is the end. `owner` is what it is bound to: the same is needed to
 * decrypt.
 */
export async function* encrypt(
  content: AsyncIterable<Buffer>,
  { key, owner }: { key: Buffer; owner: string },
): AsyncGenerator<Buffer> {
  const cipher = createCipheriv(ALGORITHM, key, NONCE).setAAD(Buffer.from(owner));
  for await (const piece of content) yield cipher.update(piece);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** Decrypts what `encrypt` gave. Throws if it was changed, cut or belongs to another owner. */
export function decrypt(
  encrypted: Buffer,
  { secrets, sealedKey, owner }: { secrets: Secrets; sealedKey: Buffer; owner: string },
): Buffer {
  const end = encrypted.length - TAG_BYTES;
  const key = secrets.open(KEY_PURPOSE, sealedKey);
  const decipher = createDecipheriv(ALGORITHM, key, NONCE, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(encrypted.subarray(Math.max(0, end)));
  const content = decipher.update(encrypted.subarray(0, Math.max(0, end)));
  // Nothing is left for the end, which only holds the tag against what came.
  decipher.final();
  return content;
}
