// A team's ledger as staff read it, and the check of all ledgers.
import type { LedgerRow } from '@godwit/contract/staff/teams';
import type { ClientBase } from 'pg';
import type { LedgerKind } from '../db/types.ts';
import { fromMicros } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findTeam } from '../team/find.ts';
import { listLedger } from './adjustmentQueries.ts';
import { type Difference, selectDifferences, takeSnapshot } from './queries.ts';

export { refundOf } from './adjustmentQueries.ts';

/** Pages and counts stop at this many entries: there is one per batch of messages. */
const MAX_COUNTED = 10_000;

/** A page of a team's ledger, of one kind or all, the newest first; 1001 if there is no such team. */
export async function readLedger(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, kind }: { teamId: string; kind: LedgerKind | null },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ results: LedgerRow[]; total: number; more: boolean } | Refusal> {
  if (!(await findTeam(kysely, teamId))) return refuse('notFound');
  const shown = Math.max(0, Math.min(limit, MAX_COUNTED - offset));
  const page = { offset, limit: shown, most: MAX_COUNTED + 1 };
  const { rows, total } = await listLedger(kysely, { teamId, kind }, page);
  return {
    results: rows.map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      kind: row.kind,
      amount: fromMicros(row.amount_micros),
      reason: row.reason,
      project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? '' },
      day: row.day,
    })),
    total: Math.min(total, MAX_COUNTED),
    more: total > MAX_COUNTED,
  };
}

/**
 * Makes the caller's transaction a snapshot, and returns what in it the ledgers do not agree with. Empty
 * when they are right.
 */
export async function wrongEntries(client: ClientBase): Promise<Difference[]> {
  await takeSnapshot(client);
  return selectDifferences(client);
}
