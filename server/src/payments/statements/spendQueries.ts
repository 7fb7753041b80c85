// SQL of a team's spending in LIVE: by day and project, and a sample of its messages by destination.
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { prepared } from '../../db/sql.ts';
import { idFloor } from '../../ids.ts';
import type { Stretch } from '../../stats/periods.ts';

/** The spending of a project on one of its days, after refunds. */
export type ProjectDay = { projectId: string; day: string; spentMicros: bigint };

const SELECT_DAYS = prepared<ProjectDay>('select-spend-days')`
  select p.id as "projectId", spent.day::text as day, spent.spent_micros as "spentMicros"
    from projects p cross join lateral (
      select day, spent_micros from project_days d
      where d.team_id = p.team_id and d.project_id = p.id and d.day between ${'from'} and ${'to'} and d.spent_micros > 0 ${FENCE}
    ) as spent
    where p.team_id = ${'teamId'}`;

/** Both days are included. Days without spending are left out. */
export async function selectProjectDays(
  pool: Pool,
  of: { teamId: string; from: string; to: string },
): Promise<ProjectDay[]> {
  const { rows } = await SELECT_DAYS.run(pool, of);
  return rows;
}

/** The messages of a project to one destination. `example` is one of the numbers. */
export type DestinationSum = {
  projectId: string;
  destination: string;
  count: number;
  costMicros: bigint;
  example: string;
};

// As for delivery times: a subquery for the mode, and the start compared last, make the planner read the
// index of the log from its end, whatever it knows of a project.
const SUM_DESTINATIONS = prepared<DestinationSum>('sum-spend-destinations')`
  select p.id as "projectId", destination_of(newest.recipient) as destination, count(*)::integer as count,
      sum(newest.cost_micros)::bigint as "costMicros", max(newest.recipient) as example
    from unnest(${'projectIds'}::uuid[]) as p (id) cross join lateral (
      select m.id, m.direction, m.recipient, m.cost_micros, m.failure from messages m
      where m.project_id = p.id and m.mode = (select 'LIVE'::message_mode) and m.id < (select ${'before'}::uuid)
      order by m.id desc limit ${'most'}
    ) as newest
    where newest.id >= ${'from'} and newest.direction = 'OUTGOING' and newest.cost_micros > 0
      and (newest.failure is null or newest.failure::text <> all(${'refunded'}::text[]))
    group by 1, 2`;

/** Adds up the newest `most` LIVE messages of each project by destination, without refunded ones. */
export async function sumDestinations(
  pool: Pool,
  projectIds: readonly string[],
  { from, before }: Stretch,
  most: number,
): Promise<DestinationSum[]> {
  const stretch = { from: idFloor(from), before: idFloor(before) };
  const { rows } = await SUM_DESTINATIONS.run(pool, {
    projectIds,
    most,
    ...stretch,
    refunded: REFUNDED_FAILURES,
  });
  return rows;
}
