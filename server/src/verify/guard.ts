// Refuses codes to prefixes where hardly anybody types them in: robots start verifications to make the sender
// pay for messages to numbers that they earn from. A prefix is the country code and four digits.
import type { Pool, PoolClient } from 'pg';
import { type Refusal, RefusalError, refuse } from '../refusal.ts';
import {
  blockPrefix,
  countBlocked,
  countStart,
  countWatched,
  type Known,
  type OfPrefix,
  readGuard,
  readSettings,
  type Settings,
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
const listedRefusal = (prefix: string) =>
  refuse('verificationBlocked', {
    description: `This project sends no codes to numbers that begin with +${prefix}, so nothing was sent or charged. An owner or admin can change the list in the settings, under One-Time Codes.`,
  });

/** A refusal of the guard. `blocked`: the prefix or country to block from now on; null if it is blocked. */
class Blocked extends RefusalError {
  readonly blocked: string | null;

  constructor(blocked: string | null, refusal: Refusal = refusalFor(GUARD.blockMinutes.first * 60)) {
    super(refusal);
    this.blocked = blocked;
  }
}

/** A start: its number, and the project whose settings count. */
type Start = OfPrefix & { projectId: string; recipient: string };

/**
 * Counts a start that the same transaction has stored, and throws the refusal verificationBlocked if the
 * project refuses its number, or if codes to its prefix or country are blocked, or have to be from now on.
 * A project that only watches gets no such block, but its start is counted. Starts with one prefix wait for
 * each other from here to their commits, so none is overlooked. Does nothing in TEST.
 */
export async function guard(client: PoolClient, row: Start): Promise<void> {
  if (row.mode !== 'LIVE') return;
  const { mode, isAllowed } = await refuseListed(client, row);
  await countStart(client, row);
  if (mode === 'OFF' || isAllowed) return;
  const found = await judge(client, row);
  if (found === null) return;
  if (mode === 'BLOCK') throw found;
  if (found.blocked !== null) await block(client, row, found.blocked);
  await countWatched(client, row);
}

/** Throws the refusal of a repetition to a number that the project refuses by now. */
export async function guardAgain(client: PoolClient, row: Omit<Start, 'country' | 'prefix'>): Promise<void> {
  if (row.mode === 'LIVE') await refuseListed(client, row);
}

async function refuseListed(client: PoolClient, row: Omit<Start, 'country' | 'prefix'>): Promise<Settings> {
  const settings = await readSettings(client, row);
  if (settings.refused !== null) throw new Blocked(null, listedRefusal(settings.refused));
  return settings;
}

/** The refusal of a start that was counted, if the guard takes its prefix or country for pumped. */
async function judge(client: PoolClient, row: OfPrefix): Promise<Blocked | null> {
  let known = await readGuard(client, row, GUARD.window);
  if (known.isNewCountry) {
    // Few codes go there, so starts may wait for each other over all prefixes.
    await lockStarts(client, `${row.teamId} ${row.country}`);
    known = await readGuard(client, row, GUARD.window);
  }
  if (known.blockedForS !== null) return new Blocked(null, refusalFor(known.blockedForS));
  if (isPumped(known)) return new Blocked(row.prefix);
  return isNewAndPumped(known) ? new Blocked(row.country) : null;
}

const block = (pool: Pool | PoolClient, { teamId, mode }: OfPrefix, blocked: string) =>
  blockPrefix(pool, { teamId, mode, blocked, ...GUARD.blockMinutes });

/**
 * Stores what the guard decided, after the transaction of the refused start has ended. Returns the error of
 * the start, with how long the block takes.
 */
export async function noteBlocked(pool: Pool, row: OfPrefix, error: unknown): Promise<unknown> {
  if (!(error instanceof Blocked)) return error;
  await countBlocked(pool, row);
  if (error.blocked === null) return error;
  const forS = await block(pool, row, error.blocked);
  return forS === null ? error : new RefusalError(refusalFor(forS));
}

// This start is among those counted.
function isPumped({ sent, approved, normal, wasBlocked }: Known): boolean {
  const usual = wasBlocked ? GUARD.leastAfterBlock : Math.max(GUARD.least, normal * GUARD.timesNormal);
  return sent > Math.min(usual, GUARD.window.sample - 1) && approved < sent * GUARD.share;
}

const isNewAndPumped = ({ isNewCountry, countryStarts, countryApproved }: Known) =>
  isNewCountry && countryStarts > GUARD.newCountryPerDay && countryApproved < countryStarts * GUARD.share;
