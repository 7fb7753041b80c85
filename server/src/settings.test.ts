import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLoopback, readSettings, SettingsError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'godwit-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DATABASE_URL = 'postgresql://godwit:pass@db:5432/godwit';
const SECRET_KEY = 'k'.repeat(32);

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

test('an empty environment means the documented defaults', () => {
  expect(readSettings({ PORT: '', LOG_LEVEL: ' ' })).toEqual({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:8080'),
    sellerName: null,
    sellerAddress: null,
    sellerTaxNumber: null,
    supportEmail: null,
    supportPhone: null,
    supportUrl: null,
    trustedProxies: ['loopback'],
    dataDir: resolve('.data'),
    databaseUrl: null,
    databaseSessionUrl: null,
    databaseReadUrl: null,
    storageUrl: null,
    archiveUrl: null,
    secretKey: null,
    secretKeyOld: null,
    retention: {
      texts: 400,
      messages: 1100,
      documents: 365,
      callbacks: 30,
      mails: 90,
      sessions: 30,
      refused: 90,
      closed: 30,
    },
    smtpUrl: null,
    mailFrom: 'Godwit <godwit@localhost>',
    carriersFile: null,
    rulesFile: null,
    portedFile: null,
    portedUrl: null,
    smppPort: null,
    smppHost: null,
    smppTlsCert: null,
    smppTlsKey: null,
    smppMaxBinds: 500,
    smtpInPort: null,
    smtpInHost: null,
    smtpInDomain: null,
    smtpInTlsCert: null,
    smtpInTlsKey: null,
    smtpInMaxConnections: 200,
    oidcStaffIssuer: null,
    oidcStaffClientId: null,
    oidcStaffClientSecret: null,
    oidcStaffAcr: null,
    drainSeconds: 2,
    metricsPort: null,
    metricsHost: '127.0.0.1',
    limitRegister: { count: 30, seconds: 3600 },
    limitLogin: { count: 60, seconds: 60 },
    limitApi: null,
    newTeamDays: 30,
    limitNewHome: { count: 20_000, seconds: 86_400 },
    limitNewAbroad: { count: 200, seconds: 3_600 },
    limitUploads: { count: 50, seconds: 86_400 },
    callbacksAllowPrivate: false,
    adjustAlone: new Map([
      ['LKR', 25_000_000_000n],
      ['AUD', 150_000_000n],
    ]),
    paymentMin: new Map([
      ['LKR', 100_000_000n],
      ['AUD', 5_000_000n],
    ]),
    paymentMax: new Map([
      ['LKR', 1_000_000_000_000n],
      ['AUD', 10_000_000_000n],
    ]),
    stripeSecretKey: null,
    stripeWebhookSecret: null,
    stripeApiBase: null,
    payhereMerchantId: null,
    payhereSecret: null,
    payhereUrl: new URL('https://www.payhere.lk/pay/checkout'),
    bankDetails: null,
    roles: new Set(['web', 'send', 'jobs']),
    expectedProcesses: null,
    logLevel: 'info',
  });
});

test('the settings of payments are read, and half of a pair is refused', () => {
  const { bankDetails } = readSettings({
    BANK_DETAILS: 'LKR=Bank of Ceylon 1234567, Godwit | AUD=BSB 062-000',
  });
  expect(bankDetails).toEqual(
    new Map([
      ['LKR', 'Bank of Ceylon 1234567, Godwit'],
      ['AUD', 'BSB 062-000'],
    ]),
  );
  for (const [wrong, words] of [
    [{ STRIPE_SECRET_KEY: 'sk' }, /STRIPE_WEBHOOK_SECRET: set both/],
    [{ SMTP_IN_PORT: '2525' }, /^SMTP_IN_TLS_CERT is required with SMTP_IN_PORT/],
    [{ SMTP_IN_TLS_CERT: 'cert.pem' }, /SMTP_IN_TLS_KEY: set both/],
    [{ SMTP_IN_DOMAIN: 'a@example.com' }, /^SMTP_IN_DOMAIN must be a domain/],
    [{ PAYHERE_SECRET: 'x' }, /PAYHERE_MERCHANT_ID and PAYHERE_SECRET/],
    [{ PAYHERE_MERCHANT_ID: '12a', PAYHERE_SECRET: 'x' }, /must be digits/],
    [{ PAYHERE_URL: 'ftp://x' }, /must begin with/],
    [{ BANK_DETAILS: 'Bank of Ceylon' }, /texts by currency/],
    [{ PAYMENT_MIN: '100' }, /currencies with amounts/],
  ] as const)
    expect(problemsOf(wrong)).toEqual([expect.stringMatching(words)]);
});

