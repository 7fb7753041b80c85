// Registrations as staff see them: the queue by who acts next, and one with its proposal and events.
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { networksOf, otherwiseOf } from '@godwit/contract/rules/table';
import type { RegistrationTurn } from '@godwit/contract/senders';
import {
  REGISTRATION_MOVES,
  type RegistrationCase,
  type RegistrationRow,
} from '@godwit/contract/staff/registrations';
import { isServed } from '../../db/processes.ts';
import { transaction } from '../../db/transaction.ts';
import { type PageQuery, pageOf, searchOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { toRegistration } from '../../projects/senders.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import {
  aliasesOf,
  confirmRegistration,
  documentsOfName,
  findRequest,
  listRegistrations,
  mayMove,
  type NamedRegistration,
  ownerOfName,
  proposeRegistration,
  refuseRegister,
  selectEvents,
  selectRegistration,
  selectSameName,
  selectSiblings,
  startRegistration,
} from '../../senders/registrations.ts';
import type { Database, Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { isInTeam } from '../../team/find.ts';
import { selectSenderCase } from './queries.ts';
import { legalNamesBeside } from './senders.ts';

/** `telcosOfLinks`: those that carrier links name. */
export type RegistrationServices = Services & { telcosOfLinks(): Promise<string[]> };

const MOST_EVENTS = 100;
const MOST_SAME = 20;

/** A page of registrations. Without `turn` it has all. */
export function registrationQueue(
  { kysely }: Services,
  { turn, ...page }: PageQuery & { turn?: RegistrationTurn | undefined },
) {
  return pageOf(listRegistrations(kysely, { turn: turn ?? null, ...searchOf(page.q) }), page, toRow);
}

/** One registration with all that its decision needs; refused (1001) if there is none. */
export async function registrationCase(
  services: RegistrationServices,
  staff: Staff,
  id: string,
): Promise<RegistrationCase | Refusal> {
  const { kysely, countryRules } = services;
  const row = await selectRegistration(kysely, id);
  if (!row) return refuse('notFound');
  const [ownTeam, events, same, owned, aliases, requestId, linksTelcos, documents, siblings] =
    await Promise.all([
      isInTeam(kysely, row.team_id, staff.email),
      selectEvents(kysely, id, MOST_EVENTS),
      selectSameName(kysely, { teamId: row.team_id, key: row.sender_key, limit: MOST_SAME }),
      ownerOfName(kysely, row),
      aliasesOf(kysely, row),
      findRequest(kysely, row),
      services.telcosOfLinks(),
      documentsOfName(kysely, row),
      selectSiblings(kysely, row),
    ]);
  return {
    ...toRow(row),
    links_telcos: linksTelcos,
    otherwise: otherwiseOf(countryRules.now().of(row.country)),
    reference: row.reference,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    valid_from: row.valid_from?.toISOString() ?? null,
    proposal: toProposal(row, !ownTeam && row.proposer_id !== staff.id),
    moves: ownTeam ? [] : REGISTRATION_MOVES.filter((to) => mayMove(row, to)),
    may_propose: !ownTeam && row.proposal === null && refuseRegister(row) === null,
    own_team: ownTeam,
    owner: owned && { ...owned.owner, checked_by: owned.checkedBy },
    owner_details: owned?.details ?? null,
    other_legal_names: await legalNamesBeside(kysely, owned?.owner ?? null),
    documents,
    siblings,
    may_check: !ownTeam && owned !== null && owned.owner.checked_at === null,
    aliases,
    request_id: requestId,
    same_name: same.map(({ sender, ...team }) => ({ team, sender_id: sender })),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}

/**
 * Proposes that a name is registered. Refuses a telco that no link names and the name does not count for yet
 * (1002), and as `proposeRegistration` does. Processes of versions before telcos would send the name over
 * each link, so telcos are refused (1013) while one runs.
 */
export async function propose(
  services: RegistrationServices,
  staff: Staff,
  proposed: Parameters<typeof proposeRegistration>[2],
): Promise<Refusal | null> {
  const { telcos = [] } = proposed;
  const row = await selectRegistration(services.kysely, proposed.id);
  const unknown = await unknownTelcos(services, row, telcos);
  if (unknown !== '') return refuseField('invalidArgument', 'telcos', `No carrier link names ${unknown}.`);
  if (telcos.length > 0 && (await isServed(services.pool, FIRST_WITH_TELCOS)))
    return refuse('conflict', { description: OLDER_RUN });
  return proposeRegistration(services, staff, proposed);
}

/**
 * Confirms a proposal as `confirmRegistration` does. Refuses it (1013) if links no longer name one of its
 * telcos.
 */
export async function confirm(
  services: RegistrationServices,
  staff: Staff,
  asked: { id: string; proposal: string },
): Promise<Refusal | null> {
  const row = await selectRegistration(services.kysely, asked.id);
  const unknown = await unknownTelcos(services, row, row?.proposed_telcos ?? []);
  if (unknown === '') return confirmRegistration(services, staff, asked);
  const description = `Nothing was registered: no carrier link names ${unknown} now. Reject the proposal and make it again.`;
  return refuse('conflict', { description });
}

/** The telcos among these that no link names and the registration does not list, in words; '' for none. */
async function unknownTelcos(
  { telcosOfLinks }: RegistrationServices,
  row: NamedRegistration | undefined,
  telcos: readonly string[],
): Promise<string> {
  if (telcos.length === 0) return '';
  const known = [...(await telcosOfLinks()), ...(row?.telcos ?? [])];
  return telcos.filter((telco) => !known.includes(telco)).join(', ');
}

/** The migration that telcos came with. */
const FIRST_WITH_TELCOS = 116;
const OLDER_RUN =
  'Processes of an older version are still running and would send the name over the links of all telcos. Nothing was proposed. Upgrade them, then propose again.';

/**
 * Begins with the registration of an approved name, unless that is done; returns it. Refusals: 1001, 1002 for
 * a country or network without a register, 1012, 1013.
 */
export async function beginRegistration(
  services: RegistrationServices,
  staff: Staff,
  { requestId, country, network }: { requestId: string; country: string; network: string },
): Promise<RegistrationCase | Refusal> {
  const { kysely } = services;
  const request = await selectSenderCase(kysely, requestId);
  if (!request) return refuse('notFound');
  const { team_id: teamId, project_id: projectId, sender, status } = request;
  const registering = services.countryRules.now().registering.find((one) => one.country === country);
  if (!registering) return refuseField('invalidArgument', 'country', 'This country registers no names.');
  const networks = networksOf(registering);
  if (!networks.includes(network)) return refuseField('invalidArgument', 'network', whichOf(networks));
  if (status !== 'APPROVED') return refuse('conflict', { description: 'Approve the sender id first.' });
  const name = { teamId, projectId, sender, country, network };
  const begun = await transaction(kysely, (trx) => begin(trx, staff, name));
  return isRefusal(begun) ? begun : registrationCase(services, staff, begun);
}

const whichOf = (networks: readonly string[]) =>
  networks.includes(EVERY_NETWORK)
    ? 'This country has one register for all its networks: leave the network out.'
    : `Each network of this country has its own register. Give one of these: ${networks.join(', ')}.`;

async function begin(
  trx: Database,
  staff: Staff,
  name: Parameters<typeof startRegistration>[2],
): Promise<string | Refusal> {
  const own = await refuseOwnTeam(trx, name.teamId, staff.email);
  if (own) return own;
  return (await startRegistration(trx, staff, name, 'Begun by staff.')) ?? refuse('notFound');
}

function toRow(row: NamedRegistration): RegistrationRow {
  return {
    id: row.id,
    sender_id: row.sender,
    team: { id: row.team_id, name: row.team_name },
    project: { id: row.project_id, name: row.project_name },
    updated_at: row.updated_at.toISOString(),
    proposed: row.proposal !== null,
    ...toRegistration(row),
  };
}

function toProposal(row: NamedRegistration, mayDecide: boolean): RegistrationCase['proposal'] {
  if (row.proposal === null) return null;
  return {
    id: row.proposal,
    reference: row.proposed_reference!,
    expires_at: row.proposed_until?.toISOString() ?? null,
    telcos: row.proposed_telcos ?? [],
    reason: row.proposal_reason!,
    by: row.proposer!,
    at: row.proposed_at!.toISOString(),
    may_decide: mayDecide,
  };
}
