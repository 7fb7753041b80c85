// Rolls up message deltas into counts every second. Any number of processes may run it; one at a time
// works.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { batchCommit, isDatabaseAway } from '../db/commit/batchCommit.ts';
import { everyBatch } from '../jobs/claim.ts';
import { doEach, startLoop } from '../jobs/loop.ts';
import { lockRollup, type RollupTeams, rollUpDeltas, selectTeamsToRollUp } from './rollupQueries.ts';

const EVERY_MS = 1_000;
const BATCH = 20_000;
/** How many rounds a team whose counts cannot be rolled up is left out. */
const ROUNDS_ASIDE = 60;

/** Teams whose counts cannot be rolled up, and why. */
export type Failed = Map<string, unknown>;

/**
 * Rolls up everything that is committed by now, unless another process is doing so. A team whose counts
 * cannot be rolled up is added to `failed` and left out from then on: its figures count its deltas as they
 * are.
 * @throws if the database is away
 */
export async function rollUpCounts(pool: Pool, failed: Failed = new Map()): Promise<void> {
  try {
    await rollUpAll(pool, { allBut: [...failed.keys()] });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await rollUpEachTeam(pool, failed);
  }
}

async function rollUpAll(pool: Pool, teams: RollupTeams): Promise<void> {
  await everyBatch(pool, BATCH, async (client) =>
    (await lockRollup(client)) ? rollUpDeltas(client, BATCH, teams) : 0,
  );
}

async function rollUpEachTeam(pool: Pool, failed: Failed): Promise<void> {
  const teams = (await selectTeamsToRollUp(pool)).filter((team) => !failed.has(team));
  const results = await batchCommit(teams, async (only) => {
    await rollUpAll(pool, { only });
    return only;
  });
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    if (isDatabaseAway(result.reason)) throw result.reason;
    failed.set(teams[index]!, result.reason);
  }
}

/** Starts the rollups; `others` roll up what belongs to other nouns, in the same rounds. */
export function startRollups(
  { pool, log }: { pool: Pool; log: Logger },
  others: readonly (() => Promise<void>)[],
): { stop(): Promise<void> } {
  let failed: Failed = new Map();
  let rounds = 0;

  async function rollUpMessages() {
    if (rounds++ % ROUNDS_ASIDE === 0) failed = new Map();
    const before = failed.size;
    await rollUpCounts(pool, failed);
    for (const [team, err] of [...failed].slice(before))
      log.error(
        { err, team },
        'the message counts of a team cannot be rolled up; it is tried again in a minute',
      );
  }

  return startLoop({
    name: 'rolling up counts',
    log,
    everyMs: EVERY_MS,
    round: () => doEach([rollUpMessages, ...others]),
  });
}
