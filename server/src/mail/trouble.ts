// What keeps mails from going out, for those who run the service.
import type { Services } from '../services.ts';
import { type MailTrouble, selectTrouble } from './queries.ts';

/** Mails of the last three days that did not go out at a try, and why the last one; null before the first migration. */
export function mailTrouble({ kysely }: Pick<Services, 'kysely'>): Promise<MailTrouble | null> {
  return selectTrouble(kysely);
}
