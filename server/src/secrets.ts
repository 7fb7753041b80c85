// The one secret of an installation and the keys derived from it: a key of its own for each purpose, so that what is
// sealed or looked up for one purpose is worthless for another.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterPath, makeDataDir } from './db/cluster.ts';
import { type Settings, SettingsError } from './settings.ts';

/** First byte of everything sealed: AES-256-GCM under the present secret. A rotation adds a version. */
const SEAL_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** 32 bytes for one purpose (HKDF-SHA256, RFC 5869); the same each time. */
  deriveKey(purpose: string): Buffer;
  /** HMAC-SHA256 (32 bytes) under the purpose's key: for look-ups of values that are not stored. */
  hmac(purpose: string, data: string | Buffer): Buffer;
  /** Encrypts: version byte, nonce, tag, ciphertext (AES-256-GCM, NIST SP 800-38D). Differs each time. */
  seal(purpose: string, plaintext: string | Buffer): Buffer;
  /** Decrypts what `seal` gave; throws when it was changed, or sealed for another purpose or by another secret. */
  open(purpose: string, sealed: Buffer): Buffer;
}

/** Secrets derived from a secret key of 32 or more characters. */
export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<string, Buffer>();

  function deriveKey(purpose: string): Buffer {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secretKey, 'godwit', purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  }

  return {
    deriveKey,
    hmac: (purpose, data) => createHmac('sha256', deriveKey(purpose)).update(data).digest(),
    seal(purpose, plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.of(SEAL_VERSION), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(purpose, sealed) {
      const tagStart = 1 + NONCE_BYTES;
      const textStart = tagStart + TAG_BYTES;
      if (sealed[0] !== SEAL_VERSION || sealed.length < textStart) {
        throw new Error(`Sealed for ${purpose} in a form this version does not know`);
      }
      const nonce = sealed.subarray(1, tagStart);
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(tagStart, textStart));
      return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]);
    },
  };
}

/**
 * The secrets of this installation: from SECRET_KEY, or from DATA_DIR/secret.key, which is made with the embedded
 * database. To be called before that database first starts.
 * @throws SettingsError when the file is damaged, or gone while the database it belongs to is there
 */
export function loadSecrets(settings: Pick<Settings, 'secretKey' | 'databaseUrl' | 'dataDir'>): Secrets {
  return createSecrets(settings.secretKey ?? keptSecretKey(settings.dataDir));
}

function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    if (existsSync(clusterPath(dataDir))) {
      throw new SettingsError([
        `SECRET_KEY is not set and ${file} is missing, but the database beside it was made with one: restore that file or set SECRET_KEY`,
      ]);
    }
    makeSecretKey(dataDir, file);
  }
  const secretKey = readSecretKey(file);
  if (secretKey.length < 32) {
    throw new SettingsError([
      `SECRET_KEY is not set and ${file} is damaged: restore that file from a backup`,
    ]);
  }
  return secretKey;
}

function readSecretKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError([
      `SECRET_KEY is not set and ${file} cannot be read (${code}): run Godwit as the user who first started it`,
    ]);
  }
}

/** Written aside and linked into place: of two first starts at once, both end with the same whole key. */
function makeSecretKey(dataDir: string, file: string): void {
  makeDataDir(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
