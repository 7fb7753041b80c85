// SQL of the number of messages that new teams send to a destination, and of destinations that are held.

import type { TextReason } from '@godwit/contract/messages/messages';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

/** A team, and a destination by its dial code. */
export type DestinationKey = { teamId: string; destination: string };

/** Takes the place of the destination for texts with signs beyond the most that a team has keys for. */
export const MANY = 'MANY';

/**
 * The count of a destination, and whether it was held and released. `ageMs`: the age of the counted window.
 */
type Counted = DestinationKey & { messages: number; ageMs: number; isHeld: boolean; isReleased: boolean };

// By the primary key, in the order in which all statements lock destinations.
const LOCK_DESTINATIONS = prepared<Counted>('lock-destinations')`
  select team_id as "teamId", destination, messages, (extract(epoch from now() - starts_at) * 1000)::float8 as "ageMs",
      held_at is not null as "isHeld", released_at is not null as "isReleased"
    from team_destinations where (team_id, destination) in (select * from unnest(${'teamId'}::uuid[], ${'destination'}::text[]))
    order by team_id, destination for update`;

/** Locks the counts of destinations until the transaction ends. A destination without a count is missing. */
export async function lockDestinations(
  client: ClientBase,
  keys: readonly DestinationKey[],
): Promise<Counted[]> {
  const { rows } = await LOCK_DESTINATIONS.run(client, listsOf(keys, 'teamId', 'destination'));
  return rows;
}

/**
 * The new count of a destination or, with a `reason`, of what was found in texts. `starts`: its window begins
 * now; `holds`: it is held from now on.
 */
export type Count = DestinationKey & {
  messages: number;
  starts: boolean;
  holds: boolean;
  reason: TextReason | null;
};

// In the order of keys, so that two processes never deadlock.
const STORE_COUNTS = prepared('store-destination-counts')`
  insert into team_destinations as d (team_id, destination, messages, starts_at, held_at, reason)
    select team_id, destination, messages, case when starts then now() else '-infinity' end, case when holds then now() end, reason
    from unnest(${'teamId'}::uuid[], ${'destination'}::text[], ${'messages'}::integer[], ${'starts'}::boolean[], ${'holds'}::boolean[],
        ${'reason'}::text[])
      as count (team_id, destination, messages, starts, holds, reason) order by team_id, destination
    on conflict (team_id, destination) do update set messages = excluded.messages,
      starts_at = greatest(d.starts_at, excluded.starts_at), held_at = coalesce(d.held_at, excluded.held_at)`;

/** Stores the counts of destinations. */
export async function storeCounts(client: ClientBase, counts: readonly Count[]): Promise<void> {
  await STORE_COUNTS.run(
    client,
    listsOf(counts, 'teamId', 'destination', 'messages', 'starts', 'holds', 'reason'),
  );
}

const COUNT_HELD_TEXTS = prepared<{ teamId: string; held: number }>('count-held-texts')`
  select team_id as "teamId", count(*)::integer as held from team_destinations
    where team_id = any(${'teamIds'}::uuid[]) and destination <> ${'many'}
      and reason is not null and held_at is not null and released_at is null
    group by team_id`;

/** How many texts of each team are held by keys of their own. A team without any is missing. */
export async function countHeldTexts(
  client: ClientBase,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await COUNT_HELD_TEXTS.run(client, { teamIds, many: MANY });
  return new Map(rows.map(({ teamId, held }) => [teamId, held]));
}

// By the primary key.
const OTHER_TEXTS = prepared('other-held-texts')`
  select from team_destinations where team_id = ${'teamId'} and destination <> ${'destination'}
    and reason is not null and reason <> 'ADVERT' and held_at is not null and released_at is null limit 1`;

/** Whether other texts of a team are held for a sign of fraud. */
export async function hasOtherTexts(client: ClientBase, key: DestinationKey): Promise<boolean> {
  const { rowCount } = await OTHER_TEXTS.run(client, key);
  return rowCount === 1;
}

/** When a team's destination was held and released; undefined if it never was. */
export function selectHold(db: Database, { teamId, destination }: DestinationKey) {
  return db
    .selectFrom('team_destinations')
    .select(['held_at', 'released_at', 'reason'])
    .where('team_id', '=', teamId)
    .where('destination', '=', destination)
    .where('held_at', 'is not', null)
    .executeTakeFirst();
}

/** Whether a campaign was attested, and another attested one of the team had started before it. */
export async function repeatsAdvert(
  db: Database,
  { teamId, id }: { teamId: string; id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('repeats_advert')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.repeats_advert ?? false;
}

/** The held destinations of one team or of all teams; those held longest come first. */
export function listHolds(db: Database, teamId?: string) {
  const held = db
    .selectFrom('team_destinations as d')
    .innerJoin('teams as t', 't.id', 'd.team_id')
    .select(['d.team_id', 't.name as team_name', 'd.destination', 'd.held_at', 'd.reason'])
    .select(
      sql<number>`(select count(*)::integer from send_queue q
        where q.team_id = d.team_id and q.held_for = d.destination)`.as('waiting'),
    )
    .where('d.held_at', 'is not', null)
    .where('d.released_at', 'is', null)
    .where('t.closed_at', 'is', null)
    .orderBy('d.held_at')
    .orderBy('d.destination');
  return teamId === undefined ? held : held.where('d.team_id', '=', teamId);
}

/** The number of held destinations. */
export async function countHeld(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('team_destinations as d')
    .innerJoin('teams as t', 't.id', 'd.team_id')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('d.held_at', 'is not', null)
    .where('d.released_at', 'is', null)
    .where('t.closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Releases a destination or a text; undefined if it is not held. */
export function updateReleased(db: Database, { teamId, destination, by }: DestinationKey & { by: string }) {
  return db
    .updateTable('team_destinations')
    .set({ released_at: sql`now()`, released_by: by })
    .where('team_id', '=', teamId)
    .where('destination', '=', destination)
    .where('held_at', 'is not', null)
    .where('released_at', 'is', null)
    .returning('reason')
    .executeTakeFirst();
}
