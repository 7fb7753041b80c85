// SQL of revenue: payments by the month in which they succeeded, returns by the month in which they were
// made.
import { sql } from 'kysely';
import type { Database } from '../../services.ts';

export type RevenueSums = {
  month: string;
  region: string;
  currency: string;
  payments: number;
  amount: bigint;
  tax: bigint;
  total: bigint;
  refunded: bigint;
  chargedBack: bigint;
};

/** The sums of the last `months`, by region, without practice payments. */
export async function selectRevenue(db: Database, months: number): Promise<RevenueSums[]> {
  const since = sql`(date_trunc('month', now()) - ${months} * interval '1 month')`;
  const first = sql`to_char((now() at time zone r.timezone) - ${months - 1} * interval '1 month', 'YYYY-MM')`;
  const monthOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone r.timezone, 'YYYY-MM')`;
  const { rows } = await sql<RevenueSums>`
    with moved as (
      select ${monthOf('p.settled_at')} as month, r.id as region, r.currency, 1 as payments, p.amount_micros as amount,
        p.tax_micros as tax, p.total_micros as total, 0::bigint as refunded, 0::bigint as charged_back, ${first} as first
      from payments p join teams t on t.id = p.team_id join regions r on r.id = t.region_id
      where p.status = 'SUCCEEDED' and p.provider <> 'PRACTICE' and p.settled_at >= ${since}
      union all
      select ${monthOf('b.settled_at')}, r.id, r.currency, 0, 0, 0, 0,
        case when b.kind = 'REFUND' then b.total_micros else 0 end, case when b.kind = 'CHARGE_BACK' then b.total_micros else 0 end, ${first}
      from payment_returns b join payments p on p.team_id = b.team_id and p.id = b.payment_id
      join teams t on t.id = b.team_id join regions r on r.id = t.region_id
      where b.status = 'DONE' and b.charge is null and p.provider <> 'PRACTICE' and b.settled_at >= ${since}
    )
    select month, region, currency, sum(payments)::integer as payments, sum(amount)::bigint as amount, sum(tax)::bigint as tax,
      sum(total)::bigint as total, sum(refunded)::bigint as refunded, sum(charged_back)::bigint as "chargedBack"
    from moved where month >= first group by 1, 2, 3 order by month desc, region`.execute(db);
  return rows;
}
