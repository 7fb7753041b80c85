// Every setting once: its name, meaning, default and check. Only this file reads the process environment.
// docs/configuration.md and deploy/godwit.env are generated from the same table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PORT_SETTINGS } from './portSettings.ts';
import { problemsTogether } from './settingPairs.ts';
import {
  fail,
  LOG_LEVELS,
  optional,
  parseAddress,
  parseAmounts,
  parseArchiveUrl,
  parseCount,
  parseDatabaseUrl,
  parseExpected,
  parseIssuer,
  parseLimit,
  parseLogLevel,
  parseMailFrom,
  parseMerchantId,
  parseNames,
  parsePhone,
  parsePort,
  parsePortedUrl,
  parseProxies,
  parsePublicUrl,
  parseRetention,
  parseRoles,
  parseSeconds,
  parseSecretKey,
  parseSmtpUrl,
  parseStorageUrl,
  parseSwitch,
  parseTexts,
  parseWebAddress,
  problemsOfFile,
  RETENTION_DEFAULTS,
  type Setting,
  SettingsError,
  secret,
  withDefault,
} from './settingValues.ts';

export { isLoopback, type Limit, SettingsError } from './settingValues.ts';

type Environment = Record<string, string | undefined>;

export const SETTINGS = {
  port: withDefault('PORT', '8080', 'HTTP port of the service; 0 takes any free one.', parsePort),
  host: withDefault('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for all.', (text) => text),
  publicUrl: optional(
    'PUBLIC_URL',
    '`http://localhost:PORT`',
    'Address that users open. Links in mails and the return from a checkout lead there. https turns on Secure cookies and HSTS.',
    parsePublicUrl,
  ),
  trustedProxies: withDefault(
    'TRUSTED_PROXIES',
    'loopback',
    'Proxies in front of the service, as addresses and ranges, or `none`. Only their X-Forwarded-For and X-Forwarded-Proto count.',
    parseProxies,
  ),
  dataDir: withDefault(
    'DATA_DIR',
    './.data',
    'Folder of the embedded database, files and the generated secret.',
    (text) => resolve(text),
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    'none: an embedded PostgreSQL in DATA_DIR',
    'Any PostgreSQL 15 or newer, as `postgresql://user:password@host:5432/name`. Name a primary and its standbys as [`host1:5432,host2:5432`](deployment.md#failover-of-the-database).',
    parseDatabaseUrl,
  ),
  databaseSessionUrl: secret(
    'DATABASE_SESSION_URL',
    'none: DATABASE_URL leads to the database itself',
    'Address of the database itself, if DATABASE_URL leads to PgBouncer in transaction mode: some work needs a session. `{purpose}` in DATABASE_URL then stands for urgent, people or jobs.',
    parseDatabaseUrl,
  ),
  databaseReadUrl: secret(
    'DATABASE_READ_URL',
    'none: everything is read from the primary',
    'Standbys that [serve](scaling.md#reads-on-a-standby) logs, statistics, reports and exports, in the form of DATABASE_URL. Do not put PgBouncer in between.',
    parseDatabaseUrl,
  ),
  storageUrl: secret(
    'STORAGE_URL',
    'none: DATA_DIR/files',
    'S3-compatible bucket for documents, as `s3://key:secret@host/bucket?region=us-east-1`; `s3+http://` without TLS.',
    parseStorageUrl,
  ),
  archiveUrl: secret(
    'ARCHIVE_URL',
    'none: all messages stay in the database',
    'Folder or bucket of [archived months](archive.md): a folder that all processes share, such as `file:///mnt/archive`, or a bucket in the form of STORAGE_URL.',
    parseArchiveUrl,
  ),
  secretKey: secret(
    'SECRET_KEY',
    'generated into DATA_DIR/secret.key with the embedded database; required with DATABASE_URL',
    'Encrypts stored keys and secrets. At least 32 characters. Keep a copy: without it, they are lost. Startup refuses a secret that does not match the database.',
    parseSecretKey,
  ),
  secretKeyOld: secret(
    'SECRET_KEY_OLD',
    'none, or DATA_DIR/secret.key.old if it exists',
    'The secret that SECRET_KEY replaces, until [rotate-secret](operating.md#another-secret_key) has finished.',
    parseSecretKey,
  ),
  smtpUrl: secret(
    'SMTP_URL',
    'none: mails are kept, and shown at `/dev/mailbox` if HOST and PUBLIC_URL are loopback addresses. Required with any other PUBLIC_URL',
    'Mail server, as `smtp://user:password@host:587` with STARTTLS, or `smtps://…`; `smtp+plain://` without TLS, for a network of your own.',
    parseSmtpUrl,
  ),
  mailFrom: withDefault(
    'MAIL_FROM',
    'Godwit <godwit@localhost>',
    'Sender of all mails; required with SMTP_URL.',
    parseMailFrom,
  ),
  carriersFile: optional(
    'CARRIERS_FILE',
    'none: LIVE uses the built-in simulator if HOST and PUBLIC_URL are loopback addresses and DATABASE_URL is not set; otherwise nothing is sent',
    'JSON file of [carrier links](deployment.md#carrier-links); read again when it changes, and on SIGHUP.',
    (text) => resolve(text),
  ),
  rulesFile: optional(
    'RULES_FILE',
    'none: the shipped rules, and those that staff accept',
    'JSON file of [rules of countries](staff.md#rules-of-countries) about sender ids. It overrides [rule sets](staff.md#rule-sets); read again when it changes, and on SIGHUP.',
    (text) => resolve(text),
  ),
  portedFile: optional(
    'PORTED_FILE',
    'none: the prefix of a number decides its network',
    'File of [ported numbers](staff.md#ported-numbers), such as `94771234567,Mobitel` on each line; read again when it changes, and on SIGHUP.',
    (text) => resolve(text),
  ),
  portedUrl: optional(
    'PORTED_URL',
    'none',
    'URL that is called for the networks of [numbers that PORTED_FILE does not have](staff.md#ported-numbers).',
    parsePortedUrl,
  ),
  ...PORT_SETTINGS,
  limitRegister: withDefault(
    'LIMIT_REGISTER',
    '30/3600',
    'Maximum number of sign-ups, activation mails and reset mails from one address, each as `count/seconds`; 0 is off. For each team it also limits invitations, added email domains, domain checks, forgotten sign-on links, and accounts created by single sign-on, each counted separately.',
    parseLimit,
  ),
  limitLogin: withDefault(
    'LIMIT_LOGIN',
    '60/60',
    'Most login attempts, opened links of mails, SMPP binds and failed logins of mail programs from one address, each as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  limitApi: withDefault(
    'LIMIT_API',
    '0',
    'Most calls with the API keys of one project and mode, as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  limitUploads: withDefault(
    'LIMIT_UPLOADS',
    '50/86400',
    'Most files that one team uploads, as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  newTeamDays: withDefault(
    'NEW_TEAM_DAYS',
    '30',
    'Days after its first LIVE message during which a team is new, and the next two limits apply to it.',
    parseCount,
  ),
  limitNewHome: withDefault(
    'LIMIT_NEW_HOME',
    '20000/86400',
    'Most LIVE messages of a new team to its own country, as `count/seconds`; 0 is off. Further ones [are held](operating.md#holds-on-new-teams).',
    parseLimit,
  ),
  limitNewAbroad: withDefault(
    'LIMIT_NEW_ABROAD',
    '200/3600',
    'The same for every other country, each counted by itself.',
    parseLimit,
  ),
  retention: withDefault(
    'RETENTION',
    RETENTION_DEFAULTS,
    'Days to keep each [kind of data](operating.md#data-retention), as `kind:days`; 0 keeps it for ever (for `closed`, removes it at once). A kind that is not named has its default.',
    parseRetention,
  ),
  callbacksAllowPrivate: withDefault(
    'CALLBACKS_ALLOW_PRIVATE',
    'false',
    '`true` lets callbacks reach loopback and private addresses. For development only.',
    parseSwitch,
  ),
  adjustAlone: withDefault(
    'ADJUST_ALONE',
    'LKR:25000,AUD:150',
    'Most that one member of staff may add to and take from a team within 24 hours, by currency; more needs a second person.',
    parseAmounts,
  ),
  paymentMin: withDefault(
    'PAYMENT_MIN',
    'LKR:100,AUD:5',
    'Smallest top-up, by currency; a currency that is not named has no minimum.',
    parseAmounts,
  ),
  paymentMax: withDefault(
    'PAYMENT_MAX',
    'LKR:1000000,AUD:10000',
    'Largest top-up, by currency; a currency that is not named has no maximum.',
    parseAmounts,
  ),
  stripeSecretKey: secret(
    'STRIPE_SECRET_KEY',
    'none: cards are paid at a practice checkout if HOST and PUBLIC_URL are loopback addresses, otherwise not at all',
    'API key of the Stripe account that receives card payments.',
    (text) => text,
  ),
  stripeWebhookSecret: secret(
    'STRIPE_WEBHOOK_SECRET',
    'none; required with STRIPE_SECRET_KEY',
    'Signing secret of that account’s webhook endpoint `PUBLIC_URL/v1/hooks/stripe`.',
    (text) => text,
  ),
  stripeApiBase: optional(
    'STRIPE_API_BASE',
    '`https://api.stripe.com`',
    'Address of Stripe’s API; change it for tests only.',
    parsePublicUrl,
  ),
  payhereMerchantId: optional(
    'PAYHERE_MERCHANT_ID',
    'none: as without STRIPE_SECRET_KEY',
    'PayHere merchant that receives payments by Sri Lankan cards.',
    parseMerchantId,
  ),
  payhereSecret: secret(
    'PAYHERE_SECRET',
    'none; required with PAYHERE_MERCHANT_ID',
    'That merchant’s secret for the domain of PUBLIC_URL.',
    (text) => text,
  ),
  payhereUrl: withDefault(
    'PAYHERE_URL',
    'https://www.payhere.lk/pay/checkout',
    'PayHere’s checkout. The sandbox is at `https://sandbox.payhere.lk/pay/checkout`.',
    parseWebAddress,
  ),
  bankDetails: optional(
    'BANK_DETAILS',
    'none',
    'Bank account for transfers, by currency, in the words that customers read: `LKR=Bank of Ceylon 1234567, Godwit Ltd|AUD=…`.',
    parseTexts,
  ),
  sellerName: optional('SELLER_NAME', 'none', 'Seller’s name on receipts and statements.', (text) => text),
  sellerAddress: optional(
    'SELLER_ADDRESS',
    'none',
    'Seller’s address there; `|` begins a new line.',
    (text) => text.replace(/\s*\|\s*/g, '\n'),
  ),
  sellerTaxNumber: optional('SELLER_TAX_NUMBER', 'none', 'Seller’s tax number there.', (text) => text),
  supportEmail: optional(
    'SUPPORT_EMAIL',
    'none: not offered',
    'Support address shown in the console, in mails and in the API’s description.',
    parseAddress,
  ),
  supportPhone: optional(
    'SUPPORT_PHONE',
    'none',
    'Support phone number, such as `+94112300300`.',
    parsePhone,
  ),
  supportUrl: optional('SUPPORT_URL', 'none', 'Support page.', parseWebAddress),
  oidcStaffIssuer: optional(
    'OIDC_STAFF_ISSUER',
    'none: staff sign in with a password',
    'Issuer of the OpenID Connect provider for [staff single sign-on](operating.md#single-sign-on), such as `https://login.example.com`.',
    parseIssuer,
  ),
  oidcStaffClientId: optional(
    'OIDC_STAFF_CLIENT_ID',
    'none; required with OIDC_STAFF_ISSUER',
    'Client id at that provider. The redirect address is `PUBLIC_URL/staff/sso`.',
    (text) => text,
  ),
  oidcStaffClientSecret: secret(
    'OIDC_STAFF_CLIENT_SECRET',
    'none; required with OIDC_STAFF_ISSUER',
    'Secret of that client.',
    (text) => text,
  ),
  oidcStaffAcr: optional(
    'OIDC_STAFF_ACR',
    'none: only `mfa` in `amr` counts as a second factor',
    'Values of `acr`, separated by commas, with which that provider reports a second factor; Godwit requests them. If the provider reports none, Godwit asks for its own code.',
    parseNames,
  ),
  drainSeconds: withDefault(
    'DRAIN_SECONDS',
    '2',
    'Seconds that a stopping process with the role `web` still answers while `/readyz` fails, so that balancers leave it out; 0 to 60.',
    parseSeconds,
  ),
  roles: withDefault(
    'ROLES',
    'web,send,jobs',
    'Work that this process does: `web` serves HTTP, SMPP and SMTP, `send` talks to carriers, `jobs` does the rest.',
    parseRoles,
  ),
  expectedProcesses: optional(
    'EXPECTED_PROCESSES',
    'none: doctor only counts them',
    'Number of processes of each role, as `web:2,send:2,jobs:1`; doctor reports any other number.',
    parseExpected,
  ),
  logLevel: withDefault(
    'LOG_LEVEL',
    'info',
    `Least severe entries to log: ${LOG_LEVELS.join(', ')}. JSON lines, or readable text on a terminal.`,
    parseLogLevel,
  ),
};

