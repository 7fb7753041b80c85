// Checks settings that require each other.
import { isLoopback } from './settingValues.ts';

/** The values of settings by their keys; undefined for one that could not be parsed. */
type Values = Readonly<Record<string, unknown>>;

const TAKES_MONEY = ['stripeSecretKey', 'payhereMerchantId', 'bankDetails'] as const;
const SELLER = [
  ['sellerName', 'SELLER_NAME'],
  ['sellerAddress', 'SELLER_ADDRESS'],
  ['sellerTaxNumber', 'SELLER_TAX_NUMBER'],
] as const;

/** Settings of which both or neither must be set. */
const PAIRS = [
  ['stripeSecretKey', 'stripeWebhookSecret', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'],
  ['smppTlsCert', 'smppTlsKey', 'SMPP_TLS_CERT and SMPP_TLS_KEY'],
  ['smtpInTlsCert', 'smtpInTlsKey', 'SMTP_IN_TLS_CERT and SMTP_IN_TLS_KEY'],
  ['payhereMerchantId', 'payhereSecret', 'PAYHERE_MERCHANT_ID and PAYHERE_SECRET'],
  ['oidcStaffIssuer', 'oidcStaffClientId', 'OIDC_STAFF_ISSUER and OIDC_STAFF_CLIENT_ID'],
  ['oidcStaffIssuer', 'oidcStaffClientSecret', 'OIDC_STAFF_ISSUER and OIDC_STAFF_CLIENT_SECRET'],
] as const;

/** The settings of the seller that receipts lack although payments are real, as a sentence; null if none. */
export function missingOfSeller(
  settings: Readonly<Record<(typeof TAKES_MONEY)[number] | (typeof SELLER)[number][0], unknown>>,
): string | null {
  const missing = SELLER.filter(([key]) => settings[key] === null).map(([, name]) => name);
  if (missing.length === 0 || TAKES_MONEY.every((key) => settings[key] === null)) return null;
  return `Receipts and statements do not say who sells: set ${missing.join(', ')}`;
}

/** One line for each missing setting that another one requires. */
export function problemsTogether(values: Values): string[] {
  const problems: string[] = [];
  if (values.databaseUrl && values.secretKey === null) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: set it to 32 or more random characters (openssl rand -base64 32) and keep it',
    );
  }
  if (values.databaseSessionUrl && values.databaseUrl === null) {
    problems.push('DATABASE_URL is required with DATABASE_SESSION_URL: set it to the address of PgBouncer');
  }
  if (values.databaseReadUrl && values.databaseUrl === null) {
    problems.push('DATABASE_URL is required with DATABASE_READ_URL: the embedded database has no standby');
  }
  if (typeof values.smtpInPort === 'number' && values.smtpInTlsCert === null) {
    problems.push(
      'SMTP_IN_TLS_CERT is required with SMTP_IN_PORT: set it and SMTP_IN_TLS_KEY, as programs log in over TLS only',
    );
  }
  const { publicUrl, smtpUrl } = values;
  if (publicUrl instanceof URL && !isLoopback(publicUrl.hostname) && smtpUrl === null) {
    problems.push(
      `SMTP_URL is required with PUBLIC_URL=${publicUrl.origin}: set it and MAIL_FROM, as people there get their links by mail`,
    );
  }
  for (const [one, other, names] of PAIRS) {
    if ((values[one] === null) !== (values[other] === null))
      problems.push(`${names}: set both of them, or neither`);
  }
  return problems;
}
