// Staff credits and adjustments: posted at once up to a limit; above it a second person confirms.

import type { Adjustment } from '@godwit/contract/staff/teams';
import { recordAudit } from '../audit/record.ts';
import { kyselyWithin } from '../db/kysely.ts';
import { transaction } from '../db/transaction.ts';
import type { Staff } from '../identity/sessions.ts';
import { displayMoney, fromMicros, parseSignedAmount } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mayDecideAlone, refuseOwnRequest } from '../secondPerson.ts';
import type { Database, Services } from '../services.ts';
import { decidedAlready, refuseOwnTeam } from '../team/decisions.ts';
import { findTeam } from '../team/find.ts';
import {
  type AdjustmentFilter,
  insertAdjustment,
  listAdjustments,
  lockAdjustment,
  selectAdjustment,
  sumPostedAlone,
  updateDecided,
} from './adjustmentQueries.ts';
import { type BalanceChange, postAdjustment } from './balance.ts';
import { lockBalances } from './queries.ts';

export { countPendingAdjustments, sumPostedAlone } from './adjustmentQueries.ts';

type Parts = Pick<Services, 'pool' | 'kysely' | 'settings'>;
type AdjustmentRow = NonNullable<Awaited<ReturnType<typeof selectAdjustment>>>;

const KEY_USED = 'This form was already used for another adjustment, so nothing was posted. Open it again.';

/** An adjustment request: `amount` as typed; `key` is the same for each submit of one form. */
export type Asked = { teamId: string; amount: string; reason: string; key: string };

/**
 * Adds an amount to a team's balance, or subtracts it. Above what the person may adjust alone within a day
 * (ADJUST_ALONE) it waits for a second one. A key that was used before returns what it made. Refusals: 1001;
 * 1002 for an amount that is none or more than there is; 1012 for one's own team; 1013 for a key that made
 * something else.
 */
export async function askAdjustment(
  { pool, kysely, settings }: Parts,
  staff: Staff,
  { teamId, amount, reason, key }: Asked,
): Promise<Adjustment | Refusal> {
  const id = key.toLowerCase();
  const team = await findTeam(kysely, teamId);
  if (!team) return refuse('notFound');
  const amountMicros = parseSignedAmount(amount);
  if (!amountMicros) return refuseAmount('Give an amount other than zero, such as 500 or -12.50.');
  const refused = await transaction(pool, async (client) => {
    const trx = kyselyWithin(client);
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    // Serialises adjustments of a team: the total adjusted alone must not change until this one is stored.
    const [balance] = await lockBalances(client, [teamId]);
    const known = await selectAdjustment(trx, id, staff.email);
    if (known)
      return isSame(known, staff, { teamId, amountMicros, reason })
        ? null
        : refuse('conflict', { description: KEY_USED });
    const left = balance?.balanceMicros ?? 0n;
    if (left + amountMicros < 0n) return refuseAmount(`The team has only ${displayMoney(left)}.`);
    const alone = magnitude(amountMicros) + (await sumPostedAlone(trx, { teamId, staffId: staff.id }));
    const isAlone = mayDecideAlone(settings, team.currency, alone);
    await insertAdjustment(trx, {
      id,
      team_id: teamId,
      amount_micros: amountMicros,
      reason,
      asked_by: staff.id,
      status: isAlone ? 'POSTED' : 'PENDING',
    });
    await recordAudit(trx, staff, {
      action: isAlone ? 'ADJUSTMENT_POSTED' : 'ADJUSTMENT_ASKED',
      teamId,
      subject: id,
      detail: { amount: fromMicros(amountMicros), currency: team.currency, reason },
    });
    if (isAlone) await postAdjustment(client, { teamId, id, amountMicros, reason });
    return null;
  });
  return refused ?? show(kysely, staff, id);
}

/**
 * Posts a colleague's request, or rejects it with a reason, and returns the adjustment. 1001; 1012 for the
 * requester and for members of the team; 1013 if it is already decided or the balance is too low.
 */
export async function decideAdjustment(
  { pool, kysely }: Parts,
  staff: Staff,
  { id, reason }: { id: string; reason: string | null },
): Promise<Adjustment | Refusal> {
  const refused = await transaction(pool, async (client) => {
    const trx = kyselyWithin(client);
    const asked = await lockAdjustment(trx, id);
    if (!asked) return refuse('notFound');
    const own =
      refuseOwnRequest(asked.asked_by, staff) ?? (await refuseOwnTeam(trx, asked.team_id, staff.email));
    if (own) return own;
    if (asked.status !== 'PENDING') return refuseDecided((await selectAdjustment(trx, id, staff.email))!);
    const { team_id: teamId, amount_micros: amountMicros } = asked;
    const isDone =
      reason !== null ||
      (await postAdjustment(client, { teamId, id, amountMicros, reason: asked.reason })) !== null;
    if (!isDone)
      return refuse('conflict', {
        description: 'The balance is now lower than this amount, so nothing was posted. Reject it instead.',
      });
    const status = reason === null ? 'POSTED' : 'REJECTED';
    await updateDecided(trx, asked, { status, staffId: staff.id, reason });
    await recordAudit(trx, staff, {
      action: `ADJUSTMENT_${status}`,
      teamId,
      subject: id,
      detail: { amount: fromMicros(amountMicros), reason: reason ?? asked.reason },
    });
    return null;
  });
  return refused ?? show(kysely, staff, id);
}

/** A page of adjustments as `staff` may decide them. */
export async function findAdjustments(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  filter: AdjustmentFilter,
  rows: { offset: number; limit: number },
): Promise<{ results: Adjustment[]; total: number }> {
  const { rows: found, total } = await listAdjustments(kysely, filter, { email: staff.email, ...rows });
  return { results: found.map((row) => toAdjustment(row, staff)), total };
}

async function show(db: Database, staff: Staff, id: string): Promise<Adjustment | Refusal> {
  const row = await selectAdjustment(db, id, staff.email);
  return row ? toAdjustment(row, staff) : refuse('notFound');
}

function toAdjustment(row: AdjustmentRow, staff: Staff): Adjustment {
  return {
    id: row.id,
    status: row.status,
    team: { id: row.team_id, name: row.team_name },
    amount: fromMicros(row.amount_micros),
    currency: row.currency,
    reason: row.reason,
    asked_by: row.asked_by,
    asked_at: row.asked_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    may_decide: row.status === 'PENDING' && row.asked_by_id !== staff.id && !row.is_own_team,
  };
}

/** One that needed no second person was decided by asking. */
function refuseDecided({ status, decided_by, asked_by, decided_at, asked_at }: AdjustmentRow): Refusal {
  return decidedAlready({ status, decider: decided_by ?? asked_by, decided_at: decided_at ?? asked_at });
}

/** Returns whether a key belongs to the same adjustment, sent twice. */
function isSame(
  known: AdjustmentRow,
  staff: Staff,
  { teamId, amountMicros, reason }: Omit<BalanceChange, 'id'>,
): boolean {
  return (
    known.team_id === teamId &&
    known.amount_micros === amountMicros &&
    known.reason === reason &&
    known.asked_by_id === staff.id
  );
}

function magnitude(micros: bigint): bigint {
  return micros < 0n ? -micros : micros;
}

function refuseAmount(description: string): Refusal {
  return refuse('invalidArgument', { description, fields: { amount: description } });
}
