// Folds what statements on messages have counted into the counts, every second. Any number of processes may: one at a time does.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { commitTogether, isDatabaseAway } from '../db/together.ts';
import { everyBatch } from '../jobs/claim.ts';
import { doEach, startLoop } from '../jobs/loop.ts';
import { type FoldedTeams, foldDeltas, lockFolding, selectTeamsToFold } from './queries.ts';

const EVERY_MS = 1_000;
const BATCH = 20_000;
/** How many rounds a team whose counts cannot be folded is left out. */
const ROUNDS_ASIDE = 60;

/** Teams whose counts cannot be folded, and why. */
export type Unfolded = Map<string, unknown>;

/**
 * Folds everything that is committed by now; leaves it to another process where that is folding already. A team whose counts cannot
 * be folded is added to `unfolded` and left out from then on: its figures count its deltas as they are.
 * @throws where the database is away
 */
export async function foldCounts(pool: Pool, unfolded: Unfolded = new Map()): Promise<void> {
  try {
    await foldAll(pool, { allBut: [...unfolded.keys()] });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await foldApart(pool, unfolded);
  }
}

async function foldAll(pool: Pool, teams: FoldedTeams): Promise<void> {
  await everyBatch(pool, BATCH, async (client) =>
    (await lockFolding(client)) ? foldDeltas(client, BATCH, teams) : 0,
  );
}

async function foldApart(pool: Pool, unfolded: Unfolded): Promise<void> {
  const teams = (await selectTeamsToFold(pool)).filter((team) => !unfolded.has(team));
  const folded = await commitTogether(teams, async (only) => {
    await foldAll(pool, { only });
    return only;
  });
  for (const [index, result] of folded.entries()) {
    if (result.status === 'fulfilled') continue;
    if (isDatabaseAway(result.reason)) throw result.reason;
    unfolded.set(teams[index]!, result.reason);
  }
}

/** Starts folding; `others` fold what belongs to other nouns, in the same rounds. */
export function startFolding(
  { pool, log }: { pool: Pool; log: Logger },
  others: readonly (() => Promise<void>)[],
): { stop(): Promise<void> } {
  let unfolded: Unfolded = new Map();
  let rounds = 0;

  async function foldMessages() {
    if (rounds++ % ROUNDS_ASIDE === 0) unfolded = new Map();
    const before = unfolded.size;
    await foldCounts(pool, unfolded);
    for (const [team, err] of [...unfolded].slice(before))
      log.error(
        { err, team },
        'the message counts of a team cannot be folded; it is tried again in a minute',
      );
  }

  return startLoop({
    name: 'folding counts',
    log,
    everyMs: EVERY_MS,
    round: () => doEach([foldMessages, ...others]),
  });
}
