// SQL of adjustments that staff ask for, and of a team's ledger as they read it.
import { type Insertable, sql } from 'kysely';
import type { AdjustmentStatus, Adjustments, LedgerKind } from '../db/types.ts';
import type { Database } from '../services.ts';

/** Which adjustments; null for those of every team. */
export type AdjustmentFilter = { status: AdjustmentStatus; teamId: string | null };

/** An adjustment; `is_own_team`: the person with `email` is in the team. */
export function selectAdjustment(db: Database, id: string, email: string) {
  return adjustments(db, email).where('a.id', '=', id).executeTakeFirst();
}

/** Pending ones as they were asked for, others by the latest decision; with how many there are. */
export async function listAdjustments(
  db: Database,
  { status, teamId }: AdjustmentFilter,
  { email, offset, limit }: { email: string; offset: number; limit: number },
) {
  const order = status === 'PENDING' ? sql`a.asked_at` : sql`coalesce(a.decided_at, a.asked_at) desc`;
  const [rows, total] = await Promise.all([
    adjustments(db, email)
      .where(isWanted({ status, teamId }))
      .orderBy(sql`${order}, a.id`)
      .offset(offset)
      .limit(limit)
      .execute(),
    countAdjustments(db, { status, teamId }),
  ]);
  return { rows, total };
}

const isWanted = ({ status, teamId }: AdjustmentFilter) =>
  sql<boolean>`a.status = ${status} and (${teamId}::uuid is null or a.team_id = ${teamId})`;

async function countAdjustments(db: Database, filter: AdjustmentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from adjustments a where ${isWanted(filter)}`.execute(db);
  return rows[0]!.count;
}

/** How many adjustments wait for a second person. */
export function countPendingAdjustments(db: Database): Promise<number> {
  return countAdjustments(db, { status: 'PENDING', teamId: null });
}

/**
 * The sum that a member of staff has added to a team, by adjustments and transfers, and taken from it alone
 * within a day, in micro-units. All of it counts alike.
 */
export async function sumPostedAlone(
  db: Database,
  { teamId, staffId }: { teamId: string; staffId: string },
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from (
      select abs(amount_micros) as amount from adjustments
      where team_id = ${teamId} and asked_by = ${staffId} and status = 'POSTED' and decided_by is null
        and asked_at > now() - interval '24 hours'
      union all
      select p.amount_micros from bank_slips s join payments p on p.team_id = s.team_id and p.id = s.payment_id
      where s.team_id = ${teamId} and s.decided_by = ${staffId} and s.asked_by is null and s.open
        and p.status = 'SUCCEEDED' and s.decided_at > now() - interval '24 hours') as alone`.execute(db);
  return rows[0]!.sum;
}

export async function insertAdjustment(db: Database, adjustment: Insertable<Adjustments>): Promise<void> {
  await db.insertInto('adjustments').values(adjustment).execute();
}

/** Locks an adjustment, so that of two decisions at once the second sees the first. */
export function lockAdjustment(db: Database, id: string) {
  return db.selectFrom('adjustments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateDecided(
  db: Database,
  { team_id, id }: { team_id: string; id: string },
  { status, staffId, reason }: { status: AdjustmentStatus; staffId: string; reason: string | null },
): Promise<void> {
  await db
    .updateTable('adjustments')
    .set({ status, decided_by: staffId, decided_at: sql`now()`, decision_reason: reason })
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .execute();
}

/**
 * A page of a team's ledger, the newest first, with how many entries there are, counted no further than
 * `most`.
 */
export async function listLedger(
  db: Database,
  { teamId, kind }: { teamId: string; kind: LedgerKind | null },
  { offset, limit, most }: { offset: number; limit: number; most: number },
) {
  const entries = db
    .selectFrom('ledger_entries as e')
    .where('e.team_id', '=', teamId)
    .$if(kind !== null, (query) => query.where('e.kind', '=', kind as LedgerKind));
  const [rows, count] = await Promise.all([
    entries
      .leftJoin('projects as p', (join) =>
        join.onRef('p.team_id', '=', 'e.team_id').onRef('p.id', '=', 'e.project_id'),
      )
      .select(['e.id', 'e.created_at', 'e.kind', 'e.amount_micros', 'e.reason', 'e.project_id', 'e.day'])
      .select('p.name as project_name')
      .orderBy('e.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom(entries.select('e.id').limit(most).as('counted'))
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.total) };
}

/** The refund to the balance for a message, in micro-units, and its time. */
export function refundOf(db: Database, teamId: string, messageId: string) {
  return db
    .selectFrom('ledger_entries')
    .select(['created_at as at', 'amount_micros as amountMicros'])
    .where('team_id', '=', teamId)
    .where('business_key', '=', `refund:${messageId}`)
    .executeTakeFirst();
}

function adjustments(db: Database, email: string) {
  const isOwnTeam = sql<boolean>`exists (select from team_members m join users u on u.id = m.user_id
    where m.team_id = a.team_id and u.email = ${email})`;
  return db
    .selectFrom('adjustments as a')
    .innerJoin('teams as t', 't.id', 'a.team_id')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .innerJoin('staff as asker', 'asker.id', 'a.asked_by')
    .leftJoin('staff as decider', 'decider.id', 'a.decided_by')
    .select(['a.id', 'a.status', 'a.team_id', 'a.amount_micros', 'a.reason', 'a.asked_at', 'a.decided_at'])
    .select(['t.name as team_name', 'r.currency', 'a.asked_by as asked_by_id', 'asker.email as asked_by'])
    .select(['decider.email as decided_by', 'a.decision_reason', isOwnTeam.as('is_own_team')]);
}
