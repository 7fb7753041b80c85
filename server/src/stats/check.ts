// Verifies the counts: recounts the messages and compares with the ledger.
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { ClientBase } from 'pg';
import {
  selectWrongCounts,
  selectWrongFailures,
  selectWrongSpend,
  type WrongCount,
} from './rollupQueries.ts';

/**
 * Every count, of every grain, that differs from the messages, and every project whose LIVE spend is not
 * its charges minus refunds. Runs in the caller's snapshot; empty if all are right.
 */
export async function wrongCounts(client: ClientBase): Promise<WrongCount[]> {
  return [
    ...(await selectWrongCounts(client, REFUNDED_FAILURES)),
    ...(await selectWrongFailures(client)),
    ...(await selectWrongSpend(client)),
  ];
}
