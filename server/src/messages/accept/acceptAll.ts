// Accepts several messages of one call: all of them, or none.
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../ids.ts';
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import { isRefusal, orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { Accept } from './accept.ts';
import type { Submission } from './draft.ts';
import { findKey } from './queries.ts';

// Each call has a transaction of its own, on a connection that single messages and receipts need too. Calls
// of one team wait for each other anyway, for its balance, so they wait here and not on connections.
const runFairly = openFairScheduler({
  atOnce: 4,
  waitMs: 10_000,
  mostWaiting: 1_000,
  busy: 'Too many calls wait to be taken in, so nothing was sent or charged. Repeat this one shortly.',
});

/**
 * Accepts messages of one project in one transaction. Returns their ids, or null, with nothing stored, if
 * `before` cancels; it gets the ids in the same transaction. Throws the refusal of the first that is
 * refused, or if too many calls wait; then nothing is stored or charged. Calls take turns by team.
 */
export async function acceptAll(
  accept: Pick<Accept, 'batch'>,
  teamId: string,
  submissions: readonly Submission[],
  before: (client: PoolClient, ids: readonly string[]) => Promise<boolean> = async () => true,
): Promise<string[] | null> {
  const all = submissions.map((submission) => ({ ...submission, id: newId() }));
  const ids = all.map(({ id }) => id);
  const batch = () =>
    accept.batch(all, {
      before: (client) => before(client, ids),
      async after(_client, made) {
        const refusal = made.find(isRefusal);
        if (refusal) throw new RefusalError(refusal);
      },
    });
  const outcomes = orThrow(await runFairly(teamId, batch));
  return outcomes && ids;
}

/**
 * As acceptAll, without the messages whose idempotency key an earlier call has used for the same content.
 * Returns the ids of all, and how many of them are from before.
 */
export async function acceptMissing(
  accept: Pick<Accept, 'batch'>,
  pool: Pool,
  teamId: string,
  submissions: readonly Submission[],
): Promise<{ ids: string[]; repeated: number }> {
  const known: string[] = [];
  const missing: Submission[] = [];
  for (const submission of submissions) {
    const { idempotency, projectId, mode } = submission;
    const found = idempotency && (await findKey(pool, { teamId, projectId, mode, key: idempotency.key }));
    if (!found) missing.push(submission);
    else if (found.bodyHash.equals(idempotency.bodyHash)) known.push(found.messageId);
    else throw new RefusalError(refuse('idempotencyReused'));
  }
  const made = missing.length === 0 ? [] : ((await acceptAll(accept, teamId, missing)) ?? []);
  return { ids: [...known, ...made], repeated: known.length };
}
