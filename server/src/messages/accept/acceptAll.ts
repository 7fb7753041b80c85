// Accepts several messages of one call: all of them, or none.
import type { PoolClient } from 'pg';
import { newId } from '../../ids.ts';
import { isRefusal, RefusalError } from '../../refusal.ts';
import type { Accept } from './accept.ts';
import type { Submission } from './draft.ts';

/**
 * Accepts messages of one project in one transaction. Returns their ids, or null, with nothing stored, if
 * `before` cancels; it gets the ids in the same transaction. Throws the refusal of the first that is
 * refused; then nothing is stored or charged.
 */
export async function acceptAll(
  accept: Pick<Accept, 'batch'>,
  submissions: readonly Submission[],
  before: (client: PoolClient, ids: readonly string[]) => Promise<boolean> = async () => true,
): Promise<string[] | null> {
  const all = submissions.map((submission) => ({ ...submission, id: newId() }));
  const ids = all.map(({ id }) => id);
  const outcomes = await accept.batch(all, {
    before: (client) => before(client, ids),
    async after(_client, made) {
      const refusal = made.find(isRefusal);
      if (refusal) throw new RefusalError(refusal);
    },
  });
  return outcomes && ids;
}
