// SQL that finds messages by the references that their customers have given them.
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import { idFloor } from '../../ids.ts';
import type { Wanted } from '../../stats/position.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type LogFilter, ORDERS, ROW } from './queries.ts';

/** The messages of a project, mode and time that have a reference. */
export type Referenced = Pick<LogFilter, 'teamId' | 'projectId' | 'mode' | 'stretch'> & { reference: string };

// By the index on the project, the mode and the reference.
const OF_REFERENCE = fragment`from client_references
    where project_id = ${'projectId'} and mode = ${'mode'} and reference = ${'reference'}
      and message_id >= ${'first'} and message_id < ${'past'}`;

const spanOf = ({ stretch }: Referenced) => ({
  first: idFloor(stretch.from),
  past: idFloor(stretch.before),
});

const COUNT_REFERENCED = prepared<{ found: number }>('count-referenced')`
  select count(*)::integer as found from (select ${OF_REFERENCE} order by message_id limit ${'most'}) as one`;

/** Counts the messages with a reference, no more than `most`. */
export async function countReferenced(pool: Pool, referenced: Referenced, most: number): Promise<number> {
  const { rows } = await COUNT_REFERENCED.run(pool, { ...referenced, ...spanOf(referenced), most });
  return rows[0]!.found;
}

type Listed = { key: string } & ({ id: null } | MessageListRow);

const pageIn = (order: Wanted['order']) => prepared<Listed>(`list-referenced-${order}`)`
  with page as materialized (
      select message_id as id ${OF_REFERENCE} order by message_id ${ORDERS[order]} offset ${'offset'} limit ${'limit'}
    )
    select page.id as key, m.* from page left join lateral (
      select ${ROW} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
    ) as m on true order by page.id ${ORDERS[order]}`;
const PAGES = { ASC: pageIn('ASC'), DESC: pageIn('DESC') };

/** A page of the messages with a reference; `id` is null if the database has the message no longer. */
export async function listReferenced(
  pool: Pool,
  referenced: Referenced,
  { order, offset, limit }: Wanted,
): Promise<Listed[]> {
  const { rows } = await PAGES[order].run(pool, { ...referenced, ...spanOf(referenced), offset, limit });
  return rows;
}

const idsIn = (order: Wanted['order']) => prepared<{ id: string }>(`select-referenced-${order}`)`
  select message_id as id ${OF_REFERENCE} order by message_id ${ORDERS[order]} limit ${'limit'}`;
const IDS = { ASC: idsIn('ASC'), DESC: idsIn('DESC') };

/** The ids of messages with a reference in a range of ids, whether the messages are kept or not. */
export async function selectReferenced(
  pool: Pool,
  referenced: Omit<Referenced, 'stretch' | 'teamId'> & { first: string; past: string },
  { order, limit }: Pick<Wanted, 'order' | 'limit'>,
): Promise<string[]> {
  const { rows } = await IDS[order].run(pool, { ...referenced, limit });
  return rows.map(({ id }) => id);
}

const SELECT_REFERENCES = unprepared<{ id: string; reference: string }>('references-of-messages')`
  select message_id as id, reference from client_references
    where team_id = ${'teamId'} and message_id = any(${'ids'}::uuid[])`;

/** The references of those of a team's messages that have one, by message. */
export async function selectReferences(
  pool: Pool,
  teamId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await SELECT_REFERENCES.run(pool, { teamId, ids });
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}
