// Mails to a team's owners and admins about registrations, in the transaction of the change.
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { otherwiseOf } from '@godwit/contract/rules/table';
import type { Database, Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import type { EndingDocument } from './evidenceQueries.ts';
import type { RegistrationRecord } from './registrationQueries.ts';

type Parts = Pick<Services, 'settings' | 'countryRules'>;

/** The words of each mail: the name, its register, what happens to names without a registration, the link. */
function wordsOf({ settings, countryRules }: Parts, { sender, country, network }: Named) {
  const link = new URL('/sender-id', settings.publicUrl).href;
  const otherwise = otherwiseOf(countryRules.now().of(country));
  return { sender, country, network: network === EVERY_NETWORK ? null : network, otherwise, link };
}

type Named = Pick<RegistrationRecord, 'team_id' | 'sender' | 'country' | 'network'>;

const dayOf = (end: Date) => new Date(end.getTime() - 1).toISOString().slice(0, 10);

/** The name is registered, or registered for longer, until `until` (null: open). */
export function mailRegistered(
  trx: Database,
  services: Parts,
  row: RegistrationRecord,
  until: Date | null,
): Promise<void> {
  const isRenewal = row.state === 'REGISTERED';
  const words = { ...wordsOf(services, row), until: until && dayOf(until), isRenewal };
  return mailAdmins(trx, row.team_id, (mails) => mails.senderRegistered(words));
}

/** The register has refused the name. */
export function mailRefused(
  trx: Database,
  services: Parts,
  row: RegistrationRecord,
  reason: string,
): Promise<void> {
  const words = { ...wordsOf(services, row), reason };
  return mailAdmins(trx, row.team_id, (mails) => mails.senderRefused(words));
}

/** The name was registered until now: staff withdrew it for a reason, or its time is over (null). */
export function mailUnregistered(
  trx: Database,
  services: Parts,
  row: Named,
  reason: string | null,
): Promise<void> {
  const words = { ...wordsOf(services, row), reason };
  return mailAdmins(trx, row.team_id, (mails) => mails.senderUnregistered(words));
}

/** A document that shows the right to a name expires soon. */
export function mailEvidenceEnds(
  trx: Database,
  { settings }: Pick<Parts, 'settings'>,
  { team_id: teamId, sender, label, day }: EndingDocument,
): Promise<void> {
  const link = new URL('/sender-id', settings.publicUrl).href;
  return mailAdmins(trx, teamId, (mails) => mails.senderEvidenceEnds({ sender, document: label, day, link }));
}

/** The registration ends in at most so many days. */
export function mailExpiry(
  trx: Database,
  services: Parts,
  row: RegistrationRecord,
  end: Date,
): Promise<void> {
  const words = { ...wordsOf(services, row), day: dayOf(end) };
  return mailAdmins(trx, row.team_id, (mails) => mails.senderExpires(words));
}
