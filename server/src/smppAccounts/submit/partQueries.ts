// SQL of parts of long messages that wait for the other parts.
import type { ClientBase, Pool } from 'pg';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import type { SmppAddress } from '../../messages/accept/draft.ts';

/** The parts of one message: the account, and the key that its parts have in common. */
export type PartGroup = { systemId: string; group: string };

export type StoredPart = {
  part: number;
  messageId: string;
  digest: Buffer;
  /** Null once the message is accepted, until the part comes again. */
  octets: Buffer | null;
  dataCoding: number;
  wanted: number;
  /** Its optional parameters, packed; null for none. */
  tlvs: Buffer | null;
};

export type NewPart = PartGroup &
  Omit<StoredPart, 'octets'> & {
    teamId: string;
    octets: Buffer;
    source: SmppAddress;
    destination: SmppAddress;
  };

const PART = fragment`part, message_id as "messageId", digest, octets, data_coding as "dataCoding", wanted, tlvs`;

const LOCK_GROUP = unprepared('lock-smpp-part-group')`
  select pg_advisory_xact_lock(hashtextextended(${'name'}, 0))`;

const SELECT_PARTS = prepared<StoredPart>('select-smpp-parts')`
  select ${PART} from smpp_parts where system_id = ${'systemId'} and part_group = ${'group'} order by part`;

/** Locks a group until the transaction ends, and returns its stored parts, in order. */
export async function lockParts(client: ClientBase, { systemId, group }: PartGroup): Promise<StoredPart[]> {
  await LOCK_GROUP.run(client, { name: `smpp parts ${systemId} ${group}` });
  const { rows } = await SELECT_PARTS.run(client, { systemId, group });
  return rows;
}

// Reads the partial index of waiting parts.
const COUNT_PARTS = prepared<{ n: number }>('count-smpp-parts')`
  select count(*)::integer as n from (
      select from smpp_parts where system_id = ${'systemId'} and octets is not null order by created_at limit ${'most'}) as waiting`;

/** How many parts of an account wait; no more than `most` are counted. */
export async function countParts(client: ClientBase, systemId: string, most: number): Promise<number> {
  const { rows } = await COUNT_PARTS.run(client, { systemId, most });
  return rows[0]!.n;
}

const PUT_PART = prepared('put-smpp-part')`
  insert into smpp_parts (system_id, part_group, part, message_id, team_id, digest, octets, data_coding, wanted,
      source, source_ton, source_npi, destination, dest_ton, dest_npi, tlvs)
    values (${'systemId'}, ${'group'}, ${'part'}, ${'messageId'}, ${'teamId'}, ${'digest'}, ${'octets'}, ${'dataCoding'}, ${'wanted'},
      ${'source'}, ${'sourceTon'}, ${'sourceNpi'}, ${'destination'}, ${'destTon'}, ${'destNpi'}, ${'tlvs'})
    on conflict (system_id, part_group, part) do update set octets = excluded.octets, wanted = excluded.wanted, tlvs = excluded.tlvs, created_at = now()`;

/** Stores a part, or the octets of one that came again. */
export async function putPart(client: ClientBase, { source, destination, ...part }: NewPart): Promise<void> {
  await PUT_PART.run(client, {
    ...part,
    ...{ source: source.address, sourceTon: source.ton, sourceNpi: source.npi },
    ...{ destination: destination.address, destTon: destination.ton, destNpi: destination.npi },
  });
}

const DELETE_PARTS_FROM = unprepared('delete-smpp-parts-from')`
  delete from smpp_parts where system_id = ${'systemId'} and part_group = ${'group'} and (octets is null or part >= ${'before'})`;

const MOVE_PARTS = unprepared<StoredPart>('move-smpp-parts')`
  update smpp_parts set message_id = ${'messageId'} where system_id = ${'systemId'} and part_group = ${'group'}
    returning ${PART}`;

/**
 * Moves the parts of a group before part `before` that still have their octets to another message, and
 * returns them. The others are deleted.
 */
