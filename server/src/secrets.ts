// The one secret of an installation and the keys derived from it: a key of its own for each purpose, so that what is
// sealed or looked up for one purpose is worthless for another.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterPath, makeDataDir } from './db/cluster.ts';
import { type Settings, SettingsError } from './settings.ts';

/** First byte of everything sealed: AES-256-GCM. Under which secret, present or old, is known by which one opens it. */
const SEAL_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** 32 bytes for one purpose (HKDF-SHA256, RFC 5869); the same each time. */
  deriveKey(purpose: string): Buffer;
  /** HMAC-SHA256 (32 bytes) under the purpose's key: for look-ups of values that are not stored. */
  hmac(purpose: string, data: string | Buffer): Buffer;
  /** The same under the present secret and under old ones, the present first: for what is held against a value that someone gives. */
  hmacs(purpose: string, data: string | Buffer): Buffer[];
  /** Encrypts: version byte, nonce, tag, ciphertext (AES-256-GCM, NIST SP 800-38D). Differs each time. */
  seal(purpose: string, plaintext: string | Buffer): Buffer;
  /** Decrypts what `seal` gave, by the present secret or an old one; throws when it was changed, or sealed for another purpose or by another secret. */
  open(purpose: string, sealed: Buffer): Buffer;
  /** What the old secret has sealed, sealed by the present one; null where the present one has. Throws where neither has. */
  reseal(purpose: string, sealed: Buffer): Buffer | null;
  /** Those of the secret that is replaced, where there is one: what they sealed still opens, what they hashed still counts. */
  old: Secrets | null;
  /** From now on `hmacs` also has what this key of an old secret, for one purpose, makes. */
  addOldKey(purpose: string, key: Buffer): void;
}

/** Secrets derived from a secret key of 32 or more characters, and from one that it replaces. */
export function createSecrets(secretKey: string, oldKey: string | null = null): Secrets {
  const keys = new Map<string, Buffer>();
  const old = oldKey === null || oldKey === secretKey ? null : createSecrets(oldKey);
  const oldKeys = new Map<string, Buffer[]>();

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
    old,
    hmac: (purpose, data) => hmacBy(deriveKey(purpose), data),
    hmacs: (purpose, data) =>
      [deriveKey(purpose), ...(old ? [old.deriveKey(purpose)] : []), ...(oldKeys.get(purpose) ?? [])].map(
        (key) => hmacBy(key, data),
      ),
    reseal(purpose, sealed) {
      try {
        openBy(deriveKey(purpose), purpose, sealed);
        return null;
      } catch (error) {
        if (!old) throw error;
        return this.seal(purpose, old.open(purpose, sealed));
      }
    },
    addOldKey(purpose, key) {
      oldKeys.set(purpose, [...(oldKeys.get(purpose) ?? []), key]);
    },
    seal(purpose, plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.of(SEAL_VERSION), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(purpose, sealed) {
      try {
        return openBy(deriveKey(purpose), purpose, sealed);
      } catch (error) {
        if (!old) throw error;
        return old.open(purpose, sealed);
      }
    },
  };
}

/**
 * The secrets of this installation: from SECRET_KEY, or from DATA_DIR/secret.key, which is made with the embedded
 * database. To be called before that database first starts.
 * @throws SettingsError when the file is damaged, or gone while the database it belongs to is there
 */
export function loadSecrets(
  settings: Pick<Settings, 'secretKey' | 'secretKeyOld' | 'databaseUrl' | 'dataDir'>,
): Secrets {
  const { secretKey, secretKeyOld, dataDir } = settings;
  if (secretKey !== null) return createSecrets(secretKey, secretKeyOld);
  const oldFile = join(dataDir, OLD_SECRET_FILE);
  return createSecrets(
    keptSecretKey(dataDir),
    secretKeyOld ?? (existsSync(oldFile) ? readSecretKey(oldFile) : null),
  );
}

/** Where the secret of DATA_DIR is, and the one that it replaces. */
export const SECRET_FILE = 'secret.key';
export const OLD_SECRET_FILE = 'secret.key.old';

/**
 * Puts a new secret in the place of the one in DATA_DIR, which is kept beside it: first a copy of the old one, then the new one in one move,
 * so that neither is ever missing. Done again after it was cut off it goes on where it was.
 */
export function replaceSecretKey(dataDir: string): void {
  const file = join(dataDir, SECRET_FILE);
  const oldFile = join(dataDir, OLD_SECRET_FILE);
  const draft = `${file}.${process.pid}`;
  if (!existsSync(oldFile)) linkSync(file, oldFile);
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function openBy(key: Buffer, purpose: string, sealed: Buffer): Buffer {
  const tagStart = 1 + NONCE_BYTES;
  const textStart = tagStart + TAG_BYTES;
  if (sealed[0] !== SEAL_VERSION || sealed.length < textStart) {
    throw new Error(`Sealed for ${purpose} in a form this version does not know`);
  }
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagStart), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(tagStart, textStart));
  return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]);
}

const hmacBy = (key: Buffer, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest();

function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
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

/** Fingerprints of the present secret and of the old one, which disclose neither. */
export const fingerprintsOf = (secrets: Secrets): Buffer[] =>
  [secrets, secrets.old].filter((one) => one !== null).map((one) => one.hmac('fingerprint', 'godwit'));

/** A few characters by which processes with the same present secret know each other. */
export const markOf = (secrets: Secrets): string =>
  secrets.hmac('process mark', 'godwit').toString('hex').slice(0, 8);
