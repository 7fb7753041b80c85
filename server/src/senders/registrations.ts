// Registrations of sender ids in the registers of countries. Two persons decide that a name is registered,
// and one may take it away. Dispatch reads the table, so each change counts at once.
import type { Lack } from '@godwit/contract/owners';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import type { RegistrationState } from '@godwit/contract/senders';
import type { RegistrationMove } from '@godwit/contract/staff/registrations';
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts';
import { SETTINGS_TOPIC, signalWithin } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import type { Staff } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { decisionTopic } from '../live/changes.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import { refuseOwnRequest } from '../secondPerson.ts';
import type { Database, Services } from '../services.ts';
import { refuseOwnTeam } from '../team/decisions.ts';
import { giveOwner, hasOtherOwner, noteChecked, ownerOfName } from './ownerQueries.ts';
import { mailRefused, mailRegistered, mailUnregistered } from './registrationMails.ts';
import {
  findRegistration,
  type InRegister,
  insertEvent,
  insertRegistration,
  isOver,
  lockRegistration,
  lockRegistrationsOf,
  NO_PROPOSAL,
  NOW,
  type RegistrationRecord,
  updateRegistration,
} from './registrationQueries.ts';

export { documentsOfName, type NameDocument } from './evidenceQueries.ts';
export { aliasesOf, findRequest, ownerOfName } from './ownerQueries.ts';
export { countWaiting, type PackedRegistration, type PackFor, packRegistrations } from './packQueries.ts';
export {
  countOurTurn,
  listRegistrations,
  type NamedRegistration,
  selectEvents,
  selectRegistration,
  selectSameName,
  selectSiblings,
} from './registrationQueries.ts';

/** The states from which one person may set a state. REGISTERED is not among them: it needs two. */
const MOVES: Readonly<Record<RegistrationMove, readonly RegistrationState[]>> = {
  DRAFT: ['REFUSED', 'EXPIRED', 'WITHDRAWN'],
  SUBMITTED: ['DRAFT'],
  REFUSED: ['SUBMITTED'],
  WITHDRAWN: ['DRAFT', 'SUBMITTED', 'REGISTERED', 'REFUSED', 'EXPIRED'],
};

/** Whether a registration may get a state now: a register takes only a name whose owner is known. */
export const mayMove = (
  { state, lacks }: Pick<RegistrationRecord, 'state' | 'lacks'>,
  to: RegistrationMove,
) => MOVES[to].includes(state) && (to !== 'SUBMITTED' || lacks === null);

/** The refusal (1013) of a move that is not possible now. */
export function refuseMove(row: RegistrationRecord, to: RegistrationMove): Refusal | null {
  if (mayMove(row, to)) return null;
  const lacks = MOVES[to].includes(row.state) ? row.lacks : null;
  return lacks === null ? refuseState(row, to) : refuse('conflict', { description: LACKING[lacks] });
}

/** The states in which a name can be registered, or its registration renewed. */
const PROPOSABLE: readonly RegistrationState[] = ['SUBMITTED', 'REGISTERED', 'EXPIRED'];

/**
 * The refusal (1013) to register a name now, or to renew its registration: its state, or an owner who is not
 * known. A name that was registered without an owner stays registered until its end.
 */
export function refuseRegister(row: Pick<RegistrationRecord, 'state' | 'lacks'>): Refusal | null {
  if (!PROPOSABLE.includes(row.state)) return refuseState(row, 'REGISTERED');
  return row.lacks === null ? null : refuse('conflict', { description: LACKING[row.lacks] });
}

const OWN_PROPOSAL = 'You proposed this registration: somebody else has to confirm it.';
const GONE =
  'This proposal is no longer open, so nothing was registered. Load the registration again and read what is proposed now.';
const PROPOSER_IN_TEAM =
  'The person who proposed this is in the team now, so nothing was registered. Reject the proposal, and let somebody else propose.';
const NOT_CHECKED =
  'Nothing was noted: this name has no owner, or somebody has looked it up already. Load the registration again.';
