// Refuses codes to prefixes where hardly anybody types them in: robots start verifications to make the sender
// pay for messages to numbers that they earn from. A prefix is the country code and four digits.
import type { Pool, PoolClient } from 'pg';
import { type Refusal, RefusalError, refuse } from '../refusal.ts';
import {
  blockPrefix,
  countBlocked,
  countByPrefix,
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
  /** The guard looks at the last codes of a prefix, so a busy one costs no more. */
  window: { minutes: 15, days: 3, sample: 200 },
  /** A prefix may always have this many times the codes that are usual there in `minutes`. */
  timesNormal: 2,
  /** Within `minutes`: fewer codes say nothing, except after a block. */
  quick: { least: 20, leastAfterBlock: 5, share: 0.1 },
  /**
   * Within `days`: starts that say nothing, except after a block, and messages, repetitions included. The
   * difference is left for codes that show whether an attack goes on.
   */
  slow: { least: 15, most: 20, share: 0.05 },
  /** Codes on one day to a country in which nobody has typed one in before. */
  newCountryPerDay: 20,
  newCountryShare: 0.1,
  blockMinutes: { first: 15, longest: 720 },
  /** A block of so many minutes is followed by a code, even if starts were refused up to its end. */
  minutesBeforeCode: 480,
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

/** A start or repetition: its number, and the project whose settings count. */
type Start = OfPrefix & { projectId: string; recipient: string };

/**
 * Counts a start that the same transaction has stored, and throws the refusal verificationBlocked if the
 * project refuses its number, or if codes to its prefix or country are blocked, or have to be from now on.
 * A project that only watches gets no such block, but its start is counted. Starts with one prefix wait for
 * each other from here to their commits, so none is overlooked. Does nothing in TEST.
 */
export const guard = (client: PoolClient, row: Start): Promise<void> => guardCode(client, row, 1);

/** The same for a repetition that the same transaction has stored. It is no start, but costs a message. */
export const guardAgain = (client: PoolClient, row: Start): Promise<void> => guardCode(client, row, 0);

async function guardCode(client: PoolClient, row: Start, starts: 0 | 1): Promise<void> {
  if (row.mode !== 'LIVE') return;
  const { mode, isAllowed } = await refuseListed(client, row);
  await countByPrefix(client, row, starts);
  if (mode === 'OFF' || isAllowed) return;
  const found = await judge(client, row);
  if (found === null) return;
  if (mode === 'BLOCK') throw found;
  if (found.blocked !== null) await block(client, row, found.blocked);
  await countWatched(client, row);
}

async function refuseListed(client: PoolClient, row: Start): Promise<Settings> {
  const settings = await readSettings(client, row);
  if (settings.refused !== null) throw new Blocked(null, listedRefusal(settings.refused));
  return settings;
}

/** The refusal of a code that was counted, if the guard takes its prefix or country for pumped. */
async function judge(client: PoolClient, row: OfPrefix): Promise<Blocked | null> {
  let known = await readGuard(client, row, GUARD.window);
  if (known.isNewCountry) {
    // Few codes go there, so starts may wait for each other over all prefixes.
    await lockStarts(client, `${row.teamId} ${row.country}`);
    known = await readGuard(client, row, GUARD.window);
  }
  if (known.blockedForS !== null) return new Blocked(null, refusalFor(known.blockedForS));
  if (isPumped(known) || isPumpedSlowly(known)) return new Blocked(row.prefix);
  return isNewAndPumped(known) ? new Blocked(row.country) : null;
}

const block = (pool: Pool | PoolClient, { teamId, mode }: OfPrefix, blocked: string) =>
  blockPrefix(pool, { teamId, mode, blocked, ...GUARD.blockMinutes });

/**
 * Stores what the guard decided, after the transaction of the refused code has ended. Returns its error, with
 * how long the block takes.
 */
export async function noteBlocked(pool: Pool, row: OfPrefix, error: unknown): Promise<unknown> {
  if (!(error instanceof Blocked)) return error;
  await countBlocked(pool, row);
  if (error.blocked === null) return error;
  const forS = await block(pool, row, error.blocked);
  return forS === null ? error : new RefusalError(refusalFor(forS));
}

// The code to judge is among those counted in these three.
function isPumped({ recent, normal, wasBlocked }: Known): boolean {
  const { least, leastAfterBlock, share } = GUARD.quick;
  const most = wasBlocked ? leastAfterBlock : mostOf(normal, least);
  return recent.sent > most && recent.approved < recent.sent * share;
}

/** An attack that never has many codes in a quarter of an hour, or that goes on after a block. */
function isPumpedSlowly({ past, lastBlock, normal }: Known): boolean {
  const { least, most, share } = GUARD.slow;
  if (past.approved >= past.sent * share || (lastBlock && isTypedIn(lastBlock.since))) return false;
  if (past.sent > mostOf(normal, most)) return true;
  if (lastBlock) return lastBlock.since.started > 1 || !mayTry(lastBlock);
  return past.started > mostOf(normal, least);
}

const isTypedIn = ({ sent, approved }: Known['past']) => approved > 0 && approved >= sent * GUARD.quick.share;

/** Whether one code may show that an attack is over: nobody was refused in the later half of the block. */
function mayTry({ times, refusedBeforeEndS }: NonNullable<Known['lastBlock']>): boolean {
  const { first, longest } = GUARD.blockMinutes;
  const minutes = Math.min(longest, first * 2 ** (times - 1));
  if (refusedBeforeEndS === null || minutes >= GUARD.minutesBeforeCode) return true;
  return refusedBeforeEndS > (minutes * 60) / 2;
}

const mostOf = (normal: number, least: number) =>
  Math.min(Math.max(least, normal * GUARD.timesNormal), GUARD.window.sample - 1);

const isNewAndPumped = ({ isNewCountry, countryStarts, countryApproved }: Known) =>
  isNewCountry &&
  countryStarts > GUARD.newCountryPerDay &&
  countryApproved < countryStarts * GUARD.newCountryShare;
