// SQL of balances, daily spending and the ledger. All amounts are micro-units of the team's currency.

import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { fragment, prepared, raw, unprepared } from '../db/sql.ts';
import { afterCommit } from '../db/transaction.ts';
import type { LedgerKind } from '../db/types.ts';
import { notifyBalances } from '../live/changes.ts';
import { CHOSEN_BIT, LAST_BIT } from './warnedBits.ts';

/**
 * `owedMicros`: what was charged back when the balance had less. `lowMicros`: the team wants a notification
 * below this, null for never; `lowNotified`: it was notified, and the balance has not been above it since.
 */
export type BalanceRow = {
  teamId: string;
  balanceMicros: bigint;
  owedMicros: bigint;
  lowMicros: bigint | null;
  lowNotified: boolean;
};
export type SpendingKey = { teamId: string; projectId: string; day: string };
/** `warned`: the warnings of the limit that were sent, see warnedBits.ts. */
export type SpendingRow = SpendingKey & { spentMicros: bigint; warned: number };
/** The balance of a team, and the amount that one of its projects has spent on a day. */
export type Funds = { balanceMicros: bigint; spentMicros: bigint };
export type LedgerEntry = {
  teamId: string;
  id: string;
  kind: LedgerKind;
  amountMicros: bigint;
  /** Unique in the team. Null for a charge, whose id is its name. */
  businessKey: string | null;
  projectId: string | null;
  day: string | null;
  reason: string | null;
};

// In the order of ids, so that batches never wait in a circle.
const LOCK_BALANCES = prepared<BalanceRow>('lock-balances')`
  select team_id as "teamId", balance_micros as "balanceMicros", owed_micros as "owedMicros",
      low_micros as "lowMicros", low_told as "lowNotified" from balances
    where team_id = any(${'teamIds'}::uuid[]) order by team_id for update`;

/**
 * Locks the balance rows of these teams, always in the order of their ids, so that batches never wait in a
 * circle.
 */
export async function lockBalances(client: ClientBase, teamIds: string[]): Promise<BalanceRow[]> {
  const { rows } = await LOCK_BALANCES.run(client, { teamIds });
  return rows;
}

// The update on conflict changes nothing: it locks the row that is there already.
const LOCK_SPENDING = prepared<SpendingRow>('lock-spending')`
  insert into project_days as d (team_id, project_id, day, spent_micros)
    select team_id, project_id, day, 0
    from unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'day'}::date[]) as key (team_id, project_id, day)
    order by team_id, project_id, day
    on conflict (team_id, project_id, day) do update set spent_micros = d.spent_micros
    returning team_id as "teamId", project_id as "projectId", day, spent_micros as "spentMicros", warned`;

/** Locks the spending rows of these project days, making them where they are new; keys come sorted. */
export async function lockSpending(client: ClientBase, keys: SpendingKey[]): Promise<SpendingRow[]> {
  const { rows } = await LOCK_SPENDING.run(client, listsOf(keys, 'teamId', 'projectId', 'day'));
  return rows;
}

// By the primary key.
const MARK_WARNED = unprepared('mark-warned')`
  update project_days set warned = ${'warned'} where team_id = ${'teamId'} and project_id = ${'projectId'} and day = ${'day'}`;

/** Notes which warnings of a day are sent. */
export async function markWarned(
  client: ClientBase,
  { teamId, projectId, day, warned }: SpendingKey & { warned: number },
): Promise<void> {
  await MARK_WARNED.run(client, { teamId, projectId, day, warned });
}