const PROPOSED_ALREADY = 'A proposal is open already. Confirm or reject it first.';
const LACKING: Record<Lack, string> = {
  ABN: 'Nothing was noted: the register takes a name only from a business with an ABN, and the owner of this one has named none. Ask for a new request with it.',
  EVIDENCE:
    'Nothing was noted: a document for this name has expired. The owner has to request the name again with a newer one. Then enter its dates.',
  CHECK: 'Nothing was noted: look up the owner of the name in the register of businesses first.',
};
const PAST_END = 'The last day is over already. Give a day from today on.';

type Parts = Pick<Services, 'kysely' | 'settings' | 'countryRules'>;

/**
 * Begins with the registration of a sender id. Returns its id, also if it has one already; null if the
 * project has no such sender id.
 */
export async function startRegistration(
  trx: Database,
  by: Actor,
  name: InRegister,
  reason: string,
): Promise<string | null> {
  const id = await insertRegistration(trx, name);
  if (id === undefined) return reopen(trx, by, await findRegistration(trx, name), reason);
  const { teamId: team_id, sender, country, network } = name;
  const row = { id, team_id, sender, country, network, state: null };
  await recordMove(trx, by, row, { to: 'DRAFT', reason });
  return id;
}

/** Returns the registration that there is already. One that was refused starts over. */
async function reopen(
  trx: Database,
  by: Actor,
  id: string | undefined,
  reason: string,
): Promise<string | null> {
  const row = id === undefined ? undefined : await lockRegistration(trx, id);
  if (row?.state === 'REFUSED') await startOver(trx, by, row, reason);
  return id ?? null;
}

/** Makes a locked registration a draft again, without its proposal. */
async function startOver(trx: Database, by: Actor, row: RegistrationRecord, reason: string): Promise<void> {
  const to = 'DRAFT';
  await updateRegistration(trx, row.id, {
    ...{ state: to, refusal: null, ...NO_PROPOSAL },
    ...datesOf(to, reason),
  });
  await recordMove(trx, by, row, { to, reason });
}

const OWNER_CHANGED =
  'Another business owns the name now, and the register has not accepted it for that business yet.';

/**
 * Gives a name the owner of its approved request. If another business owned the name until now, its
 * registrations start over, because no register has accepted the name for the new one.
 */
export async function changeOwner(
  trx: Database,
  services: Pick<Parts, 'settings' | 'countryRules'>,
  by: Actor,
  { requestId, ...name }: Omit<InRegister, 'country' | 'network'> & { requestId: string },
): Promise<void> {
  // Locks registrations before the business, in the same order as a look-up, which avoids a deadlock.
  const rows = await lockRegistrationsOf(trx, name);
  const isOther = await hasOtherOwner(trx, { teamId: name.teamId, requestId });
  await giveOwner(trx, { teamId: name.teamId, requestId });
  if (!isOther) return;
  for (const row of rows.filter(({ state }) => PROPOSABLE.includes(state))) {
    await startOver(trx, by, row, OWNER_CHANGED);
    if (row.state === 'REGISTERED') await mailUnregistered(trx, services, row, OWNER_CHANGED);
  }
}

/**
 * Sets a state that one person may set. Refusals: 1001, 1012 for members of the team, 1013. A name whose
 * owner has no ABN, or has not been looked up, cannot be handed in (1013).
 */
export function moveRegistration(
  services: Parts,
  by: Staff,
  { id, to, reason }: { id: string; to: RegistrationMove; reason: string },
): Promise<Refusal | null> {
  return change(services.kysely, { id, by }, async (trx, row) => {
    const refused = refuseMove(row, to);
    if (refused) return refused;
    await updateRegistration(trx, id, { state: to, refusal: null, ...NO_PROPOSAL, ...datesOf(to, reason) });
    await recordMove(trx, by, row, { to, reason });
    if (to === 'REFUSED') await mailRefused(trx, services, row, reason);
    // Before, recipients saw "Unverified" already.
    if (row.state === 'REGISTERED') await mailUnregistered(trx, services, row, reason);
    return null;
  });
}

