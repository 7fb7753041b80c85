// Every setting once: its name, meaning, default and check. The process environment is read here and nowhere else;
// docs/configuration.md and deploy/godwit.env are generated from the same table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  fail,
  LOG_LEVELS,
  optional,
  parseAmounts,
  parseCount,
  parseDatabaseUrl,
  parseIssuer,
  parseLimit,
  parseLogLevel,
  parseMailFrom,
  parseMerchantId,
  parseNames,
  parsePort,
  parseProxies,
  parsePublicUrl,
  parseRetention,
  parseRoles,
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

const SETTINGS = {
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
    'none: mails are kept and shown at `/dev/mailbox`, on a loopback HOST only',
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
    'none: the built-in simulator',
    'JSON file of SMPP links to carriers; read again when it changes, and on SIGHUP.',
    (text) => resolve(text),
  ),
  smppPort: optional(
    'SMPP_PORT',
    'none: customers cannot bind',
    'Port that customers bind to over SMPP, where this process does `web`; 0 takes any free one.',
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
    'For how many days things are kept, as `kind:days`; 0 is for ever, a kind that is not named has its default. [What each is](operating.md#what-is-kept-and-for-how-long).',
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
    'What one member of staff may add to and take from a team within a day alone, by currency; more needs a second person.',
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
  roles: withDefault(
    'ROLES',
    'web,send,jobs',
    'Parts of the work this process does: `web` HTTP, `send` carriers, `jobs` the rest.',
    parseRoles,
  ),
  metricsPort: optional(
    'METRICS_PORT',
    'none: no metrics',
    'Port of the metrics for Prometheus, at `/metrics`; 0 takes any free one.',
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
/** Those without a default; that of PUBLIC_URL is made of others. */
type Nullable = {
  [Key in keyof Values]: (typeof SETTINGS)[Key] extends { fallback: null } ? Key : never;
}[Exclude<keyof Values, 'publicUrl'>];

/** All settings, parsed. Paths are absolute; null means "not set" (see the meaning of each) or, for a limit, "off". */
export type Settings = Readonly<Omit<Values, Nullable> & { [Key in Nullable]: Values[Key] | null }>;

const NAMES = new Set(
  Object.values(SETTINGS).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
);

/** Settings that mean something together only. */
const PAIRS = [
  ['stripeSecretKey', 'stripeWebhookSecret', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'],
  ['smppTlsCert', 'smppTlsKey', 'SMPP_TLS_CERT and SMPP_TLS_KEY'],
  ['payhereMerchantId', 'payhereSecret', 'PAYHERE_MERCHANT_ID and PAYHERE_SECRET'],
  ['oidcStaffIssuer', 'oidcStaffClientId', 'OIDC_STAFF_ISSUER and OIDC_STAFF_CLIENT_ID'],
  ['oidcStaffIssuer', 'oidcStaffClientSecret', 'OIDC_STAFF_ISSUER and OIDC_STAFF_CLIENT_SECRET'],
] as const;

/**
 * Reads all settings from an environment such as `process.env`, into which the file of GODWIT_SETTINGS has been read.
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
  if (values.databaseUrl && values.secretKey === null) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: set it to 32 or more random characters (openssl rand -base64 32) and keep it',
    );
  }
  if (values.databaseSessionUrl && values.databaseUrl === null) {
    problems.push('DATABASE_URL is required with DATABASE_SESSION_URL: set it to the address of PgBouncer');
  }
  if (values.smtpUrl && !environment.MAIL_FROM?.trim()) {
    problems.push('MAIL_FROM is required with SMTP_URL: set it to the sender of all mails');
  }
  for (const [one, other, names] of PAIRS) {
    if ((values[one] === null) !== (values[other] === null))
      problems.push(`${names}: set both of them, or neither`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  values.publicUrl ??= new URL(`http://localhost:${values.port}`);
  return values as Settings;
}

/** The text of docs/configuration.md. */
export function settingsMarkdown(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, shownDefault, meaning }) => `| \`${name}\` | ${shownDefault} | ${meaning} |`,
  );
  const secrets = Object.values(SETTINGS).filter((setting) => setting.secret);
  return [
    '# Settings',
    '',
    'Generated from `server/src/settings.ts` by `node scripts/generate.ts`. All are environment variables; an empty one counts as not set.',
    'It refuses to start when one is wrong and says which, and why.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    `Secrets can come from a file instead: ${secrets.map(({ name }) => `\`${name}_FILE\``).join(', ')} take its path.`,
    '',
  ].join('\n');
}

/** The text of deploy/godwit.env: every setting, none set but where a package keeps its data. */
export function settingsFile(): string {
  const entries = Object.values(SETTINGS).flatMap(({ name, meaning, shownDefault, fallback, secret }) => [
    '',
    `# ${meaning}`,
    `# Default: ${shownDefault}.${secret ? ` Or ${name}_FILE, the path of a file that holds it.` : ''}`,
    name === 'DATA_DIR' ? 'DATA_DIR=/var/lib/godwit' : `#${name}=${fallback ?? ''}`,
  ]);
  return [
    '# Settings of Godwit, read when it starts. A value that holds # or begins or ends with a space stands in quotes.',
    ...entries.map((line) => line.replaceAll('`', '')),
    '',
  ].join('\n');
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
