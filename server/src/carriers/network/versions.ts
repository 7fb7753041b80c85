// Versions of the network: staff propose a change, and a second person approves it. Each change is a new
// version of the whole document.
import type { NetworkAnswer, NetworkDocument, NetworkVersion } from '@godwit/contract/staff/network';
import { type Actor, type AuditAction, recordAudit } from '../../audit/record.ts';
import { signalWithin } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import type { Rows } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { refuseOwnRequest } from '../../secondPerson.ts';
import type { Database, Services } from '../../services.ts';
import { differenceOf } from './difference.ts';
import { NetworkError, networkOf, openSecrets, type Stored, sealSecrets, takeSecrets } from './document.ts';
import {
  decideProposal,
  insertVersion,
  listVersions,
  lockVersions,
  replaceCurrent,
  selectCurrent,
  selectProposals,
  selectVersion,
  type VersionRow,
  type WholeRow,
} from './queries.ts';

/** Signalled after each change of the current version. */
export const NETWORK_TOPIC = 'network';

const MOST_PROPOSALS = 20;

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

const OF_FILE =
  'CARRIERS_FILE has the network, so it cannot be changed here. Edit that file, or unset CARRIERS_FILE.';
const OWN_CHANGE = 'You proposed this change: somebody else has to approve it.';
const TOO_MANY = `There are ${MOST_PROPOSALS} proposals already: approve or withdraw one first.`;

/** Refuses changes (1013) while a file has the network. */
const refuseOfFile = ({ settings }: Pick<Services, 'settings'>): Refusal | null =>
  settings.carriersFile === null ? null : refuse('conflict', { description: OF_FILE });

function staleBase(current: number | null): Refusal {
  const now = current === null ? 'There is no current version' : `Version ${current} is current`;
  return refuse('conflict', {
    description: `${now} now, so this change no longer applies. Load the network again, and repeat your change there.`,
  });
}

/** The document and secrets of a stored version. Throws if this process has another SECRET_KEY. */
export const storedOf = ({ secrets }: Pick<Services, 'secrets'>, { body, sealed }: WholeRow): Stored => ({
  body,
  secrets: openSecrets(secrets, sealed),
});

/** A change of the network: the version that it changes, and the whole document after it. */
export type Change = { base: number | null; document: NetworkDocument; reason: string };

/**
 * Stores a change as a proposal and returns its number. Refuses with 1002 if the document is wrong, and with
 * 1013 if another version than `base` is current, a file has the network, or there are too many proposals.
 */
export async function proposeNetwork(services: Parts, by: Actor, change: Change): Promise<number | Refusal> {
  return storeChange(services, by, { ...change, state: 'PROPOSED', action: 'NETWORK_PROPOSED' });
}

/** Makes a document of the command line current, as an operator may without a second person. */
export async function importNetwork(services: Parts, by: Actor, change: Change): Promise<number | Refusal> {
  return storeChange(services, by, { ...change, state: 'CURRENT', action: 'NETWORK_IMPORTED' });
}

type Storing = { state: 'PROPOSED' | 'CURRENT'; action: AuditAction };

async function storeChange(
  services: Parts,
  by: Actor,
  { document, ...change }: Change & Storing,
): Promise<number | Refusal> {
  const ofFile = refuseOfFile(services);
  if (ofFile) return ofFile;
  const before = await selectCurrent(services.kysely);
  if ((before?.number ?? null) !== change.base) return staleBase(before?.number ?? null);
  try {
    const old = before ? storedOf(services, before) : null;
    const stored = takeSecrets(document, old, new Date());
    networkOf(stored);
    return await store(services, by, { ...change, stored, old });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return refuse('invalidArgument', {
      description: error.message,
      fields: { document: error.message },
    });
  }
}

type Storable = Storing & { base: number | null; reason: string; stored: Stored; old: Stored | null };

