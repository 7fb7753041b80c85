// SQL of parts of long messages that wait for the others.
import type { ClientBase, Pool } from 'pg';
import type { SmppAddress } from '../../messages/accept/draft.ts';

/** Which message a part is of: the account, and what its parts have in common. */
export type PartGroup = { systemId: string; group: string };

export type StoredPart = {
  part: number;
  messageId: string;
  digest: Buffer;
  /** Null once the message is accepted, until the part comes again. */
  octets: Buffer | null;
  dataCoding: number;
  wanted: number;
};

export type NewPart = PartGroup &
  Omit<StoredPart, 'octets'> & {
    teamId: string;
    octets: Buffer;
    source: SmppAddress;
    destination: SmppAddress;
  };

/** Lets one transaction at a time work on a group, and returns the parts that are there, in order. */
export async function lockParts(client: ClientBase, { systemId, group }: PartGroup): Promise<StoredPart[]> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `smpp parts ${systemId} ${group}`,
  ]);
  const { rows } = await client.query<StoredPart>({
    name: 'select-smpp-parts',
    text: `select part, message_id as "messageId", digest, octets, data_coding as "dataCoding", wanted
      from smpp_parts where system_id = $1 and part_group = $2 order by part`,
    values: [systemId, group],
  });
  return rows;
}

/** How many parts of an account wait; no more than `most` are counted. */
export async function countParts(client: ClientBase, systemId: string, most: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>({
    name: 'count-smpp-parts',
    text: `select count(*)::integer as n from (
        select from smpp_parts where system_id = $1 and octets is not null order by created_at limit $2) as waiting`,
    values: [systemId, most],
  });
  return rows[0]!.n;
}

/** Stores a part, or the octets of one that came again. */
export async function putPart(client: ClientBase, part: NewPart): Promise<void> {
  const { source, destination } = part;
  await client.query({
    name: 'put-smpp-part',
    text: `insert into smpp_parts (system_id, part_group, part, message_id, team_id, digest, octets, data_coding, wanted,
        source, source_ton, source_npi, destination, dest_ton, dest_npi)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (system_id, part_group, part) do update set octets = excluded.octets, wanted = excluded.wanted, created_at = now()`,
    values: [
      ...[part.systemId, part.group, part.part, part.messageId, part.teamId, part.digest, part.octets],
      ...[part.dataCoding, part.wanted, source.address, source.ton, source.npi],
      ...[destination.address, destination.ton, destination.npi],
    ],
  });
}

/**
 * Leaves of a group the parts before one that have their octets, as parts of another message, and returns
 * them.
 */
export async function beginAnew(
  client: ClientBase,
  { systemId, group }: PartGroup,
  { messageId, before }: { messageId: string; before: number },
): Promise<StoredPart[]> {
  await client.query(
    'delete from smpp_parts where system_id = $1 and part_group = $2 and (octets is null or part >= $3)',
    [systemId, group, before],
  );
  const { rows } = await client.query<StoredPart>(
    `update smpp_parts set message_id = $3 where system_id = $1 and part_group = $2
      returning part, message_id as "messageId", digest, octets, data_coding as "dataCoding", wanted`,
    [systemId, group, messageId],
  );
  return rows;
}

/** Deletes the parts of a message; those of the next one with the same reference stay. */
export async function deleteParts(
  db: ClientBase | Pool,
  { systemId, group }: PartGroup,
  messageId: string,
): Promise<void> {
  await db.query('delete from smpp_parts where system_id = $1 and part_group = $2 and message_id = $3', [
    systemId,
    group,
    messageId,
  ]);
}

/** Keeps of the parts of an accepted message that are after this one only that they came. */
export async function emptyParts(
  db: ClientBase | Pool,
  { systemId, group }: PartGroup,
  messageId: string,
  after = 0,
): Promise<void> {
  await db.query(
    'update smpp_parts set octets = null where system_id = $1 and part_group = $2 and message_id = $3 and part > $4',
    [systemId, group, messageId, after],
  );
}

/** The position at which a scan of parts by age continues. */
export type Place = { createdAt: string; systemId: string; group: string; part: number };

export const FIRST_PLACE: Place = { createdAt: '-infinity', systemId: '', group: '', part: 0 };

/**
 * Looks at the next `limit` parts older than `minutes` and deletes their groups of which no part has come
 * since; receipts that were asked for of messages that were never whole say so. Returns where to go on, or
 * null at the end.
 */
export async function expireParts(
  pool: Pool,
  { minutes, after, limit }: { minutes: number; after: Place; limit: number },
): Promise<Place | null> {
  const { rows } = await pool.query<Place>({
    name: 'expire-smpp-parts',
    text: `with page as materialized (
        select created_at, system_id, part_group, part from smpp_parts
        where created_at < now() - make_interval(mins => $1::integer)
          and (created_at, system_id, part_group, part) > ($2::timestamptz, $3::text, $4::text, $5::smallint)
        order by created_at, system_id, part_group, part limit $6
      ), old as (
        select distinct page.system_id, page.part_group from page where not exists (
          select from smpp_parts p where p.system_id = page.system_id and p.part_group = page.part_group
            and p.created_at >= now() - make_interval(mins => $1::integer))
      ), gone as (
        delete from smpp_parts p using old where p.system_id = old.system_id and p.part_group = old.part_group returning p.*
      ), stored as materialized (
        select m.id from gone join messages m on m.team_id = gone.team_id and m.id = gone.message_id
      ), told as (
        insert into smpp_receipts (message_id, team_id, system_id, told_id, wanted, source, source_ton, source_npi, destination, dest_ton,
          dest_npi, text_start, submitted_at, outcome, ended_at, due_at)
        select distinct on (message_id) message_id, team_id, system_id, message_id, wanted, source, source_ton, source_npi,
          destination, dest_ton, dest_npi, '', created_at, 'EXPIRED', now(), now()
        from gone where wanted > 0
          and not exists (select from gone ended where ended.message_id = gone.message_id and ended.octets is null)
          -- One that was accepted by a process which died before it could say so has an end of its own.
          and message_id not in (select id from stored)
        order by message_id
        on conflict do nothing
      )
      select created_at::text as "createdAt", system_id as "systemId", part_group as "group", part from page
      order by page.created_at, page.system_id, page.part_group, page.part offset $6 - 1`,
    values: [minutes, after.createdAt, after.systemId, after.group, after.part, limit],
  });
  return rows[0] ?? null;
}
