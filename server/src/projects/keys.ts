// API keys: their format, and storage that reveals none if the database is stolen.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Insertable } from 'kysely';
import type { ApiKeys } from '../db/types.ts';
import type { Secrets } from '../secrets.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base 62 hold 256 bits. */
const RANDOM_LENGTH = 43;
/** Enough for all of CRC-32. */
const CHECKSUM_LENGTH = 6;
const PREFIX = { LIVE: 'gk_live_', TEST: 'gk_test_' } as const;
const KEY = /^gk_(live|test)_[0-9A-Za-z]{49}$/;
const KEY_LOOKUP = 'api key look-up';
const NAMED_KEY_LOOKUP = 'named key look-up';
const KEY_DISPLAY = 'api key display';

/**
 * A new key: its mode's prefix, 43 random characters and a checksum, by which scanners for leaked keys know
 * it.
 */
export function newKey(mode: Mode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('');
  const start = PREFIX[mode] + random;
  return start + checksum(start);
}

/** The mode a key is for; null if it can't be a key of ours: wrong shape or checksum. */
export function keyMode(key: string): Mode | null {
  if (!KEY.test(key) || checksum(key.slice(0, -CHECKSUM_LENGTH)) !== key.slice(-CHECKSUM_LENGTH)) return null;
  return key.startsWith(PREFIX.LIVE) ? 'LIVE' : 'TEST';
}

/** A new key of a project, and the row that keeps it. */
export function newKeyRow(
  secrets: Secrets,
  { teamId, projectId, mode }: { teamId: string; projectId: string; mode: Mode },
): { key: string; row: Insertable<ApiKeys> } {
  const key = newKey(mode);
  const place = { team_id: teamId, project_id: projectId, mode };
  return { key, row: { ...place, lookup: secrets.hmac(KEY_LOOKUP, key), sealed: sealKey(secrets, key) } };
}

/** Lookup hashes of a key, under the current secret and under old ones. */
export const keyLookups = (secrets: Secrets, key: string): Buffer[] => secrets.hmacs(KEY_LOOKUP, key);

/** Lookup hashes of a named key, under the current secret and under old ones. */
export const namedKeyLookups = (secrets: Secrets, key: string): Buffer[] =>
  secrets.hmacs(NAMED_KEY_LOOKUP, key);

/** The lookup hash that a new named key is stored under. */
export const namedKeyLookup = (secrets: Secrets, key: string): Buffer => secrets.hmac(NAMED_KEY_LOOKUP, key);

/** A key encrypted for keeping, to be shown again later. */
export function sealKey(secrets: Secrets, key: string): Buffer {
  return secrets.seal(KEY_DISPLAY, key);
}

/** The key that `sealKey` encrypted; throws if it was changed or the secret key is another. */
export function openKey(secrets: Secrets, sealed: Buffer): string {
  return secrets.open(KEY_DISPLAY, sealed).toString();
}

/** CRC-32 in base 62, padded. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
