// Documents that two people change: one proposes a version of the whole, and another one makes it current.
import { type Actor, type AuditAction, recordAudit } from '../audit/record.ts';
import { signalWithin } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import type { Rows } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { refuseOwnRequest } from '../secondPerson.ts';
import type { Database } from '../services.ts';
import {
  decideProposal,
  insertVersion,
  listVersions,
  lockVersions,
  type NewVersion,
  replaceCurrent,
  selectProposals,
  selectVersion,
  type VersionRow,
  type VersionTable,
} from './queries.ts';

export { HEAD, type VersionRow } from './queries.ts';

/**
 * A document. `version` and `whole`: its names at the beginning of a sentence and within one. `topic` is
 * signalled after each change. `approved` and `approve`: the words for the decision of the second person.
 */
export type Versioned = {
  table: VersionTable;
  topic: string;
  version: string;
  whole: string;
  verb: { approve: string; approved: string };
  actions: { approved: AuditAction; withdrawn: AuditAction };
};

const MOST_PROPOSALS = 20;

/** Refuses (1013) a change of a version that is no longer current. */
export function staleBase({ version, whole }: Versioned, current: number | null): Refusal {
  const now =
    current === null ? `There is no current ${version.toLowerCase()}` : `${version} ${current} is current`;
  return refuse('conflict', {
    description: `${now} now, so this change no longer applies. Load the ${whole} again, and repeat your change there.`,
  });
}

type Storing = Pick<NewVersion, 'state' | 'base' | 'reason' | 'changes' | 'body' | 'sealed'> & {
  action: AuditAction;
};

/**
 * Stores a version that was checked, and returns its number. Refuses with 1013 if `base` is no longer the
 * current version, or if there are too many proposals.
 */
export function storeVersion(
  kysely: Database,
  kind: Versioned,
  by: Actor,
  { action, ...version }: Storing,
): Promise<number | Refusal> {
  const { table, topic, verb } = kind;
  const { state, base, reason } = version;
  return transaction(kysely, async (trx) => {
    const open = await lockVersions(trx, table);
    if (open.current !== base) return staleBase(kind, open.current);
    if (state === 'PROPOSED' && open.proposals >= MOST_PROPOSALS)
      return refuse('conflict', {
        description: `There are ${MOST_PROPOSALS} proposals already: ${verb.approve} or withdraw one first.`,
      });
    if (state === 'CURRENT') await replaceCurrent(trx, table);
    const number = await insertVersion(trx, table, { ...version, author: by.email, author_id: by.id });
    await recordAudit(trx, by, { action, subject: String(number), detail: { reason, base } });
    await signalWithin(trx, topic);
    return number;
  });
}

/**
 * Makes a proposal the current version. `whyNot` refuses one that cannot be used. Refuses with 1001; with
 * 1012 for its author; with 1013 if it is no proposal any more, or if another version is current than the one
 * it changes.
 */
export async function approveVersion(
  kysely: Database,
  kind: Versioned,
  by: Staff,
  {
    number,
    reason,
    whyNot,
  }: { number: number; reason: string | null; whyNot: (number: number) => Promise<Refusal | null> },
): Promise<null | Refusal> {
  const { table, topic, verb, actions } = kind;
  const proposal = await selectVersion(kysely, table, number);
  if (!proposal) return refuse('notFound');
  const ownChange = `You proposed this change: somebody else has to ${verb.approve} it.`;
  const refused = refuseOwnRequest(proposal.author_id, by, ownChange) ?? (await whyNot(number));
  if (refused) return refused;
  return transaction(kysely, async (trx) => {
    const { current } = await lockVersions(trx, table);
    const known = (await selectVersion(trx, table, number))!;
    if (known.state !== 'PROPOSED') return notProposed(kind, known);
    if (current !== known.base) return staleBase(kind, current);
    await replaceCurrent(trx, table);
    await decideProposal(trx, table, { number, state: 'CURRENT', by: by.email, reason });
    const detail = { reason: known.reason, base: known.base, author: known.author };
    await recordAudit(trx, by, {
      ...{ action: actions.approved, subject: String(number) },
      detail: reason === null ? detail : { ...detail, decision_reason: reason },
    });
    await signalWithin(trx, topic);
    return null;
  });
}

function notProposed({ version, verb }: Versioned, { number, state, decided_by }: VersionRow): Refusal {
  const what = state === 'WITHDRAWN' ? 'withdrawn' : verb.approved;
  return refuse('conflict', {
    description: `${version} ${number} is no proposal any more: ${decided_by ?? 'the command line'} has ${what} it.`,
  });
}

/** Withdraws a proposal. Refuses with 1001, or with 1013 if it is none any more. */
export function withdrawVersion(
  kysely: Database,
  kind: Versioned,
  by: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<null | Refusal> {
  const { table, actions } = kind;
  return transaction(kysely, async (trx) => {
    const isDone = await decideProposal(trx, table, { number, state: 'WITHDRAWN', by: by.email, reason });
    if (!isDone) {
      const known = await selectVersion(trx, table, number);
      return known ? notProposed(kind, known) : refuse('notFound');
    }
    await recordAudit(trx, by, { action: actions.withdrawn, subject: String(number), detail: { reason } });
    return null;
  });
}

type Current = Pick<VersionRow, 'number' | 'base'> | undefined;

/** Whether restoring a version undoes the last change. */
export const undoes = ({ number, state }: Pick<VersionRow, 'number' | 'state'>, current: Current): boolean =>
  state === 'REPLACED' && current?.base === number;

/** A version as `staff` see it, besides its changes. */
export function versionAnswer(row: VersionRow, staff: Staff, current: Current) {
  const isProposed = row.state === 'PROPOSED';
  const isStale = isProposed && row.base !== (current?.number ?? null);
  return {
    number: row.number,
    state: row.state,
    base: row.base,
    reason: row.reason,
    author: row.author,
    at: row.created_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    is_stale: isStale,
    mayApprove: isProposed && !isStale && row.author_id !== staff.id,
    puts_back_alone: undoes(row, current),
  };
}

/** The proposals of a document, oldest first. */
export const findProposals = (db: Database, { table }: Versioned): Promise<VersionRow[]> =>
  selectProposals(db, table, MOST_PROPOSALS);

/** A page of all versions of a document, newest first. */
export const findVersions = (db: Database, { table }: Versioned, page: Rows) => listVersions(db, table, page);
