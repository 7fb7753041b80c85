// Every setting once: its name, meaning, default and check. Only this file reads the process environment.
// docs/configuration.md and deploy/godwit.env are generated from the same table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { problemsTogether } from './settingPairs.ts';
import {
  fail,
  LOG_LEVELS,
  optional,
  parseAddress,
  parseAmounts,
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
  port: withDefault('PORT', '8080', 'Port it listens on; 0 takes any free one.', parsePort),
  host: withDefault('HOST', '127.0.0.1', 'Address it listens on; 0.0.0.0 or :: for all.', (text) => text),
  publicUrl: optional(
    'PUBLIC_URL',
    '`http://localhost:PORT`',
    'Where users reach it: links in mails and callbacks from checkouts. https turns on Secure cookies and HSTS.',
    parsePublicUrl,
  ),
  trustedProxies: withDefault(
    'TRUSTED_PROXIES',
    'loopback',
    'Proxies in front of it, as addresses and ranges or `none`: callers are known by the X-Forwarded-For that these send, and TLS by their X-Forwarded-Proto.',
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
    'Any PostgreSQL 15 or newer, as `postgresql://user:password@host:5432/name`.',
    parseDatabaseUrl,
  ),
  databaseSessionUrl: secret(
    'DATABASE_SESSION_URL',
    'none: DATABASE_URL leads to the database itself',
    'The database itself, where DATABASE_URL leads to PgBouncer in transaction mode: for what needs a session. `{purpose}` in DATABASE_URL then stands for urgent, people and jobs.',
    parseDatabaseUrl,
  ),
  storageUrl: secret(
    'STORAGE_URL',
    'none: DATA_DIR/files',
    'Bucket for documents, of S3 or its like, as `s3://key:secret@host/bucket?region=us-east-1`; `s3+http://` without TLS.',
    parseStorageUrl,
  ),
  secretKey: secret(
    'SECRET_KEY',
    'generated into DATA_DIR/secret.key with the embedded database; required with DATABASE_URL',
    'Encrypts stored keys and secrets and keys their look-ups. At least 32 characters; whoever loses it loses them. Another one than the database was made with is refused.',
    parseSecretKey,
  ),
  secretKeyOld: secret(
    'SECRET_KEY_OLD',
    'none; DATA_DIR/secret.key.old where that is',
    'The secret that SECRET_KEY replaces, until [rotate-secret](operating.md#another-secret_key) is through.',
    parseSecretKey,
  ),
  smtpUrl: secret(
    'SMTP_URL',
    'none: mails are kept and shown at `/dev/mailbox`, with a loopback HOST and PUBLIC_URL only; required with any other PUBLIC_URL',
    'Mail server, as `smtp://user:password@host:587` with STARTTLS, or `smtps://…`; `smtp+plain://` without TLS, in a network of your own.',
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
    'none: the built-in simulator, for LIVE with a loopback HOST and PUBLIC_URL only',
    'JSON file of SMPP links to carriers; read again when it changes, and on SIGHUP.',
    (text) => resolve(text),
  ),
  smppPort: optional(
    'SMPP_PORT',
    'none: customers cannot bind',
    'Port that customers bind to over SMPP, if this process has the role `web`; 0 takes any free one.',
    parsePort,
  ),
  smppHost: optional('SMPP_HOST', 'as HOST', 'Address that the SMPP port listens on.', (text) => text),
  smppTlsCert: optional(
    'SMPP_TLS_CERT',
    'none: no TLS',
    'File of the certificate, with those it was issued by, for TLS on the SMPP port.',
    (text) => resolve(text),
  ),
  smppTlsKey: optional(
    'SMPP_TLS_KEY',
    'none; required with SMPP_TLS_CERT',
    'File of the private key of that certificate.',
    (text) => resolve(text),
  ),
  smppMaxBinds: withDefault(
    'SMPP_MAX_BINDS',
    '500',
    'Customers’ SMPP connections at once in this process; more are dropped.',
    parseCount,
  ),
  limitRegister: withDefault(
    'LIMIT_REGISTER',
    '30/3600',
    'Sign-ups from one address, and of one team its invitations, the email domains it adds, those it checks, the sign-on links it has forgotten, and the accounts that its single sign-on makes: each as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  limitLogin: withDefault(
    'LIMIT_LOGIN',
    '60/60',
    'Login attempts from one address, and binds of SMPP, as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  limitApi: withDefault('LIMIT_API', '0', 'Calls of one API key, as `count/seconds`; 0 is off.', parseLimit),
  limitUploads: withDefault(
    'LIMIT_UPLOADS',
    '50/86400',
    'Files a team uploads, as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  newTeamDays: withDefault(
    'NEW_TEAM_DAYS',
    '30',
    'For how many days after its first LIVE message a team is new, so that the next two settings count.',
    parseCount,
  ),
  limitNewHome: withDefault(
    'LIMIT_NEW_HOME',
    '20000/86400',
    'LIVE messages that a new team sends in its own country before [what comes after them is held](operating.md#a-new-team-that-sends-unusually-much), as `count/seconds`; 0 is off.',
    parseLimit,
  ),
  limitNewAbroad: withDefault(
    'LIMIT_NEW_ABROAD',
    '200/3600',
    'The same in any other country, each counted by itself.',
    parseLimit,
  ),
  retention: withDefault(
    'RETENTION',
    RETENTION_DEFAULTS,
    'For how many days things are kept, as `kind:days`; 0 is for ever, a kind that is not named has its default. [What each is](operating.md#data-retention).',
    parseRetention,
  ),
  callbacksAllowPrivate: withDefault(
    'CALLBACKS_ALLOW_PRIVATE',
    'false',
    'Lets status callbacks reach loopback and private addresses: for development only.',
    parseSwitch,
  ),
  adjustAlone: withDefault(
    'ADJUST_ALONE',
    'LKR:25000,AUD:150',
    'Sum that one member of staff may add to and take from a team alone within a day, by currency; more needs a second person.',
    parseAmounts,
  ),
  paymentMin: withDefault(
    'PAYMENT_MIN',
    'LKR:100,AUD:5',
    'Smallest top-up, by currency; a currency that is not named has none.',
    parseAmounts,
  ),
  paymentMax: withDefault(
    'PAYMENT_MAX',
    'LKR:1000000,AUD:10000',
    'Largest top-up, by currency; a currency that is not named has none.',
    parseAmounts,
  ),
  stripeSecretKey: secret(
    'STRIPE_SECRET_KEY',
    'none: where HOST and PUBLIC_URL are of this machine cards are paid at a practice checkout, elsewhere not at all',
    'Key of the Stripe account that cards are paid to.',
    (text) => text,
  ),
  stripeWebhookSecret: secret(
    'STRIPE_WEBHOOK_SECRET',
    'none; required with STRIPE_SECRET_KEY',
    'Signing secret of the endpoint `PUBLIC_URL/v1/hooks/stripe` in that account.',
    (text) => text,
  ),
  stripeApiBase: optional(
    'STRIPE_API_BASE',
    '`https://api.stripe.com`',
    'Where the API of Stripe is, for tests.',
    parsePublicUrl,
  ),
  payhereMerchantId: optional(
    'PAYHERE_MERCHANT_ID',
    'none: as without STRIPE_SECRET_KEY',
    'Merchant at PayHere that Sri Lankan cards are paid to.',
    parseMerchantId,
  ),
  payhereSecret: secret(
    'PAYHERE_SECRET',
    'none; required with PAYHERE_MERCHANT_ID',
    'Secret of that merchant for the domain of PUBLIC_URL.',
    (text) => text,
  ),
  payhereUrl: withDefault(
    'PAYHERE_URL',
    'https://www.payhere.lk/pay/checkout',
    'Checkout of PayHere; that of its sandbox is `https://sandbox.payhere.lk/pay/checkout`.',
    parseWebAddress,
  ),
  bankDetails: optional(
    'BANK_DETAILS',
    'none',
    'Where bank transfers go, as customers read it, by currency: `LKR=Bank of Ceylon 1234567, Godwit Ltd|AUD=…`.',
    parseTexts,
  ),
  sellerName: optional(
    'SELLER_NAME',
    'none',
    'Name of the seller on receipts and statements.',
    (text) => text,
  ),
  sellerAddress: optional('SELLER_ADDRESS', 'none', 'Its address there; `|` begins a new line.', (text) =>
    text.replace(/\s*\|\s*/g, '\n'),
  ),
  sellerTaxNumber: optional('SELLER_TAX_NUMBER', 'none', 'Its tax number there.', (text) => text),
  supportEmail: optional(
    'SUPPORT_EMAIL',
    'none: no text offers it',
    'Where customers write to for help: in the console, mails and the API’s description.',
    parseAddress,
  ),
  supportPhone: optional('SUPPORT_PHONE', 'none', 'Where they call, such as `+94112300300`.', parsePhone),
  supportUrl: optional('SUPPORT_URL', 'none', 'A page with help.', parseWebAddress),
  oidcStaffIssuer: optional(
    'OIDC_STAFF_ISSUER',
    'none: staff sign in with a password',
    'Provider of single sign-on for staff (OpenID Connect): its issuer, such as `https://login.example.com`.',
    parseIssuer,
  ),
  oidcStaffClientId: optional(
    'OIDC_STAFF_CLIENT_ID',
    'none; required with OIDC_STAFF_ISSUER',
    'Client id there; its redirect address is `PUBLIC_URL/staff/sso`.',
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
    'none: `mfa` among the methods (amr) counts alone',
    'Contexts (acr), with commas between, in which that provider has asked for a second factor; it is asked for them. Without one Godwit asks for its own.',
    parseNames,
  ),
  drainSeconds: withDefault(
    'DRAIN_SECONDS',
    '2',
    'For so many seconds after a stop begins, `/readyz` says no while a process with `web` goes on to answer, so that balancers leave it out; 0 to 60.',
    parseSeconds,
  ),
  roles: withDefault(
    'ROLES',
    'web,send,jobs',
    'Parts of the work this process does: `web` HTTP, `send` carriers, `jobs` the rest.',
    parseRoles,
  ),
  expectedProcesses: optional(
    'EXPECTED_PROCESSES',
    'none: doctor only counts them',
    'How many processes of each role there should be, as `web:2,send:2,jobs:1`: doctor says if others run.',
    parseExpected,
  ),
  metricsPort: optional(
    'METRICS_PORT',
    '9464, or any free one if another process has that: the log has the address',
    'Port of `/metrics` for Prometheus, and of `/healthz` and `/readyz` of a process that does no `web`; 0 takes any free one.',
    parsePort,
  ),
  metricsHost: withDefault(
    'METRICS_HOST',
    '127.0.0.1',
    'Address the metrics are at. They name links and teams: let only Prometheus reach it.',
    (text) => text,
  ),
  logLevel: withDefault(
    'LOG_LEVEL',
    'info',
    `How much it logs: ${LOG_LEVELS.join(', ')}. JSON lines; pretty on a terminal.`,
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
