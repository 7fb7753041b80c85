// SQL of the log of an endpoint: the last attempt of each of its calls.
import type { Pool } from 'pg';
import { prepared } from '../../db/sql.ts';
import type { StoredEvent } from '../queries.ts';

/** A call to an endpoint with its last attempt. `nextAt`: when it is made again; null if it has ended. */
export type DeliveryRow = StoredEvent & {
  attempts: number;
  answer: number | null;
  error: string | null;
  calledAt: Date;
  taken: boolean;
  nextAt: Date | null;
};

// By the index of the log: the newest accepted ones and the newest others, of which `limit` are left.
const SELECT = prepared<DeliveryRow>('select-webhook-deliveries')`
  with newest as materialized (
    select d.* from unnest(${'taken'}::boolean[]) as kind (taken) cross join lateral (
      select * from webhook_deliveries d where d.team_id = ${'teamId'} and d.endpoint_id = ${'id'} and d.taken = kind.taken
      order by d.called_at desc limit ${'limit'}) as d
    order by d.called_at desc, d.event_id limit ${'limit'}
  )
  select e.team_id as "teamId", e.project_id as "projectId", e.mode, e.id, e.position, e.type, e.subject_id as "subjectId",
    e.happened_at as "happenedAt", d.attempts, d.answer, d.error, d.called_at as "calledAt", d.taken, o.due_at as "nextAt"
    from newest d join events e on e.team_id = d.team_id and e.id = d.event_id
    left join webhook_outbox o on o.endpoint_id = d.endpoint_id and o.event_id = d.event_id
    order by d.called_at desc, d.event_id`;

/** The newest calls of an endpoint that were tried; if `failedOnly`, those that it did not accept. */
export async function selectDeliveries(
  pool: Pool,
  { teamId, id }: { teamId: string; id: string },
  { failedOnly, limit }: { failedOnly: boolean; limit: number },
): Promise<DeliveryRow[]> {
  const taken = failedOnly ? [false] : [false, true];
  return (await SELECT.run(pool, { teamId, id, taken, limit })).rows;
}
