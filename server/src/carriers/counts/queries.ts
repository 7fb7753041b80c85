// SQL of what links did: counts by minute and hour, and refused messages by code.
import type { ClientBase, Pool } from 'pg';
import { prepared, unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';
import type { Counts } from './counters.ts';

/** The messages of a link since the last time. */
export type LinkCount = Counts & { link_id: string };

/** Messages of a link that its carrier refused with a code. */
export type RefusedCode = { link_id: string; code: string; meaning: string | null; count: number };

// One row for each link and grain, by the primary key. Processes lock rows in the same order.
const ADD_COUNTS = prepared('add-link-counts')`
  with refusals as (
      insert into link_refusals as r (link_id, at, code, meaning, count)
      select link_id, date_trunc('hour', now(), 'UTC'), code, meaning, count
      from jsonb_populate_recordset(null::link_refusals, ${'refusals'}::jsonb) order by link_id, code
      on conflict (link_id, at, code) do update set count = r.count + excluded.count, meaning = excluded.meaning
    )
    insert into link_counts as c (link_id, grain, at, submitted, taken, refused, throttled, delivered, failed, receipts, receipt_ms)
    select link_id, g.grain, date_trunc(g.grain, now(), 'UTC'), submitted, taken, refused, throttled, delivered, failed, receipts, receipt_ms
    from jsonb_populate_recordset(null::link_counts, ${'counts'}::jsonb) cross join (values ('hour'), ('minute')) as g (grain)
    order by link_id, g.grain
    on conflict (link_id, grain, at) do update set submitted = c.submitted + excluded.submitted, taken = c.taken + excluded.taken,
      refused = c.refused + excluded.refused, throttled = c.throttled + excluded.throttled, delivered = c.delivered + excluded.delivered,
      failed = c.failed + excluded.failed, receipts = c.receipts + excluded.receipts, receipt_ms = c.receipt_ms + excluded.receipt_ms`;

/** Adds to the counts of the present minute and hour. */
export async function addCounts(
  pool: Pool,
  counts: readonly LinkCount[],
  refusals: readonly RefusedCode[],
): Promise<void> {
  await ADD_COUNTS.run(pool, { counts: JSON.stringify(counts), refusals: JSON.stringify(refusals) });
}

// By ctid, so that the delete touches the rows that were picked and locked.
const PURGE_COUNTS = unprepared('purge-link-counts')`
  delete from link_counts where ctid = any(array(select ctid from link_counts
    where (grain = 'minute' and at < now() - interval '49 hours') or at < now() - interval '8 days'
    limit ${'limit'} for update skip locked))`;

const PURGE_REFUSALS = unprepared('purge-link-refusals')`
  delete from link_refusals where ctid = any(array(select ctid from link_refusals
    where at < now() - interval '49 hours' limit ${'limit'} for update skip locked))`;

/** Deletes old counts: minutes and codes after two days, hours after eight. Returns how many. */
export async function purgeCounts(client: ClientBase, limit: number): Promise<number> {
  const counts = await PURGE_COUNTS.run(client, { limit });
  const refusals = await PURGE_REFUSALS.run(client, { limit });
  return Math.max(counts.rowCount ?? 0, refusals.rowCount ?? 0);
}

type CountedRow = Counts & { at: Date };

// By the primary key: one link's minutes.
const SELECT_COUNTS = unprepared<CountedRow>('select-link-counts')`
  select step.at, coalesce(sum(submitted), 0)::integer as submitted, coalesce(sum(taken), 0)::integer as taken,
      coalesce(sum(refused), 0)::integer as refused, coalesce(sum(throttled), 0)::integer as throttled,
      coalesce(sum(delivered), 0)::integer as delivered, coalesce(sum(failed), 0)::integer as failed,
      coalesce(sum(receipts), 0)::integer as receipts, coalesce(sum(receipt_ms), 0)::float8 as receipt_ms
    from generate_series(
      date_bin(make_interval(secs => ${'stepSeconds'}::integer), now(), '2000-01-01Z')
        - make_interval(secs => ${'stepSeconds'}::integer) * (${'steps'}::integer - 1),
      now(), make_interval(secs => ${'stepSeconds'}::integer)) as step (at)
    left join link_counts c on c.link_id = ${'linkId'} and c.grain = 'minute'
      and c.at >= step.at and c.at < step.at + make_interval(secs => ${'stepSeconds'}::integer)
    group by step.at order by step.at`;

/** The counts of a link in each of the last `steps` steps, oldest first. The last step is not over. */
export async function selectCounts(
  db: Database,
  of: { linkId: string; stepSeconds: number; steps: number },
): Promise<CountedRow[]> {
  return (await SELECT_COUNTS.run(db, of)).rows;
}

/** The messages of a link in each minute of the last hour. */
export type LastHour = { link_id: string; submitted: number[]; delivered: number[]; failed: number[] };

// By the primary key: each minute of each link.
const SELECT_LAST_HOUR = unprepared<LastHour>('select-links-last-hour')`
  select link.id as link_id, array_agg(coalesce(submitted, 0) order by step.at)::integer[] as submitted,
      array_agg(coalesce(delivered, 0) order by step.at)::integer[] as delivered,
      array_agg(coalesce(failed, 0) order by step.at)::integer[] as failed
    from unnest(${'linkIds'}::text[]) as link (id)
    cross join generate_series(date_trunc('minute', now()) - interval '59 minutes', now(), interval '1 minute') as step (at)
    left join link_counts c on c.link_id = link.id and c.grain = 'minute' and c.at = step.at
    group by link.id`;

/** The counts of links in each minute of the last hour, oldest first. The last minute is not over. */
export async function selectLastHour(db: Database, linkIds: readonly string[]): Promise<LastHour[]> {
  return (await SELECT_LAST_HOUR.run(db, { linkIds })).rows;
}

// By the primary key. The meaning is that of the last hour.
const SELECT_REFUSALS = unprepared<Omit<RefusedCode, 'link_id'>>('select-link-refusals')`
  select code, (array_agg(meaning order by at desc))[1] as meaning, sum(count)::integer as count
    from link_refusals where link_id = ${'linkId'} and at > now() - interval '24 hours'
    group by code order by 3 desc, code limit ${'limit'}`;

/** The codes by which the carrier refused most messages of a link within 24 hours. */
export async function selectRefusals(db: Database, linkId: string, limit: number) {
  return (await SELECT_REFUSALS.run(db, { linkId, limit })).rows;
}

/**
 * Messages of the last 30 minutes that ended by a receipt, and the share that was delivered in the week
 * before; null if few ended then. `is_low`: the share fell.
 */
export type Delivery = {
  link_id: string;
  delivered: number;
  ended: number;
  usual_share: number | null;
  is_low: boolean;
};

const SELECT_DELIVERY = unprepared<Delivery>('select-link-delivery')`
  select link_id, delivered, ended, usual_share, is_low from link_delivery()`;

/** The delivery of each link. */
export async function selectDelivery(db: Database): Promise<Delivery[]> {
  return (await SELECT_DELIVERY.run(db)).rows;
}