// Ledger rows, spending and balances change together or not at all.
const POST_ENTRIES = prepared('post-entries')`
  with entry as materialized (
      select * from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'kind'}::ledger_kind[], ${'amountMicros'}::bigint[], ${'businessKey'}::text[], ${'projectId'}::uuid[], ${'day'}::date[], ${'reason'}::text[])
        as entry (team_id, id, kind, amount_micros, business_key, project_id, day, reason)
    ), posted as (
      insert into ledger_entries (team_id, id, kind, amount_micros, business_key, project_id, day, reason)
      select * from entry
    ), spending as (
      update project_days d set spent_micros = d.spent_micros - by_day.amount_micros
      from (select team_id, project_id, day, sum(amount_micros)::bigint as amount_micros
            from entry where project_id is not null group by team_id, project_id, day) as by_day
      where d.team_id = by_day.team_id and d.project_id = by_day.project_id and d.day = by_day.day
    )
    update balances b set balance_micros = b.balance_micros + by_team.amount_micros
    from (select team_id, sum(amount_micros)::bigint as amount_micros from entry group by team_id) as by_team
    where b.team_id = by_team.team_id`;

/**
 * Posts entries: the ledger rows, the balances they change and, for charges and refunds, the day's spending.
 */
export async function postEntries(client: ClientBase, entries: LedgerEntry[]): Promise<void> {
  await POST_ENTRIES.run(client, {
    ...listsOf(entries, 'teamId', 'id', 'kind', 'amountMicros', 'businessKey'),
    ...listsOf(entries, 'projectId', 'day', 'reason'),
  });
  afterCommit(client, () => notifyBalances(entries.map((e) => e.teamId)));
}

/**
 * The total of a project's messages of a day. `chosenAtMicros` and `lastAtMicros`: the day's totals from
 * which each of its warnings is due, null if it has none.
 */
export type Bill = SpendingKey & {
  entryId: string;
  amountMicros: bigint;
  dailyLimitMicros: bigint | null;
  chosenAtMicros: bigint | null;
  lastAtMicros: bigint | null;
};

const [CHOSEN, LAST] = [raw(String(CHOSEN_BIT)), raw(String(LAST_BIT))];

/**
 * Common table expressions with the parameters of `billValues`: they lock what sorted bills are charged to,
 * balances before days as everywhere, and `funds` says whether all of them fit and no warning is due. A day
 * without a row yet does not.
 */
export const LOCK_FUNDS = fragment`bills as materialized (
    select * from unnest(${'billTeamId'}::uuid[], ${'billProjectId'}::uuid[], ${'billDay'}::date[], ${'entryId'}::uuid[],
        ${'amountMicros'}::bigint[], ${'limitMicros'}::bigint[], ${'chosenAtMicros'}::bigint[], ${'lastAtMicros'}::bigint[])
      as bill (team_id, project_id, day, entry_id, amount_micros, limit_micros, chosen_at, last_at)
  ), held_balances as materialized (
    select owner.team_id, owner.amount_micros, b.balance_micros >= owner.amount_micros
        and (b.low_micros is null or b.low_told or b.balance_micros - owner.amount_micros >= b.low_micros) as fits
    from (select team_id, sum(amount_micros)::bigint as amount_micros from bills group by team_id order by team_id) as owner
    cross join lateral (select balance_micros, low_micros, low_told from balances where team_id = owner.team_id for update) as b
  ), days as materialized (
    select bills.*, (limit_micros is null or d.spent_micros + amount_micros <= limit_micros)
        and (chosen_at is null or d.warned & ${CHOSEN} <> 0 or d.spent_micros + amount_micros < chosen_at)
        and (last_at is null or d.warned & ${LAST} <> 0 or d.spent_micros + amount_micros < last_at) as fits
    from bills cross join lateral (
      select spent_micros, warned from project_days as one
      where one.team_id = bills.team_id and one.project_id = bills.project_id and one.day = bills.day for update) as d
    where not exists (select from held_balances where not fits)
  ), funds as materialized (
    select (select count(*) from held_balances where fits) = (select count(distinct team_id) from bills)
      and (select count(*) from days where fits) = (select count(*) from bills) as fits
  )`;