/** The columns that a state fills. A draft starts over; its events keep what was before. */
function datesOf(to: RegistrationMove, reason: string) {
  switch (to) {
    case 'DRAFT':
      return {
        ...{ submitted_at: null, decided_at: null, valid_from: null, expires_at: null },
        ...{ reference: null, telcos: null },
      };
    case 'SUBMITTED':
      return { submitted_at: NOW, confirm_day: null };
    case 'REFUSED':
      return { decided_at: NOW, refusal: reason };
    case 'WITHDRAWN':
      return { decided_at: NOW };
  }
}

/**
 * Proposes that a name is registered, or registered for longer. It counts for nothing until a second person
 * confirms it. `expiresOn`: the last day in UTC. `telcos`: those whose links show the name, empty for all;
 * those of now if left out. Refusals: 1001, 1002 for a day that is over, 1012, 1013, also if the owner is not
 * known.
 */
export function proposeRegistration(
  { kysely }: Parts,
  by: Staff,
  proposed: {
    id: string;
    reference: string;
    expiresOn: string | null;
    telcos?: readonly string[] | undefined;
    reason: string;
  },
): Promise<Refusal | null> {
  const { id, reference, expiresOn, reason } = proposed;
  const until = expiresOn === null ? null : endOf(expiresOn);
  return change(kysely, { id, by }, async (trx, row) => {
    const refused = refuseRegister(row);
    if (refused) return refused;
    if (row.proposal !== null) return refuse('conflict', { description: PROPOSED_ALREADY });
    if (await isOver(trx, until)) return refuseField('invalidArgument', 'expires_on', PAST_END);
    const telcos = proposed.telcos ?? row.telcos ?? [];
    await updateRegistration(trx, id, {
      ...{ proposal: newId(), proposed_reference: reference, proposed_until: until },
      proposed_telcos: telcos.length > 0 ? [...telcos] : null,
      ...{ proposal_reason: reason, proposer_id: by.id, proposer: by.email, proposed_at: NOW },
    });
    await insertEvent(trx, eventOf(row, by), {
      ...{ kind: 'PROPOSED', from: row.state, to: 'REGISTERED' },
      reason: withReference(reference, telcos, reason),
    });
    const detail = { reference, until: expiresOn, telcos: telcos.join(', '), reason };
    await note(trx, by, row, { action: 'SENDER_REGISTRATION_PROPOSED', detail });
    return null;
  });
}

const DAY_MS = 86_400_000;
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
const withReference = (reference: string, telcos: readonly string[], reason: string) =>
  `${[reference, ...telcos].join(', ')}: ${reason}`;

/**
 * Confirms the proposal of a colleague: the name is registered from now on. Refusals: 1001, 1012 for the
 * person who proposed it and for members of the team, 1013 if this proposal is no longer open, or the owner
 * is not known now.
 */
export function confirmRegistration(
  services: Parts,
  by: Staff,
  { id, proposal }: { id: string; proposal: string },
): Promise<Refusal | null> {
  return change(services.kysely, { id, by }, async (trx, row) => {
    const own = refuseOwnRequest(row.proposer_id, by, OWN_PROPOSAL);
    if (own) return own;
    if (row.proposal !== proposal) return refuse('conflict', { description: GONE });
    if (await refuseOwnTeam(trx, row.team_id, row.proposer!))
      return refuse('conflict', { description: PROPOSER_IN_TEAM });
    const refused = refuseRegister(row);
    if (refused) return refused;
    const { proposed_reference: reference, proposed_until: until, proposed_telcos: telcos } = row;
    if (await isOver(trx, until)) return refuse('conflict', { description: PAST_END });
    await updateRegistration(trx, id, registered(row));
    await recordMove(trx, by, row, {
      to: 'REGISTERED',
      reason: `${withReference(reference!, telcos ?? [], row.proposal_reason!)}. Proposed by ${row.proposer}.`,
    });
    await mailRegistered(trx, services, row, until);
    return null;
  });
}

