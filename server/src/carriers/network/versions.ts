// Versions of the network: staff propose a change, and a second person approves it. Each change is a new
// version of the whole document.
import type { NetworkAnswer, NetworkDocument, NetworkVersion } from '@godwit/contract/staff/network';
import type { Actor, AuditAction } from '../../audit/record.ts';
import type { Rows } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import {
  approveVersion,
  findProposals,
  findVersions,
  staleBase,
  storeVersion,
  undoes,
  type Versioned,
  type VersionRow,
  versionAnswer,
  withdrawVersion,
} from '../../versions/decide.ts';
import { differenceOf } from './difference.ts';
import { NetworkError, networkOf, openSecrets, type Stored, sealSecrets, takeSecrets } from './document.ts';
import { selectCurrent, selectWhole, type WholeRow } from './queries.ts';

/** The network as a document of versions. */
export const NETWORK: Versioned = {
  table: 'network_versions',
  topic: 'network',
  version: 'Version',
  whole: 'network',
  verb: { approve: 'approve', approved: 'approved' },
  actions: { approved: 'NETWORK_APPROVED', withdrawn: 'NETWORK_WITHDRAWN' },
};

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

const OF_FILE =
  'CARRIERS_FILE has the network, so it cannot be changed here. Edit that file, or unset CARRIERS_FILE.';

/** Refuses changes (1013) while a file has the network. */
const refuseOfFile = ({ settings }: Pick<Services, 'settings'>): Refusal | null =>
  settings.carriersFile === null ? null : refuse('conflict', { description: OF_FILE });

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
  if ((before?.number ?? null) !== change.base) return staleBase(NETWORK, before?.number ?? null);
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
  return storeVersion(kysely, NETWORK, by, {
    state,
    base,
    reason,
    action,
    body: stored.body,
    sealed,
    changes,
  });
}

/**
 * Makes a proposal the current version. Refuses with 1001; with 1012 for its author; with 1013 if it is no
 * proposal any more, another version is current than the one it changes, or a file has the network.
 */
export async function approveNetwork(services: Parts, by: Staff, number: number): Promise<null | Refusal> {
  const whyNot = async () => whyUnusable(services, (await selectWhole(services.kysely, number))!);
  return (
    refuseOfFile(services) ?? approveVersion(services.kysely, NETWORK, by, { number, reason: null, whyNot })
  );
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

/** Withdraws a proposal. Refuses with 1001, or with 1013 if it is none any more. */
export async function withdrawNetwork(
  services: Parts,
  by: Staff,
  decision: { number: number; reason: string },
): Promise<null | Refusal> {
  return refuseOfFile(services) ?? withdrawVersion(services.kysely, NETWORK, by, decision);
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
    selectWhole(services.kysely, number),
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

/** A page of all versions, newest first. */
export async function readVersions(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  page: Rows,
): Promise<{ results: NetworkVersion[]; total: number }> {
  const [{ rows, total }, current] = await Promise.all([
    findVersions(kysely, NETWORK, page),
    selectCurrent(kysely),
  ]);
  return { results: rows.map((row) => toVersion(row, staff, current)), total };
}

/** One version with its document, without secrets. */
export async function readVersion(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  number: number,
): Promise<(NetworkVersion & { document: NetworkDocument }) | Refusal> {
  const [row, current] = await Promise.all([selectWhole(kysely, number), selectCurrent(kysely)]);
  return row ? { ...toVersion(row, staff, current), document: row.body } : refuse('notFound');
}

/** The proposals as `staff` may decide them. */
export async function readProposals(
  db: Database,
  staff: Staff,
  current: VersionRow | undefined,
): Promise<NetworkAnswer['proposals']> {
  return (await findProposals(db, NETWORK)).map((row) => toVersion(row, staff, current));
}

/** A version as `staff` see it. */
export function toVersion(row: VersionRow, staff: Staff, current: VersionRow | undefined): NetworkVersion {
  const { mayApprove, ...version } = versionAnswer(row, staff, current);
  return { ...version, changes: row.changes as NetworkVersion['changes'], may_approve: mayApprove };
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
  const row = await (number === null ? selectCurrent(services.kysely) : selectWhole(services.kysely, number));
  return row ? storedOf(services, row) : null;
}