test('values are parsed', () => {
  const settings = readSettings({
    PORT: '9000',
    PUBLIC_URL: 'https://sms.example.com',
    DATA_DIR: '/srv/godwit',
    LIMIT_API: '100/1',
    LIMIT_LOGIN: '0',
    ROLES: 'send, jobs',
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1',
    SMTP_URL: 'smtp://mail:587',
    MAIL_FROM: 'sms@example.com',
  });
  expect(settings).toMatchObject({ port: 9000, dataDir: '/srv/godwit', limitLogin: null });
  expect(settings.publicUrl.origin).toBe('https://sms.example.com');
  expect(settings.limitApi).toEqual({ count: 100, seconds: 1 });
  expect([...settings.roles]).toEqual(['send', 'jobs']);
  expect(settings.trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1']);
  expect(readSettings({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
});

test('the public address follows the port', () => {
  expect(readSettings({ PORT: '3210' }).publicUrl.href).toBe('http://localhost:3210/');
});

test.each([
  ['PORT', '70000', /^PORT must be a port between 0 and 65535, not "70000"$/],
  ['PORT', '80.5', /^PORT must be a port/],
  ['PUBLIC_URL', 'sms.example.com', /^PUBLIC_URL must be an address/],
  ['PUBLIC_URL', 'https://example.com/sms', /without a path/],
  ['PUBLIC_URL', 'ftp://example.com', /^PUBLIC_URL must/],
  ['SMTP_URL', 'mail.example.com', /^SMTP_URL must be an address such as smtp:/],
  ['MAIL_FROM', 'Godwit', /^MAIL_FROM must be a mail address/],
  ['MAIL_FROM', 'Godwit\r\nBcc: a@b <a@b>', /^MAIL_FROM must/],
  ['LIMIT_REGISTER', '30', /^LIMIT_REGISTER must be count\/seconds such as 30\/3600/],
  ['LIMIT_LOGIN', '0/60', /^LIMIT_LOGIN must/],
  ['ADJUST_ALONE', 'LKR:1e5', /^ADJUST_ALONE must be currencies with amounts such as LKR:25000,AUD:150/],
  ['TRUSTED_PROXIES', 'proxy', /^TRUSTED_PROXIES must be none, or addresses and ranges such as loopback,10/],
  ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES must/],
  ['TRUSTED_PROXIES', '0.0.0.0/0', /^TRUSTED_PROXIES must/],
  ['TRUSTED_PROXIES', 'loopback,', /^TRUSTED_PROXIES must/],
  ['ROLES', 'web,smtp', /^ROLES must be some of web,send,jobs, not "web,smtp"$/],
  ['CALLBACKS_ALLOW_PRIVATE', 'yes', /^CALLBACKS_ALLOW_PRIVATE must be true or false, not "yes"$/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of/],
  ['RETENTION', 'texts:2', /at least 10/],
  ['RETENTION', 'lunch:2', /kinds with days/],
  ['SECRET_KEY', 'short', /^SECRET_KEY must have at least 32 characters/],
])('%s=%j is refused with what to do', (name, value, message) => {
  expect(problemsOf({ [name]: value, ...(name !== 'MAIL_FROM' && { MAIL_FROM: 'a@example.com' }) })).toEqual([
    expect.stringMatching(message),
  ]);
});

test('all problems are reported at once, in one error, without the secrets', () => {
  const environment = { PORT: 'x', ROLES: 'y', DATABASE_URL: 'mysql://user:hush@db/godwit' };
  expect(problemsOf(environment)).toHaveLength(3);
  expect(() => readSettings(environment)).toThrow(SettingsError);
  expect(() => readSettings(environment)).toThrow(/PORT .*DATABASE_URL .*ROLES/s);
  expect(() => readSettings(environment)).not.toThrow(/hush/);
});

test('an external database requires a secret, and a mail server a sender', () => {
  expect(problemsOf({ DATABASE_URL })).toEqual([
    expect.stringMatching(/^SECRET_KEY is required with DATABASE_URL/),
  ]);
  expect(readSettings({ DATABASE_URL, SECRET_KEY }).databaseUrl).toBe(DATABASE_URL);
  expect(problemsOf({ SMTP_URL: 'smtps://mail' })).toEqual([expect.stringMatching(/^MAIL_FROM is required/)]);
});

test('a public address requires a mail server, as nobody else gets the links in mails', () => {
  for (const PUBLIC_URL of ['https://sms.example.com', 'http://192.168.1.7:8080'])
    expect(problemsOf({ PUBLIC_URL })).toEqual([
      expect.stringMatching(/^SMTP_URL is required with PUBLIC_URL=\S+: set it and MAIL_FROM/),
    ]);
  const mail = { SMTP_URL: 'smtps://mail', MAIL_FROM: 'a@example.com' };
  expect(problemsOf({ PUBLIC_URL: 'https://sms.example.com', ...mail })).toEqual([]);
  for (const PUBLIC_URL of ['http://localhost:9000', 'https://127.0.0.1', 'http://[::1]:8080'])
    expect(problemsOf({ PUBLIC_URL })).toEqual([]);
});

test('an archive is a folder or a bucket', () => {
  for (const ARCHIVE_URL of ['file:///srv/archive', 's3://key:se%2Fcret@s3.example.com/papers?region=auto'])
    expect(readSettings({ ARCHIVE_URL }).archiveUrl).toBe(ARCHIVE_URL);
  for (const wrong of ['a/folder', 'file://host/archive', 'file:///', 's3://s3.example.com/papers'])
    expect(() => readSettings({ ARCHIVE_URL: wrong })).toThrow('ARCHIVE_URL must');
});

test('a bucket requires an address, a key, a secret and a name', () => {
  const STORAGE_URL = 's3://key:se%2Fcret@s3.example.com/papers?region=auto';
  expect(readSettings({ STORAGE_URL }).storageUrl).toBe(STORAGE_URL);
  for (const wrong of [
    's3://s3.example.com/papers',
    's3://a:b@host',
    's3://a:b@host/a/b',
    'https://a:b@host/c',
  ])
    expect(() => readSettings({ STORAGE_URL: wrong })).toThrow(/STORAGE_URL must be an address such as s3:/);
  expect(() => readSettings({ PORTED_URL: 'https://user:hush@ported.example.com/' })).toThrow(
    /PORTED_URL cannot have a user or a password\. Put a key into the query/,
  );
  expect(() => readSettings({ DATABASE_SESSION_URL: 'postgresql://a:b@c/d' })).toThrow(
    /DATABASE_URL is required with DATABASE_SESSION_URL/,
  );
});

test('secrets can come from files', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, `${SECRET_KEY}\n`);
  expect(readSettings({ SECRET_KEY_FILE: file }).secretKey).toBe(SECRET_KEY);
  expect(problemsOf({ SECRET_KEY_FILE: file, SECRET_KEY })).toEqual([
    'SECRET_KEY and SECRET_KEY_FILE are both set: keep one of them',
  ]);
  expect(problemsOf({ SECRET_KEY_FILE: join(folder, 'none') })[0]).toMatch(
    /^SECRET_KEY cannot be read from SECRET_KEY_FILE \(ENOENT\)/,
  );
  writeFileSync(file, '\n');
  expect(problemsOf({ SECRET_KEY_FILE: file })[0]).toMatch(
    /^SECRET_KEY is not in the empty file of SECRET_KEY_FILE/,
  );
});

test('a settings file may hold settings and names of Node and its like', () => {
  const file = join(folder, 'godwit.env');
  const values = [
    '# PORT',
    'PORT=8080',
    'export HOST=::1',
    '',
    'NODE_EXTRA_CA_CERTS=/ca.pem',
    'https_proxy=a',
  ];
  const ofSeveralLines = [
    'BANK_DETAILS="LKR=Bank of Ceylon',
    '1234567"',
    "MAIL_FROM='a@example.com'",
    'TZ=UTC',
  ];
  writeFileSync(file, [...values, 'DATABASE_URL_FILE=', ...ofSeveralLines, ''].join('\n'));
  expect(problemsOf({ GODWIT_SETTINGS: file })).toEqual([]);
  writeFileSync(file, [...values, ...ofSeveralLines, 'SMPT_URL=smtps://mail', 'PORT 8080'].join('\r\n'));
  expect(problemsOf({ GODWIT_SETTINGS: file, PORT: 'x' })).toEqual([
    `SMPT_URL in ${file} is not a setting: check how it is spelt, or take it out`,
    `line 12 of ${file} is not NAME=value: mend it, or put # before it`,
    expect.stringMatching(/^PORT /),
  ]);
  const nowhere = join(folder, 'nowhere.env');
  expect(problemsOf({ GODWIT_SETTINGS: nowhere })).toEqual([
    `GODWIT_SETTINGS ${nowhere} cannot be read (ENOENT)`,
  ]);
});

test('loopback addresses', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', ''].some(isLoopback)).toBe(false);
});

test('how many processes there should be is by role, each once', () => {
  const expected = (EXPECTED_PROCESSES: string) => readSettings({ EXPECTED_PROCESSES }).expectedProcesses;
  expect(expected('web:2, send:1')).toEqual(
    new Map([
      ['web', 2],
      ['send', 1],
    ]),
  );
  for (const wrong of ['web', 'api:1', 'web:-1', 'web:1,web:2'])
    expect(() => expected(wrong)).toThrow(/EXPECTED_PROCESSES (must be roles|names a role twice)/);
});