/** A renewal keeps its beginning, so the name is registered without a gap. */
function registered({ state, valid_from, proposed_telcos, ...row }: RegistrationRecord) {
  return {
    ...{ state: 'REGISTERED', reference: row.proposed_reference, expires_at: row.proposed_until },
    telcos: proposed_telcos,
    ...{ valid_from: state === 'REGISTERED' ? valid_from : NOW, decided_at: NOW, reminded_days: null },
    ...NO_PROPOSAL,
  };
}

/** Turns a proposal down, or takes one's own back. Refusals: 1001, 1012 for members of the team, 1013. */
export function rejectRegistration(
  { kysely }: Parts,
  by: Staff,
  { id, proposal, reason }: { id: string; proposal: string; reason: string },
): Promise<Refusal | null> {
  return change(kysely, { id, by }, async (trx, row) => {
    if (row.proposal !== proposal) return refuse('conflict', { description: GONE });
    await updateRegistration(trx, id, NO_PROPOSAL);
    await insertEvent(trx, eventOf(row, by), { kind: 'REJECTED', from: row.state, to: row.state, reason });
    await note(trx, by, row, { action: 'SENDER_REGISTRATION_REJECTED', detail: { reason } });
    return null;
  });
}

/**
 * Notes that a member of staff found the owner of a name in the register of businesses. Refusals: 1001, 1012
 * for members of the team, 1013 without an owner, or if it was noted before.
 */
export function checkOwner(
  { kysely }: Parts,
  by: Staff,
  { id, reason }: { id: string; reason: string },
): Promise<Refusal | null> {
  return change(kysely, { id, by }, async (trx, row) => {
    const owned = await ownerOfName(trx, row);
    const checking = { teamId: row.team_id, entityId: owned?.entityId ?? '', by: by.email };
    if (!owned || !(await noteChecked(trx, checking)))
      return refuse('conflict', { description: NOT_CHECKED });
    const { scheme, number, legal_name: legalName } = owned.owner;
    const detail = { scheme, number, legal_name: legalName, reason };
    await note(trx, by, row, { action: 'SENDER_OWNER_CHECKED', detail });
    return null;
  });
}

/** Locks a registration, and refuses members of its team. A refusal leaves nothing. */
function change(
  kysely: Database,
  { id, by }: { id: string; by: Staff },
  work: (trx: Database, row: RegistrationRecord) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  return transaction(kysely, async (trx) => {
    const row = await lockRegistration(trx, id);
    if (!row) return refuse('notFound');
    return (await refuseOwnTeam(trx, row.team_id, by.email)) ?? (await work(trx, row));
  });
}

type Named = Pick<RegistrationRecord, 'id' | 'team_id' | 'sender' | 'country' | 'network'>;

const eventOf = ({ id, team_id: teamId }: Named, by: Actor) => ({ id, teamId, by });

/** Records a new state: as an event, in the audit log, and for the pages and caches that show it. */
export async function recordMove(
  trx: Database,
  by: Actor,
  row: Named & { state: RegistrationState | null },
  { to, reason }: { to: RegistrationState; reason: string },
): Promise<void> {
  await insertEvent(trx, eventOf(row, by), { kind: 'STATE', from: row.state, to, reason });
  await note(trx, by, row, { action: 'SENDER_REGISTRATION', detail: { state: to, reason } });
}

async function note(
  trx: Database,
  by: Actor,
  { id, team_id: teamId, sender, country, network }: Named,
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
): Promise<void> {
  await recordAudit(trx, by, {
    action,
    teamId,
    subject: id,
    detail: { sender, country, ...(network === EVERY_NETWORK ? {} : { network }), ...detail },
  });
  await signalWithin(trx, decisionTopic(teamId));
  await signalWithin(trx, SETTINGS_TOPIC);
}

/** The refusal (1013) of a state that cannot follow the present one. */
function refuseState({ state }: Pick<RegistrationRecord, 'state'>, to: RegistrationState): Refusal {
  return refuse('conflict', {
    description: `The registration is ${state}, so it cannot become ${to}. Load it again to see what changed.`,
  });
}