export async function moveParts(
  client: ClientBase,
  { systemId, group }: PartGroup,
  { messageId, before }: { messageId: string; before: number },
): Promise<StoredPart[]> {
  await DELETE_PARTS_FROM.run(client, { systemId, group, before });
  const { rows } = await MOVE_PARTS.run(client, { systemId, group, messageId });
  return rows;
}

const DELETE_PARTS = unprepared('delete-smpp-parts')`
  delete from smpp_parts where system_id = ${'systemId'} and part_group = ${'group'} and message_id = ${'messageId'}`;

/** Deletes the parts of a message. Those of the next message with the same reference stay. */
export async function deleteParts(
  db: ClientBase | Pool,
  { systemId, group }: PartGroup,
  messageId: string,
): Promise<void> {
  await DELETE_PARTS.run(db, { systemId, group, messageId });
}

const EMPTY_PARTS = unprepared('empty-smpp-parts')`
  update smpp_parts set octets = null
    where system_id = ${'systemId'} and part_group = ${'group'} and message_id = ${'messageId'} and part > ${'after'}`;

/**
 * Removes the octets of a message's parts after part `after`. The rows stay, so a part that comes again is
 * recognized.
 */
export async function emptyParts(
  db: ClientBase | Pool,
  { systemId, group }: PartGroup,
  messageId: string,
  after = 0,
): Promise<void> {
  await EMPTY_PARTS.run(db, { systemId, group, messageId, after });
}

/** The position at which a scan of parts by age continues. */
export type Position = { createdAt: string; systemId: string; group: string; part: number };

export const START: Position = { createdAt: '-infinity', systemId: '', group: '', part: 0 };

// Pages through the index on age. `stored` leaves out messages that a process accepted before it died and
// could not record that: these get a receipt when they end.
const EXPIRE_PARTS = prepared<Position>('expire-smpp-parts')`
  with page as materialized (
      select created_at, system_id, part_group, part from smpp_parts
      where created_at < now() - make_interval(mins => ${'minutes'}::integer)
        and (created_at, system_id, part_group, part) > (${'createdAt'}::timestamptz, ${'systemId'}::text, ${'group'}::text, ${'part'}::smallint)
      order by created_at, system_id, part_group, part limit ${'limit'}
    ), old as (
      select distinct page.system_id, page.part_group from page where not exists (
        select from smpp_parts p where p.system_id = page.system_id and p.part_group = page.part_group
          and p.created_at >= now() - make_interval(mins => ${'minutes'}::integer))
    ), gone as (
      delete from smpp_parts p using old where p.system_id = old.system_id and p.part_group = old.part_group returning p.*
    ), stored as materialized (
      select m.id from gone join messages m on m.team_id = gone.team_id and m.id = gone.message_id
    ), receipted as (
      insert into smpp_receipts (message_id, team_id, system_id, told_id, wanted, source, source_ton, source_npi, destination, dest_ton,
        dest_npi, text_start, submitted_at, outcome, ended_at, due_at)
      select distinct on (message_id) message_id, team_id, system_id, message_id, wanted, source, source_ton, source_npi,
        destination, dest_ton, dest_npi, '', created_at, 'EXPIRED', now(), now()
      from gone where wanted > 0
        and not exists (select from gone ended where ended.message_id = gone.message_id and ended.octets is null)
        and message_id not in (select id from stored)
      order by message_id
      on conflict do nothing
    )
    select created_at::text as "createdAt", system_id as "systemId", part_group as "group", part from page
    order by page.created_at, page.system_id, page.part_group, page.part offset ${'limit'} - 1`;

/**
 * Reads the next `limit` parts older than `minutes`, and deletes their groups unless a newer part has come.
 * Incomplete messages get the receipt EXPIRED if one was requested. Returns the next position, or null at the
 * end.
 */
export async function expireParts(
  pool: Pool,
  { minutes, after, limit }: { minutes: number; after: Position; limit: number },
): Promise<Position | null> {
  const { rows } = await EXPIRE_PARTS.run(pool, { minutes, ...after, limit });
  return rows[0] ?? null;
}
