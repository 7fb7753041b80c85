// Approving a sender id for a project.
import type { Database } from '../services.ts';
import { upsertSender } from './queries.ts';

/**
 * Lets a project send from a name; one it has already only changes its kind. Gives the project's team; null where
 * there is no such project.
 */
export function addSender(
  db: Database,
  sender: { projectId: string; sender: string; promotional: boolean },
): Promise<string | null> {
  return upsertSender(db, sender);
}
