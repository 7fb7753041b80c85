// Refuses codes to prefixes where hardly anybody types them in: robots start verifications to make the sender
// pay for messages to numbers that they earn from. A prefix is the country code and four digits.
import type { Pool, PoolClient } from 'pg';
import { RefusalError, refuse } from '../refusal.ts';
import {
  blockPrefix,
  countBlocked,
  countStart,
  type Known,
  type OfPrefix,
  readGuard,
} from './guardQueries.ts';
import { lockStarts } from './queries.ts';

const DIGITS_AFTER_COUNTRY = 4;

const GUARD = {
  /** The guard looks at the last starts of a prefix, so a busy one costs no more. */
  window: { windowMinutes: 15, sample: 200 },
  /** Fewer codes say nothing, except after a block. A prefix may always have twice as many as usual. */
  least: 20,
  leastAfterBlock: 5,
  timesNormal: 2,
  /** The share of codes that are typed in, below which the prefix is blocked. */
  share: 0.1,
  /** Codes on one day to a country in which nobody has typed one in before. */
  newCountryPerDay: 20,
  blockMinutes: { first: 15, longest: 720 },
} as const;

/** The country code of a number, and that with four digits. */
export const prefixesOf = (e164: string, dialCode: string) => ({
  country: dialCode,
  prefix: e164.slice(1, 1 + dialCode.length + DIGITS_AFTER_COUNTRY),
});

const refusalFor = (seconds: number) =>
  refuse('verificationBlocked', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

/** A refusal of the guard. `blocked`: the prefix or country to block from now on; null if it is blocked. */
class Blocked extends RefusalError {
  readonly blocked: string | null;

  constructor(blocked: string | null, seconds: number = GUARD.blockMinutes.first * 60) {
    super(refusalFor(seconds));
    this.blocked = blocked;
  }
}

/**
 * Counts a start that the same transaction has stored, and throws the refusal verificationBlocked if codes to
 * its prefix or country are blocked, or have to be from now on. Starts with one prefix wait for each other
 * from here to their commits, so none is overlooked. Does nothing in TEST.
 */
export async function guard(client: PoolClient, row: OfPrefix): Promise<void> {
  if (row.mode !== 'LIVE') return;
  await countStart(client, row);
  let known = await readGuard(client, row, GUARD.window);
  if (known.isNewCountry) {
    // Few codes go there, so starts may wait for each other over all prefixes.
    await lockStarts(client, `${row.teamId} ${row.country}`);
    known = await readGuard(client, row, GUARD.window);
  }
  if (known.blockedForS !== null) throw new Blocked(null, known.blockedForS);
  if (isPumped(known)) throw new Blocked(row.prefix);
  if (isNewAndPumped(known)) throw new Blocked(row.country);
}

/**
 * Stores what the guard decided, after the transaction of the refused start has ended. Returns the error of
 * the start, with how long the block takes.
 */
export async function noteBlocked(pool: Pool, row: OfPrefix, error: unknown): Promise<unknown> {
  if (!(error instanceof Blocked)) return error;
  await countBlocked(pool, row);
  const { teamId, mode } = row;
  const { blocked } = error;
  if (blocked === null) return error;
  const forS = await blockPrefix(pool, { teamId, mode, blocked, ...GUARD.blockMinutes });
  return forS === null ? error : new RefusalError(refusalFor(forS));
}

// This start is among those counted.
function isPumped({ sent, approved, normal, wasBlocked }: Known): boolean {
  const usual = wasBlocked ? GUARD.leastAfterBlock : Math.max(GUARD.least, normal * GUARD.timesNormal);
  return sent > Math.min(usual, GUARD.window.sample - 1) && approved < sent * GUARD.share;
}

const isNewAndPumped = ({ isNewCountry, countryStarts, countryApproved }: Known) =>
  isNewCountry && countryStarts > GUARD.newCountryPerDay && countryApproved < countryStarts * GUARD.share;
