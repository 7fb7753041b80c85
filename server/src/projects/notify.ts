// Mails to the people who look after a project: its owners and admins.

import { queueMail } from '../mail/queue.ts';
import type { Words } from '../mail/templates.ts';
import type { Database } from '../services.ts';
import { selectManaged } from './queries.ts';

/** What a mail may say of a project. */
export type Managed = { name: string; currency: string };

/** Queues a mail to each owner and admin of a project, in the caller's transaction. */
export async function mailManagers(
  db: Database,
  { teamId, projectId }: { teamId: string; projectId: string },
  words: (project: Managed) => Words,
): Promise<void> {
  const { managers, ...project } = await selectManaged(db, teamId, projectId);
  for (const to of managers) await queueMail(db, { to, ...words(project) });
}
