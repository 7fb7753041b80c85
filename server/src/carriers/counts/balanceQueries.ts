// SQL of the balances of links at their carriers.
import type { ClientBase, Pool } from 'pg';
import { prepared, unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

// By the primary key. The row changes once in `everyMs`, so one process asks.
const CLAIM_BALANCE = prepared('claim-link-balance')`
  insert into link_balances as b (link_id, below, asked_at) values (${'linkId'}, ${'below'}::numeric, now())
    on conflict (link_id) do update set below = excluded.below, asked_at = now()
      where b.asked_at <= now() - make_interval(secs => ${'everyMs'}::integer / 1000.0) or b.below is distinct from excluded.below`;

/**
 * Lets one process ask about a link. False if one has asked within `everyMs`, unless the limit `below` which
 * staff are warned has changed since.
 */
export async function claimBalance(
  pool: Pool,
  asked: { linkId: string; below: number | null; everyMs: number },
): Promise<boolean> {
  return (await CLAIM_BALANCE.run(pool, asked)).rowCount === 1;
}

/** A carrier's answer: the amount as the carrier writes it, or why there is none. */
export type BalanceRead = { amount: string; currency: string | null } | { fault: string };

// By the primary key. The last known balance stays if the carrier gave none.
const STORE_BALANCE = prepared('store-link-balance')`
  update link_balances set fault = ${'fault'}, amount = coalesce(${'amount'}::numeric, amount),
      currency = case when ${'amount'}::numeric is null then currency else ${'currency'} end,
      at = case when ${'amount'}::numeric is null then at else now() end
    where link_id = ${'linkId'}`;

/** Stores what a carrier answered. */
export async function storeBalance(pool: Pool, linkId: string, read: BalanceRead): Promise<void> {
  await STORE_BALANCE.run(pool, { linkId, fault: null, amount: null, currency: null, ...read });
}

export type Balance = {
  link_id: string;
  at: Date | null;
  amount: string | null;
  currency: string | null;
  fault: string | null;
  below: string | null;
  is_low: boolean;
};

// Reads a small table as a whole.
const SELECT_BALANCES = unprepared<Balance>('select-link-balances')`
  select link_id, at, trim_scale(amount)::text as amount, currency, fault, trim_scale(below)::text as below,
    coalesce(amount < below, false) as is_low
    from link_balances`;

/** The balance of each link whose carrier was asked. */
export async function selectBalances(db: Database): Promise<Balance[]> {
  return (await SELECT_BALANCES.run(db)).rows;
}

// By ctid, so that the delete touches the rows that were picked and locked.
const PURGE_BALANCES = unprepared('purge-link-balances')`
  delete from link_balances where ctid = any(array(select ctid from link_balances
    where asked_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0) limit ${'limit'} for update skip locked))`;

/** Deletes the balances of links that were removed more than `keptMs` ago; returns how many. */
export async function purgeBalances(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  return (await PURGE_BALANCES.run(client, { keptMs, limit })).rowCount ?? 0;
}
