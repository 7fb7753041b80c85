// Tokens we issue and recognise: session ids and links in mails. Only their hashes are stored.
import { createHash, randomBytes } from 'node:crypto';

/** A token's format: 32 bytes as base64url. */
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new token: 32 random bytes. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. Unsalted SHA-256 is enough: 32 random bytes cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** How many mails with a token one address gets within an hour, whatever they are for. */
export const MAILS_PER_HOUR = 3;
