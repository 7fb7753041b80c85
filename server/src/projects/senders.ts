// Sender ids a project may use.
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSender } from '@godwit/contract/projects';
import type { RuleTable } from '@godwit/contract/rules/table';
import { type SenderRegistration, senderKey } from '@godwit/contract/senders';
import type { Database } from '../services.ts';
import { type RegistrationRow, selectRegistrations, selectSenders } from './queries.ts';

/**
 * A project's approved sender ids and two-way numbers, oldest first, with their status in each country that
 * registers names. Excludes the sender ids every project has in TEST.
 */
export async function listSenders(
  kysely: Database,
  { teamId, projectId }: { teamId: string; projectId: string },
  countries: Countries,
): Promise<ProjectSender[]> {
  const [senders, registrations] = await Promise.all([
    selectSenders(kysely, teamId, projectId),
    selectRegistrations(kysely, teamId, projectId),
  ]);
  return senders.map(({ sender, promotional, created_at }) => ({
    id: sender,
    is_promotional: promotional,
    created_at: created_at.toISOString(),
    registrations: isTwoWayNumber(sender)
      ? []
      : inEachCountry(registrations, sender, countries).map(({ id: _, ...shown }) => shown),
  }));
}

/** A registration as its team sees it, with its id for staff; null if nobody has begun with it. */
type InCountry = SenderRegistration & { id: string | null; blocks: boolean };
type Countries = Pick<RuleTable, 'registers'>;

/** The state of a sender id in the register of each country that has one. */
export async function registrationsOf(
  db: Database,
  { teamId, projectId, sender }: { teamId: string; projectId: string; sender: string },
  countries: Countries,
): Promise<InCountry[]> {
  return inEachCountry(await selectRegistrations(db, teamId, projectId), sender, countries);
}

function inEachCountry(
  known: readonly RegistrationRow[],
  sender: string,
  { registers }: Countries,
): InCountry[] {
  const key = senderKey(sender);
  return registers.map(({ country, otherwise }) => {
    const row = known.find((one) => one.sender_key === key && one.country === country);
    const registration = row ? { id: row.id, ...toRegistration(row) } : { id: null, country, ...NOT_BEGUN };
    return { ...registration, blocks: otherwise === 'REFUSE' };
  });
}

/** A name without a row: staff begin with its registration if its owner asks for it. */
const NOT_BEGUN = { state: 'DRAFT', turn: 'OWNER', expires_at: null, refusal: null, lacks: null } as const;

/** A registration as its team sees it. */
export function toRegistration({
  country,
  state,
  turn,
  expires_at,
  refusal,
  lacks,
}: Omit<RegistrationRow, 'id' | 'sender_key'>): SenderRegistration {
  return { country, state, turn, expires_at: expires_at?.toISOString() ?? null, refusal, lacks };
}
