// Sender ids a project may use.
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSender } from '@godwit/contract/projects';
import { REGISTRATION_COUNTRIES, type SenderRegistration } from '@godwit/contract/senders';
import type { Database } from '../services.ts';
import { selectRegistrations, selectSenders } from './queries.ts';

/**
 * A project's approved sender ids and two-way numbers, oldest first, with their status in each country that
 * registers names. Excludes the sender ids every project has in TEST.
 */
export async function listSenders(
  kysely: Database,
  teamId: string,
  projectId: string,
): Promise<ProjectSender[]> {
  const [senders, registrations] = await Promise.all([
    selectSenders(kysely, teamId, projectId),
    selectRegistrations(kysely, teamId, projectId),
  ]);
  return senders.map(({ sender, promotional, created_at }) => ({
    id: sender,
    is_promotional: promotional,
    created_at: created_at.toISOString(),
    registrations: isTwoWayNumber(sender) ? [] : inEachCountry(registrations, sender),
  }));
}

/** How far a sender id is with the register of each country that has one. */
export async function registrationsOf(
  db: Database,
  { teamId, projectId, sender }: { teamId: string; projectId: string; sender: string },
): Promise<SenderRegistration[]> {
  return inEachCountry(await selectRegistrations(db, teamId, projectId), sender);
}

function inEachCountry(
  known: Awaited<ReturnType<typeof selectRegistrations>>,
  sender: string,
): SenderRegistration[] {
  return REGISTRATION_COUNTRIES.map((country) => ({
    country,
    state: known.find((row) => row.sender === sender && row.country === country)?.state ?? 'NOT_REGISTERED',
  }));
}
