// Second factors: one-time codes of an authenticator app (TOTP, RFC 6238: SHA-1, 30 seconds, six digits) and recovery codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Steps that a phone's clock may be off, before and after (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const RECOVERY_CODES = 10;

/** A new secret of 160 bits (RFC 4226 §4) in base32, as people type it into an app. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** The address that an authenticator app reads from a QR code. `account` is the person's e-mail. */
export function totpUri(secret: string, account: string): string {
  const label = `Godwit:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Godwit&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** The code of a secret at an instant. */
export function totpCode(secret: string, atMs: number): string {
  return codeOf(fromBase32(secret), Math.floor(atMs / STEP_MS));
}

/**
 * The time step a code is good for at an instant, or null where it is none of the steps around it. Codes of `usedStep`, the step
 * that was last taken, and older ones are refused, so that none counts twice (RFC 6238 §5.2).
 */
export function matchTotp(
  secret: string,
  code: string,
  { atMs, usedStep }: { atMs: number; usedStep: number | null },
): number | null {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return null;
  const key = fromBase32(secret);
  const now = Math.floor(atMs / STEP_MS);
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const fresh = usedStep === null || step > usedStep;
    if (fresh && timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(typed))) return step;
  }
  return null;
}

/** New recovery codes, each good for one sign-in without the app: `ABCDE-FGHIJ`, 50 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = toBase32(randomBytes(7)).slice(0, 10);
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** A recovery code as typed, in the one form it is hashed in: upper case, no blanks or hyphens. */
export function plainRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** HOTP of a counter (RFC 4226 §5.3). */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const truncated = mac.readUInt32BE(mac[19]! & 0xf) & 0x7f_ff_ff_ff;
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0');
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]!).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
