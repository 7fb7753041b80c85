// The proof of the counts: they are added up again from the messages.
import type { ClientBase } from 'pg';
import { selectWrongCounts, type WrongCount } from './queries.ts';

/** Every count, of every grain, that the messages do not come to. Runs in the caller's snapshot; empty when all are right. */
export function wrongCounts(client: ClientBase): Promise<WrongCount[]> {
  return selectWrongCounts(client);
}
