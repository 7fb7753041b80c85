// Approving a sender id for a project.
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { upsertSender } from './queries.ts';

/** Lets a project send from a name; one it has already only changes its kind. False where there is no such project. */
export function addSender(
  kysely: Kysely<DB>,
  sender: { projectId: string; sender: string; promotional: boolean },
): Promise<boolean> {
  return upsertSender(kysely, sender);
}
