// Mails to a team's owners and admins about registrations, in the transaction of the change.

import type { Database, Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import type { RegistrationRecord } from './registrationQueries.ts';

type Settings = Services['settings'];

const linkOf = ({ publicUrl }: Settings) => new URL('/sender-id', publicUrl).href;
const dayOf = (end: Date) => new Date(end.getTime() - 1).toISOString().slice(0, 10);

/** The name is registered, or registered for longer, until `until` (null: open). */
export function mailRegistered(
  trx: Database,
  settings: Settings,
  { team_id, sender, country, state }: RegistrationRecord,
  until: Date | null,
): Promise<void> {
  const words = {
    ...{ sender, country, until: until && dayOf(until), link: linkOf(settings) },
    isRenewal: state === 'REGISTERED',
  };
  return mailAdmins(trx, team_id, (mails) => mails.senderRegistered(words));
}

/** The register has refused the name. */
export function mailRefused(
  trx: Database,
  settings: Settings,
  { team_id, sender, country }: RegistrationRecord,
  reason: string,
): Promise<void> {
  const words = { sender, country, reason, link: linkOf(settings) };
  return mailAdmins(trx, team_id, (mails) => mails.senderRefused(words));
}

/** The name was registered until now: staff withdrew it for a reason, or its time is over (null). */
export function mailUnregistered(
  trx: Database,
  settings: Settings,
  { team_id, sender, country }: Pick<RegistrationRecord, 'team_id' | 'sender' | 'country'>,
  reason: string | null,
): Promise<void> {
  const words = { sender, country, reason, link: linkOf(settings) };
  return mailAdmins(trx, team_id, (mails) => mails.senderUnregistered(words));
}

/** The registration ends in at most so many days. */
export function mailExpiry(
  trx: Database,
  settings: Settings,
  { team_id, sender, country }: RegistrationRecord,
  end: Date,
): Promise<void> {
  const words = { sender, country, day: dayOf(end), link: linkOf(settings) };
  return mailAdmins(trx, team_id, (mails) => mails.senderExpires(words));
}