/** More of the same statement: they charge the bills where `verdict` has one row and its `fits` is true. */
export const CHARGE_BILLS = fragment`taken as (
    update balances b set balance_micros = b.balance_micros - held_balances.amount_micros
    from held_balances where b.team_id = held_balances.team_id and (select fits from verdict)
  ), spent as (
    update project_days d set spent_micros = d.spent_micros + days.amount_micros
    from days where d.team_id = days.team_id and d.project_id = days.project_id and d.day = days.day
      and (select fits from verdict)
  ), posted as (
    insert into ledger_entries (team_id, id, kind, amount_micros, project_id, day)
    select team_id, entry_id, 'CHARGE', -amount_micros, project_id, day
    from bills where amount_micros > 0 and (select fits from verdict)
  )`;

/** The values of the parameters of LOCK_FUNDS. */
export function billValues(bills: readonly Bill[]) {
  const {
    teamId: billTeamId,
    projectId: billProjectId,
    day: billDay,
  } = listsOf(bills, 'teamId', 'projectId', 'day');
  const { dailyLimitMicros: limitMicros } = listsOf(bills, 'dailyLimitMicros');
  const amounts = listsOf(bills, 'entryId', 'amountMicros', 'chosenAtMicros', 'lastAtMicros');
  return { billTeamId, billProjectId, billDay, limitMicros, ...amounts };
}

// By the primary key.
const UPDATE_OWED = unprepared('update-owed')`
  update balances set owed_micros = ${'owedMicros'} where team_id = ${'teamId'}`;

/** Notes what a team owes; its balance is locked. */
export async function updateOwed(client: ClientBase, teamId: string, owedMicros: bigint): Promise<void> {
  await UPDATE_OWED.run(client, { teamId, owedMicros });
}

// By the primary key.
const READ_BALANCE = prepared<{ balance_micros: bigint }>('read-balance')`
  select balance_micros from balances where team_id = ${'teamId'}`;

/** A team's balance in micro-units of its currency. */
export async function readBalance(client: ClientBase | Pool, teamId: string): Promise<bigint> {
  const { rows } = await READ_BALANCE.run(client, { teamId });
  return rows[0]?.balance_micros ?? 0n;
}

// By primary keys; a team without a balance has 0.
const READ_BALANCE_IN = prepared<{ balanceMicros: bigint; currency: string }>('read-balance-in')`
  select coalesce(b.balance_micros, 0)::bigint as "balanceMicros", r.currency
    from teams t join regions r on r.id = t.region_id left join balances b on b.team_id = t.id where t.id = ${'teamId'}`;

/** A team's balance in micro-units of the currency that is named with it. */
export async function readBalanceIn(
  pool: Pool,
  teamId: string,
): Promise<{ balanceMicros: bigint; currency: string }> {
  const { rows } = await READ_BALANCE_IN.run(pool, { teamId });
  return rows[0]!;
}

// By the primary key; locks nothing.
const READ_MONEY = unprepared<Pick<BalanceRow, 'balanceMicros' | 'owedMicros' | 'lowMicros'>>('read-money')`
  select balance_micros as "balanceMicros", owed_micros as "owedMicros", low_micros as "lowMicros"
   from balances where team_id = ${'teamId'}`;

/**
 * The balance and the debt of a team, and the balance below which it wants a notification, in micro-units.
 * Nothing is locked.
 */
export async function readMoney(
  pool: Pool,
  teamId: string,
): Promise<Pick<BalanceRow, 'balanceMicros' | 'owedMicros' | 'lowMicros'>> {
  const { rows } = await READ_MONEY.run(pool, { teamId });
  return rows[0] ?? { balanceMicros: 0n, owedMicros: 0n, lowMicros: null };
}

// A balance that is low already counts as notified.
const SET_LOW_BALANCE = unprepared('set-low-balance')`
  update balances set low_micros = ${'lowMicros'}, low_told = coalesce(balance_micros < ${'lowMicros'}, false) where team_id = ${'teamId'}`;

/**
 * Sets the balance below which a team is notified, null for never. A balance that is already lower does not
 * notify it.
 */
export async function setLowBalance(pool: Pool, teamId: string, lowMicros: bigint | null): Promise<void> {
  await SET_LOW_BALANCE.run(pool, { teamId, lowMicros });
}

