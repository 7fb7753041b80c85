// Mails a team's owners and admins, or its owners alone.
import type { Mails, SignOnChange, Words } from '../mail/letter.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import type { Database, Services } from '../services.ts';
import { selectAdmins } from './queries.ts';

type Doer = { teamId: string; userId?: string };

/** Queues a mail to each owner and admin of a team, in the caller's transaction and in their languages. */
export async function mailAdmins(
  trx: Database,
  teamId: string,
  words: (mails: Mails) => Words,
): Promise<void> {
  await mailAll(trx, await selectAdmins(trx, teamId), words);
}

/**
 * The same to each owner, about what owners alone see. `userId` is who did it, if it is a person: by their
 * address the mail names them.
 */
export async function mailOwners(
  trx: Database,
  { teamId, userId }: Doer,
  words: (mails: Mails, person: string) => Words,
): Promise<void> {
  const owners = (await selectAdmins(trx, teamId)).filter(({ role }) => role === 'OWNER');
  const person = owners.find((owner) => owner.userId === userId)?.email ?? '';
  await mailAll(trx, owners, (mails) => words(mails, person));
}

/**
 * Mails the owners what was changed of their single sign-on, in its transaction: a provider decides who gets
 * into the team.
 */
export function mailSignOnChange(
  trx: Database,
  { settings }: Pick<Services, 'settings'>,
  doer: Doer,
  change: SignOnChange,
): Promise<void> {
  const link = new URL('/team', settings.publicUrl).href;
  return mailOwners(trx, doer, (mails, person) => mails.signOnChanged({ person, change, link }));
}

async function mailAll(
  trx: Database,
  people: Awaited<ReturnType<typeof selectAdmins>>,
  words: (mails: Mails) => Words,
): Promise<void> {
  for (const { email: to, language } of people) await queueMail(trx, { to, ...words(MAILS[language]) });
}
