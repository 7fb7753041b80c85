// SQL of refs: a ref links the carrier's id of a submitted part to its message, and has the part's outcome.
// Sending stores them with the submit result; receipts find their message by them.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { type Fragment, fragment, prepared, raw } from '../../db/sql.ts';

export type CarrierRef = {
  linkId: string;
  carrierId: string;
  teamId: string;
  messageId: string;
  part: number;
  parts: number;
};

/** The outcome of a part, the carrier's error code, and the receipt that reported it. */
export type PartEnd = { outcome: Outcome; error: string | null; receipt: Buffer };

/**
 * A ref to store, with the addresses of its message, and the outcome of its part if that is known already.
 */
export type NewRef = CarrierRef & {
  sender: string;
  recipient: string;
  ended?: PartEnd;
  /** The rule by which its link was chosen. */
  rule?: string | null;
};

const NOT_ENDED = { outcome: null, error: null, receipt: null };

// Skips a part that is stored already: insertRefs counts the returned rows to detect it.
const INSERT_REFS = prepared<{ ended: boolean }>('insert-refs')`
  insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts, outcome, carrier_error, receipt,
      receipt_at, recipient, sender, rule)
    select link_id, carrier_id, team_id, message_id, part, parts, outcome, error, receipt,
      case when outcome is not null then now() end, recipient, sender, rule
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'teamId'}::uuid[], ${'messageId'}::uuid[], ${'part'}::smallint[], ${'parts'}::smallint[], ${'recipient'}::text[], ${'sender'}::text[],
        ${'outcome'}::text[], ${'error'}::text[], ${'receipt'}::bytea[], ${'rule'}::text[])
      as key (link_id, carrier_id, team_id, message_id, part, parts, recipient, sender, outcome, error, receipt, rule)
    on conflict (link_id, carrier_id, message_id, part) do nothing
    returning outcome is not null as ended`;

/**
 * Stores the refs of submitted parts. Each part has its own ref, even if the carrier used an id twice or gave
 * none.
 */
export async function insertRefs(client: ClientBase, refs: readonly NewRef[]): Promise<void> {
  if (refs.length === 0) return;
  const endings = refs.map(({ ended = NOT_ENDED, rule = null }) => ({ ...ended, rule }));
  const { rows } = await INSERT_REFS.run(client, {
    ...listsOf(refs, 'linkId', 'carrierId', 'teamId', 'messageId', 'part', 'parts', 'recipient', 'sender'),
    ...listsOf(endings, 'outcome', 'error', 'receipt', 'rule'),
  });
  const noted = rows.filter(({ ended }) => ended).length;
  if (noted < refs.filter(({ ended }) => ended).length)
    throw new Error('A part that was just taken has been stored before');
}

export type Outcome = 'delivered' | 'undelivered';
/** A ref with the outcome of its part; null while there is none. */
export type Ref = CarrierRef & {
  outcome: Outcome | null;
  error: string | null;
  recipient: string;
  createdAt: Date;
  /** Milliseconds since the ref was stored; only of refs that were locked. */
  ageMs?: number;
};

/** The columns of a ref, of the table `r`. */
export const REF = fragment`r.link_id as "linkId", r.carrier_id as "carrierId", r.team_id as "teamId", r.message_id as "messageId",
  r.part, r.parts, r.outcome, r.carrier_error as error, r.recipient, r.created_at as "createdAt"`;

/**
 * Whether `r` is the ref that a row `key` names. It is found by its message: the index on link and carrier id
 * may hold many refs of one id, and an expression keeps PostgreSQL from it.
 */
export const isRefOf = (key: string): Fragment =>
  raw(`r.message_id = ${key}.message_id and r.part = ${key}.part
    and r.link_id || '' = ${key}.link_id and r.carrier_id || '' = ${key}.carrier_id`);

// By the primary key, in the order in which all statements lock refs.
const LOCK_REFS = prepared<Ref>('lock-refs')`
  select ${REF}, extract(epoch from now() - r.created_at)::float8 * 1000 as "ageMs"
    from carrier_refs r where r.message_id = any(${'messageIds'}::uuid[])
    order by r.message_id, r.part, r.link_id, r.carrier_id for update of r`;

/**
 * Locks all refs of these messages and returns their current state. Two transactions with receipts of one
 * message therefore decide about it one after the other.
 */
export async function lockRefs(client: ClientBase, messageIds: readonly string[]): Promise<Ref[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await LOCK_REFS.run(client, { messageIds });
  return rows;
}
