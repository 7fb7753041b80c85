// SQL that stores incoming messages from phones, with their counts and callbacks.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { CALLBACK_RECEIVER } from '../../db/receivers.ts';
import { recordEvents } from '../../db/recordEvents.ts';
import { prepared, raw } from '../../db/sql.ts';
import { idFloor } from '../../ids.ts';
import { COUNT_INCOMING } from '../state/countQueries.ts';

/**
 * An incoming message to store. It costs nothing and counts as delivered. `sender` is the phone, `recipient`
 * the project's number.
 */
export type IncomingRow = {
  teamId: string;
  id: string;
  projectId: string;
  mode: Mode;
  sender: string;
  recipient: string;
  body: string;
  encoding: 'GSM7' | 'UNICODE';
  characters: number;
  segments: number;
  missingParts: number | null;
  /** The URL of its callback. */
  callbackUrl: string | null;
  /** The form of that call, if not our own. */
  callbackForm: string | null;
  /** The instant of its id. */
  acceptedAt: Date;
};

const INSERT_INCOMING = prepared('insert-incoming')`
  with stored as (
      insert into messages (team_id, id, project_id, mode, sender, recipient, body, encoding, characters, segments,
        missing_parts, status_callback, accepted_at, delivered_at, direction, api_type, platform, promotional, cost_micros,
        charged_micros, day, state)
      select input.*, greatest(now(), accepted_at), 'INCOMING', 'MESSAGING', 'CARRIER', false, 0, 0,
        (accepted_at at time zone 'UTC')::date, 'delivered'
      from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'sender'}::text[], ${'recipient'}::text[], ${'body'}::text[],
        ${'encoding'}::message_encoding[], ${'characters'}::smallint[], ${'segments'}::smallint[], ${'missingParts'}::smallint[], ${'callbackUrl'}::text[], ${'acceptedAt'}::timestamptz[]) as input (team_id, id,
        project_id, mode, sender, recipient, body, encoding, characters, segments, missing_parts, status_callback, accepted_at)
      returning team_id, id, project_id, mode, segments, accepted_at, status_callback
    ), counted as (
      ${COUNT_INCOMING}
    ), recorded as (
      ${recordEvents(raw('stored'), raw("'message.incoming'"))}
    )
    insert into callback_outbox (team_id, message_id, host, statuses, sequence)
    select team_id, id, ${CALLBACK_RECEIVER}, array['DELIVERED'::message_status], 1 from stored
    where status_callback is not null`;

/** Stores incoming messages together with their counts and callbacks. */
export async function insertIncoming(client: ClientBase, rows: readonly IncomingRow[]): Promise<void> {
  await INSERT_INCOMING.run(client, {
    ...listsOf(rows, 'teamId', 'id', 'projectId', 'mode', 'sender', 'recipient', 'body', 'encoding'),
    ...listsOf(rows, 'characters', 'segments', 'missingParts', 'callbackUrl', 'acceptedAt'),
  });
}

// By the index on (project_id, mode, lower(sender), id), which ends the count at the limit.
const COUNT_RECENT = prepared<{ recent: number; isOwn: boolean }>('count-recent-incoming')`
  select (select count(*)::integer from (
      select from messages where project_id = ${'projectId'} and mode = ${'mode'} and lower(sender) = lower(${'phone'})
        and id >= ${'since'} and direction = 'INCOMING' limit ${'limit'}) as newest) as recent,
    exists (select from two_way_numbers where number = ${'phone'}) as "isOwn"`;

/** A phone's messages to a project since an instant, up to `limit`; and whether it is a number of ours. */
export async function countRecent(
  pool: Pool,
  { projectId, mode, phone }: { projectId: string; mode: Mode; phone: string },
  { since, limit }: { since: Date; limit: number },
): Promise<{ recent: number; isOwn: boolean }> {
  const asked = { projectId, mode, phone, since: idFloor(since), limit };
  return (await COUNT_RECENT.run(pool, asked)).rows[0]!;
}
