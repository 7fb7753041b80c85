// SQL of monthly statements: sums of the ledger by month. Sums of past months are stored.
import { sql } from 'kysely';
import { columnsOf } from '../../db/columns.ts';
import type { Database } from '../../services.ts';

/** The changes to a balance in a month, in micro-units; an amount that reduces the balance is negative. */
export type MonthSums = {
  month: string;
  top_ups: bigint;
  charges: bigint;
  refunds: bigint;
  adjustments: bigint;
  returned: bigint;
};

/** The stored months up to `last`. */
export function selectMonths(db: Database, teamId: string, last: string): Promise<MonthSums[]> {
  return db
    .selectFrom('ledger_months')
    .select(['month', 'top_ups', 'charges', 'refunds', 'adjustments', 'returned'])
    .where('team_id', '=', teamId)
    .where('month', '<=', last)
    .execute();
}

/** Sums the ledger by month. A month is given by its lowest id and the lowest id after it. */
export async function sumMonths(
  db: Database,
  teamId: string,
  months: readonly { month: string; from: string; before: string }[],
): Promise<MonthSums[]> {
  const [names, from, before] = columnsOf(months, 'month', 'from', 'before');
  const sum = (kinds: string) =>
    sql`coalesce(sum(e.amount_micros) filter (where e.kind in (${sql.raw(kinds)})), 0)::bigint`;
  const { rows } = await sql<MonthSums>`
    select m.month, ${sum(`'TOP_UP'`)} as top_ups, ${sum(`'CHARGE'`)} as charges, ${sum(`'REFUND'`)} as refunds,
      ${sum(`'ADJUSTMENT'`)} as adjustments, ${sum(`'PAYMENT_REFUND', 'CHARGE_BACK'`)} as returned
    from unnest(${names}::text[], ${from}::uuid[], ${before}::uuid[]) as m (month, first, later)
    left join ledger_entries e on e.team_id = ${teamId} and e.id >= m.first and e.id < m.later
    group by m.month`.execute(db);
  return rows;
}

/** Stores past months. Stored months are never changed. */
export async function keepMonths(db: Database, teamId: string, months: readonly MonthSums[]): Promise<void> {
  if (months.length === 0) return;
  await db
    .insertInto('ledger_months')
    .values(months.map((month) => ({ team_id: teamId, ...month })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
