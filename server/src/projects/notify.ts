// Mails a project's owners and admins.

import type { Mails, Words } from '../mail/letter.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import type { Database } from '../services.ts';
import { selectManaged } from './queries.ts';

/** Project details that a mail may include. */
export type Managed = { name: string; currency: string };

/** Queues a mail to each owner and admin of a project, in the caller's transaction and in their languages. */
export async function mailManagers(
  db: Database,
  { teamId, projectId }: { teamId: string; projectId: string },
  words: (mails: Mails, project: Managed) => Words,
): Promise<void> {
  const { managers, ...project } = await selectManaged(db, teamId, projectId);
  for (const { email: to, language } of managers)
    await queueMail(db, { to, ...words(MAILS[language], project) });
}
