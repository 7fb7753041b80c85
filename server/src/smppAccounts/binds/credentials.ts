// The credentials of an SMPP account: a system id of up to 15 and a password of 8 characters, the limits of
// SMPP 3.4 §5.2. Passwords are stored so that a stolen database discloses none.
import { randomInt } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';

// Without characters that look alike, because people type these into other programs.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const SYSTEM_ID_PREFIX = 'gw';
const SYSTEM_ID_LENGTH = 12;
/** 46 bits: too many to guess, given the waits between bind attempts. */
const PASSWORD_LENGTH = 8;

export function newSystemId(): string {
  return SYSTEM_ID_PREFIX + randomText(LETTERS, SYSTEM_ID_LENGTH - SYSTEM_ID_PREFIX.length);
}

export function newPassword(): string {
  return randomText(PASSWORD_CHARACTERS, PASSWORD_LENGTH);
}

/**
 * A password as stored: an HMAC under the installation's secret, since eight characters alone could be found
 * by brute force.
 */
export const hashPassword = (secrets: Secrets, systemId: string, password: string): Buffer =>
  hashesOf(secrets, systemId, password)[0]!;

/** The same hash under the present secret and under old ones. */
export const hashesOf = (secrets: Secrets, systemId: string, password: string): Buffer[] =>
  secrets.hmacs('smpp password', `${systemId}\0${password}`);

function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
