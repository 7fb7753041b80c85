import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createSecrets, loadSecrets, replaceSecretKey } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'godwit-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secrets = createSecrets('0123456789abcdef0123456789abcdef');

test('sealed data opens again, and looks different each time', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const plaintext = Buffer.from(bytes);
      const sealed = secrets.seal('api key', plaintext);
      expect(secrets.open('api key', sealed)).toEqual(plaintext);
      expect(secrets.seal('api key', plaintext)).not.toEqual(sealed);
    }),
  );
});

test('a change of any single bit prevents opening', () => {
  const sealed = secrets.seal('api key', 'gk_live_x');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => secrets.open('api key', changed)).toThrow();
  }
  expect(() => secrets.open('api key', sealed.subarray(0, 20))).toThrow();
});

test("purposes and installations cannot open or look up each other's data", () => {
  const other = createSecrets('another secret of thirty-two chars!!');
  const sealed = secrets.seal('api key', 'text');
  expect(() => secrets.open('document', sealed)).toThrow();
  expect(() => other.open('api key', sealed)).toThrow();
  expect(secrets.hmac('a', 'text')).toEqual(secrets.hmac('a', Buffer.from('text')));
  expect(secrets.hmac('a', 'text')).not.toEqual(secrets.hmac('b', 'text'));
  expect(secrets.hmac('a', 'text')).not.toEqual(other.hmac('a', 'text'));
  expect(secrets.deriveKey('a')).toHaveLength(32);
});

test('a key is created once, for the owner only, and kept', () => {
  const settings = {
    secretKey: null,
    secretKeyOld: null,
    databaseUrl: null,
    dataDir: join(folder, 'new', '.data'),
  };
  const first = loadSecrets(settings);
  const file = join(settings.dataDir, 'secret.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim()).toHaveLength(43);
  expect(loadSecrets(settings).open('p', first.seal('p', 'kept')).toString()).toBe('kept');
});

test('SECRET_KEY is used unchanged, and nothing is written', () => {
  const secretKey = 'a key from the environment, 32+ characters';
  const loaded = loadSecrets({
    secretKey,
    secretKeyOld: null,
    databaseUrl: null,
    dataDir: join(folder, 'untouched'),
  });
  expect(createSecrets(secretKey).open('p', loaded.seal('p', 'same')).toString()).toBe('same');
  expect(() => statSync(join(folder, 'untouched'))).toThrow();
});

test('a lost or damaged key is never silently replaced', () => {
  const dataDir = join(folder, 'lost');
  const settings = { secretKey: null, secretKeyOld: null, databaseUrl: null, dataDir };
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  expect(() => loadSecrets(settings)).toThrow(
    /secret\.key is missing, but the database beside it was made with one/,
  );
  writeFileSync(join(dataDir, 'secret.key'), 'half');
  expect(() => loadSecrets(settings)).toThrow(/secret\.key is damaged/);
});

test('an old key opens its data until it is replaced, also in its file', () => {
  const settings = {
    secretKey: null,
    secretKeyOld: null,
    databaseUrl: null,
    dataDir: join(folder, 'replaced'),
  };
  const before = loadSecrets(settings);
  const sealed = before.seal('p', 'kept');
  replaceSecretKey(settings.dataDir);
  const both = loadSecrets(settings);
  expect(both.open('p', sealed).toString()).toBe('kept');
  expect(() => before.open('p', both.seal('p', 'new'))).toThrow();
  expect(both.open('p', both.reseal('p', sealed)!).toString()).toBe('kept');
  expect(both.reseal('p', both.seal('p', 'new'))).toBeNull();
  expect(both.hmacs('p', 'x')).toEqual([both.hmac('p', 'x'), before.hmac('p', 'x')]);
});