/** Stores a version that was checked, if `base` is still the current one. */
async function store(
  { kysely, secrets }: Parts,
  by: Actor,
  { base, reason, stored, old, state, action }: Storable,
): Promise<number | Refusal> {
  const changes = differenceOf(old, stored);
  if (old && changes.length === 0)
    return refuse('invalidArgument', { description: 'Nothing is changed: this is the current network.' });
  const sealed = sealSecrets(secrets, stored.secrets);
  return transaction(kysely, async (trx) => {
    const open = await lockVersions(trx);
    if (open.current !== base) return staleBase(open.current);
    if (state === 'PROPOSED' && open.proposals >= MOST_PROPOSALS)
      return refuse('conflict', { description: TOO_MANY });
    if (state === 'CURRENT') await replaceCurrent(trx);
    const who = { author: by.email, author_id: by.id };
    const version = { state, base, body: stored.body, sealed, changes, reason, ...who };
    const number = await insertVersion(trx, version);
    await recordAudit(trx, by, { action, subject: String(number), detail: { reason, base } });
    await signalWithin(trx, NETWORK_TOPIC);
    return number;
  });
}

/**
 * Makes a proposal the current version. Refuses with 1001; with 1012 for its author; with 1013 if it is no
 * proposal any more, another version is current than the one it changes, or a file has the network.
 */
export async function approveNetwork(services: Parts, by: Staff, number: number): Promise<null | Refusal> {
  const ofFile = refuseOfFile(services);
  if (ofFile) return ofFile;
  const proposal = await selectVersion(services.kysely, number);
  if (!proposal) return refuse('notFound');
  const own = refuseOwnRequest(proposal.author_id, by, OWN_CHANGE);
  if (own) return own;
  const wrong = whyUnusable(services, proposal);
  if (wrong) return wrong;
  return transaction(services.kysely, async (trx) => {
    const { current } = await lockVersions(trx);
    const known = (await selectVersion(trx, number))!;
    if (known.state !== 'PROPOSED') return notProposed(known);
    if (current !== known.base) return staleBase(current);
    await replaceCurrent(trx);
    await decideProposal(trx, number, { state: 'CURRENT', by: by.email, reason: null });
    const detail = { reason: known.reason, base: known.base, author: known.author };
    await recordAudit(trx, by, { action: 'NETWORK_APPROVED', subject: String(number), detail });
    await signalWithin(trx, NETWORK_TOPIC);
    return null;
  });
}

/** A proposal may come from a newer version of the program, or name what this one no longer has. */
function whyUnusable(services: Parts, version: WholeRow): Refusal | null {
  try {
    networkOf(storedOf(services, version));
    return null;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return refuse('conflict', { description: `This version cannot be used. ${error.message}` });
  }
}

function notProposed({ number, state, decided_by }: VersionRow): Refusal {
  const what = state === 'WITHDRAWN' ? 'withdrawn' : 'approved';
  return refuse('conflict', {
    description: `Version ${number} is no proposal any more: ${decided_by ?? 'the command line'} has ${what} it.`,
  });
}

