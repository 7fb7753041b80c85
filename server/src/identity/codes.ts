// Second-factor codes: authenticator apps (TOTP, RFC 6238: SHA-1, 30 seconds, six digits) and recovery
// codes.
import { Secret, TOTP } from 'otpauth';

/** Steps of half a minute that a phone's clock may be off, before and after (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const RECOVERY_CODES = 10;

/** A new secret of 160 bits (RFC 4226 §4) in base32, as people type it into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. `account` is the person's e-mail. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ issuer: 'Godwit', label: account, secret }).toString();
}

/**
 * The time step a code is valid for at an instant; null if it matches none near it. Refuses codes of
 * `usedStep`, the last used step, and older ones: none counts twice (RFC 6238 §5.2).
 */
export function matchTotp(
  secret: string,
  code: string,
  { atMs, usedStep }: { atMs: number; usedStep: number | null },
): number | null {
  const token = code.replace(/\s/g, '');
  // The library compares bytes, and other digits have more of them.
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token, timestamp: atMs, window: DRIFT_STEPS });
  if (delta === null) return null;
  const step = totp.counter({ timestamp: atMs }) + delta;
  return usedStep !== null && step <= usedStep ? null : step;
}

/** New recovery codes, each good for one sign-in without the app: `ABCDE-FGHIJ`, 50 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: 7 }).base32.replace(/^(.{5})(.{5}).*$/, '$1-$2'),
  );
}

/** A recovery code as typed, in the one form it is hashed in: upper case, no blanks or hyphens. */
export function plainRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
