// Sender ids a project may use.
import { classAnswer } from '@godwit/contract/contentClass';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSender } from '@godwit/contract/projects';
import { tradingName } from '@godwit/contract/rules/brandInText';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import type { Otherwise } from '@godwit/contract/rules/otherwise';
import { networksOf, otherwiseOf, type RuleTable } from '@godwit/contract/rules/table';
import { type SenderRegistration, senderKey } from '@godwit/contract/senders';
import type { Database } from '../services.ts';
import { type RegistrationRow, selectRegistrations, selectSenders } from './queries.ts';

/**
 * A project's approved sender ids and two-way numbers, oldest first, with their status in each register. A
 * register that has no effect is left out until staff begin with it. Excludes the sender ids every project
 * has in TEST.
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
  return senders.map(({ sender, contentClass, created_at, substitute, aliases, owner }) => ({
    id: sender,
    ...classAnswer(contentClass),
    created_at: created_at.toISOString(),
    substitute,
    aliases,
    owner_name: owner === null ? null : tradingName(owner),
    registrations: isTwoWayNumber(sender)
      ? []
      : inEachRegister(registrations, sender, countries)
          .filter(({ id, otherwise }) => otherwise !== 'PASS' || id !== null)
          .map(({ id: _, ...shown }) => shown),
  }));
}

/** A registration as its team sees it, with its id for staff; null if nobody has begun with it. */
type InRegister = SenderRegistration & { id: string | null; otherwise: Otherwise };
type Countries = Pick<RuleTable, 'of' | 'registering'>;

/** The state of a sender id in each register of each country that has one or more. */
export async function registrationsOf(
  db: Database,
  { teamId, projectId, sender }: { teamId: string; projectId: string; sender: string },
  countries: Countries,
): Promise<InRegister[]> {
  return inEachRegister(await selectRegistrations(db, teamId, projectId), sender, countries);
}

function inEachRegister(
  known: readonly RegistrationRow[],
  sender: string,
  { registering, of }: Countries,
): InRegister[] {
  const key = senderKey(sender);
  const ofName = known.filter((one) => one.sender_key === key);
  return registering.flatMap(({ country, networks }) => {
    const otherwise = otherwiseOf(of(country));
    const inCountry = ofName.filter((one) => one.country === country);
    // A registration from before the rules named networks counts for all of them.
    const ofAll = inCountry.find(({ network }) => network === EVERY_NETWORK);
    const separate = ofAll?.state === 'REGISTERED' ? [] : networksOf({ networks });
    return [...new Set([...separate, ...(ofAll ? [EVERY_NETWORK] : [])])].map((network) => {
      const row = inCountry.find((one) => one.network === network);
      const shown = row
        ? { id: row.id, ...toRegistration(row) }
        : { id: null, country, network, ...NOT_BEGUN, telcos: [] };
      return { ...shown, otherwise };
    });
  });
}

/** A name without a row: staff begin with its registration if its owner asks for it. */
const NOT_BEGUN = {
  state: 'DRAFT',
  turn: 'OWNER',
  expires_at: null,
  refusal: null,
  lacks: null,
} as const;

/** A registration as its team sees it. */
export function toRegistration({
  country,
  network,
  state,
  turn,
  expires_at,
  refusal,
  lacks,
  telcos,
}: Omit<RegistrationRow, 'id' | 'sender_key'>): SenderRegistration {
  const end = expires_at?.toISOString() ?? null;
  return { country, network, state, turn, expires_at: end, refusal, lacks, telcos: telcos ?? [] };
}
