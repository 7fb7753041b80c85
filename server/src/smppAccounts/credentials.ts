// What an SMPP account binds with: a system id and a password as long as SMPP 3.4 §5.2 lets them be, 15 and 8 characters, kept so that a
// stolen database discloses none.
import { randomInt } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

// Without those that are read for one another: people type these into other programs.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const SYSTEM_ID_PREFIX = 'gw';
const SYSTEM_ID_LENGTH = 12;
/** 46 bits: too few to guess with the waits that a bind has. */
const PASSWORD_LENGTH = 8;

export function newSystemId(): string {
  return SYSTEM_ID_PREFIX + randomText(LETTERS, SYSTEM_ID_LENGTH - SYSTEM_ID_PREFIX.length);
}

export function newPassword(): string {
  return randomText(PASSWORD_CHARACTERS, PASSWORD_LENGTH);
}

/** A password as it is kept: an HMAC under the installation's secret, since eight characters alone could be found by trying. */
export const hashPassword = (secrets: Secrets, systemId: string, password: string): Buffer =>
  hashesOf(secrets, systemId, password)[0]!;

/** That, and what was kept of it under old secrets. */
export const hashesOf = (secrets: Secrets, systemId: string, password: string): Buffer[] =>
  secrets.hmacs('smpp password', `${systemId}\0${password}`);

function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