type Values = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['parse']> };
/** Settings without a default. PUBLIC_URL's default derives from others. */
type Nullable = {
  [Key in keyof Values]: (typeof SETTINGS)[Key] extends { fallback: null } ? Key : never;
}[Exclude<keyof Values, 'publicUrl'>];

/**
 * All settings, parsed. Paths are absolute. Null means "not set" (see each meaning) or, for a limit, "off".
 */
export type Settings = Readonly<Omit<Values, Nullable> & { [Key in Nullable]: Values[Key] | null }>;

const NAMES = new Set(
  Object.values(SETTINGS).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
);

/**
 * Parses all settings from an environment such as `process.env`, merged with the file of GODWIT_SETTINGS.
 * @throws SettingsError naming every wrong setting at once
 */
export function readSettings(environment: Environment): Settings {
  const file = environment.GODWIT_SETTINGS;
  const problems = file ? problemsOfFile(file, NAMES) : [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(SETTINGS)) {
    try {
      const text = readText(setting, environment) ?? setting.fallback;
      values[key] = text === null ? null : setting.parse(text);
    } catch (error) {
      problems.push(`${setting.name} ${(error as Error).message}`);
    }
  }
  if (values.smtpUrl && !environment.MAIL_FROM?.trim()) {
    problems.push('MAIL_FROM is required with SMTP_URL: set it to the sender of all mails');
  }
  problems.push(...problemsTogether(values));
  if (problems.length > 0) throw new SettingsError(problems);
  values.publicUrl ??= new URL(`http://localhost:${values.port}`);
  return values as Settings;
}

/** The text of each setting by key, after `readSettings` found no error; null if the default applies. */
export function settingTexts(environment: Environment): Record<string, string | null> {
  const texts = Object.entries(SETTINGS).map(([key, setting]) => [key, readText(setting, environment)]);
  return Object.fromEntries(texts) as Record<string, string | null>;
}

function readText({ name, secret }: Setting<unknown>, environment: Environment): string | null {
  const text = environment[name]?.trim() || null;
  const file = secret ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!file) return text;
  if (text !== null) throw new Error(`and ${name}_FILE are both set: keep one of them`);
  try {
    return readFileSync(file, 'utf8').trim() || fail(`is not in the empty file of ${name}_FILE: ${file}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code ? `cannot be read from ${name}_FILE (${code}): ${file}` : message);
  }
}
