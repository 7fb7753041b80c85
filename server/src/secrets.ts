// Derives all keys from the one secret of an installation. Each purpose has its own key, so data sealed or
// hashed for one purpose is useless for another.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterPath, makeDataDir } from './db/embedded/cluster.ts';
import { type Settings, SettingsError } from './settings.ts';

/** First byte of everything sealed: AES-256-GCM. Trial shows which secret, present or old, opens it. */
const SEAL_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** 32 bytes for one purpose (HKDF-SHA256, RFC 5869); the same each time. */
  deriveKey(purpose: string): Buffer;
  /** HMAC-SHA256 (32 bytes) under the purpose's key, to look up values that are not stored. */
  hmac(purpose: string, data: string | Buffer): Buffer;
  /** The same under the present secret and old ones, the present first, to verify a given value. */
  hmacs(purpose: string, data: string | Buffer): Buffer[];
  /** Encrypts: version byte, nonce, tag, ciphertext (AES-256-GCM, NIST SP 800-38D). Differs each time. */
  seal(purpose: string, plaintext: string | Buffer): Buffer;
  /**
   * Decrypts the output of `seal` with the present or an old secret. Throws if it was changed, or sealed for
   * another purpose or by another secret.
   */
  open(purpose: string, sealed: Buffer): Buffer;
  /**
   * Seals again, with the present secret, data that the old one sealed. Null if the present one has sealed
   * it. Throws if neither has.
   */
  reseal(purpose: string, sealed: Buffer): Buffer | null;
  /** The secrets being replaced, if any: data they sealed still opens, and their hashes still count. */
  old: Secrets | null;
  /** Adds a key of an old secret for one purpose, whose result `hmacs` also returns from now on. */
  addOldKey(purpose: string, key: Buffer): void;
}

/** Secrets derived from a secret key of 32 or more characters, and from the one it replaces. */
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
 * The secrets of this installation: from SECRET_KEY, or from DATA_DIR/secret.key, which is created with the
 * embedded database. Call it before that database first starts.
 * @throws SettingsError if the file is damaged, or missing while its database exists
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

/** The file of the secret in DATA_DIR; the replaced secret is beside it. */
export const SECRET_FILE = 'secret.key';
export const OLD_SECRET_FILE = 'secret.key.old';

/**
 * Replaces the secret in DATA_DIR and keeps the old one beside it. Copies the old one first, then moves the
 * new one into place, so neither is ever missing.
 * After an interruption, call it again to continue.
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

/** Written aside and linked into place, so two simultaneous first starts end with the same whole key. */
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

/** Fingerprints of the present and the old secret, which disclose neither. */
export const fingerprintsOf = (secrets: Secrets): Buffer[] =>
  [secrets, secrets.old].filter((one) => one !== null).map((one) => one.hmac('fingerprint', 'godwit'));

/** A few characters by which processes with the same present secret recognize each other. */
export const markOf = (secrets: Secrets): string =>
  secrets.hmac('process mark', 'godwit').toString('hex').slice(0, 8);
