// SQL of a campaign's result: when its messages were delivered, why some failed, and what recipients did.
import { CAUSED_WITHIN_DAYS, CURVE_POINTS } from '@godwit/contract/campaigns/rules';
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { Pool } from 'pg';
import { FENCE, inOrder } from '../../db/fences.ts';
import { fragment, raw, unprepared } from '../../db/sql.ts';
import { abortableTransaction } from '../../db/transaction.ts';
import { idFloor } from '../../ids.ts';
import type { CampaignRow } from '../queries.ts';
import { FAILURE_KIND, planForAll } from '../run/recipientQueries.ts';

type Key = Pick<CampaignRow, 'teamId' | 'id' | 'projectId' | 'mode' | 'createdAt'>;

/**
 * The messages of the recipients, each looked up by itself, whatever the statistics say. The floor of its id
 * leaves out the months before the campaign.
 */
const MESSAGES = fragment`campaign_recipients r cross join lateral (
      select m.* from messages m where m.team_id = ${'teamId'} and m.id = r.message_id and m.id >= ${'floor'} ${FENCE}) as m
    where r.team_id = ${'teamId'} and r.campaign_id = ${'id'} and r.message_id is not null`;

/** Failed messages with the same failure and the same error of the carrier. */
export type FailureKind = { kind: string; failure: FailureCode; carrierError: string | null; count: number };

const SELECT_FAILURES = unprepared<FailureKind>('campaign-failures')`
  select ${FAILURE_KIND} as kind, m.failure, m.carrier_error as "carrierError", count(*)::integer as count from ${MESSAGES}
      and m.state = 'failed' and m.failure <> 'CANCELLED'
    group by m.failure, m.carrier_error`;

/** The failed messages of a campaign by failure and error. A cancelled message has not failed. */
export async function selectFailures(pool: Pool, { teamId, id, createdAt }: Key): Promise<FailureKind[]> {
  const { rows } = await SELECT_FAILURES.run(pool, { teamId, id, floor: idFloor(createdAt) });
  return rows;
}

/** The outcome of a campaign's messages, and what their recipients did. */
export type ResultRow = {
  stepSeconds: number;
  /** Deliveries by the number of their step since the start. Steps without any are missing. */
  steps: Record<string, number>;
  delivered: number;
  medianSeconds: number | null;
  failures: FailureKind[];
  replies: number;
  optOuts: number;
};

/** The opt-outs that a message can cause. */
const CAUSED: readonly (typeof OPT_OUT_SOURCES)[number][] = ['LINK', 'STOP'];

const WINDOW = fragment`interval '${raw(String(CAUSED_WITHIN_DAYS))} days'`;

/** The curve has this many steps, each as long as one of these numbers of seconds. */
const CURVE_STEPS = raw(String(CURVE_POINTS));
const STEPS = fragment`unnest(array[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]) as step`;

// Each look-up asks for the order of the index that has its number, and sorts are off. Otherwise it could
// read all threads, opt-outs or messages of a new team. Most recipients have no thread.
const HAS_REPLIED = fragment`exists (
      select from (
          select c.last_incoming_id from conversations c
          where c.team_id = ${'teamId'} and c.project_id = ${'projectId'} and c.mode = ${'mode'} and ${inOrder('c.number', 'm.recipient')}
          order by c.number limit 1) as c
        cross join lateral (
          select from messages i
          where i.team_id = ${'teamId'} and i.project_id = ${'projectId'} and i.mode = ${'mode'} and i.direction = 'INCOMING'
            and lower(i.sender) ~>=~ m.recipient and lower(i.sender) ~<=~ m.recipient
            and i.id >= ${'floor'} and i.id >= uuid_floor(m.sent_at) and i.id < uuid_floor(m.sent_at + ${WINDOW})
          order by lower(i.sender) using ~<~, i.id limit 1) as i
      where c.last_incoming_id >= uuid_floor(m.sent_at))`;
const HAS_OPTED_OUT = fragment`exists (
      select from (
          select o.source, o.created_at from scoped_opt_outs o
          where o.team_id = ${'teamId'} and o.mode = ${'mode'} and ${inOrder('o.number', 'm.recipient')}
          order by o.number, o.scope limit 2) as o
      where o.source = any(${'caused'}::opt_out_source[])
        and o.created_at >= m.sent_at and o.created_at < m.sent_at + ${WINDOW})`;

const SELECT_RESULT = unprepared<ResultRow>('campaign-result')`
  with message as materialized (
      select m.failure, m.carrier_error, m.delivered_at - ${'startedAt'}::timestamptz as after,
        m.delivered_at - greatest(m.accepted_at, m.send_at) as took,
        m.sent_at is not null and ${HAS_REPLIED} as replied, m.sent_at is not null and ${HAS_OPTED_OUT} as opted_out
      from ${MESSAGES}
    ), delivered as (
      select percentile_disc(0.99) within group (order by after) as nearly_all,
        percentile_cont(0.5) within group (order by greatest(0, extract(epoch from took))) as median, count(*) as count
      from message where after is not null
    ), scale as (
      select coalesce(min(step), 86400) as step from ${STEPS}
      where step * ${CURVE_STEPS} >= (select extract(epoch from nearly_all) from delivered)
    ), steps as (
      select floor(greatest(0, extract(epoch from after)) / step)::integer as number, count(*) as count from message, scale
      where after is not null group by 1 having floor(greatest(0, extract(epoch from after)) / step)::integer < ${CURVE_STEPS}
    ), failed as (
      select ${FAILURE_KIND} as kind, failure, carrier_error as "carrierError", count(*) as count from message m
      where failure <> 'CANCELLED' group by failure, carrier_error
    )
    select (select step from scale) as "stepSeconds",
      (select coalesce(jsonb_object_agg(number, count), '{}') from steps) as steps,
      (select count::integer from delivered) as delivered, (select median from delivered) as "medianSeconds",
      (select coalesce(jsonb_agg(failed), '[]') from failed) as failures,
      (select count(*) filter (where replied)::integer from message) as replies,
      (select count(*) filter (where opted_out)::integer from message) as "optOuts"`;

/**
 * Reads all messages of a campaign once: 99 in 100 deliveries in steps since its start, the reasons of its
 * failures, and how many recipients wrote or opted out in the days after their message was sent.
 */
export async function selectResult(
  pool: Pool,
  campaign: Key & { startedAt: Date | null },
  signal: AbortSignal,
): Promise<ResultRow> {
  const { teamId, id, projectId, mode, createdAt, startedAt } = campaign;
  const scope = { teamId, id, projectId, mode, floor: idFloor(createdAt) };
  return abortableTransaction(pool, signal, async (client) => {
    await planForAll(client);
    const { rows } = await SELECT_RESULT.run(client, {
      ...scope,
      startedAt: startedAt ?? createdAt,
      caused: CAUSED,
    });
    return rows[0]!;
  });
}
