// Reminds owners before a registration ends, and notes and mails the end. Dispatch does not wait for this: it
// reads the end itself.
import { SERVICE } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { claimEvidenceReminders } from './evidenceQueries.ts';
import { mailEvidenceEnds, mailExpiry, mailUnregistered } from './registrationMails.ts';
import { claimReminders, lockOver, updateRegistration } from './registrationQueries.ts';
import { recordMove } from './registrations.ts';

type Parts = Pick<Services, 'kysely' | 'settings' | 'countryRules' | 'log'>;

/** Days before the end on which owners are reminded. */
const REMINDERS = [60, 30, 7, 1];
/** Owners are reminded once, this many days before a document expires. */
const EVIDENCE_DAYS = 30;
const EVERY_MS = 60_000;
const AT_ONCE = 50;

/** Starts the loop. */
export function startRegistrationExpiry(services: Parts): Loop {
  return startLoop({
    name: 'ends of registrations',
    log: services.log,
    everyMs: EVERY_MS,
    round: async () => ((await endRegistrations(services)) < AT_ONCE ? undefined : 0),
  });
}

/**
 * Mails the reminders that are due for registrations and their documents, and moves ended ones to EXPIRED.
 * Returns the largest number of the three; there may be more if it is 50.
 */
export async function endRegistrations(services: Omit<Parts, 'log'>): Promise<number> {
  const { kysely } = services;
  const reminded = await transaction(kysely, async (trx) => {
    const due = await claimReminders(trx, REMINDERS, AT_ONCE);
    for (const row of due) await mailExpiry(trx, services, row, row.expires_at!);
    return due.length;
  });
  const ended = await transaction(kysely, async (trx) => {
    const over = await lockOver(trx, AT_ONCE);
    for (const row of over) {
      await updateRegistration(trx, row.id, { state: 'EXPIRED' });
      await mailUnregistered(trx, services, row, null);
      const before = { ...row, state: 'REGISTERED' } as const;
      await recordMove(trx, SERVICE, before, { to: 'EXPIRED', reason: 'The registration has ended.' });
    }
    return over.length;
  });
  const ofDocuments = await transaction(kysely, async (trx) => {
    const due = await claimEvidenceReminders(trx, EVIDENCE_DAYS, AT_ONCE);
    for (const document of due) await mailEvidenceEnds(trx, services, document);
    return due.length;
  });
  return Math.max(reminded, ended, ofDocuments);
}