/** Withdraws a proposal. Refuses with 1001, or with 1013 if it is none any more. */
export async function withdrawNetwork(
  services: Parts,
  by: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<null | Refusal> {
  const ofFile = refuseOfFile(services);
  if (ofFile) return ofFile;
  return transaction(services.kysely, async (trx) => {
    const isDone = await decideProposal(trx, number, { state: 'WITHDRAWN', by: by.email, reason });
    if (!isDone) {
      const known = await selectVersion(trx, number);
      return known ? notProposed(known) : refuse('notFound');
    }
    await recordAudit(trx, by, { action: 'NETWORK_WITHDRAWN', subject: String(number), detail: { reason } });
    return null;
  });
}

/**
 * Makes a version with the document and the secrets of an old one. It is current at once if it undoes the
 * last change, because it was in use before; otherwise it is a proposal. Refuses with 1001, or with
 * 1013 if the old one was never current.
 */
export async function putBackNetwork(
  services: Parts,
  by: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<number | Refusal> {
  const ofFile = refuseOfFile(services);
  if (ofFile) return ofFile;
  const [old, current] = await Promise.all([
    selectVersion(services.kysely, number),
    selectCurrent(services.kysely),
  ]);
  if (!old) return refuse('notFound');
  if (old.state !== 'REPLACED' || !current)
    return refuse('conflict', {
      description: 'Only a version that was current before can be restored, so nothing has changed.',
    });
  const wrong = whyUnusable(services, old);
  if (wrong) return wrong;
  const isUndo = undoes(old, current);
  return store(services, by, {
    ...{ base: current.number, reason, stored: storedOf(services, old), old: storedOf(services, current) },
    state: isUndo ? 'CURRENT' : 'PROPOSED',
    action: isUndo ? 'NETWORK_PUT_BACK' : 'NETWORK_PROPOSED',
  });
}

/** Whether restoring a version undoes the last change. */
const undoes = ({ number, state }: VersionRow, current: VersionRow | undefined): boolean =>
  state === 'REPLACED' && current?.base === number;

/** A page of all versions, newest first. */
export async function findVersions(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  page: Rows,
): Promise<{ results: NetworkVersion[]; total: number }> {
  const [{ rows, total }, current] = await Promise.all([listVersions(kysely, page), selectCurrent(kysely)]);
  return { results: rows.map((row) => toVersion(row, staff, current)), total };
}

/** One version with its document, without secrets. */
export async function readVersion(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  number: number,
): Promise<(NetworkVersion & { document: NetworkDocument }) | Refusal> {
  const [row, current] = await Promise.all([selectVersion(kysely, number), selectCurrent(kysely)]);
  return row ? { ...toVersion(row, staff, current), document: row.body } : refuse('notFound');
}

/** The proposals as `staff` may decide them. */
export async function findProposals(
  db: Database,
  staff: Staff,
  current: VersionRow | undefined,
): Promise<NetworkAnswer['proposals']> {
  return (await selectProposals(db, MOST_PROPOSALS)).map((row) => toVersion(row, staff, current));
}

/** A version as `staff` see it. */
export function toVersion(row: VersionRow, staff: Staff, current: VersionRow | undefined): NetworkVersion {
  const isProposed = row.state === 'PROPOSED';
  const isStale = isProposed && row.base !== (current?.number ?? null);
  return {
    number: row.number,
    state: row.state,
    base: row.base,
    changes: row.changes,
    reason: row.reason,
    author: row.author,
    at: row.created_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    is_stale: isStale,
    may_approve: isProposed && !isStale && row.author_id !== staff.id,
    puts_back_alone: undoes(row, current),
  };
}

/** How a document would change the network, and the version that it would change. */
export async function compareNetwork(
  services: Parts,
  document: NetworkDocument,
): Promise<{ base: number | null; changes: NetworkVersion['changes'] } | Refusal> {
  const current = await findCurrent(services);
  const old = current?.stored ?? null;
  try {
    const stored = takeSecrets(document, old, new Date());
    networkOf(stored);
    return { base: current?.number ?? null, changes: differenceOf(old, stored) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return refuse('invalidArgument', { description: error.message });
  }
}

/** The current version with its secrets; null if there is none. */
export async function findCurrent(services: Parts): Promise<{ number: number; stored: Stored } | null> {
  const row = await selectCurrent(services.kysely);
  return row ? { number: row.number, stored: storedOf(services, row) } : null;
}

/** The version of a number, or the current one. Null if there is none. */
export async function findStored(services: Parts, number: number | null): Promise<Stored | null> {
  const row = await (number === null
    ? selectCurrent(services.kysely)
    : selectVersion(services.kysely, number));
  return row ? storedOf(services, row) : null;
}