// By the primary key.
const MARK_LOW_BALANCE_NOTIFIED = unprepared('mark-low-balance-notified')`
  update balances set low_told = true where team_id = ${'teamId'}`;

/** Notes that a team was notified of its low balance. */
export async function markLowBalanceNotified(client: ClientBase, teamId: string): Promise<void> {
  await MARK_LOW_BALANCE_NOTIFIED.run(client, { teamId });
}

// By the primary key, only once the balance is no longer low.
const RESET_LOW_BALANCE_NOTIFIED = unprepared('reset-low-balance-notified')`
  update balances set low_told = false where team_id = ${'teamId'} and low_told and balance_micros >= low_micros`;

/** If the balance is no longer low, lets the team be notified when it is low again. */
export async function resetLowBalanceNotified(client: ClientBase, teamId: string): Promise<void> {
  await RESET_LOW_BALANCE_NOTIFIED.run(client, { teamId });
}

// Two look-ups by primary key; locks nothing.
const READ_FUNDS = prepared<Funds>('read-funds')`
  select coalesce((select balance_micros from balances where team_id = ${'teamId'}), 0)::bigint as "balanceMicros",
    coalesce((select spent_micros from project_days where team_id = ${'teamId'} and project_id = ${'projectId'} and day = ${'day'}), 0)::bigint as "spentMicros"`;

/** The funds that can be charged on a day, as they are now. Nothing is locked. */
export async function readFunds(
  client: ClientBase | Pool,
  { teamId, projectId, day }: SpendingKey,
): Promise<Funds> {
  const { rows } = await READ_FUNDS.run(client, { teamId, projectId, day });
  return rows[0]!;
}

/**
 * Makes a transaction read one moment. Sums over all messages need the joins and scans that are off for the
 * message path.
 */
export async function takeSnapshot(client: ClientBase): Promise<void> {
  await client.query('set transaction isolation level repeatable read, read only');
  await client.query('set local enable_hashjoin = on');
  await client.query('set local enable_seqscan = on');
}

/** A disagreement of the ledger with balances, message costs or daily counters. Amounts are micro-units. */
export type Difference = {
  problem: string;
  team: string;
  project: string | null;
  day: string | null;
  found: string;
  expected: string;
};

/** Of which all messages are kept, in whatever zone it was one; those before are in the ledger alone. */
const WHOLE_DAY = fragment`day > ((select messages_kept_from()) at time zone 'UTC')::date + 1`;

