// The sender ids that a project may send from.
import type { ProjectSender } from '@godwit/contract/projects';
import type { Services } from '../services.ts';
import { selectSenders } from './queries.ts';

/** A project's approved sender ids, oldest first. What every project has in TEST besides is not among them. */
export async function listSenders(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  projectId: string,
): Promise<ProjectSender[]> {
  const senders = await selectSenders(kysely, teamId, projectId);
  return senders.map(({ sender, promotional, created_at }) => ({
    id: sender,
    is_promotional: promotional,
    created_at: created_at.toISOString(),
  }));
}
