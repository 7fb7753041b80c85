// The proof of the counts: they are added up again from the messages, and held against the ledger.
import { REFUNDED_FAILURES } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { selectWrongCounts, selectWrongFailures, selectWrongSpend, type WrongCount } from './queries.ts';

/**
 * Every count, of every grain, that the messages do not come to, and every project whose LIVE spend is not its charges minus refunds. Runs in
 * the caller's snapshot; empty when all are right.
 */
export async function wrongCounts(client: ClientBase): Promise<WrongCount[]> {
  return [
    ...(await selectWrongCounts(client, REFUNDED_FAILURES)),
    ...(await selectWrongFailures(client)),
    ...(await selectWrongSpend(client)),
  ];
}