// Each part finds one kind of disagreement, with what was found and what was expected.
const SELECT_DIFFERENCES = unprepared<Difference>('select-differences')`
    select 'balance is not the sum of its entries' as problem, b.team_id::text as team, null::text as project,
      null::text as day, b.balance_micros::text as found, coalesce(e.amount, 0)::text as expected
    from balances b
    left join (select team_id, sum(amount_micros)::bigint as amount from ledger_entries group by team_id) e using (team_id)
    where b.balance_micros <> coalesce(e.amount, 0)
    union all
    select 'entries of a team without a balance', e.team_id::text, null, null, '0', sum(e.amount_micros)::text
    from ledger_entries e where not exists (select from balances b where b.team_id = e.team_id) group by e.team_id
    union all
    select 'charges less refunds are not what the messages cost', coalesce(m.team_id, e.team_id)::text,
      coalesce(m.project_id, e.project_id)::text, coalesce(m.day, e.day)::text,
      (-coalesce(e.amount, 0))::text, coalesce(m.charged, 0)::text
    from (select team_id, project_id, day, sum(charged_micros)::bigint as charged from messages
          where charged_micros <> 0 and ${WHOLE_DAY} group by team_id, project_id, day) m
    full join (select team_id, project_id, day, sum(amount_micros)::bigint as amount from ledger_entries
          where project_id is not null and ${WHOLE_DAY} group by team_id, project_id, day) e using (team_id, project_id, day)
    where coalesce(m.charged, 0) <> -coalesce(e.amount, 0)
    union all
    select 'the daily counter is not what the messages cost', d.team_id::text, d.project_id::text, d.day::text,
      d.spent_micros::text, coalesce(m.charged, 0)::text
    from project_days d
    left join (select team_id, project_id, day, sum(charged_micros)::bigint as charged from messages
          where charged_micros <> 0 and ${WHOLE_DAY} group by team_id, project_id, day) m using (team_id, project_id, day)
    where d.spent_micros <> coalesce(m.charged, 0) and d.${WHOLE_DAY}
    union all
    select 'a payment that succeeded has not exactly its top-up', p.team_id::text, p.id::text, null,
      coalesce(sum(e.amount_micros), 0)::text, p.amount_micros::text
    from payments p left join ledger_entries e
      on e.team_id = p.team_id and e.kind = 'TOP_UP' and e.business_key = 'payment:' || p.id
    where p.status = 'SUCCEEDED' group by p.team_id, p.id
    having coalesce(sum(e.amount_micros), 0) <> p.amount_micros
    union all
    select 'a top-up without a payment that succeeded', e.team_id::text, null, null, e.amount_micros::text, '0'
    from ledger_entries e where e.kind = 'TOP_UP' and not exists (
      select from payments p where p.team_id = e.team_id and p.status = 'SUCCEEDED' and e.business_key = 'payment:' || p.id)
    union all
    select 'what was taken back and is owed is not what went back to payers', b.team_id::text, null, null,
      (b.owed_micros - coalesce(e.amount, 0))::text, coalesce(r.amount, 0)::text
    from balances b
    left join (select team_id, sum(amount_micros)::bigint as amount from ledger_entries
          where kind in ('PAYMENT_REFUND', 'CHARGE_BACK') group by team_id) e using (team_id)
    left join (select team_id, sum(credit_micros)::bigint as amount from payment_returns
          where status in ('PENDING', 'DONE') group by team_id) r using (team_id)
    where b.owed_micros - coalesce(e.amount, 0) <> coalesce(r.amount, 0)
    union all
    select 'a month that is kept is not what its entries come to', m.team_id::text, null, m.month,
      (m.top_ups + m.charges + m.refunds + m.adjustments + m.returned)::text, coalesce(sum(e.amount_micros), 0)::text
    from ledger_months m join teams t on t.id = m.team_id join regions r on r.id = t.region_id
    left join ledger_entries e on e.team_id = m.team_id
      and e.id < uuid_floor(((m.month || '-01')::timestamp + interval '1 month') at time zone r.timezone)
      and (e.id >= uuid_floor((m.month || '-01')::timestamp at time zone r.timezone)
        or m.month = (select min(o.month) from ledger_months o where o.team_id = m.team_id))
    group by m.team_id, m.month, m.top_ups, m.charges, m.refunds, m.adjustments, m.returned
    having m.top_ups + m.charges + m.refunds + m.adjustments + m.returned <> coalesce(sum(e.amount_micros), 0)
    union all
    select 'more went back to a payer than was paid', c.team_id::text, c.payment_id::text, null, sum(r.total_micros)::text, c.total_micros::text
    from (select team_id, id as payment_id, null as charge, total_micros, amount_micros from payments
        union all select team_id, payment_id, charge, total_micros, 0 from payment_charges) c
    join payment_returns r on r.team_id = c.team_id and r.payment_id = c.payment_id and r.charge is not distinct from c.charge
    where r.status in ('PENDING', 'DONE') group by c.team_id, c.payment_id, c.charge, c.total_micros, c.amount_micros
    having sum(r.total_micros) > c.total_micros or sum(r.credit_micros) > c.amount_micros
    union all
    select 'a TEST message was charged', m.team_id::text, m.project_id::text, m.day::text,
      sum(m.charged_micros)::text, '0'
    from messages m where m.mode = 'TEST' and m.charged_micros <> 0 group by m.team_id, m.project_id, m.day
    order by 1, 2, 3, 4`;

/** Differences between the ledger and what it must agree with. */
export async function selectDifferences(client: ClientBase): Promise<Difference[]> {
  const { rows } = await SELECT_DIFFERENCES.run(client);
  return rows;
}
